"""The games in OpenSpiel pass its own tests, and are the same games."""

import os
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from azulejos import GAMES, IllegalMove
from tests.conftest import variants

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel has no wheel for this Python")
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

from absl import flags
from open_spiel.python.algorithms import generate_playthrough
from open_spiel.python.observation import make_observation

from azulejos.envs import openspiel
from azulejos.observations import Layout

GOLDEN = Path(__file__).parents[1] / "golden"


def game_of(variant: dict[str, Any]) -> Any:
    given = {name: value for name, value in variant.items() if name != "game"}
    return pyspiel.load_game(f"azulejos_{variant['game']}", given)


def random_states(game: Any, seed: int, most: int = 400) -> list[Any]:
    """The states of a random game."""
    rng = np.random.default_rng(seed)
    state = game.new_initial_state()
    seen: list[Any] = []
    while not state.is_terminal() and len(seen) < most:
        seen.append(state.clone())
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=weights)))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
    return [*seen, state]


# --- OpenSpiel's own tests ---


def test_a_random_simulation_with_serialisation_passes(variant: dict[str, Any]) -> None:
    pyspiel.random_sim_test(game_of(variant), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_simulation_test_of_its_repository_passes(game: str, players: int) -> None:
    games_sim_test = pytest.importorskip("open_spiel.python.tests.games_sim_test")
    games_sim_test.GamesSimTest().sim_game(game_of({"game": game, "players": players}))


@pytest.mark.parametrize("game", GAMES)
def test_the_api_test_of_its_repository_passes(game: str) -> None:
    api_test = pytest.importorskip("open_spiel.integration_tests.api_test")
    name = f"azulejos_{game}"
    case = type("Case", (api_test.EnforceAPIOnPartialTreeBase,), {})
    case.game_name, case.game = name, pyspiel.load_game(name)
    case.setUpClass()
    tests = [test for test in dir(case) if test.startswith("test_")]
    assert len(tests) >= 5
    for test in tests:
        getattr(case(test), test)()


@pytest.mark.parametrize("game", GAMES)
def test_kept_playthroughs_are_still_true(game: str) -> None:
    """AZULEJOS_GOLDEN=write pytest writes those that are missing."""
    file = GOLDEN / f"openspiel-{game}.txt"
    if os.environ.get("AZULEJOS_GOLDEN") == "write" and not file.exists():
        lines = generate_playthrough.playthrough_lines(f"azulejos_{game}(max_rounds=1)", seed=2026)
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    flags.FLAGS.mark_as_parsed()  # as its command line would
    expected, found = generate_playthrough.replay(str(file))
    assert found == expected


# --- The same game ---


def test_a_chance_node_draws_one_tile_with_its_exact_probability(variant: dict[str, Any]) -> None:
    for state in random_states(game_of(variant), seed=1):
        if state.is_chance_node():
            weights = state.position.chances
            total = sum(weights.values())
            assert state.chance_outcomes() == [(outcome, weight / total) for outcome, weight in weights.items()]
            assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
            after = state.child(state.chance_outcomes()[0][0])
            assert len(after.position.events) <= 1


def test_states_say_what_the_position_says(variant: dict[str, Any]) -> None:
    states = random_states(game_of(variant), seed=2, most=1000)
    for state in states:
        position = state.position
        assert str(state) == position.text
        if state.is_player_node():
            assert state.current_player() == position.turn
            assert state.legal_actions() == position.legal_codes.tolist()
            action = state.legal_actions()[0]
            assert state.action_to_string(action) == str(position.move(action))
    end = states[-1]
    assert end.is_terminal()
    assert sum(end.returns()) == pytest.approx(0)
    assert max(end.returns()) == end.returns()[end.position.ranking.index(1)]


def test_no_game_is_longer_than_announced() -> None:
    for variant in variants():
        game = game_of(variant)
        end = random_states(game, seed=3, most=10_000)[-1]
        drawn = sum(item.player == pyspiel.PlayerId.CHANCE for item in end.full_history())
        assert drawn <= game.max_chance_nodes_in_history()
        assert len(end.full_history()) - drawn <= game.max_game_length()


@pytest.mark.parametrize("game", GAMES)
def test_the_observer_shows_the_documented_row(game: str) -> None:
    loaded = pyspiel.load_game(f"azulejos_{game}")
    layout = Layout(game, loaded.options)
    observation: Any = make_observation(loaded)
    assert [value.shape for value in observation.dict.values()] == [span.field.shape for span in layout]
    for state in random_states(loaded, seed=4)[::20]:
        observation.set_from(state, 1)
        assert (layout.low <= observation.tensor).all()
        assert (observation.tensor <= layout.high).all()
        scores = [observation.dict[f"{owner}.score"][0] for owner in ("own", "next1")]
        assert scores == state.position.scores[::-1]


def test_pickles_and_clones_are_on_their_own() -> None:
    states = random_states(pyspiel.load_game("azulejos_sintra(side=B)"), seed=5)
    state = states[60]
    before = str(state)
    twin = pickle.loads(pickle.dumps(state))  # noqa: S301  our own bytes
    other = state.clone()
    assert twin.history() == state.history()
    state.apply_action(state.legal_actions()[0])
    assert str(twin) == str(other) == before != str(state)


def test_a_wrong_action_raises_and_nothing_happens() -> None:
    state = random_states(pyspiel.load_game("azulejos_azul"), seed=6)[40]
    before = str(state)
    for action in (-5, 179, 10_000):
        with pytest.raises(IllegalMove):
            state.apply_action(action)
    assert str(state) == before


def test_parameters_are_the_options_of_the_library() -> None:
    game = pyspiel.load_game("azulejos_azul(players=4,wall=gray,jokers=True,starter=2)")
    assert game.num_players() == 4
    assert game.options == openspiel.AzulGame().options._replace(players=4, gray=True, jokers=True, starter=2)
    with pytest.raises(ValueError, match="wall must be"):
        pyspiel.load_game("azulejos_azul(wall=green)")
