"""Programs of other people in the arena: those that play, and those that do everything else."""

import io
import json
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import azulejos
from azulejos.arena.match import Match, Played, play
from azulejos.arena.runner import Plan, run
from azulejos.bots import BotFailed, Budget, outside
from azulejos.bots.engine import serve
from azulejos.bots.outside import EngineBot

ROOT = Path(__file__).parent.parent
EXAMPLE = f"cmd:python {shlex.quote(str(ROOT / 'examples' / 'engine.py'))}"
PLENTY, SHORT = Budget(ms=20_000), Budget(ms=50)

POLITE = """
import json, os, subprocess, sys, time

def say(**values):
    print(json.dumps(values), flush=True)

def heard():
    line = sys.stdin.readline()
    return json.loads(line) if line else sys.exit()

def greet():
    heard(), say(type="hello", protocol=1), heard(), say(type="ready")

def move(**values):
    asked = heard()
    say(**{"type": "move", "id": asked["id"], "move": asked["moves"][0]} | values)
"""

Maker = Callable[[str], str]


@pytest.fixture
def engine(tmp_path: Path) -> Maker:
    """Makes an engine of a script, and gives the name of the bot."""

    def make(script: str) -> str:
        file = tmp_path / f"engine{len(list(tmp_path.iterdir()))}.py"
        file.write_text(POLITE + script, encoding="utf-8")
        return f"cmd:{shlex.quote(sys.executable)} -S {shlex.quote(str(file))}"

    return make


def running_from(folder: Path) -> list[str]:
    """Processes whose script lies in this folder."""
    listed = subprocess.run(["ps", "-ewwo", "pid,stat,args"], capture_output=True, check=True, encoding="utf-8")
    return [line for line in listed.stdout.splitlines() if str(folder) in line and " Z" not in line]


def left_over(folder: Path) -> list[str]:
    """The same, after a moment to go."""
    until = time.monotonic() + 5
    while running_from(folder) and time.monotonic() < until:
        time.sleep(0.02)
    return running_from(folder)


def lost(name: str, budget: Budget = PLENTY) -> str:
    """Plays a game against a bot that must lose it; what the report says."""
    played = play(Match((name, "random"), budget=budget), 0)
    assert played.failed == 0
    assert (played.ranks, played.shares) == ([2, 1], [0.0, 1.0])
    return played.report


HOSTILE = {
    "exits": ("sys.exit('no licence')", "ended by itself (exit code 1), saying: 'no licence'"),
    "crashes": ("greet(); heard(); 1 / 0", "saying: 'ZeroDivisionError: division by zero'"),
    "kills itself": ("greet(); os.kill(os.getpid(), 9)", "ended by itself (signal 9)"),
    "ends the whole group": ("greet(); os.killpg(0, 9)", "ended by itself (signal 9)"),
    "speaks the future": ("heard(); say(type='hello', protocol=2)", "speaks protocol 2, not 1"),
    "speaks another language": ("print('uciok', flush=True); heard()", "not a JSON object: 'uciok'"),
    "sends bytes": ("sys.stdout.buffer.write(b'\\xff\\xfe\\0{}\\n'); sys.stdout.flush(); heard()", "not a JSON object"),
    "sends a list": ("print('[]', flush=True); heard()", "not a JSON object: '[]'"),
    "nests deep": ("print('[' * 60000, flush=True); heard()", "not a JSON object: '[[["),
    "sends a giant number": ("print('{\"type\": ' + '9' * 60000 + '}', flush=True)", "not a JSON object"),
    "sends a long line": ("print('x' * 70000, flush=True)", "a line of more than 65536 bytes"),
    "never ends its line": ("while True: sys.stdout.write('x' * 9999)", "a line of more than 65536 bytes"),
    "chats without end": ("greet()\nwhile True: say(type='chat')", "more than 1000 lines without an answer"),
    "closes its output": ("greet(); os.close(1); time.sleep(60)", "closed its output"),
    "resigns": ("greet(); say(type='error', reason='\\x1b[2J too hard')", r"gave up: '\x1b[2J too hard'"),
    "plays nonsense": ("greet(); move(move='e2e4')", "not possible: 'e2e4' is not a move"),
    "plays a novel": ("greet(); move(move='e' * 60000)", "not possible: 'eeee"),
    "plays half a letter": ("greet(); move(move='\\ud800')", r"'\ud800' is not a move"),
    "plays an odd digit": ("greet(); move(move='F\u00b2 red > \u00b2')", "is not a move"),
    "takes what is not there": ("greet(); move(move='C red > 1')", "not possible: 'C red > 1' is not legal here"),
    "moves by number": ("greet(); move(move=0)", "gave 0 for a move, which is not a text"),
    "gives no move": ("greet(); move(move=None)", "gave None for a move"),
    "answers another question": ("greet(); move(id=7)", "answered question 7, not 1"),
    "answers twice": ("greet()\nwhile True: a = heard(); [say(type='move', id=a['id'], move=a['moves'][0])] * 2; "
                      "say(type='move', id=a['id'], move=a['moves'][0])", "answered question 1, not 2"),
}  # fmt: skip

SLOW = {
    "sleeps": "greet(); time.sleep(60)",
    "works for ever": "greet()\nwhile True: pass",
    "never listens": "say(type='hello', protocol=1); say(type='ready'); time.sleep(60)",
    "complains without end": "greet()\nwhile True: sys.stderr.write('oh no! ' * 1000)",
    "complains in one line": "greet()\nwhile True: sys.stderr.write('x\\r' * 9999)",
    "holds on": "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); greet(); time.sleep(60)",
    "has children": "greet()\nfor _ in range(3): subprocess.Popen([sys.executable, '-c', 'input()', __file__])",
    "leaves a child behind": "if os.fork(): os._exit(0)\ngreet()\ntime.sleep(60)",
    "stops itself": "import signal; greet(); os.kill(os.getpid(), signal.SIGSTOP)",
}


@pytest.mark.parametrize("what", HOSTILE)
def test_an_engine_loses_its_game_when_it(what: str, engine: Maker, tmp_path: Path) -> None:
    script, report = HOSTILE[what]
    said = lost(engine(script))
    assert report in said
    assert len(said) < 1000
    assert said.isprintable()
    assert left_over(tmp_path) == []


@pytest.mark.parametrize("what", SLOW)
def test_an_engine_runs_out_of_time_when_it(what: str, engine: Maker, tmp_path: Path) -> None:
    began = time.monotonic()
    assert "did not move within 50 ms and 250 ms of grace" in lost(engine(SLOW[what]), SHORT)
    assert time.monotonic() - began < 30
    assert left_over(tmp_path) == []


@pytest.mark.parametrize(
    ("script", "report"),
    [
        ("time.sleep(60)", "did not greet within 4 s"),
        ("time.sleep(2.2); heard(); say(type='hello', protocol=1); time.sleep(2.2)", "was not ready within 4 s"),
    ],
)
def test_greeting_and_getting_ready_have_one_limit_together(
    script: str, report: str, engine: Maker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outside, "START_SECONDS", 4.0)
    assert report in lost(engine(script))
    assert left_over(tmp_path) == []


def test_a_polite_engine_plays_a_whole_game_with_asides(engine: Maker, tmp_path: Path) -> None:
    name = engine("greet(); say(type='tip', of='the day')\nwhile True: say(type='move by move'), move()")
    played = play(Match((name, "random"), budget=PLENTY), 0)
    assert (played.failed, played.report) == (None, "")
    assert left_over(tmp_path) == []


def test_an_engine_that_does_not_leave_is_made_to(engine: Maker, tmp_path: Path) -> None:
    bot = EngineBot(engine("greet(); time.sleep(60)").removeprefix("cmd:"))
    bot.begin(azulejos.start(seed=1))
    assert running_from(tmp_path) != []
    bot.close()
    bot.close()
    assert left_over(tmp_path) == []


OPINIONS = (
    "expected=[float('nan'), 1]", "expected=[1e999, 0]", "expected=[10**400, 0]", "expected=[True, 'x']",
    "expected=[1]", "expected=7", "nodes=-1, depth=10**400", "nodes=1.5, depth='deep'", "line=[7, None, []]",
    "line='F1'", "line={}", "line=['F9 red > 9']", "expected=[[]], line=[['a']]",
)  # fmt: skip


@pytest.mark.parametrize("opinion", OPINIONS)
def test_an_opinion_that_cannot_be_used_is_left_out(opinion: str, engine: Maker) -> None:
    bot = EngineBot(engine(f"greet(); move({opinion})").removeprefix("cmd:"))
    thought = bot.think(azulejos.start(seed=1).copy(), PLENTY)
    bot.close()
    assert (thought.expected, thought.line, thought.nodes, thought.depth) == ((), (), 0, 0)


def test_an_opinion_that_can_be_used_is_kept(engine: Maker) -> None:
    position = azulejos.start(seed=7).copy()
    line = [str(position.legal_moves[0]), "?"]
    bot = EngineBot(engine(f"greet(); move(expected=[-3, 70.5], nodes=12, depth=3, line={line})").removeprefix("cmd:"))
    thought = bot.think(position, PLENTY)
    bot.close()
    assert (thought.expected, thought.nodes, thought.depth) == ((-3.0, 70.5), 12, 3)
    assert thought.line == (position.legal_codes[0],)


def test_hostile_engines_of_all_kinds_share_a_match(engine: Maker, tmp_path: Path) -> None:
    """Every game of theirs is lost, every other is played, nothing hangs and nobody stays."""
    scripts = [HOSTILE[what][0] for what in ("chats without end", "ends the whole group")]
    scripts += [SLOW[what] for what in ("complains without end", "leaves a child behind")]
    names = tuple(map(engine, scripts))
    games: list[Played] = run(Match((*names, "greedy", "random"), budget=SHORT), Plan(30, 2), lambda _: None).games
    assert sorted(played.number for played in games) == list(range(30))
    for played in games:
        assert (played.failed is None) == (set(played.bots) == {4, 5})
        assert played.failed is None or played.bots[played.failed] < 4
    assert left_over(tmp_path) == []


# --- Engines that play ---


@pytest.mark.parametrize("game", ["azul", "pavilion", "sintra"])
def test_the_example_plays_every_game(game: str) -> None:
    played = play(Match((EXAMPLE, "random"), game, budget=Budget(nodes=50)), 0)
    assert played.report == ""
    assert played.shares == [1.0, 0.0]


def test_the_example_has_at_most_sixty_lines() -> None:
    assert len((ROOT / "examples" / "engine.py").read_text(encoding="utf-8").splitlines()) <= 60


def test_a_bot_of_the_house_plays_the_same_behind_the_protocol() -> None:
    budget = Budget(nodes=300)
    direct = play(Match(("search:6", "greedy"), budget=budget), 1)
    behind = play(Match(("cmd:azulejos engine search:6", "greedy"), budget=budget), 1)
    assert behind.report == ""
    assert (behind.scores, behind.moves) == (direct.scores, direct.moves)


def test_a_program_that_is_not_there_fails_with_its_name() -> None:
    with pytest.raises(BotFailed, match="no/such/engine cannot be started: No such file or directory"):
        EngineBot("no/such/engine").begin(azulejos.start(seed=1))


# --- A bot of the house as an engine ---


def answers(*lines: str, bot: str = "greedy") -> list[dict[str, Any]]:
    out = io.StringIO()
    serve(bot, lines, out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


POSITION = azulejos.start(seed=7).text
QUESTION = json.dumps({"type": "think", "id": 3, "position": POSITION, "moves": [], "ms": 10})


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("e2e4", "expected a line with a JSON object that has a type"),
        ("[" * 100_000, "expected a line with a JSON object"),
        ('{"type": "new", "game": "go"}', "there is no game 'go'"),
        ('{"type": "new", "game": ["azul"]}', "there is no game ['azul']"),
        ('{"type": "new", "game": "azul", "options": [1]}', "options must be an object"),
        ('{"type": "new", "game": "azul", "options": {"game": "azul"}}', "Azul has no option 'game'"),
        ('{"type": "new", "game": "azul", "options": {}, "seed": "x"}', "a seed is a whole number"),
        ('{"type": "new", "game": "sintra", "options": {"components": "abc"}}', "components"),
        ('{"type": "think", "ms": 1}', "a position begins with the name of a game"),
        ('{"type": "think", "ms": 1, "position": 7}', "a position is a text, not 7"),
        (QUESTION.replace('"ms": 10', '"ms": NaN'), "ms must be a number above 0"),
        (QUESTION.replace('"ms": 10', '"ms": 1e999'), "ms must be a number above 0"),
        (QUESTION.replace('"ms": 10', '"ms": true'), "ms must be a number above 0"),
        (QUESTION.replace('"ms": 10', '"nodes": 0.5'), "nodes must be a whole number above 0"),
        (QUESTION.replace('"ms": 10', '"nodes": 5, "threads": -1'), "threads must be a whole number above 0"),
        (QUESTION.replace('"ms": 10', '"threads": 1'), "a budget needs ms, nodes, or both"),
    ],
)
def test_a_wrong_question_is_answered_with_a_reason_and_the_engine_stays(question: str, reason: str) -> None:
    refused, answer = answers(question, QUESTION, bot="random")
    assert (refused["type"], answer["type"], answer["id"]) == ("error", "move", 3)
    assert reason in refused["reason"]


def test_lines_of_other_types_are_passed_over_and_quit_ends() -> None:
    assert [answer["id"] for answer in answers('{"type": "ponder"}', QUESTION, '{"type": "quit"}', QUESTION)] == [3]


def test_the_conversation_of_the_documentation_is_what_the_program_says() -> None:
    text = (ROOT / "docs" / "engine-protocol.md").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.startswith(("> {", "< {"))]
    said = answers(*(line[2:] for line in lines if line.startswith(">")), bot="search")
    shown = [json.loads(line[2:]) for line in lines if line.startswith("<")]
    assert [(each["type"], each.keys(), each.get("id")) for each in said] == [
        (each["type"], each.keys(), each.get("id")) for each in shown
    ]
