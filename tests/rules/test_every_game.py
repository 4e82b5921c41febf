"""What must hold for every game, variant and player count, whatever its rules."""

import json
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import azulejos
from azulejos import chance
from azulejos.games import Position
from azulejos.simulate import perft
from tests.conftest import name_of, variants
from tests.rules.side_by_side import fresh

ROOT = Path(__file__).parents[2]


def random_game(variant: dict[str, Any], seed: int) -> list[Position]:
    """A random game: the position before every draw and every decision, and the last one."""
    position = fresh(variant)
    rng = chance.new_stream(seed)
    seen = [position.copy()]
    while not position.is_over:
        if position.asks == "deal":
            outcomes = position.chances
            position.draw(list(outcomes)[int(chance.pick(rng, np.array([*outcomes.values()]), len(outcomes)))])
        else:
            position.push(int(position.rules.random_move(position.state, rng)))
        seen.append(position.copy())
    return seen


def test_every_position_holds_together(variant: dict[str, Any], n_games: int) -> None:
    for seed in range(n_games):
        for position in random_game(variant, seed):
            broken = int(position.rules.check_state(position.state))
            assert broken == 0, position.rules.BROKEN[broken]


def test_a_position_is_the_same_after_text_bytes_and_copy(variant: dict[str, Any]) -> None:
    for position in random_game(variant, seed=1):
        again = azulejos.read(position.text)
        assert again == position
        assert again.text == position.text
        assert again.key == position.key
        assert position.copy() == position
        assert repr(position) == f"azulejos.read({position.text!r})"


def test_what_is_derived_can_be_recomputed(variant: dict[str, Any]) -> None:
    for position in random_game(variant, seed=2):
        twin = position.copy()
        position.rules.recompute(twin.state)
        assert twin == position


def test_exactly_the_listed_moves_are_legal(variant: dict[str, Any]) -> None:
    for position in random_game(variant, seed=3):
        codes = range(int(position.rules.n_moves(position.state.options)))
        legal = [code for code in codes if position.rules.is_legal(position.state, code)]
        assert legal == position.legal_codes.tolist()
        assert not position.rules.is_legal(position.state, -1)
        assert not position.rules.is_legal(position.state, codes.stop)


def test_a_move_has_one_code_one_tuple_and_one_text(variant: dict[str, Any]) -> None:
    position = random_game(variant, seed=4)[40]
    for code in range(int(position.rules.n_moves(position.state.options))):
        move = position.move(code)
        assert position.code(move) == code
        assert position.code(str(move)) == code
        assert position.code(tuple(move)) == code


def test_random_moves_reach_every_legal_move_once(variant: dict[str, Any]) -> None:
    for position in random_game(variant, seed=5):
        n = position.rules.count_moves(position.state)
        reached = sorted(int(position.rules.nth_move(position.state, i)) for i in range(n))
        assert reached == position.legal_codes.tolist()


def test_dealing_at_once_is_dealing_tile_by_tile(variant: dict[str, Any]) -> None:
    for position in random_game(variant, seed=6):
        if position.asks == "deal":
            at_once, one_by_one = position.copy(), position.copy()
            position.rules.deal(at_once.state, chance.new_stream(9))
            rng = chance.new_stream(9)
            while one_by_one.asks == "deal":
                weights = np.zeros(position.rules.CHANCE_WEIGHTS, np.int64)
                n = position.rules.chance(one_by_one.state, weights)
                position.rules.draw(one_by_one.state, chance.pick(rng, weights, n))
            assert at_once == one_by_one


def test_asking_for_the_chances_changes_nothing(variant: dict[str, Any]) -> None:
    for position in random_game(variant, seed=7):
        before = position.key
        assert (position.chances == {}) == (position.asks != "deal")
        assert position.key == before


def test_a_seed_gives_the_same_game_and_another_seed_another(variant: dict[str, Any]) -> None:
    first, second, other = (azulejos.start(seed=seed, **variant) for seed in (7, 7, 8))
    assert first == second
    assert first != other


def test_pop_takes_back_a_whole_game(variant: dict[str, Any]) -> None:
    position = azulejos.start(seed=3, **variant)
    rng = chance.new_stream(3)
    trail: list[bytes] = []
    while not position.is_over and len(trail) < 60:
        trail.append(position.key)
        position.push(int(position.rules.random_move(position.state, rng)))
    end = position.key
    codes = [event.code for event in position.events if not event.is_draw]
    for key in reversed(trail):
        position.pop()
        assert position.key == key
    with pytest.raises(IndexError, match="nothing to take back"):
        position.pop()
    for code in codes:
        position.push(code)
    assert position.key == end


def test_a_record_replays_to_the_same_game(variant: dict[str, Any]) -> None:
    position = azulejos.start(seed=11, **variant)
    rng = chance.new_stream(11)
    while not position.is_over:
        position.push(int(position.rules.random_move(position.state, rng)))
    text = azulejos.write_record(position, {"event": "Club night"})
    record = azulejos.read_record(text)
    assert record.position == position
    assert record.tags == {"event": "Club night"}
    assert record.text == text
    *_, (_, last) = record.steps()
    assert last == position


def test_positions_pickle_and_sizes_stay_small(variant: dict[str, Any]) -> None:
    position = azulejos.start(seed=1, **variant)
    position.push(position.legal_moves[0])
    again = pickle.loads(pickle.dumps(position))  # noqa: S301  our own bytes
    assert again == position
    again.push(again.legal_moves[0])
    largest = {"azul": 192 if position.players == 2 else 384, "pavilion": 512, "sintra": 768}
    assert position.state.nbytes < largest[position.game]


# --- The same bytes everywhere ---

PLAY = """
import sys
from azulejos import chance
from azulejos.jit import COMPILED
from tests.conftest import name_of, variants
from tests.rules.side_by_side import fresh
import hashlib
assert COMPILED == (sys.argv[1] == "compiled")
for variant in variants():
    for seed in range(int(sys.argv[2])):
        position, rng, digest = fresh(variant), chance.new_stream(seed), hashlib.sha256()
        while not position.is_over:
            position.rules.deal(position.state, rng)
            if not position.is_over:
                digest.update(position.legal_codes.tobytes())
                position.rules.apply(position.state, position.rules.random_move(position.state, rng))
            assert position.rules.check_state(position.state) == 0
            digest.update(position.key)
        print(digest.hexdigest())
"""


def play_elsewhere(mode: str, games: int, **environment: str) -> str:
    command = [sys.executable, "-W", "error", "-c", PLAY, mode, str(games)]
    return subprocess.run(
        command, env=os.environ | environment, cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout


def test_plain_python_and_compiled_kernels_play_the_same_games() -> None:
    compiled = play_elsewhere("compiled", 2)
    assert len(compiled.splitlines()) == 2 * len(variants())
    assert play_elsewhere("plain", 2, NUMBA_DISABLE_JIT="1") == compiled


def test_no_index_is_out_of_bounds() -> None:
    """Compiled with bounds checks: in a cache of its own, since a warm one would not check."""
    assert play_elsewhere("compiled", 20, NUMBA_BOUNDSCHECK="1") == play_elsewhere("compiled", 20)


SIMULATED = """
import json
import numpy as np
from numba import cuda
from azulejos import chance
from tests.conftest import name_of, variants
from tests.rules.side_by_side import fresh

def simulated(rules):
    new_game, deal, apply, random_move, over = rules.new_game, rules.deal, rules.apply, rules.random_move, rules.OVER

    @cuda.jit
    def play(states, options, streams):
        i = cuda.grid(1)
        if i < len(states):
            state, rng = states[i], streams[i]
            new_game(state, options)
            deal(state, rng)
            while state.phase != over:
                apply(state, random_move(state, rng))
                deal(state, rng)

    return play

for variant in variants():
    position = fresh(variant)
    options = position.game_entry.notation.options_of(position.state)
    states = np.zeros(2, position.state.dtype).view(np.recarray)
    streams = np.array([chance.new_stream(seed) for seed in range(2)])
    simulated(position.rules)[1, 2](states, options, streams)
    print(states.tobytes().hex())
"""


def test_the_rules_run_inside_a_cuda_kernel() -> None:
    """Under Numba's simulator of CUDA, where there is no GPU; the same games as on the CPU."""
    environment = os.environ | {"NUMBA_ENABLE_CUDASIM": "1"}
    command = [sys.executable, "-c", SIMULATED]
    found = subprocess.run(command, env=environment, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for variant, line in zip(variants(), found.splitlines(), strict=True):
        expected = b""
        for seed in range(2):
            position, rng = fresh(variant), chance.new_stream(seed)
            position.rules.deal(position.state, rng)
            while not position.is_over:
                position.rules.apply(position.state, position.rules.random_move(position.state, rng))
                position.rules.deal(position.state, rng)
            expected += position.key
        assert line == expected.hex(), variant


# --- Kept examples ---

GOLDEN = ROOT / "tests" / "golden"


def golden_playthrough(variant: dict[str, Any]) -> str:
    """A seeded game as a record, with the position after every line in a comment."""
    position = azulejos.start(seed=2026, **variant)
    rng = chance.new_stream(2026)
    while not position.is_over:
        position.push(int(position.rules.random_move(position.state, rng)))
    record = azulejos.read_record(azulejos.write_record(position))
    header, _, _ = record.text.partition("\n\n")
    steps = "".join(f"{line}\n# {after.text}\n" for line, after in record.steps())
    assert azulejos.read_record(f"{header}\n{steps}").position == position
    return f"{header}\n{steps}"


def golden_perft(variant: dict[str, Any]) -> str:
    """Counts from the first position of a seed and from one in the middle of its game, to three moves deep."""
    first = azulejos.start(seed=2026, **variant)
    middle = random_game(variant, 2026)[60]
    rows = [{"position": p.text, "perft": [perft(p, depth) for depth in (1, 2, 3)]} for p in (first, middle)]
    return "".join(json.dumps(row) + "\n" for row in rows)


@pytest.mark.parametrize(("kind", "make"), [("playthrough", golden_playthrough), ("perft", golden_perft)])
def test_kept_games_and_counts_are_still_true(variant: dict[str, Any], kind: str, make: Any) -> None:
    """A missing file is a failure: AZULEJOS_GOLDEN=write pytest writes those that are missing."""
    file = GOLDEN / f"{name_of(variant)}.{kind}.txt"
    if os.environ.get("AZULEJOS_GOLDEN") == "write" and not file.exists():
        file.parent.mkdir(exist_ok=True)
        file.write_text(make(variant), encoding="utf-8")
    assert file.exists(), f"there is no {file.name}"
    assert file.read_text(encoding="utf-8") == make(variant)
