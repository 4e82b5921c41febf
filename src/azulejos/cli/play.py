"""`azulejos play`: a game at one terminal, people at this keyboard and bots."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from azulejos import chance, terminal
from azulejos.bots import MOST_MS, Bot, BotFailed, Budget
from azulejos.bots.registry import bot_maker, bot_named
from azulejos.cli.options import (
    Components,
    GameName,
    Jokers,
    Language,
    MaxRounds,
    Players,
    Seed,
    Side,
    Starter,
    Wall,
    given_options,
    load_record,
    out,
    say,
    start_game,
    stop,
    waiting,
    words_in,
)
from azulejos.games import Position
from azulejos.notation import InvalidOption
from azulejos.record import Record, write
from azulejos.terminal import PERSON

USUAL_BOT = "search:3"


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
        str | None,
        typer.Option(
            help="Who sits where, by commas: person, or a bot: random, greedy, a level such as search:6, a program such"
            " as 'cmd:python my_engine.py'.",
            show_default=f"person,{USUAL_BOT},...",
        ),
    ] = None,
    ms: Annotated[
        float, typer.Option(min=1, max=MOST_MS, help="Milliseconds that a bot may think about a move.")
    ] = 1000,
    think: Annotated[bool, typer.Option("--think", help="Bots say what they think.")] = False,
    record: Annotated[
        Path | None, typer.Option(help="Keep the game in this file, and go on with it where it stands there.")
    ] = None,
    language: Language = "en",
) -> None:
    """Play a game in the terminal: people at this keyboard, and bots."""
    words = words_in(language)
    given = given_options(
        players=players,
        wall=wall,
        jokers=jokers,
        side=side,
        components=components,
        starter=starter,
        max_rounds=max_rounds,
    )
    if record is not None and record.exists():
        kept = load_record(record, components)
        _require_same(kept.position, game, given)
    else:
        kept = Record(start_game(game, seed, given))
    taken = _seats(seats or _kept_seats(kept), kept.position.players)
    keep = _keeper(record, kept.tags | {"seats": ",".join(taken)})
    if record is None or not record.exists():
        keep(kept.position)
    bots = _bots(taken, seed)
    try:
        with waiting("The bots get ready (the first time takes a while)"):
            for bot in bots.values():
                bot.begin(kept.position.copy())
        game_at_terminal = terminal.Game(
            kept.position, taken, words, out, _ask, keep, bots, Budget(ms, threads=os.cpu_count() or 1), think
        )
        if game_at_terminal.play():
            return
    except BotFailed as failure:
        say(str(failure))
    finally:
        for bot in bots.values():
            bot.close()
    out.print()
    if record is not None:
        say(words.text("The game is kept in {file}.").format(file=record))
    else:
        say(words.text("You left the game; it stands like this:"))
        say(kept.position.text)


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
    try:
        _seats(text, kept.position.players)
    except InvalidOption:
        return None
    return text


def _seats(text: str | None, players: int) -> list[str]:
    seats = [seat.strip() for seat in text.split(",")] if text else [PERSON] + [USUAL_BOT] * (players - 1)
    if len(seats) != players:
        raise InvalidOption(f"--seats must name {players} seats, each person or a bot, not {text!r}")
    for seat in seats:
        if seat != PERSON:
            bot_maker(seat)
    return seats


def _bots(seats: list[str], seed: int | None) -> dict[int, Bot]:
    """The bots by their seats."""
    names = {seat: name for seat, name in enumerate(seats) if name != PERSON}
    return {
        seat: bot_named(name, None if seed is None else (seed + seat) % chance.SEED_LIMIT)
        for seat, name in names.items()
    }


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
            stop(f"{file} cannot be written: {error.strerror}", 2)

    return keep
