"""The `azulejos` command.

Exit codes: 0 all is well; 1 what was read is not true, or nothing could be written; 2 the command was called wrongly;
130 it was stopped with Ctrl-C.
"""

import json
import os
import sys
from collections.abc import Callable
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

import azulejos
from azulejos import chance, simulate, terminal
from azulejos.batch import speed
from azulejos.batch.cpu import available_cores
from azulejos.games import GAMES, Position, components_box, game_named
from azulejos.notation import IllegalMove, InvalidNotation, InvalidOption
from azulejos.record import InvalidRecord, Record, read_record, write
from azulejos.rules.sintra_box import PACKAGE_FILE, InvalidComponents
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

GameName = Annotated[str | None, typer.Option("--game", help=f"The game: {' or '.join(GAMES)}.", show_default="azul")]
Players = Annotated[int | None, typer.Option(help="How many play: 2, 3 or 4.", show_default="2")]
Seed = Annotated[int | None, typer.Option(min=0, max=chance.SEED_LIMIT - 1, help="The same seed gives the same tiles.")]
Wall = Annotated[str | None, typer.Option(help="Azul: the coloured or the gray wall.", show_default="coloured")]
Jokers = Annotated[bool, typer.Option("--jokers", help="Azul: with the Joker tiles.")]
Side = Annotated[
    str | None,
    typer.Option(help="Pavilion: the coloured or the mono side; Sintra: A or B.", show_default="coloured, or A"),
]
Components = Annotated[
    Path | None,
    typer.Option(help="Sintra: a file with the figures of your own box; see sintra-components.", show_default="ours"),
]
Starter = Annotated[int | None, typer.Option(help="The seat that starts, from 0.", show_default="drawn")]
MaxRounds = Annotated[int | None, typer.Option(help="The game ends after so many rounds.", show_default="60")]
Json = Annotated[bool, typer.Option("--json", help="One line of JSON for programs.")]
Language = Annotated[str, typer.Option("--lang", help="en, fr or nl.")]


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"azulejos {azulejos.__version__}")
        raise typer.Exit


@app.callback()
def options_of_all(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """The Azul board games by the rulebook."""


def main() -> None:
    """The entry point: what a person did wrong is said in a sentence, not in a traceback."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that lacks a letter shows ? for it
    try:
        app()
    except (InvalidOption, InvalidNotation, IllegalMove) as error:
        _stop(str(error), 2)
    except InvalidComponents as error:
        _stop(str(error), 1)
    except BrokenPipeError:  # the reader of our output has gone: `azulejos random | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        _stop(f"the output cannot be written: {error.strerror}", 1)


def _stop(reason: str, code: int) -> NoReturn:
    err.print(f"azulejos: {reason}", highlight=False, markup=False, soft_wrap=True)
    sys.exit(code)


def _given(components: Path | None = None, **options: object) -> dict[str, Any]:
    """The options that stand on the command line; those left out are the game's own."""
    given: dict[str, Any] = {name: value for name, value in options.items() if value is not None and value is not False}
    return given if components is None else given | {"components": components_box(components)}


def _start(game: str | None, seed: int | None, given: dict[str, Any]) -> Position:
    with _waiting("Preparing the game (the first time takes a while)"):
        return azulejos.start(game or "azul", seed=seed, **given)


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
    components: Components = None,
    as_json: Json = False,
    language: Language = "en",
) -> None:
    """Show a position as a table, or as JSON with its legal moves."""
    words = _words(language)
    position = _read(sys.stdin.read().strip() if text == "-" else text, components)
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


def _read(text: str, components: Path | None) -> Position:
    """The position that a text describes, or an end with the reason."""
    try:
        with _waiting("Reading"):
            return azulejos.read(text, components=components)
    except InvalidNotation as error:
        _stop(str(error), 1)


@app.command()
def play(
    text: Annotated[bool, typer.Option("--text", help="Play in the terminal.")] = True,
    game: GameName = None,
    players: Players = None,
    wall: Wall = None,
    jokers: Jokers = False,
    side: Side = None,
    components: Components = None,
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
    given = _given(
        players=players,
        wall=wall,
        jokers=jokers,
        side=side,
        components=components,
        starter=starter,
        max_rounds=max_rounds,
    )
    if record is not None and record.exists():
        kept = _load(record, components)
        _require_same(kept.position, game, given)
    else:
        kept = Record(_start(game, seed, given))
    taken = _seats(seats or _kept_seats(kept), kept.position.players)
    keep = _keeper(record, kept.tags | {"seats": ",".join(taken)})
    if record is None or not record.exists():
        keep(kept.position)
    choices = chance.new_stream(seed, chance.CHOICES)
    if terminal.Game(kept.position, taken, words, out, _ask, keep, choices).play():
        return
    out.print()
    if record is not None:
        _say(words.text("The game is kept in {file}.").format(file=record))
    else:
        _say(words.text("You left the game; it stands like this:"))
        _say(kept.position.text)


def _say(text: str) -> None:
    out.print(text, highlight=False, markup=False, soft_wrap=True)


def _require_same(position: Position, game: str | None, given: dict[str, object]) -> None:
    """A kept game goes on as what it is."""
    if game not in (None, position.game):
        raise InvalidOption(f"the game that is kept there is {position.game}, not {game}")
    notation = position.game_entry.notation
    wanted = notation.words_of(notation.options_from({"players": position.players} | given))
    side = "A" if position.game == "sintra" else "coloured"
    usual = {"wall": "coloured", "side": side, "max_rounds": "60", "starter": "drawn", "components": "as usual"}
    for name in given:
        there, here = (words.get(name, usual.get(name, "no")) for words in (position.options, wanted))
        if there != here:
            raise InvalidOption(f"the game that is kept there has {name} {there}, not {here}")


def _kept_seats(kept: Record) -> str | None:
    """Who sat where, if the game was kept by this command."""
    text = kept.tags.get("seats", "")
    return text if set(text.split(",")) <= set(SEATS) else None


def _seats(text: str | None, players: int) -> list[str]:
    seats = [seat.strip() for seat in text.split(",")] if text else [PERSON] + [RANDOM] * (players - 1)
    if len(seats) != players or any(seat not in SEATS for seat in seats):
        raise InvalidOption(f"--seats must name {players} seats, each {' or '.join(SEATS)}, not {text!r}")
    return seats


def _ask(prompt: str) -> str | None:
    try:
        return input(prompt)
    except (EOFError, KeyboardInterrupt):
        return None


def _keeper(file: Path | None, tags: dict[str, str]) -> Callable[[Position], None]:
    """Writes the game to a file after every step: to a new file first, so that a crash loses nothing."""

    def keep(position: Position) -> None:
        if file is None:
            return
        try:
            target = file.resolve()
            fresh = target.with_name(f".{target.name}.{os.getpid()}.new")
            fresh.write_text(write(position, tags), encoding="utf-8", newline="\n")
            fresh.replace(target)
        except OSError as error:
            _stop(f"{file} cannot be written: {error.strerror}", 2)

    return keep


def _load(file: Path, components: Path | None) -> Record:
    """A game record, or an end with the reason."""
    try:
        text = sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8")
        with _waiting("Reading"):
            return read_record(text, components=components)
    except OSError as error:
        _stop(f"{file} cannot be read: {error.strerror}", 2)
    except UnicodeDecodeError:
        _stop(f"{file} is not a text file", 1)
    except InvalidRecord as error:
        _stop(f"{file}, {error}", 1)


@app.command("sintra-components")
def sintra_components(components: Components = None) -> None:
    """Print the figures of Sintra's box as a file to correct, and how sure each of them is."""
    file = components or PACKAGE_FILE
    components_box(file)
    sys.stdout.write(file.read_text(encoding="utf-8"))


# --- Records ---


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A game record; - reads it from standard input.")],
    components: Components = None,
    as_json: Json = False,
    language: Language = "en",
) -> None:
    """Check a game record and print the final scores. Exit code 1, with line and reason, where it is not true."""
    words = _words(language)
    position = _load(file, components).position
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
    game: GameName = None,
    players: Players = None,
    wall: Wall = None,
    jokers: Jokers = False,
    side: Side = None,
    components: Components = None,
    starter: Starter = None,
    max_rounds: MaxRounds = None,
    seed: Seed = None,
) -> None:
    """Play a random game and write its record. The same seed gives the same game."""
    seed = seed if seed is not None else int(chance.new_stream()[0])
    given = _given(
        players=players,
        wall=wall,
        jokers=jokers,
        side=side,
        components=components,
        starter=starter,
        max_rounds=max_rounds,
    )
    position = _start(game, seed, given)
    choices = chance.new_stream(seed, chance.CHOICES)
    with _waiting("Playing a random game"):
        while not position.is_over:
            position.push(int(position.rules.random_move(position.state, choices)))
    sys.stdout.write(write(position, {"seed": str(seed)}))


# --- Counting and measuring ---


@app.command()
def perft(
    game: GameName = None,
    players: Players = None,
    wall: Wall = None,
    jokers: Jokers = False,
    side: Side = None,
    components: Components = None,
    starter: Starter = None,
    seed: Seed = None,
    depth: Annotated[int, typer.Option(min=1, max=9, help="How many moves deep.")] = 2,
    position_text: Annotated[str | None, typer.Option("--position", help="Count from this position instead.")] = None,
    as_json: Json = False,
) -> None:
    """Count the sequences of so many moves, in all and after each first move. A draw that is due ends a sequence."""
    given = _given(players=players, wall=wall, jokers=jokers, side=side, components=components, starter=starter)
    if position_text is None:
        position = _start(game, seed, given)
    elif given.keys() - {"components"} or game or seed is not None:
        raise InvalidOption("--position says what game it is; give no other options of the game with it")
    else:
        position = _read(position_text, components)
    counts: dict[str, int] = {}
    with Progress(console=err, transient=True, disable=not err.is_terminal) as progress:
        for move in progress.track(position.legal_moves, description="Counting"):
            after = position.copy()
            after.push(move)
            counts[str(move)] = simulate.perft(after, depth - 1)
    total = sum(counts.values()) if counts else 1  # a draw that is due, or the end, is one leaf
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
    given = _given(
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
    with _waiting("Compiling"):
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
        _print_json(result)
        return
    out.print(
        f"{result['moves_per_second'] / 1e6:.2f} million moves a second on one core", style="bold", highlight=False
    )
    out.print(
        f"{sums.games} games of {sums.mean_length:.2f} moves, scores"
        f" {' '.join(f'{score:.2f}' for score in sums.mean_scores)}; a position is {runner.state.nbytes} bytes",
        highlight=False,
    )


@bench_app.command()
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
    given = _given(players=players, wall=wall, jokers=jokers, side=side, components=components, max_rounds=max_rounds)
    with _waiting("Measuring (the first time compiles)"):
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
        _print_json(result)
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
