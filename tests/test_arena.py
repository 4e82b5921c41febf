"""Matches: who plays whom on which tiles, what is kept when they are stopped, and what the figures prove."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import azulejos
from azulejos.arena import tally as tallies
from azulejos.arena.match import Match, Played
from azulejos.arena.runner import Plan, run
from azulejos.arena.tally import ConfidenceSequence, Tally, fit, wilson
from azulejos.bots import Budget
from azulejos.cli import main
from azulejos.notation import InvalidOption
from tests.test_cli import COMMAND, run_json
from tests.test_cli import run as command

FAST = Match(("greedy", "random"), options={"max_rounds": 2})


def played(match: Match, games: int, **plan: Any) -> Tally:
    return run(match, Plan(games, **plan), lambda _: None)


def results(tally: Tally) -> list[tuple[Any, ...]]:
    """What does not depend on the clock."""
    games = sorted(tally.games, key=lambda game: game.number)
    return [(game.number, game.bots, game.scores, game.ranks, game.moves) for game in games]


# --- The command ---


def test_search_against_greedy_gives_one_json_object() -> None:
    line = "match search greedy --game azul --players 2 --games 20 --ms 50 --seed 1 --json"
    (said,) = command(*line.split()).splitlines()
    found = json.loads(said)
    search, greedy = found["bots"]
    assert (search["name"], greedy["name"], found["games"], found["failures"]) == ("search", "greedy", 20, [])
    assert (search["games"], greedy["games"], search["wins"] + greedy["wins"]) == (20, 20, 20)
    assert search["wins"] > greedy["wins"]
    assert search["points"] > greedy["points"]


def test_the_report_says_who_won_how_sure_that_is_and_who_failed(tmp_path: Path) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text("raise SystemExit('no licence')")
    said = command("match", "greedy", f"cmd:python {broken}", "--games", "2", "--max-rounds", "1")
    assert "greedy" in said
    assert "100.0%" in said
    assert "Not decided: greedy gets between" in said
    assert f"game 2: cmd:python {broken} lost it" in said
    assert "ended by itself (exit code 1), saying: 'no licence'" in said


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ("greedy", "a match needs at least two bots"),
        ("greedy gredy", "there is no bot 'gredy'; the bots are random, greedy, uct, search, search:1 to search:8"),
        ("greedy search:9", "the levels are search:1 to search:8, not search:9"),
        ("greedy search@0ms", "ms must be a number above 0"),
        ("greedy search@99999999999999999999nodes", "nodes must be a whole number above 0, at most"),
        ("greedy cmd:", "needs the command of an engine"),
        ("greedy cmd:no-such-engine", "there is no program 'no-such-engine'"),
        ("greedy 'cmd:python", "there is no bot"),
        ("greedy cmd:'python", "No closing quotation"),
        ("greedy random --game go", "there is no game 'go'"),
        ("greedy random --players 5", "players must be a number from 2 to 4"),
        ("greedy random --game azul --side A", "Azul has no option 'side'"),
        ("greedy random --ms 0", "--ms"),
        ("greedy random --ms nan", "--ms"),
        ("greedy random --games 0", "--games"),
        ("greedy random --jobs 0", "--jobs"),
        ("greedy random --log no/such/folder/log", "no/such/folder/log cannot be written: No such file"),
        ("greedy random --log .", ". cannot be written: Is a directory"),
        ("greedy random --records README.md", "README.md cannot be written: File exists"),
    ],
)
def test_a_wrong_match_is_answered_with_a_sentence(
    arguments: str, reason: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(Path(__file__).parent.parent)
    monkeypatch.setattr(sys, "argv", ["azulejos", "match", *arguments.split()])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert reason in capsys.readouterr().err


# --- Deals and seats ---


def test_the_same_tiles_come_once_for_every_rotation() -> None:
    match = Match(("a", "b", "c"), options={"players": 3})
    first = [match.start(number) for number in range(3)]
    assert first[0] == first[1] == first[2]
    assert match.start(3) != first[0]
    assert [match.seating(number) for number in range(4)] == [(0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 1, 2)]


def test_with_seats_to_spare_the_last_bot_takes_them() -> None:
    match = Match(("a", "b"), options={"players": 4})
    assert [match.seating(number) for number in range(4)] == [(0, 1, 1, 1), (1, 1, 1, 0), (1, 1, 0, 1), (1, 0, 1, 1)]


def test_with_bots_to_spare_all_combinations_meet() -> None:
    match = Match(("a", "b", "c"), options={"players": 2})
    seatings = [match.seating(number) for number in range(match.games_per_deal)]
    assert seatings == [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)]


@pytest.mark.parametrize(("players", "asked", "whole"), [(2, 1, 2), (2, 20, 20), (3, 20, 21), (4, 1, 4), (4, 9, 12)])
def test_games_are_rounded_up_to_whole_rotations(players: int, asked: int, whole: int) -> None:
    assert Match(("a", "b"), options={"players": players}).whole_deals(asked) == whole


@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_bots_share_the_victories_of_a_match_among_so_many(players: int) -> None:
    tally = played(Match(("random", "random"), options={"players": players, "max_rounds": 4}), 1)
    first, others = tally.totals()
    assert (first.games, others.games) == (players, players * (players - 1))
    assert first.wins + others.wins == pytest.approx(players)
    assert first.points + others.points == sum(sum(game.scores) for game in tally.games)


def test_a_bot_against_itself_wins_exactly_half() -> None:
    """Tiles and moves are the same for both, so only the seats differ: what one wins the other wins."""
    tally = played(Match(("search", "search"), budget=Budget(nodes=30)), 6)
    first, second = tally.standings()
    assert (first.name, second.name) == ("search", "search (2)")
    assert (first.wins, first.points, first.rating) == (second.wins, second.points, pytest.approx(second.rating))


def test_a_bot_may_have_a_budget_of_its_own() -> None:
    tally = played(Match(("search@20nodes", "greedy"), options={"max_rounds": 1}, budget=Budget(ms=10_000)), 2)
    assert tally.totals()[0].slowest < 5


def test_all_cores_find_what_one_finds() -> None:
    assert results(played(FAST, 12, jobs=2)) == results(played(FAST, 12))


def test_a_match_ends_when_it_is_decided() -> None:
    tally = played(FAST, 1000, until_decided=True)
    assert len(tally.games) < 100
    assert tally.verdict().decided
    assert tally.verdict().low > 0.5


# --- What is kept ---


def test_records_of_all_games_replay(tmp_path: Path) -> None:
    odd = "cmd:python  -c  'import sys;  sys.exit(3)'"
    tally = played(Match(("greedy", "random", odd)), 6, records=tmp_path / "deep" / "records")
    files = sorted((tmp_path / "deep" / "records").iterdir())
    assert [file.name for file in files] == [f"game-{number:05}.txt" for number in range(1, 7)]
    for file, game in zip(files, tally.games, strict=True):
        record = azulejos.read_record(file.read_text(encoding="utf-8"))
        assert record.position.scores == game.scores
        assert record.position.is_over == (game.failed is None) == ("failed" not in record.tags)
        assert record.tags["seats"].startswith(tally.match.labels[game.bots[0]].split()[0])


def test_a_match_goes_on_where_its_log_ends(tmp_path: Path) -> None:
    log, whole = tmp_path / "log", played(FAST, 8)
    played(FAST, 4, log=log)
    lines = log.read_bytes().splitlines(keepends=True)
    assert len(lines) == 1 + 4
    log.write_bytes(b"".join(lines)[:-7])  # the power went while the last line was written
    assert results(played(FAST, 8, log=log)) == results(whole)
    assert len(log.read_bytes().splitlines()) == 1 + 8
    assert results(played(FAST, 8, log=log)) == results(whole)


def test_a_log_cut_in_its_first_line_begins_anew(tmp_path: Path) -> None:
    log = tmp_path / "log"
    played(FAST, 2, log=log)
    log.write_bytes(log.read_bytes()[:20])
    assert len(played(FAST, 2, log=log).games) == 2
    assert len(log.read_bytes().splitlines()) == 1 + 2


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (b"azulejos match 1", b"azulejos match 0", "is not the log of a match"),
        (b'"seed": 0', b'"seed": 1', "is the log of another match: its seed is 1, not 0"),
        (b'"greedy"', b'"search"', "its bots is"),
        (b'{"number": 0', b'{"number": 2', "line 4: game 3 is there twice"),
        (b'{"number": 0', b'{"number": -2', "line 2: not a game of this match"),
        (b'"bots": [0, 1]', b'"bots": null', "line 2: not a game of this match"),
        (b'"bots": [0, 1]', b'"bots": [1, 0]', "line 2: not a game of this match"),
        (b'"ranks": [', b'"ranks": [NaN, ', "line 2: not a game of this match"),
        (b'"scores": [', b'"scores": ["1", ', "line 2: not a game of this match"),
        (b'{"number": 0', b'\x00{"number": 0', "line 2: not a game of this match"),
    ],
)
def test_a_log_that_is_wrong_is_refused_and_left_as_it_is(tmp_path: Path, old: bytes, new: bytes, reason: str) -> None:
    log = tmp_path / "log"
    played(FAST, 4, log=log)
    changed = log.read_bytes().replace(old, new, 1) + b"unfinished"
    assert new in changed
    log.write_bytes(changed)
    with pytest.raises(InvalidOption) as refused:
        played(FAST, 4, log=log)
    assert reason in str(refused.value)
    assert log.read_bytes() == changed


@pytest.mark.parametrize("content", [b"precious", b"precious\nthings", b"{}\n{}"])
def test_a_file_that_is_no_log_is_never_touched(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "thesis.txt"
    file.write_bytes(content)
    with pytest.raises(InvalidOption, match=r"thesis\.txt"):
        played(FAST, 2, log=file)
    assert file.read_bytes() == content


def test_two_matches_do_not_write_into_one_log(tmp_path: Path) -> None:
    refused: list[str] = []

    def play_the_same(_: Tally) -> None:
        with pytest.raises(InvalidOption, match="is in use: another match writes into it"):
            played(FAST, 2, log=tmp_path / "log")
        refused.append("once more")

    run(FAST, Plan(2, log=tmp_path / "log"), play_the_same)
    assert len(refused) == 3


# --- Stopped in the middle ---

LONG = ["match", "search:6@300nodes", "greedy", "--games", "40", "--nodes", "300", "--jobs", "2", "--log", "log"]


def started(folder: Path, *more: str) -> "subprocess.Popen[str]":
    """A long match in a session of its own, once it has played a few games."""
    arguments, environment = [COMMAND, *LONG, *more], os.environ | {"COLUMNS": "200"}
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "encoding": "utf-8"}
    process = subprocess.Popen(arguments, cwd=folder, env=environment, start_new_session=True, **pipes)
    until = time.monotonic() + 60
    while not (folder / "log").exists() or (folder / "log").read_bytes().count(b"\n") < 4:
        assert process.poll() is None
        assert time.monotonic() < until
        time.sleep(0.02)
    return process


def running_in(session: int) -> list[tuple[int, str]]:
    """The processes of a session, with their command lines."""
    listed = subprocess.run(["ps", "-ewwo", "sess=,stat=,pid=,args="], capture_output=True, check=True, text=True)
    rows = [line.split(maxsplit=3) for line in listed.stdout.splitlines()]
    return [(int(row[2]), row[3]) for row in rows if row[0] == str(session) and not row[1].startswith("Z")]


def stays(session: int) -> bool:
    """Whether anything of a session still runs, after a moment to go."""
    until = time.monotonic() + 5
    while running_in(session) and time.monotonic() < until:
        time.sleep(0.02)
    return bool(running_in(session))


def test_a_match_that_was_killed_goes_on_with_no_game_lost_or_played_twice(tmp_path: Path) -> None:
    process = started(tmp_path)
    process.kill()
    process.communicate(timeout=30)  # its processes hold the pipes: it ends when they do
    assert not stays(process.pid)
    before = (tmp_path / "log").read_bytes()
    found = json.loads(command(*LONG, "--json", cwd=tmp_path))
    after = (tmp_path / "log").read_bytes()
    assert after.startswith(before[: before.rfind(b"\n")])
    numbers = [json.loads(line)["number"] for line in after.splitlines()[1:]]
    assert sorted(numbers) == list(range(40))
    whole = played(Match(("search:6@300nodes", "greedy"), seed=1, budget=Budget(nodes=300)), 40).totals()
    assert [(bot["wins"], bot["points"]) for bot in found["bots"]] == [(bot.wins, bot.points) for bot in whole]


def test_ctrl_c_says_how_it_stands_and_how_to_go_on(tmp_path: Path) -> None:
    process = started(tmp_path, "--json")
    os.killpg(process.pid, signal.SIGINT)
    said, why = process.communicate(timeout=30)
    assert process.returncode == 130
    assert why == "azulejos: stopped. The same command goes on from here.\n"
    assert json.loads(said)["games"] == (tmp_path / "log").read_bytes().count(b"\n") - 1
    assert not stays(process.pid)


def test_a_worker_that_is_killed_ends_the_match_with_a_sentence(tmp_path: Path) -> None:
    process = started(tmp_path)
    os.kill(next(pid for pid, line in running_in(process.pid) if "spawn_main" in line), signal.SIGKILL)
    said, why = process.communicate(timeout=30)
    assert process.returncode == 1
    assert "a process of the arena was ended from outside" in why
    assert "Traceback" not in why
    assert "search:6@300nodes" in said
    assert not stays(process.pid)


# --- Figures ---


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 0, 0, 1), (0, 20, 0, 0.1611), (10, 20, 0.2993, 0.7007), (8, 10, 0.4902, 0.9433), (1, 1, 0.2065, 1)],
)
def test_intervals_of_wilson_are_those_of_the_tables(wins: float, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=1e-4)


def test_three_to_one_is_190_elo() -> None:
    assert fit(np.array([[0.0, 75.0], [25.0, 0.0]])) == pytest.approx([95.42, -95.42], abs=0.01)


def test_ratings_are_found_again_from_what_they_predict() -> None:
    """Levels far apart, where only neighbours meet: slow methods stop before they are there."""
    ratings = np.array([900.0, 500.0, 300.0, 0.0, -200.0, -600.0, -900.0])
    chances = 1 / (1 + 10 ** ((ratings[None, :] - ratings[:, None]) / 400))
    met = np.abs(np.subtract.outer(range(7), range(7))) == 1
    assert fit(50 * chances * met) == pytest.approx(ratings, abs=0.01)


def test_a_bot_that_nobody_has_met_has_no_rating() -> None:
    assert fit(np.zeros((3, 3))) == pytest.approx([0, 0, 0])
    assert np.isfinite(fit(np.array([[0.0, 3, 0], [1, 0, 0], [0, 0, 0]]))).all()


def made_up(match: Match, first_wins: list[bool]) -> Tally:
    """A match of two in which the first bot wins these games."""
    tally = Tally(match)
    for number, won in enumerate(first_wins):
        bots = list(match.seating(number))
        ranks = [1 if (bot == 0) == won else 2 for bot in bots]
        shares = [2.0 - rank for rank in ranks]
        tally.add(Played(number, bots, [0, 0], shares, ranks, [1, 1], [0.0, 0.0], [0.0, 0.0]))
    return tally


def test_who_has_won_all_games_may_have_been_lucky() -> None:
    first, second = made_up(FAST, [True] * 20).standings()
    assert (first.wins, second.wins) == (20, 0)
    assert first.rating_error == pytest.approx(second.rating_error)
    assert 200 < first.rating_error < first.rating


def test_error_bars_hold_the_true_rating_nineteen_times_in_twenty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tallies, "BOOTSTRAPS", 20)
    rng = np.random.default_rng(1)
    found = [made_up(FAST, list(rng.random(80) < 0.75)).standings()[0] for _ in range(60)]
    assert 54 <= sum(abs(bot.rating - 95.42) <= bot.rating_error for bot in found) < 60


def test_who_looks_after_every_deal_is_rarely_wrong() -> None:
    """Of even bots that play on and on, at most one match in twenty may ever be decided."""
    rng, wrong = np.random.default_rng(1), 0
    for _ in range(120):
        sequence, decided = ConfidenceSequence(), False
        for share in rng.choice([0, 0.5, 1], 150, p=[0.3, 0.4, 0.3]):
            sequence.add(float(share))
            low, high = sequence.interval
            decided |= not low <= 0.5 <= high
        wrong += decided
    assert wrong <= 6


def test_the_sequence_closes_in_on_the_truth_and_never_opens_again() -> None:
    sequence = ConfidenceSequence()
    intervals = [sequence.interval]
    for share in np.random.default_rng(1).choice([0, 0.5, 1], 1000, p=[0.1, 0.3, 0.6]):
        sequence.add(float(share))
        intervals.append(sequence.interval)
    assert all(low <= 0.75 <= high for low, high in intervals)
    widths = [high - low for low, high in intervals]
    assert widths == sorted(widths, reverse=True)
    assert widths[0] == 1
    assert widths[-1] < 0.1


def test_only_whole_deals_in_their_order_decide() -> None:
    """Else games that happen to end early, such as quick defeats, would count first."""
    match = Match(("a", "b"), options={"players": 2})
    tally, whole = Tally(match), made_up(match, [True] * 60)
    for game in sorted(whole.games, key=lambda game: -game.number)[:-1]:
        tally.add(game)
    assert tally.verdict() == Tally(match).verdict()
    tally.add(whole.games[0])
    assert tally.verdict() == whole.verdict()
    assert tally.verdict().decided


def test_json_tells_shares_and_intervals() -> None:
    found = run_json("match", "random", "greedy", "random", "--games", "6", "--max-rounds", "1", "--jobs", "1")
    assert [bot["name"] for bot in found["bots"]] == ["random", "greedy", "random (2)"]
    assert [bot["games"] for bot in found["bots"]] == [4, 4, 4]
    assert sum(bot["wins"] for bot in found["bots"]) == 6
    for bot in found["bots"]:
        assert bot["win_rate_low"] <= bot["win_rate"] <= bot["win_rate_high"]
