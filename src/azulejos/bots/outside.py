"""Bots that are programs of their own, spoken to in lines of JSON (docs/engine-protocol.md).

Nothing that such a program does may hang or end the one that asks: every wait has an end, everything read has a size,
and whatever is wrong becomes a BotFailed that says what.
"""

import json
import math
import os
import queue
import shlex
import signal
import subprocess
import threading
import time
from collections import deque
from contextlib import suppress
from typing import Any, NoReturn, cast

from azulejos.bots import BotFailed, Budget, Thought
from azulejos.games import Position
from azulejos.notation import IllegalMove, InvalidNotation, InvalidOption

PROTOCOL = 1
START_SECONDS = 60.0  # for the first greeting and for getting ready: an engine may have to compile
GRACE_SECONDS = 0.25  # beyond the time of a move: lines travel, machines are busy
PATIENCE_SECONDS = 120.0  # for a move where only nodes are given
LEAVE_SECONDS = 0.5
LONGEST_LINE = 1 << 16
MOST_LINES = 1000  # that an engine may say besides its answer
MOST_WAITING = 64  # lines read ahead; beyond them the engine has to wait until it is asked
SHOWN = 80  # letters of what was wrong

_running: set["EngineBot"] = set()


def kill_all_engines() -> None:
    for engine in list(_running):
        engine.kill()


class EngineBot:
    """The client's side. `command` is split as a shell would; no shell is started."""

    def __init__(self, command: str, seed: int | None = None) -> None:
        self.name = f"cmd:{command}"
        self._command = command
        self._seed = seed
        self._said: queue.Queue[bytes | None] = queue.Queue(MOST_WAITING)
        self._to_say: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._errors: deque[bytes] = deque(maxlen=20)
        self._asked = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._open = True

    # --- The bot ---

    def begin(self, position: Position) -> None:
        until = time.monotonic() + START_SECONDS
        if self._process is None:
            self._start()
            self._tell({"type": "hello", "protocol": PROTOCOL})
            hello = self._answer("hello", until, f"did not greet within {START_SECONDS:.0f} s")
            if hello.get("protocol") != PROTOCOL:
                self._fail(f"speaks protocol {_shown(hello.get('protocol'))}, not {PROTOCOL}")
        new = {"type": "new", "game": position.game, "options": position.options, "seed": self._seed}
        self._tell(new | {"players": position.players})
        self._answer("ready", until, f"was not ready within {START_SECONDS:.0f} s")

    def think(self, position: Position, budget: Budget) -> Thought:
        if self._process is None:
            self.begin(position)
        self._asked += 1
        began = time.monotonic()
        self._tell(
            {
                "type": "think",
                "id": self._asked,
                "position": position.text,
                "moves": [str(move) for move in position.legal_moves],
                **budget._asdict(),
            }
        )
        if budget.ms is None:
            until, late = began + PATIENCE_SECONDS, f"did not move within {PATIENCE_SECONDS:.0f} s"
        else:
            until = began + budget.ms / 1000 + GRACE_SECONDS
            late = f"did not move within {budget.ms:g} ms and {1000 * GRACE_SECONDS:.0f} ms of grace"
        answer = self._answer("move", until, late)
        if answer.get("id") != self._asked:
            self._fail(f"answered question {_shown(answer.get('id'))}, not {self._asked}")
        return self._thought(position, answer, time.monotonic() - began)

    def close(self) -> None:
        """Asks it to leave, and sees to it that it does."""
        if self._process is not None and self._open:
            with suppress(BotFailed):
                self._tell({"type": "quit"})
            self._to_say.put(None)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(LEAVE_SECONDS)
        self.kill()

    def kill(self) -> None:
        self._open = False
        _running.discard(self)
        if self._process is None:
            return
        self._to_say.put(None)
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(LEAVE_SECONDS)

    # --- What it answers ---

    def _thought(self, position: Position, answer: dict[str, Any], seconds: float) -> Thought:
        move = answer.get("move")
        if not isinstance(move, str):
            self._fail(f"gave {_shown(move)} for a move, which is not a text")
        try:
            code = position.code(move)
            position.copy().push(code)
        except (InvalidNotation, IllegalMove) as error:
            self._fail(f"made a move that is not possible: {error}")
        return Thought(
            code,
            _numbers(answer.get("expected"), position.players),
            _line(position, answer.get("line")),
            _count(answer.get("nodes")),
            _count(answer.get("depth")),
            seconds,
        )

    def _answer(self, kind: str, until: float, late: str) -> dict[str, Any]:
        """The next line of this kind; others, which newer engines may say, are passed over."""
        for _ in range(MOST_LINES):
            try:
                line = self._said.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                self._fail(late)
            if line is None:
                self._fail(f"ended by itself{self._last_words()}")
            if len(line) > LONGEST_LINE:
                self._fail(f"printed a line of more than {LONGEST_LINE} bytes")
            values = json_object(line)
            if values is None:
                self._fail(f"printed something that is not a JSON object: {_shown(line.decode(errors='replace'))}")
            if values.get("type") == kind:
                return values
            if values.get("type") == "error":
                self._fail(f"gave up: {_shown(values.get('reason'))}")
        return self._fail(f"printed more than {MOST_LINES} lines without an answer")

    def _last_words(self) -> str:
        assert self._process is not None
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(LEAVE_SECONDS)
        lines = b"".join(self._errors).decode(errors="replace").strip().splitlines()
        code = self._process.returncode
        return f" (exit code {code})" + (f", saying: {_shown(lines[-1])}" if lines else "")

    def _fail(self, what: str) -> NoReturn:
        self.kill()
        raise BotFailed(f"{self._command} {what}")

    # --- The process ---

    def _start(self) -> None:
        try:
            self._process = subprocess.Popen(  # noqa: S603  # the command is the caller's own
                shlex.split(self._command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            raise BotFailed(f"{self._command} cannot be started: {error.strerror}") from None
        _running.add(self)
        for work in (self._read, self._read_errors, self._write):
            threading.Thread(target=work, daemon=True).start()

    def _tell(self, values: dict[str, Any]) -> None:
        """Never waits: an engine that does not listen holds up a thread, not the game."""
        self._to_say.put(json.dumps(values).encode() + b"\n")

    def _write(self) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        with suppress(OSError, ValueError):
            while (line := self._to_say.get()) is not None:
                self._process.stdin.write(line)
                self._process.stdin.flush()
            self._process.stdin.close()

    def _read(self) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        line: bytes | None = b""
        while line is not None:
            try:
                line = self._process.stdout.readline(LONGEST_LINE + 1) or None
            except (OSError, ValueError):
                line = None
            while self._open:
                with suppress(queue.Full):
                    self._said.put(line, timeout=1)
                    break
            if not self._open:
                return

    def _read_errors(self) -> None:
        assert self._process is not None
        assert self._process.stderr is not None
        with suppress(OSError, ValueError):
            while piece := self._process.stderr.readline(LONGEST_LINE):
                self._errors.append(piece)


def require_command(command: str) -> None:
    """The command can be split into words; whether it can be started is seen when a game begins."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise InvalidOption(f"cmd:{command}: {error}") from None
    if not words:
        raise InvalidOption("cmd: needs the command of an engine, as in 'cmd:python my_engine.py'")


def json_object(line: bytes | str) -> dict[str, Any] | None:
    """The object that a line of JSON is; None for anything else."""
    try:
        values: object = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return cast("dict[str, Any]", values) if isinstance(values, dict) else None


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


# What an engine thinks is for people to look at; what cannot be used of it is left out.


def _numbers(value: Any, count: int) -> tuple[float, ...]:
    if isinstance(value, list):
        numbers = [float(number) for number in cast("list[Any]", value) if type(number) in (int, float)]
        if len(numbers) == count and all(map(math.isfinite, numbers)):
            return tuple(numbers)
    return ()


def _count(value: object) -> int:
    return value if type(value) is int and 0 <= value < 2**63 else 0


def _line(position: Position, value: Any) -> tuple[int, ...]:
    codes: list[int] = []
    after = position.copy()
    for move in cast("list[Any]", value) if isinstance(value, list) else []:
        try:
            code = after.code(move)
            after.push(code)
        except (InvalidNotation, IllegalMove, TypeError):
            break
        codes.append(code)
    return tuple(codes)
