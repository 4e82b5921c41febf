"""Bots that are programs of their own, spoken to in lines of JSON (docs/engine-protocol.md).

Nothing that such a program does may hang or end the one that asks: every wait has an end, everything read has a size,
and whatever is wrong becomes a BotFailed that says what.
"""

import json
import os
import queue
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, NoReturn, cast

from azulejos.bots import BotFailed, Budget, Thought
from azulejos.games import Position
from azulejos.notation import InvalidOption

PROTOCOL = 1
START_SECONDS = 60.0  # for the first greeting and for getting ready: an engine may have to compile
GRACE_SECONDS = 0.25  # beyond the time of a move: lines travel, machines are busy
PATIENCE_SECONDS = 120.0  # for a move where only nodes are given
LEAVE_SECONDS = 0.5
LONGEST_LINE = 1 << 16
MOST_LINES = 1000  # that an engine may say besides its answer
MOST_WAITING = 64  # lines read ahead; beyond them the engine has to wait until it is asked
SHOWN = 80  # letters of what was wrong
SHOWN_REASON = 300
LARGEST_EXPECTED = 10_000

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
        self._errors_read: threading.Thread | None = None
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
        """Ends it at once, with the processes that it has started. Only once: the number may soon be another's."""
        _running.discard(self)
        if not self._open:
            return
        self._open = False
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
        except ValueError as error:
            self._fail(f"made a move that is not possible: {_cut(str(error), SHOWN_REASON)}")
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
                self._fail(self._last_words())
            if len(line) > LONGEST_LINE:
                self._fail(f"printed a line of more than {LONGEST_LINE} bytes")
            values = json_object(line)
            if values is None:
                text = line.decode(errors="replace").rstrip()
                self._fail(f"printed something that is not a JSON object: {_shown(text)}")
            if values.get("type") == kind:
                return values
            if values.get("type") == "error":
                self._fail(f"gave up: {_shown(values.get('reason'))}")
        return self._fail(f"printed more than {MOST_LINES} lines without an answer")

    def _last_words(self) -> str:
        assert self._process is not None
        assert self._errors_read is not None
        try:
            code = self._process.wait(LEAVE_SECONDS)
        except subprocess.TimeoutExpired:
            return "closed its output"
        self._errors_read.join(LEAVE_SECONDS)
        lines = b"".join(self._errors).decode(errors="replace").strip().splitlines()
        how = f"exit code {code}" if code >= 0 else f"signal {-code}"
        return f"ended by itself ({how})" + (f", saying: {_shown(lines[-1])}" if lines else "")

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
                env=os.environ | {"PATH": _path()},
            )
        except OSError as error:
            raise BotFailed(f"{self._command} cannot be started: {error.strerror}") from None
        _running.add(self)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        _in_background(self._write, self._process.stdin)
        _in_background(self._read, self._process.stdout)
        self._errors_read = _in_background(self._read_errors, self._process.stderr)

    def _tell(self, values: dict[str, Any]) -> None:
        """Never waits: an engine that does not listen holds up a thread, not the game."""
        self._to_say.put(json.dumps(values).encode() + b"\n")

    def _write(self, pipe: IO[bytes]) -> None:
        with suppress(OSError, ValueError), pipe:
            while (line := self._to_say.get()) is not None:
                pipe.write(line)
                pipe.flush()

    def _read(self, pipe: IO[bytes]) -> None:
        with suppress(OSError, ValueError), pipe:
            while self._open and (line := pipe.readline(LONGEST_LINE + 1)):
                self._hand_over(line)
        self._hand_over(None)

    def _hand_over(self, line: bytes | None) -> None:
        """Waits until there is room for it, or nobody wants it any more."""
        while self._open:
            with suppress(queue.Full):
                self._said.put(line, timeout=1)
                return

    def _read_errors(self, pipe: IO[bytes]) -> None:
        with suppress(OSError, ValueError), pipe:
            while self._open and (piece := pipe.readline(LONGEST_LINE)):
                self._errors.append(piece)


def _in_background(work: Callable[[IO[bytes]], None], pipe: IO[bytes]) -> threading.Thread:
    thread = threading.Thread(target=work, args=(pipe,), daemon=True)
    thread.start()
    return thread


def _path() -> str:
    """Where programs are looked for: `python` and `azulejos` are those that run here."""
    return os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])


def require_command(command: str) -> None:
    """The command can be split into words, and the first of them is a program."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise InvalidOption(f"cmd:{command}: {error}") from None
    if not words:
        raise InvalidOption("cmd: needs the command of an engine, as in 'cmd:python my_engine.py'")
    if shutil.which(words[0], path=_path()) is None:
        raise InvalidOption(f"cmd:{command}: there is no program {words[0]!r}")


def json_object(line: bytes | str) -> dict[str, Any] | None:
    """The object that a line of JSON is; None for anything else."""
    try:
        values: object = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return cast("dict[str, Any]", values) if isinstance(values, dict) else None


def _shown(value: object) -> str:
    return _cut(repr(value), SHOWN)


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[:length]}..."


# What an engine thinks is for people to look at; what cannot be used of it is left out.


def _numbers(value: object, count: int) -> tuple[float, ...]:
    numbers = cast("list[Any]", value) if isinstance(value, list) else []
    usable = all(type(number) in (int, float) and abs(number) <= LARGEST_EXPECTED for number in numbers)
    return tuple(map(float, numbers)) if usable and len(numbers) == count else ()


def _count(value: object) -> int:
    return value if type(value) is int and 0 <= value < 2**63 else 0


def _line(position: Position, value: object) -> tuple[int, ...]:
    codes: list[int] = []
    after = position.copy()
    for move in cast("list[Any]", value) if isinstance(value, list) else []:
        try:
            code = after.code(str(move))
            after.push(code)
        except ValueError:
            break
        codes.append(code)
    return tuple(codes)
