"""The `azulejos` command.

Exit codes: 0 all is well; 1 what was read is not true, or nothing could be written; 2 the command was called wrongly;
130 it was stopped with Ctrl-C.
"""

import os
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress
from rich.table import Table

import azulejos
from azulejos import chance, draw, simulate, telling, terminal
from azulejos.cli import bench, match, play, serve
from azulejos.cli.options import (
    Components,
    GameName,
    Jokers,
    Json,
    Language,
    MaxRounds,
    Players,
    Seed,
    Side,
    Starter,
    Wall,
    err,
    given_options,
    load_record,
    out,
    print_json,
    start_game,
    stop,
    waiting,
    words_in,
)
from azulejos.games import Position, components_box
from azulejos.notation import IllegalMove, InvalidNotation, InvalidOption
from azulejos.record import write
from azulejos.rules.sintra_box import PACKAGE_FILE, InvalidComponents
from azulejos.terminal import PERSON
from azulejos.words import Words

app = typer.Typer(
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="The Azul board games by the rulebook.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(bench.app, name="bench")
app.command()(serve.serve)
app.command()(play.play)
app.command()(match.match)
app.command()(match.engine)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"azulejos {azulejos.__version__}")
        raise typer.Exit


@app.callback()
def options_of_all(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """The Azul board games by the rulebook. Without a command, the table opens in the browser."""
    if context.invoked_subcommand is None:
        serve.open_table()


def main() -> None:
    """The entry point: what a person did wrong is said in a sentence, not in a traceback."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that lacks a letter shows ? for it
    try:
        app()
    except (InvalidOption, InvalidNotation, IllegalMove) as error:
        stop(str(error), 2)
    except InvalidComponents as error:
        stop(str(error), 1)
    except BrokenPipeError:  # the reader of our output has gone: `azulejos random | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        stop(f"the output cannot be written: {error.strerror}", 1)


# --- Looking and playing ---


@app.command()
def show(
    text: Annotated[str, typer.Argument(help="A position, in the notation; - reads it from standard input.")],
    components: Components = None,
    as_json: Json = False,
    svg: Annotated[Path | None, typer.Option(help="Draw the table into this SVG file; - writes it out.")] = None,
    png: Annotated[Path | None, typer.Option(help="Draw the table into this PNG file; - writes it out.")] = None,
    theme: Annotated[str, typer.Option(help="With --svg and --png: light or dark.")] = "light",
    width: Annotated[int | None, typer.Option(min=100, max=10000, help="With --svg and --png: pixels.")] = None,
    told: Annotated[bool, typer.Option("--words", help="Tell it in sentences.")] = False,
    language: Language = "en",
) -> None:
    """Show a position as a table, in sentences, as JSON with its legal moves, or as a picture."""
    words = words_in(language)
    position = _read(sys.stdin.read().strip() if text == "-" else text, components)
    if svg is not None or png is not None:
        _draw(position, words, theme, width, svg, png)
        return
    if as_json:
        print_json(
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
    if told:
        print(telling.plain(telling.sections(position, words, names)))
        return
    out.print(words.of(position).variant(position), style="bold", highlight=False)
    terminal.show(out, position, words, names)
    if position.is_over:
        terminal.explain(out, position, words, names)


def _draw(position: Position, words: Words, theme: str, width: int | None, svg: Path | None, png: Path | None) -> None:
    """The same picture as SVG and PNG."""
    if theme not in draw.THEMES:
        raise InvalidOption(f"--theme must be {' or '.join(draw.THEMES)}, not {theme!r}")
    names = terminal.seat_names(words, [PERSON] * position.players)
    picture = draw.table(position, words, names, theme=theme, width=width)
    if svg is not None:
        _write_picture(svg, picture.encode())
    if png is not None:
        try:
            _write_picture(png, draw.png(picture, width or draw.PNG_WIDTH))
        except draw.RasterMissing as error:
            stop(str(error), 1)


def _write_picture(file: Path, content: bytes) -> None:
    if str(file) == "-":
        sys.stdout.buffer.write(content)
        return
    try:
        file.write_bytes(content)
    except OSError as error:
        stop(f"{file} cannot be written: {error.strerror}", 1)


def _read(text: str, components: Path | None) -> Position:
    """The position that a text describes, or an end with the reason."""
    try:
        with waiting("Reading"):
            return azulejos.read(text, components=components)
    except InvalidNotation as error:
        stop(str(error), 1)


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
    words = words_in(language)
    position = load_record(file, components).position
    if as_json:
        keys = ("game", "players", "round", "is_over", "ending", "scores", "ranking")
        print_json({key: getattr(position, key) for key in keys} | {"moves": _n_moves(position)})
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
    given = given_options(
        players=players,
        wall=wall,
        jokers=jokers,
        side=side,
        components=components,
        starter=starter,
        max_rounds=max_rounds,
    )
    position = start_game(game, seed, given)
    choices = chance.new_stream(seed, chance.CHOICES)
    with waiting("Playing a random game"):
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
    given = given_options(players=players, wall=wall, jokers=jokers, side=side, components=components, starter=starter)
    if position_text is None:
        position = start_game(game, seed, given)
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
        print_json({"position": position.text, "depth": depth, "total": total, "moves": counts})
        return
    table = Table("move", "count", show_edge=False)
    table.columns[1].justify = "right"
    for text, count in counts.items():
        table.add_row(text, str(count))
    out.print(table)
    out.print(f"total {total}", style="bold", highlight=False)
