"""`azulejos bench`: how fast it is here."""

from typing import Annotated, Any

import typer
from rich.progress import Progress

from azulejos import chance, simulate
from azulejos.batch import speed
from azulejos.batch.cpu import available_cores
from azulejos.cli.options import (
    Components,
    GameName,
    Jokers,
    Json,
    MaxRounds,
    Players,
    Seed,
    Side,
    Starter,
    Wall,
    err,
    given_options,
    out,
    print_json,
    waiting,
)
from azulejos.games import game_named

app = typer.Typer(no_args_is_help=True, help="Measure how fast it is.")


@app.command()
def playouts(
    game: GameName = None,
    players: Players = None,
    wall: Wall = None,
    jokers: Jokers = False,
    side: Side = None,
    components: Components = None,
    starter: Starter = None,
    max_rounds: MaxRounds = None,
    seed: Seed = 1,
    seconds: Annotated[float, typer.Option(min=0.1, help="How long to measure.")] = 2.0,
    as_json: Json = False,
) -> None:
    """Uniform random games inside one kernel, on one core."""
    given = given_options(
        players=players,
        wall=wall,
        jokers=jokers,
        side=side,
        components=components,
        starter=starter,
        max_rounds=max_rounds,
    )
    entry = game_named(game or "azul")
    chosen = entry.notation.options_from(given)
    with waiting("Compiling"):
        runner = simulate.PlayoutRunner(entry.name, chosen, chance.new_stream(seed))
    sums = simulate.Playouts(chosen.players)
    with Progress(console=err, transient=True, disable=not err.is_terminal) as progress:
        task = progress.add_task("Playing", total=seconds)
        while sums.seconds < seconds:
            runner.play_for(min(0.25, seconds - sums.seconds), sums)
            progress.update(task, completed=sums.seconds)
    result: dict[str, Any] = {
        "game": entry.name,
        **entry.notation.words_of(chosen),
        "players": chosen.players,
        "games": sums.games,
        "seconds": round(sums.seconds, 3),
        "moves_per_second": round(sums.moves / sums.seconds),
        "mean_length": round(sums.mean_length, 3),
        "length_error": round(sums.length_error, 3),
        "mean_score": round(sum(sums.mean_scores) / chosen.players, 3),
        "mean_scores": [round(score, 3) for score in sums.mean_scores],
        "score_errors": [round(error, 3) for error in sums.score_errors],
        "bytes": runner.state.nbytes,
    }
    if as_json:
        print_json(result)
        return
    out.print(
        f"{result['moves_per_second'] / 1e6:.2f} million moves a second on one core", style="bold", highlight=False
    )
    out.print(
        f"{sums.games} games of {sums.mean_length:.2f} moves, scores"
        f" {' '.join(f'{score:.2f}' for score in sums.mean_scores)}; a position is {runner.state.nbytes} bytes",
        highlight=False,
    )


@app.command()
def batch(
    game: GameName = None,
    players: Players = None,
    wall: Wall = None,
    jokers: Jokers = False,
    side: Side = None,
    components: Components = None,
    max_rounds: MaxRounds = None,
    games: Annotated[int, typer.Option("--games", min=1, help="Games side by side.")] = 4096,
    seconds: Annotated[float, typer.Option(min=0.1, help="How long to measure.")] = 5.0,
    as_json: Json = False,
) -> None:
    """Many games at once, on all cores: random moves, and legal + step from Python against inside a kernel."""
    entry = game_named(game or "azul")
    given = given_options(
        players=players, wall=wall, jokers=jokers, side=side, components=components, max_rounds=max_rounds
    )
    with waiting("Measuring (the first time compiles)"):
        found = speed.measure(entry.name, games, seconds, given)
    result = {
        "game": entry.name,
        **entry.notation.words_of(entry.notation.options_from(given)),
        "batch": games,
        "cores": available_cores(),
        **{name: round(value) for name, value in found._asdict().items()},
        "threads_gain": round(found.threads_gain, 2),
        "python_share": round(found.python_share, 2),
    }
    if as_json:
        print_json(result)
        return
    lines = {
        "random moves, one core": found.walk_one,
        f"random moves, {available_cores()} cores": found.walk_all,
        "legal + step in a kernel": found.kernel,
        "legal + step from Python": found.python,
        "observations": found.observe,
    }
    for name, value in lines.items():
        out.print(f"{name:26}{value / 1e6:8.2f} million a second", highlight=False)
    out.print(
        f"all cores: {found.threads_gain:.2f} times one; Python: {found.python_share:.0%} of the kernel", style="bold"
    )
