"""What the commands share: the options of a game, the two consoles, and how something is said."""

import json
import sys
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

import azulejos
from azulejos import chance
from azulejos.games import GAMES, Position, components_box
from azulejos.notation import InvalidOption
from azulejos.record import InvalidRecord, Record, read_record
from azulejos.words import LANGUAGES, Words

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


def stop(reason: str, code: int) -> NoReturn:
    err.print(f"azulejos: {reason}", highlight=False, markup=False, soft_wrap=True)
    sys.exit(code)


def say(text: str) -> None:
    out.print(text, highlight=False, markup=False, soft_wrap=True)


def given_options(components: Path | None = None, **options: object) -> dict[str, Any]:
    """The options that stand on the command line; those left out are the game's own."""
    given: dict[str, Any] = {name: value for name, value in options.items() if value is not None and value is not False}
    return given if components is None else given | {"components": components_box(components)}


def start_game(game: str | None, seed: int | None, given: dict[str, Any]) -> Position:
    with waiting("Preparing the game (the first time takes a while)"):
        return azulejos.start(game or "azul", seed=seed, **given)


def print_json(values: dict[str, Any]) -> None:
    print(json.dumps(values))


def words_in(language: str) -> Words:
    if language not in LANGUAGES:
        raise InvalidOption(f"--lang must be {', '.join(LANGUAGES)}, not {language!r}")
    return Words(language)


def waiting(what: str) -> Progress:
    """A bar on stderr for what may take longer than two seconds; nothing where nobody looks."""
    columns = SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn()
    progress = Progress(*columns, console=err, transient=True, disable=not err.is_terminal)
    progress.add_task(what, total=None)
    return progress


def load_record(file: Path, components: Path | None) -> Record:
    """A game record, or an end with the reason."""
    try:
        text = sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8")
        with waiting("Reading"):
            return read_record(text, components=components)
    except OSError as error:
        stop(f"{file} cannot be read: {error.strerror}", 2)
    except UnicodeDecodeError:
        stop(f"{file} is not a text file", 1)
    except InvalidRecord as error:
        stop(f"{file}, {error}", 1)
