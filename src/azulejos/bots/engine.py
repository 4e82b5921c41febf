"""A bot of the house as a program that others start: the answering side of docs/engine-protocol.md."""

import json
from collections.abc import Iterable
from typing import Any, TextIO, cast

from azulejos import chance
from azulejos.bots import Bot, Budget, require_budget
from azulejos.bots.outside import PROTOCOL, json_object
from azulejos.bots.registry import bot_maker
from azulejos.games import Position, game_named, read
from azulejos.notation import InvalidNotation, InvalidOption


def serve(name: str, lines: Iterable[str], out: TextIO) -> None:
    """Answers line by line until `quit` or the end of the input."""
    make = bot_maker(name)
    bot: Bot | None = None

    def say(**values: Any) -> None:
        out.write(json.dumps(values) + "\n")
        out.flush()

    for line in lines:
        asked = json_object(line) or {}
        kind = asked.get("type")
        if kind == "quit":
            break
        try:
            if kind == "hello":
                say(type="hello", protocol=PROTOCOL, name=f"azulejos {name}")
            elif kind == "new":
                if bot is not None:
                    bot.close()
                bot = make(asked.get("seed"))
                bot.begin(_any_position(asked))
                say(type="ready")
            elif kind == "think":
                position = read(asked.get("position", ""))
                if bot is None:
                    bot = make(None)
                    bot.begin(position.copy())
                say(type="move", id=asked.get("id"), **_answer(bot, position, _budget(asked)))
            elif kind is None:
                raise InvalidNotation("expected a line with a JSON object that has a type")
        except ValueError as error:  # of the notation, an option, or a seed
            say(type="error", id=asked.get("id"), reason=str(error))
    if bot is not None:
        bot.close()


def _any_position(asked: dict[str, Any]) -> Position:
    """A first position of the game that is announced, read as those to come will be, to get ready with."""
    entry, options = game_named(asked.get("game", "")), asked.get("options", {})
    if not isinstance(options, dict):
        raise InvalidOption(f"options must be an object, not {options!r}")
    chosen = entry.notation.options_from(cast("dict[str, Any]", options))
    return read(Position(entry, entry.rules.new_state(chosen), chance.new_stream(0)).text)


def _budget(asked: dict[str, Any]) -> Budget:
    threads = asked.get("threads")
    return require_budget(Budget(asked.get("ms"), asked.get("nodes"), 1 if threads is None else threads))


def _answer(bot: Bot, position: Position, budget: Budget) -> dict[str, Any]:
    if position.turn is None:
        raise InvalidNotation("nobody has to decide in this position")
    thought = bot.think(position.copy(), budget)
    line: list[str] = []
    for code in thought.line:
        line.append(str(position.move(code)))
        position.push(code)
    return {
        "move": line[0] if line else str(position.move(thought.move)),
        "expected": list(thought.expected),
        "line": line,
        "nodes": thought.nodes,
        "depth": thought.depth,
    }
