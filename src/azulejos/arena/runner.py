"""Playing the games of a match on all cores, and keeping them in a log so that a match goes on where it was stopped."""

import errno
import json
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from io import FileIO
from pathlib import Path
from typing import Any

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None

from azulejos.arena.match import Match, Played, play
from azulejos.arena.tally import Tally
from azulejos.bots.outside import json_object, kill_all_engines
from azulejos.notation import InvalidOption

LOG_FORMAT = "azulejos match 1"
AHEAD = 2  # games that wait for each process, so that none is ever idle


class ArenaBroken(Exception):
    """A process of the arena has died, by no fault of a bot's."""


@dataclass
class Plan:
    """How a match is played: how many games, and when to stop before."""

    games: int
    jobs: int = 0  # processes; 0 plays in this one
    until_decided: bool = False
    log: Path | None = None
    records: Path | None = None


def run(match: Match, plan: Plan, tell: Callable[[Tally], None]) -> Tally:
    """Plays what is missing of a match, and tells after each game how it stands. What was played is in the tally
    that was told last, also when this ends with an exception."""
    tally = Tally(match)
    wanted = match.whole_deals(plan.games)
    if plan.records is not None:
        with _can_be_written(plan.records):
            plan.records.mkdir(parents=True, exist_ok=True)
    with _opened(match, plan.log) as log:
        for played in log.kept:
            tally.add(played)
        tell(tally)
        there = {played.number for played in log.kept}
        missing = (number for number in range(wanted) if number not in there)
        with closing(_play_all(match, missing, plan)) as games:
            while not (plan.until_decided and tally.verdict().decided):
                played = next(games, None)
                if played is None:
                    break
                log.add(played)
                tally.add(played)
                tell(tally)
    return tally


# --- On all cores ---


def _play_all(match: Match, numbers: Iterable[int], plan: Plan) -> Generator[Played]:
    """The games as they are finished. Closing the generator ends the processes in the middle of theirs."""
    if plan.jobs == 0:
        for number in numbers:
            yield play(match, number, plan.records)
        return
    numbers = iter(numbers)
    context = multiprocessing.get_context("spawn")
    leash, hand = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(plan.jobs, mp_context=context, initializer=_begin_worker, initargs=(leash,))
    running: set[Future[Played]] = set()
    try:
        while True:
            while len(running) < plan.jobs * AHEAD and (number := next(numbers, None)) is not None:
                running.add(pool.submit(play, match, number, plan.records))
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    except BrokenProcessPool:
        raise ArenaBroken(
            "a process of the arena was ended from outside, perhaps for want of memory; try --jobs 1"
        ) from None
    finally:
        hand.close()
        pool.shutdown(cancel_futures=True)
        leash.close()


def _begin_worker(leash: Any) -> None:
    """Ctrl-C is for the process that asked. When that lets go of the leash or is gone, however it went, so is this one,
    at once and with the engines that it started."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)

    def watch() -> None:
        with suppress(EOFError, OSError):
            leash.recv()
        _leave(0, None)

    threading.Thread(target=watch, daemon=True).start()


def _leave(_signal: int, _frame: object) -> None:
    kill_all_engines()
    os._exit(1)


# --- The log ---


@dataclass
class _Log:
    """The games of a match as lines of JSON; the first line says which match it is."""

    file: FileIO | None = None
    kept: list[Played] = field(default_factory=list[Played])

    def add(self, played: Played) -> None:
        if self.file is not None:
            _write_line(self.file, played.as_json())


@contextmanager
def _opened(match: Match, path: Path | None) -> Generator[_Log]:
    if path is None:
        yield _Log()
        return
    with _can_be_written(path):
        file = FileIO(path, "a+")
    with file:
        _lock(file, path)
        file.seek(0)
        content = file.readall()
        whole = content.rfind(b"\n") + 1  # a line that was being written when the power went is not whole
        kept: list[Played] = []
        if whole:
            kept = _read(match, path, content[:whole].splitlines())
            file.truncate(whole)
        elif _line_of(_heading(match)).startswith(content):
            file.truncate(0)
            _write_line(file, _heading(match))
        else:
            raise InvalidOption(f"{path} is not the log of a match")
        yield _Log(file, kept)


@contextmanager
def _can_be_written(path: Path) -> Generator[None]:
    try:
        yield
    except OSError as error:
        raise InvalidOption(f"{path} cannot be written: {error.strerror}") from None


def _lock(file: FileIO, path: Path) -> None:
    """Two matches in one log would play games twice. Where files have no locks people have to see to it."""
    if fcntl is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InvalidOption(f"{path} is in use: another match writes into it") from None


def _line_of(values: dict[str, Any]) -> bytes:
    return json.dumps(values).encode() + b"\n"


def _write_line(file: FileIO, values: dict[str, Any]) -> None:
    line = _line_of(values)
    if file.write(line) != len(line):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(file.name))


def _heading(match: Match) -> dict[str, Any]:
    return {
        "format": LOG_FORMAT,
        "bots": list(match.bots),
        "game": match.game,
        "options": match.start(0).options,
        "seed": match.seed,
        "budget": match.budget._asdict(),
    }


def _require_same(match: Match, heading: dict[str, Any], path: Path) -> None:
    mine: dict[str, Any] = json.loads(json.dumps(_heading(match)))
    if heading.get("format") != LOG_FORMAT:
        raise InvalidOption(f"{path} is not the log of a match")
    for name, value in mine.items():
        if heading.get(name) != value:
            raise InvalidOption(f"{path} is the log of another match: its {name} is {heading.get(name)}, not {value}")


def _read(match: Match, path: Path, lines: list[bytes]) -> list[Played]:
    _require_same(match, _read_line(path, 1, lines[0]), path)
    kept: dict[int, Played] = {}
    for line_number, line in enumerate(lines[1:], 2):
        played = _read_played(match, path, line_number, line)
        if played.number in kept:
            raise InvalidOption(f"{path}, line {line_number}: game {played.number + 1} is there twice")
        kept[played.number] = played
    return list(kept.values())


def _read_line(path: Path, number: int, line: bytes) -> dict[str, Any]:
    values = json_object(line)
    if values is None:
        raise InvalidOption(f"{path}, line {number}: not a line of the log of a match")
    return values


def _read_played(match: Match, path: Path, number: int, line: bytes) -> Played:
    with suppress(TypeError, ValueError):
        played = Played(**_read_line(path, number, line))
        if played.is_of(match):
            return played
    raise InvalidOption(f"{path}, line {number}: not a game of this match")
