"""The `azulejos` command.

Exit codes: 0 all is well; 1 what was read is not true, or the command was stopped; 2 it was called wrongly.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

import azulejos
from azulejos import chance, simulate, terminal
from azulejos.games import Position
from azulejos.notation import IllegalMove, InvalidNotation, InvalidOption
from azulejos.record import InvalidRecord, read_record, write
from azulejos.terminal import PERSON, RANDOM, SEATS
from azulejos.words import LANGUAGES, Words

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="The Azul board games by the rulebook.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
bench_app = typer.Typer(no_args_is_help=True, help="Measure how fast it is.")
app.add_typer(bench_app, name="bench")

out = Console()
err = Console(stderr=True)

GameName = Annotated[str, typer.Option("--game", help="The game: azul.")]
Players = Annotated[int, typer.Option(help="How many play: 2, 3 or 4.")]
Seed = Annotated[int | None, typer.Option(help="The same seed gives the same tiles.")]
Wall = Annotated[str | None, typer.Option(help="Azul: the coloured or the gray wall.", show_default="coloured")]
Jokers = Annotated[bool, typer.Option("--jokers", help="Azul: with the Joker tiles.")]
Starter = Annotated[int | None, typer.Option(help="The seat that starts, from 0.", show_default="drawn")]
MaxRounds = Annotated[int | None, typer.Option(help="The game ends after so many rounds.", show_default="60")]
Json = Annotated[bool, typer.Option("--json", help="One line of JSON for programs.")]
Language = Annotated[str, typer.Option("--lang", help="en, fr or nl.")]


def main() -> None:
    """The entry point: what a person did wrong is said in a sentence, not in a traceback."""
    try:
        app()
    except (InvalidOption, InvalidNotation, IllegalMove) as error:
        _stop(str(error), 2)
    except KeyboardInterrupt:
        _stop("stopped", 1)
    except BrokenPipeError:  # the reader of our output has gone: `azulejos random | head`
        sys.stderr.close()
        sys.exit(1)


def _stop(reason: str, code: int) -> NoReturn:
    err.print(f"azulejos: {reason}", highlight=False, markup=False, soft_wrap=True)
    sys.exit(code)


def _start(game: str, seed: int | None, **options: object) -> Position:
    """A new game with the options that were given; those left out are the game's own."""
    given = {name: value for name, value in options.items() if value is not None and value is not False}
    return azulejos.start(game, seed=seed, **given)


def _print_json(values: dict[str, Any]) -> None:
    print(json.dumps(values))


def _words(language: str) -> Words:
    if language not in LANGUAGES:
        raise InvalidOption(f"--lang must be {', '.join(LANGUAGES)}, not {language!r}")
    return Words(language)


def _waiting(what: str) -> Progress:
    """A bar on stderr for what may take longer than two seconds; nothing where nobody looks."""
    columns = SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn()
    progress = Progress(*columns, console=err, transient=True, disable=not err.is_terminal)
    progress.add_task(what, total=None)
    return progress


# --- Looking and playing ---


@app.command()
def show(
    text: Annotated[str, typer.Argument(help="A position, in the notation; - reads it from standard input.")],
    as_json: Json = False,
    language: Language = "en",
) -> None:
    """Show a position as a table, or as JSON with its legal moves."""
    words = _words(language)
    try:
        position = azulejos.read(sys.stdin.read().strip() if text == "-" else text)
    except InvalidNotation as error:
        _stop(str(error), 1)
    if as_json:
        _print_json(
            {
                "game": position.game,
                **position.options,
                "players": position.players,
                "round": position.round,
                "turn": position.turn,
                "asks": position.asks,
                "scores": position.scores,
                "is_over": position.is_over,
                "ending": position.ending,
                "legal_moves": [str(move) for move in position.legal_moves],
                "text": position.text,
            }
        )
        return
    names = terminal.seat_names(words, [PERSON] * position.players)
    out.print(words.of(position).variant(position), style="bold", highlight=False)
    terminal.show(out, position, words, names)
    if position.is_over:
        terminal.explain(out, position, words, names)


@app.command()
def play(
    text: Annotated[bool, typer.Option("--text", help="Play in the terminal.")] = True,
    game: GameName = "azul",
    players: Players = 2,
    wall: Wall = None,
    jokers: Jokers = False,
    starter: Starter = None,
    max_rounds: MaxRounds = None,
    seed: Seed = None,
    seats: Annotated[
        str | None, typer.Option(help="Who sits where: person or random, by commas.", show_default="person,random,...")
    ] = None,
    record: Annotated[
        Path | None, typer.Option(help="Keep the game in this file, and go on with it where it stands there.")
    ] = None,
    language: Language = "en",
) -> None:
    """Play a game in the terminal: people at this keyboard and random players."""
    words = _words(language)
    if record is not None and record.exists():
        position = _load(record)
    else:
        options = {"players": players, "wall": wall, "jokers": jokers, "starter": starter, "max_rounds": max_rounds}
        with _waiting(words.text("Preparing the game (the first time takes a while)")):
            position = _start(game, seed, **options)
    taken = _seats(seats, position.players)
    keep = _keeper(record)
    keep(position)
    table = terminal.Game(position, taken, words, out, _ask, keep, chance.new_stream(seed))
    if table.play():
        return
    out.print()
    if record is not None:
        out.print(words.text("The game is kept in {file}.").format(file=record), highlight=False)
    else:
        out.print(words.text("You left the game; it stands like this:"), highlight=False)
        out.print(position.text, highlight=False, soft_wrap=True)


def _seats(text: str | None, players: int) -> list[str]:
    seats = text.split(",") if text else [PERSON] + [RANDOM] * (players - 1)
    if len(seats) != players or any(seat not in SEATS for seat in seats):
        raise InvalidOption(f"--seats must name {players} seats, each {' or '.join(SEATS)}, not {text!r}")
    return seats


def _ask(prompt: str) -> str | None:
    try:
        return input(prompt)
    except EOFError:
        return None


def _keeper(file: Path | None) -> Callable[[Position], None]:
    """Writes the game to a file after every step: to a new file first, so that a crash loses nothing."""

    def keep(position: Position) -> None:
        if file is None:
            return
        try:
            fresh = file.with_name(file.name + ".new")
            fresh.write_text(write(position), encoding="utf-8")
            fresh.replace(file)
        except OSError as error:
            _stop(f"{file} cannot be written: {error.strerror}", 2)

    return keep


def _load(file: Path) -> Position:
    """The last position of a record, or an end with the reason."""
    try:
        return read_record(file.read_text(encoding="utf-8")).position
    except OSError as error:
        _stop(f"{file} cannot be read: {error.strerror}", 2)
    except UnicodeDecodeError:
        _stop(f"{file} is not a text file", 1)
    except InvalidRecord as error:
        _stop(f"{file}, {error}", 1)


# --- Records ---


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A game record.")],
    as_json: Json = False,
    language: Language = "en",
) -> None:
    """Check a game record and print the final scores. Exit code 1, with line and reason, where it is not true."""
    words = _words(language)
    position = _load(file)
    if as_json:
        keys = ("game", "players", "round", "is_over", "ending", "scores", "ranking")
        _print_json({key: getattr(position, key) for key in keys} | {"moves": _n_moves(position)})
        return
    names = terminal.seat_names(words, [PERSON] * position.players)
    out.print(words.of(position).variant(position), style="bold", highlight=False)
    if position.is_over:
        terminal.explain(out, position, words, names)
    else:
        terminal.show(out, position, words, names)


def _n_moves(position: Position) -> int:
    return sum(not event.is_draw for event in position.events)


@app.command("random")
def random_game(
    game: GameName = "azul",
    players: Players = 2,
    wall: Wall = None,
    jokers: Jokers = False,
    starter: Starter = None,
    max_rounds: MaxRounds = None,
    seed: Seed = None,
) -> None:
    """Play a random game and write its record. The same seed gives the same game."""
    with _waiting("Playing a random game"):
        seed = seed if seed is not None else int(chance.new_stream()[0])
        options = {"players": players, "wall": wall, "jokers": jokers, "starter": starter, "max_rounds": max_rounds}
        position = _start(game, seed, **options)
        choices = chance.new_stream(seed ^ 1)
        while not position.is_over:
            position.push(int(position.rules.random_move(position.state, choices)))
    sys.stdout.write(write(position, {"seed": str(seed)}))


# --- Counting and measuring ---


@app.command()
def perft(
    game: GameName = "azul",
    players: Players = 2,
    wall: Wall = None,
    jokers: Jokers = False,
    starter: Starter = None,
    seed: Seed = None,
    depth: Annotated[int, typer.Option(min=1, max=9, help="How many moves deep.")] = 2,
    position_text: Annotated[str | None, typer.Option("--position", help="Count from this position instead.")] = None,
    as_json: Json = False,
) -> None:
    """Count the sequences of so many moves, in all and after each first move. A draw that is due ends a sequence."""
    if position_text is not None:
        position = azulejos.read(position_text)
    else:
        position = _start(game, seed, players=players, wall=wall, jokers=jokers, starter=starter)
    counts: dict[str, int] = {}
    with Progress(console=err, transient=True, disable=not err.is_terminal) as progress:
        for move in progress.track(position.legal_moves, description="Counting"):
            after = position.copy()
            after.push(move)
            counts[str(move)] = simulate.perft(after, depth - 1)
    total = sum(counts.values())
    if as_json:
        _print_json({"position": position.text, "depth": depth, "total": total, "moves": counts})
        return
    table = Table("move", "count", show_edge=False)
    table.columns[1].justify = "right"
    for text, count in counts.items():
        table.add_row(text, str(count))
    out.print(table)
    out.print(f"total {total}", style="bold", highlight=False)


@bench_app.command()
def playouts(
    game: GameName = "azul",
    players: Players = 2,
    wall: Wall = None,
    jokers: Jokers = False,
    starter: Starter = None,
    max_rounds: MaxRounds = None,
    seed: Seed = 1,
    seconds: Annotated[float, typer.Option(min=0.1, help="How long to measure.")] = 2.0,
    as_json: Json = False,
) -> None:
    """Uniform random games inside one kernel, on one core."""
    options = {"players": players, "wall": wall, "jokers": jokers, "starter": starter, "max_rounds": max_rounds}
    position = _start(game, seed, **options)
    notation = position.game_entry.notation
    with _waiting("Compiling"):
        runner = simulate.PlayoutRunner(game, notation.options_of(position.state), chance.new_stream(seed))
    sums = simulate.Playouts(players)
    with Progress(console=err, transient=True, disable=not err.is_terminal) as progress:
        task = progress.add_task("Playing", total=seconds)
        while sums.seconds < seconds:
            runner.play_for(min(0.25, seconds - sums.seconds), sums)
            progress.update(task, completed=sums.seconds)
    result: dict[str, Any] = {
        "game": game,
        **position.options,
        "players": players,
        "games": sums.games,
        "seconds": round(sums.seconds, 3),
        "moves_per_second": round(sums.moves / sums.seconds),
        "mean_length": round(sums.mean_length, 3),
        "length_error": round(sums.length_error, 3),
        "mean_score": round(sum(sums.mean_scores) / players, 3),
        "mean_scores": [round(score, 3) for score in sums.mean_scores],
        "score_errors": [round(error, 3) for error in sums.score_errors],
        "bytes": position.state.nbytes,
    }
    if as_json:
        _print_json(result)
        return
    out.print(
        f"{result['moves_per_second'] / 1e6:.2f} million moves a second on one core", style="bold", highlight=False
    )
    out.print(
        f"{sums.games} games of {sums.mean_length:.2f} moves, scores"
        f" {' '.join(f'{score:.2f}' for score in sums.mean_scores)}; a position is {position.state.nbytes} bytes",
        highlight=False,
    )
