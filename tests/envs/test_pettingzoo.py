"""The turn-based environments pass PettingZoo's suites, and are fast, seeded and honest about wrong moves."""

import importlib.util
import pickle
from functools import partial
from typing import Any

import numpy as np
import pytest

import azulejos
from azulejos import IllegalMove, InvalidOption, chance

pytest.importorskip("pettingzoo")
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.test.api_test import test_action_flexibility as check_action_flexibility

from azulejos.envs.pettingzoo import azul_v0, pavilion_v0, sintra_v0

check_rendering: Any = render_test
MODULES: dict[str, Any] = {"azul": azul_v0, "pavilion": pavilion_v0, "sintra": sintra_v0}
WITH_DRAWING = all(importlib.util.find_spec(name) for name in ("azulejos.draw", "resvg_py"))
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),  # of who is not on turn, and at the end
]


def made(variant: dict[str, Any], kind: str = "env", **options: Any) -> Any:
    given = {name: value for name, value in variant.items() if name != "game"}
    return getattr(MODULES[variant["game"]], kind)(**given, **options)


def play(env: Any, seed: int = 1) -> dict[str, float]:
    """A random game; what each agent got in all."""
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    got = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, ended, _, _ = env.last()
        got[agent] += reward
        env.step(None if ended else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    return got


# --- PettingZoo's own suites ---


def test_the_api_holds(variant: dict[str, Any]) -> None:
    api_test(made(variant), num_cycles=40)


@pytest.mark.parametrize("game", MODULES)
@pytest.mark.parametrize("kind", ["env", "raw_env"])
def test_the_api_holds_over_whole_games(game: str, kind: str) -> None:
    api_test(made({"game": game}, kind), num_cycles=300)
    check_action_flexibility(made({"game": game}, kind))


@pytest.mark.parametrize("game", MODULES)
def test_the_same_seed_gives_the_same_play(game: str) -> None:
    seed_test(lambda: made({"game": game, "players": 3}), num_cycles=150)


@pytest.mark.parametrize("game", MODULES)
def test_it_renders_as_text(game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(MODULES[game].raw_env.metadata, "render_modes", ["human", "ansi"])
    check_rendering(partial(made, {"game": game}))
    assert "round 1" in capsys.readouterr().out


@pytest.mark.skipif(not WITH_DRAWING, reason="pictures need azulejos.draw and resvg-py")
@pytest.mark.parametrize("game", MODULES)
def test_it_renders_as_pictures(game: str) -> None:
    check_rendering(partial(made, {"game": game}), custom_tests={"svg": is_svg})


def is_svg(picture: str) -> bool:
    return picture.startswith("<svg")


# --- What they say ---


def test_masks_and_rewards_are_those_of_the_game(variant: dict[str, Any]) -> None:
    env = made(variant)
    env.reset(seed=7)
    position = azulejos.start(seed=7, **variant)
    rng = chance.new_stream(7)
    while not position.is_over:
        assert env.agent_selection == f"player_{position.turn}"
        masks = {agent: env.observe(agent)["action_mask"] for agent in env.agents}
        assert np.flatnonzero(masks.pop(env.agent_selection)).tolist() == position.legal_codes.tolist()
        assert not any(mask.any() for mask in masks.values())
        code = int(position.rules.random_move(position.state, rng))
        position.push(code)
        env.step(code)
    assert all(env.terminations.values())
    order = sorted(range(position.players), key=lambda seat: position.ranking[seat])
    rewards = [env.rewards[f"player_{seat}"] for seat in order]
    assert rewards == sorted(rewards, reverse=True)
    assert sum(rewards) == pytest.approx(0)
    assert env.unwrapped.position == position


def test_what_was_observed_stays_as_it_was() -> None:
    env = azul_v0.env()
    env.reset(seed=1)
    first = env.last()[0]
    kept = {name: value.copy() for name, value in first.items()}
    play(env)
    assert all((first[name] == kept[name]).all() for name in kept)


def test_shaping_rewards_points_on_the_way() -> None:
    plain, shaped = play(azul_v0.env(), seed=4), play(azul_v0.env(shaping=0.01), seed=4)
    env = azul_v0.env()
    play(env, seed=4)
    first, second = env.unwrapped.position.scores
    assert shaped["player_0"] - plain["player_0"] == pytest.approx(0.01 * (first - second), abs=1e-5)


def test_a_reset_without_a_seed_goes_on_with_other_tiles() -> None:
    env, twin = azul_v0.raw_env(), azul_v0.raw_env()
    seen: list[bytes] = []
    for seed in (5, None, None):
        for one in (env, twin):
            one.reset(seed=seed)
        assert env.position == twin.position
        seen.append(env.position.key)
    assert len(set(seen)) == 3


def test_a_pickled_environment_goes_on_where_it_was(variant: dict[str, Any]) -> None:
    env = made(variant)
    env.reset(seed=3)
    rng = np.random.default_rng(3)
    for _ in range(5):
        env.step(int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]))))
    twin = pickle.loads(pickle.dumps(env))  # noqa: S301  our own bytes
    for one in (env, twin):
        rest = np.random.default_rng(4)
        for agent in one.agent_iter():
            observation, _, ended, _, _ = one.last()
            last = agent, None if ended else int(rest.choice(np.flatnonzero(observation["action_mask"])))
            one.step(last[1])
    assert env.unwrapped.position == twin.unwrapped.position


# --- What is wrong ---


def test_an_illegal_move_ends_and_loses_the_game(recwarn: pytest.WarningsRecorder) -> None:
    env = azul_v0.env()
    env.reset(seed=1)
    loser = env.agent_selection
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0]))
    assert all(env.terminations.values())
    assert {agent: env.rewards[agent] for agent in env.agents} == {
        agent: -1 if agent == loser else 0 for agent in env.agents
    }


@pytest.mark.parametrize("action", [-1, 180, 2**80, 1.5, None, "F1 red > floor!"])
def test_the_raw_environment_raises_and_nothing_happens(action: Any) -> None:
    env = azul_v0.raw_env()
    env.reset(seed=1)
    before = env.position
    with pytest.raises(IllegalMove):
        env.step(action)
    assert env.position == before


def test_nothing_goes_before_reset() -> None:
    env = azul_v0.env()
    with pytest.raises(AttributeError, match="cannot be accessed before reset"):
        _ = env.agents
    with pytest.raises(AttributeError, match="cannot be accessed before reset"):
        _ = env.rewards


def test_wrong_options_are_refused() -> None:
    for options in ({"players": 5}, {"render_mode": "film"}, {"jokers": "perhaps"}):
        with pytest.raises(InvalidOption):
            azul_v0.env(**options)
