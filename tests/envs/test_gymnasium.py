"""One seat against bots, alone and in batches, by Gymnasium's rules."""

from typing import Any

import numpy as np
import pytest

import azulejos
from azulejos import IllegalMove, InvalidOption

gymnasium = pytest.importorskip("gymnasium")
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from azulejos.envs.gymnasium import BatchEnv, SoloEnv

IDS = {game: f"azulejos/{game.capitalize()}-v0" for game in azulejos.GAMES}


def first_legal(mask: Any) -> Any:
    return mask.argmax(axis=-1)


def solo(variant: dict[str, Any], **options: Any) -> SoloEnv:
    return SoloEnv(**variant, **options)


def play(env: SoloEnv, seed: int | None = 1) -> tuple[float, int]:
    """A game of first legal moves: the rewards and how many moves."""
    observation, _ = env.reset(seed=seed)
    rewards, moves, ended = 0.0, 0, False
    while not ended:
        observation, reward, ended, _, info = env.step(first_legal(observation["action_mask"]))
        rewards, moves = rewards + reward, moves + 1
        assert not info
    return rewards, moves


# --- One game ---


@pytest.mark.parametrize("game", azulejos.GAMES)
@pytest.mark.parametrize("opponent", ["random", "greedy"])
def test_the_check_of_gymnasium_passes(game: str, opponent: str) -> None:
    env = gymnasium.make(IDS[game], opponent=opponent, render_mode="ansi")
    check_env(env.unwrapped, skip_render_check=True)
    env.reset(seed=1)
    assert "round 1" in env.render()


def test_a_game_ends_with_its_rank_as_reward(variant: dict[str, Any]) -> None:
    env = solo(variant)
    reward, _ = play(env)
    ranks = env.position.ranking
    assert reward == pytest.approx(sum((other > ranks[0]) - (other < ranks[0]) for other in ranks) / (len(ranks) - 1))
    with pytest.raises(ResetNeeded, match="call reset"):
        env.step(0)


def test_the_learner_is_always_on_turn(variant: dict[str, Any]) -> None:
    env = solo(variant)
    observation, _ = env.reset(seed=2)
    for _ in range(5):
        assert env.position.turn == 0
        assert np.flatnonzero(observation["action_mask"]).tolist() == env.position.legal_codes.tolist()
        assert env.action_masks().tolist() == observation["action_mask"].astype(bool).tolist()
        assert observation in env.observation_space
        observation, *_ = env.step(first_legal(observation["action_mask"]))


def test_a_seed_repeats_the_game_with_its_bots() -> None:
    env = SoloEnv("azul", "greedy", players=3)
    once, keys = play(env, seed=5), env.position.key
    assert (play(env, seed=5), env.position.key) == (once, keys)
    play(env, seed=None)
    assert env.position.key != keys


@pytest.mark.parametrize("action", [-1, 180, 5, 2**70])
def test_an_illegal_action_loses_and_says_why(action: int) -> None:
    """5 is blue from the centre, which is empty, to the floor."""
    env = SoloEnv()
    env.reset(seed=1)
    before = env.position
    _, reward, terminated, truncated, info = env.step(action)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert info["illegal_move"]
    assert env.position == before
    with pytest.raises(ResetNeeded):
        env.step(0)


def test_shaping_pays_for_points_also_in_the_others_turns() -> None:
    plain, shaped = SoloEnv("azul"), SoloEnv("azul", shaping=0.01)
    rewards = play(shaped, seed=3)[0] - play(plain, seed=3)[0]
    first, second = plain.position.scores
    assert rewards == pytest.approx(0.01 * (first - second), abs=1e-5)


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(InvalidOption, match="there is no bot 'stockfish'"):
        SoloEnv(opponent="stockfish").reset()


# --- Many games ---


def run(env: BatchEnv, steps: int, seed: int = 7) -> list[Any]:
    observations, _ = env.reset(seed=seed)
    seen: list[Any] = []
    for _ in range(steps):
        found = env.step(first_legal(observations["action_mask"]))
        observations = found[0]
        seen.append(found)
    return seen


@pytest.mark.parametrize("game", azulejos.GAMES)
@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_it_is_made_by_name(game: str, mode: str) -> None:
    env = gymnasium.make_vec(IDS[game], 3, vectorization_mode="vector_entry_point", autoreset_mode=mode)
    observations, _ = env.reset(seed=1)
    assert observations in env.observation_space
    observations, *_ = env.step(first_legal(observations["action_mask"]))
    assert observations in env.observation_space
    assert env.metadata["autoreset_mode"] == AutoresetMode(mode)


def test_both_autoresets_see_the_same_games() -> None:
    """The same actions until the first end; then SAME_STEP is one step ahead."""
    next_step, same_step = (BatchEnv(6, "azul", autoreset_mode=mode, max_rounds=2) for mode in ("NextStep", "SameStep"))
    after, before = run(next_step, 60), run(same_step, 60)
    first = next(k for k, found in enumerate(after) if found[2].any())
    for one, other in zip(after[:first], before[:first], strict=True):
        assert (one[0]["observation"] == other[0]["observation"]).all()
        assert one[4] == other[4] == {}
    one, other = after[first], before[first]
    assert (one[1] == other[1]).all()
    assert (one[2] == other[2]).all()
    for i in range(6):
        last = {name: values[i] for name, values in one[0].items()}
        if one[2][i]:
            assert other[4]["_final_obs"][i]
            final = other[4]["final_obs"][i]
            assert all((final[name] == last[name]).all() for name in last)
            fresh = after[first + 1][0]["observation"][i]
            assert (fresh == other[0]["observation"][i]).all()
            assert after[first + 1][1][i] == 0
            assert not after[first + 1][2][i]
        else:
            assert (other[0]["observation"][i] == last["observation"]).all()


def test_without_autoreset_one_resets_by_mask() -> None:
    env = BatchEnv(4, "azul", autoreset_mode=AutoresetMode.DISABLED, max_rounds=1)
    observations, _ = env.reset(seed=1)
    ended = np.zeros(4, np.bool_)
    while not ended.any():
        observations, _, ended, _, _ = env.step(first_legal(observations["action_mask"]))
    with pytest.raises(ResetNeeded, match="has ended"):
        env.step(first_legal(observations["action_mask"]))
    again, _ = env.reset(options={"reset_mask": ended})
    kept = ~ended
    assert (again["observation"][kept] == observations["observation"][kept]).all()
    assert (again["action_mask"][ended].sum(axis=1) > 0).all()
    with pytest.raises(InvalidOption, match="reset_mask must be"):
        env.reset(options={"reset_mask": [1, 0, 0, 1]})


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_an_illegal_action_ends_only_its_game(mode: str) -> None:
    env = BatchEnv(3, "azul", autoreset_mode=mode)
    observations, _ = env.reset(seed=1)
    actions = first_legal(observations["action_mask"])
    actions[1] = -4
    observations, rewards, ended, _, infos = env.step(actions)
    assert ended.tolist() == [False, True, False]
    assert rewards.tolist() == [0, -1, 0]
    said = infos["final_info"] if mode == "SameStep" else infos
    assert "-4 is not the code of a move" in said["illegal_move"][1]
    assert said["_illegal_move"].tolist() == [False, True, False]
    _, rewards, ended, _, infos = env.step(first_legal(observations["action_mask"]))
    assert not ended.any()
    assert infos == {}


def test_bots_of_any_name_may_sit_there() -> None:
    env = BatchEnv(3, "azul", "greedy", players=3, max_rounds=2)
    once, again = run(env, 25), run(env, 25)
    assert all((one[0]["observation"] == two[0]["observation"]).all() for one, two in zip(once, again, strict=True))
    assert any(found[2].any() for found in once)
    env.close()


def test_batches_shape_rewards_too() -> None:
    plain, shaped = (BatchEnv(5, "azul", shaping=shaping, max_rounds=3) for shaping in (0.0, 0.01))
    paid = sum(found[1] for found in run(shaped, 10)) - sum(found[1] for found in run(plain, 10))
    scores = plain.batch.scores().astype(float)
    assert paid == pytest.approx(0.01 * (scores[:, 0] - scores[:, 1]))


def test_actions_are_checked() -> None:
    env = BatchEnv(2, "azul")
    with pytest.raises(ResetNeeded):
        env.step([0, 0])
    env.reset(seed=1)
    for actions in ([0], [0.5, 1.0], [[0, 1]]):
        with pytest.raises(IllegalMove, match="actions are 2 whole numbers"):
            env.step(actions)
