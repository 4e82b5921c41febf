"""Many games at once are the same games as one by one, and what is wrong is named."""

from random import Random
from typing import Any

import numpy as np
import pytest

import azulejos
from azulejos import IllegalMove, InvalidOption, chance
from azulejos.batch import Batch, Step
from azulejos.games import Position
from tests.rules.boxes import random_box


def batch_of(variant: dict[str, Any], n: int, **options: Any) -> Batch:
    return Batch(n=n, **variant, **options)


def singles(batch: Batch, variant: dict[str, Any]) -> list[Position]:
    return [azulejos.start(seed=int(seed), **variant) for seed in batch.seeds]


def test_a_batch_plays_the_games_of_its_seeds(variant: dict[str, Any]) -> None:
    batch = batch_of(variant, 3, seed=7)
    positions = singles(batch, variant)
    while not batch.over().all():
        playing = ~batch.over()
        masks, codes = batch.legal(), batch.random_moves()
        assert batch.turns().tolist() == [-1 if p.turn is None else p.turn for p in positions]
        batch.step(codes, only=playing)
        for i in np.flatnonzero(playing):
            assert np.flatnonzero(masks[i]).tolist() == positions[i].legal_codes.tolist()
            positions[i].push(int(codes[i]))
        assert [batch.position(i).key for i in range(3)] == [p.key for p in positions]
        assert batch.scores().tolist() == [p.scores for p in positions]


def test_a_batch_and_single_positions_agree(variant: dict[str, Any], n_games: int) -> None:
    """--games 100000 by hand."""
    batch = batch_of(variant, n_games, seed=11)
    lengths = batch.playout()
    rules, state = batch.entry.rules, batch.entry.rules.new_state(batch.options)
    first = state.tobytes()
    for i, seed in enumerate(batch.seeds):
        state = np.frombuffer(bytearray(first), state.dtype).view(np.recarray)[0]
        deals, choices = chance.new_stream(int(seed)), chance.new_stream(int(seed), chance.CHOICES)
        rules.deal(state, deals)
        moves = 0
        while state.phase != rules.OVER:
            rules.apply(state, rules.random_move(state, choices))
            rules.deal(state, deals)
            moves += 1
        assert state.tobytes() == batch.position(i).key
        assert moves == lengths[i]


@pytest.mark.parametrize("game", azulejos.GAMES)
def test_threads_change_nothing(game: str) -> None:
    one, two = (batch_of({"game": game}, 1024, seed=3, threads=threads, restart=True) for threads in (1, 2))
    for batch in (one, two):
        batch.random_walk(20)
    codes = one.random_moves()
    assert (two.random_moves() == codes).all()
    for mine, other in zip(one.step(codes), two.step(codes), strict=True):
        assert (mine == other).all()
    assert (one.legal() == two.legal()).all()
    assert (one.observe() == two.observe()).all()
    assert one.states.tobytes() == two.states.tobytes()


@pytest.mark.parametrize("game", azulejos.GAMES)
def test_a_random_walk_is_random_steps(game: str) -> None:
    walked, stepped = (batch_of({"game": game}, 4, seed=5, restart=True) for _ in range(2))
    finished = walked.random_walk(150)
    ended = np.sum([stepped.step(stepped.random_moves()).ended for _ in range(150)], axis=0)
    assert walked.states.tobytes() == stepped.states.tobytes()
    assert finished.tolist() == ended.tolist()


def test_final_rewards_go_by_rank(variant: dict[str, Any]) -> None:
    batch = batch_of(variant, 16, seed=9)
    assert not batch.rewards().any()
    batch.playout()
    rewards = batch.rewards()
    assert np.allclose(rewards.sum(axis=1), 0, atol=1e-6)
    for i in range(16):
        ranks = batch.position(i).ranking
        order = sorted(range(batch.players), key=lambda seat: ranks[seat])
        assert [float(x) for x in rewards[i][order]] == sorted(rewards[i].tolist(), reverse=True)
        if sorted(ranks) == list(range(1, batch.players + 1)):
            assert rewards[i][order].tolist() == pytest.approx(np.linspace(1, -1, batch.players).tolist())


def test_equal_ranks_share_their_reward() -> None:
    batch = Batch("azul", 200, players=3, seed=1, max_rounds=1)
    batch.playout()
    expected: dict[tuple[int, ...], list[float]] = {
        (1, 1, 1): [0, 0, 0],
        (1, 2, 2): [1, -0.5, -0.5],
        (1, 1, 3): [0.5, 0.5, -1],
    }
    found = [tuple(batch.position(i).ranking) for i in range(200)]
    assert expected.keys() & set(found)
    assert all(
        rewards.tolist() == expected.get(ranks, rewards.tolist())
        for ranks, rewards in zip(found, batch.rewards(), strict=True)
    )


@pytest.mark.parametrize("game", azulejos.GAMES)
def test_shaping_adds_up_to_the_final_difference(game: str) -> None:
    batch = batch_of({"game": game}, 4, seed=2, shaping=0.01)
    gained = np.zeros((4, batch.players))
    while not batch.over().all():
        gained += batch.step(batch.random_moves(), only=~batch.over()).rewards
    scores = batch.scores().astype(float)
    others = (scores.sum(axis=1, keepdims=True) - scores) / (batch.players - 1)
    assert gained == pytest.approx(batch.rewards() + 0.01 * (scores - others), abs=1e-4)


# --- Ends ---


def test_a_game_that_is_over_moves_no_more() -> None:
    batch = Batch("azul", 2, seed=1, max_rounds=1)
    batch.playout()
    assert batch.over().all()
    assert not batch.legal().any()
    assert batch.turns().tolist() == [-1, -1]
    with pytest.raises(IllegalMove, match="game 0: the game is over"):
        batch.step([0, 0])


def test_finished_games_restart_in_the_same_step_if_asked() -> None:
    stays, goes_on = (Batch("azul", 8, seed=4, max_rounds=1, restart=restart) for restart in (False, True))
    second = None
    while not stays.over().any():
        codes = stays.random_moves()
        assert (goes_on.random_moves() == codes).all()
        first, second = stays.step(codes), goes_on.step(codes)
        assert (first.rewards == second.rewards).all()
        assert (first.ended == second.ended).all()
    ended = stays.over()
    assert second is not None
    assert (second.ended == ended).all()
    assert not goes_on.over().any()
    stays.restart(ended)
    assert stays.states.tobytes() == goes_on.states.tobytes()
    assert (stays.scores()[ended] == 0).all()


def test_only_some_games_move() -> None:
    batch = Batch("azul", 3, seed=1)
    before = [batch.position(i) for i in range(3)]
    step = batch.step([999, int(batch.random_moves()[1]), -5], only=np.array([False, True, False]))
    assert [batch.position(i) == before[i] for i in range(3)] == [True, False, True]
    assert not step.ended.any()


@pytest.mark.parametrize("game", azulejos.GAMES)
def test_random_moves_until_a_seat_decides(game: str) -> None:
    batch = batch_of({"game": game}, 6, seed=8)
    batch.random_until(1)
    assert set(batch.turns().tolist()) <= {1, -1}


# --- What is wrong is named, and nothing has moved ---


def test_one_wrong_code_is_named_and_no_game_moves() -> None:
    batch = Batch("azul", 600, seed=1, threads=2)
    codes = batch.random_moves()
    before = batch.states.tobytes()
    codes[421] = batch.n_moves
    with pytest.raises(IllegalMove, match=f"game 421: {batch.n_moves} is not the code of a move"):
        batch.step(codes)
    codes[421] = np.flatnonzero(batch.legal()[421] == 0)[0]
    with pytest.raises(IllegalMove, match=r"game 421: '.*' is not legal here: the source does not hold these tiles"):
        batch.step(codes)
    assert batch.states.tobytes() == before


@pytest.mark.parametrize("codes", [[1.5, 2.0], [1, 2, 3], 5, ["F1 red > 1", "F1 red > 1"], [[1], [2]]])
def test_codes_are_whole_numbers_one_a_game(codes: Any) -> None:
    with pytest.raises(IllegalMove, match="codes are 2 whole numbers"):
        Batch("azul", 2, seed=1).step(codes)


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.int32, np.uint32, np.int64])
def test_codes_may_be_of_any_whole_type(dtype: Any) -> None:
    batch = Batch("azul", 2, seed=1)
    codes = [int(np.flatnonzero(mask)[0]) for mask in batch.legal()]
    batch.step(np.array(codes, dtype))
    assert batch.turns().tolist() != [-1, -1]


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"n": 0}, "at least one game"),
        ({"device": "tpu"}, "cpu or cuda"),
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"wall": "green"}, "wall must be"),
        ({"seed": -1}, "a seed is a whole number"),
        ({"device": "cuda", "threads": 2}, "threads are for the CPU"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(InvalidOption, match=reason):
        make({"game": "azul", "n": 2, **options})


def make(options: dict[str, Any]) -> Batch:
    return Batch(**options)


def test_room_for_results_is_checked_and_used() -> None:
    batch = Batch("azul", 2, seed=1)
    room = np.empty((2, batch.n_moves), np.int8)
    assert batch.legal(room) is room
    step = Step(np.empty((2, 2), np.float32), np.empty(2, np.bool_))
    assert batch.step(batch.random_moves(), out=step).rewards is step.rewards
    for wrong in (room[:1], room.astype(int), np.empty((batch.n_moves, 2), np.int8).T):
        with pytest.raises(InvalidOption, match="out must be a contiguous int8 array"):
            batch.legal(wrong)


def test_a_copy_has_its_own_future() -> None:
    batch = Batch("azul", 3, seed=1)
    before = batch.states.tobytes()
    twins = batch.take([2, 2, 0], seed=5)
    assert [twins.position(i) == batch.position(j) for i, j in enumerate([2, 2, 0])] == [True] * 3
    twins.playout()
    assert len({twins.position(i).key for i in range(2)}) == 2
    assert batch.states.tobytes() == before
    with pytest.raises(InvalidOption, match="whole numbers from 0 to 2"):
        batch.take([3])


def test_the_same_seed_gives_the_same_batch_and_no_seed_another() -> None:
    one, two, other, any_, any_other = (Batch("azul", 4, seed=seed) for seed in (7, 7, 8, None, None))
    assert one.states.tobytes() == two.states.tobytes()
    assert len({batch.states.tobytes() for batch in (one, other, any_, any_other)}) == 4
    assert len(set(one.seeds.tolist())) == 4


def test_sintra_takes_a_box_of_ones_own() -> None:
    box = random_box(Random(1))
    batch = Batch("sintra", 3, components=box, side="B", seed=2)
    batch.playout()
    assert batch.position(0).options["components"] == batch.position(2).options["components"]
    assert (batch.observe() <= batch.layout.high).all()
