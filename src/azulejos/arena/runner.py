"""Playing the games of a match on all cores, and keeping them in a log so that a match goes on where it was stopped."""

import json
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import FileIO
from pathlib import Path
from typing import Any

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
    jobs: int = 1
    until_decided: bool = False
    log: Path | None = None
    records: Path | None = None


def run(match: Match, plan: Plan, tell: Callable[[Tally], None]) -> Tally:
    """Plays what is missing of a match, and tells after each game how it stands. What was played is in the tally
    that was told last, also when this ends with an exception."""
    tally = Tally(match)
    wanted = match.whole_deals(plan.games)
    if plan.records is not None:
        plan.records.mkdir(parents=True, exist_ok=True)
    with _opened(match, plan.log) as log:
        for played in log.kept:
            tally.add(played)
        tell(tally)
        there = {played.number for played in log.kept}
        missing = (number for number in range(wanted) if number not in there)
        if plan.until_decided and tally.verdict().decided:
            return tally
        for played in _play_all(match, missing, plan):
            log.add(played)
            tally.add(played)
            tell(tally)
            if plan.until_decided and tally.verdict().decided:
                break
    return tally


# --- On all cores ---


def _play_all(match: Match, numbers: Iterable[int], plan: Plan) -> Generator[Played]:
    """The games as they are finished. Closing the generator stops the processes after the games that they play now."""
    if plan.jobs == 1:
        for number in numbers:
            yield play(match, number, plan.records)
        return
    numbers = iter(numbers)
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(plan.jobs, mp_context=context, initializer=_begin_worker)
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
        for process in list(pool._processes.values()):  # the games that they play now are not waited for
            process.terminate()
        pool.shutdown(cancel_futures=True)


def _begin_worker() -> None:
    """Ctrl-C is for the process that asked; when that is gone, so is this one, with the engines that it started."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
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
    with FileIO(path, "a+") as file:
        file.seek(0)
        content = file.readall()
        whole = content.rfind(b"\n") + 1  # a line that was being written when the power went is not whole
        file.truncate(whole)
        lines = content[:whole].splitlines()
        if not lines:
            _write_line(file, _heading(match))
            yield _Log(file)
            return
        _require_same(match, _read_line(path, 1, lines[0]), path)
        yield _Log(file, [_read_played(match, path, number, line) for number, line in enumerate(lines[1:], 2)])


def _write_line(file: FileIO, values: dict[str, Any]) -> None:
    file.write(json.dumps(values).encode() + b"\n")


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


def _read_line(path: Path, number: int, line: bytes) -> dict[str, Any]:
    values = json_object(line)
    if values is None:
        raise InvalidOption(f"{path}, line {number}: not a line of the log of a match")
    return values


def _read_played(match: Match, path: Path, number: int, line: bytes) -> Played:
    try:
        played = Played(**_read_line(path, number, line))
        if tuple(played.bots) == match.seating(played.number):
            return played
    except (TypeError, ValueError):
        pass
    raise InvalidOption(f"{path}, line {number}: not a game of this match")
