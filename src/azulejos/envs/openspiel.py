"""OpenSpiel: `pyspiel.load_game("azulejos_azul(players=3,wall=gray)")`, after importing this module.

Three games with perfect information and chance: `azulejos_azul`, `azulejos_pavilion`, `azulejos_sintra`, for 2 to 4
players, with the options of `azulejos.start` as parameters. Actions are the codes of moves. A chance node draws one
tile (or a seat, a strip, an indicator piece) with the exact probability of what lies in the bag; its actions are the
outcomes of `Position.chances`. Returns go by rank: 1 for the first to -1 for the last.
"""

# pyright: standard
# OpenSpiel's Python module is untyped.

from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from azulejos.games import GAMES, Game, Position, components_box
from azulejos.observations import Layout, module_of
from azulejos.rules.tiles import FACTORY_SIZE, n_factories

LONG_NAMES = {
    "azul": "Azul",
    "pavilion": "Azul: Summer Pavilion",
    "sintra": "Azul: Stained Glass of Sintra",
}
DRAWN = -1  # of `starter`: nobody was chosen
SHARED: dict[str, Any] = {"players": 2, "starter": DRAWN, "max_rounds": 60}
PARAMETERS: dict[str, dict[str, Any]] = {
    "azul": SHARED | {"wall": "coloured", "jokers": False},
    "pavilion": SHARED | {"side": "coloured"},
    "sintra": SHARED | {"side": "A", "components": ""},
}


# --- How long a game can be at most ---


def _offered(options: Any) -> int:
    """The tiles on the factories at the start of a round; each draft takes one at least."""
    return FACTORY_SIZE * n_factories(options.players)


def _six_rounds(options: Any) -> int:
    return min(6, options.max_rounds)


def _most_moves_of_azul(options: Any) -> int:
    """Drafts, perhaps each with a split, and perhaps a column for each line."""
    drafts = _offered(options) * (2 if options.jokers else 1)
    return options.max_rounds * (drafts + (5 * options.players if options.gray or options.jokers else 0))


def _most_moves_of_pavilion(options: Any) -> int:
    """Drafts; for each player 42 spaces and 36 bonus tiles, and in each round to pass, four kept tiles and to stop."""
    return _six_rounds(options) * (_offered(options) + 6 * options.players) + (42 + 36) * options.players


def _most_moves_of_sintra(options: Any) -> int:
    """Drafts, each perhaps with a split and a kept pane, and a reset after it."""
    return 4 * _six_rounds(options) * _offered(options)


MOST_MOVES: dict[str, Callable[[Any], int]] = {
    "azul": _most_moves_of_azul,
    "pavilion": _most_moves_of_pavilion,
    "sintra": _most_moves_of_sintra,
}
# The starter, the tiles of all rounds, and what else is drawn: the supply; strips and the indicator.
MOST_DRAWS: dict[str, Callable[[Any], int]] = {
    "azul": lambda options: 1 + options.max_rounds * _offered(options),
    "pavilion": lambda options: 1 + _six_rounds(options) * _offered(options) + 10 + 36 * options.players,
    "sintra": lambda options: 1 + _six_rounds(options) * _offered(options) + 8 * options.players + 6,
}


# --- The game ---


def _type_of(entry: Game) -> Any:
    return pyspiel.GameType(
        short_name=f"azulejos_{entry.name}",
        long_name=LONG_NAMES[entry.name],
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(entry.rules.PLAYERS),
        min_num_players=min(entry.rules.PLAYERS),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS[entry.name],
    )


class AzulejosGame(pyspiel.Game):
    """One of the games, with its options."""

    entry: Game  # of the subclass
    game_type: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = PARAMETERS[self.entry.name] | (params or {})
        words = {name: value for name, value in given.items() if value not in (DRAWN, "")}
        self.options = self.entry.notation.options_from(_with_box(words))
        first = self.entry.rules.new_state(self.options)
        super().__init__(
            self.game_type,
            pyspiel.GameInfo(
                num_distinct_actions=int(self.entry.rules.n_moves(first.options)),
                max_chance_outcomes=self.entry.rules.CHANCE_WEIGHTS,
                num_players=self.options.players,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=MOST_MOVES[self.entry.name](self.options),
            ),
            params or {},
        )

    def new_initial_state(self) -> "AzulejosState":
        return AzulejosState(self)

    def max_chance_nodes_in_history(self) -> int:
        return MOST_DRAWS[self.entry.name](self.options)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        if params:
            raise ValueError(f"these games have no observation parameters, found {params}")
        if iig_obs_type is not None and not iig_obs_type.public_info:
            return NothingObserver()
        if iig_obs_type is not None and iig_obs_type.perfect_recall:
            return HistoryObserver()
        return TableObserver(self.entry.name, self.options)


def _with_box(words: dict[str, Any]) -> dict[str, Any]:
    return words | {"components": components_box(words["components"])} if "components" in words else words


class AzulejosState(pyspiel.State):
    """A position; its history is kept by OpenSpiel."""

    def __init__(self, game: AzulejosGame) -> None:
        super().__init__(game)
        self.position = Position(game.entry, game.entry.rules.new_state(game.options))

    def current_player(self) -> int:
        if self.position.is_over:
            return pyspiel.PlayerId.TERMINAL
        turn = self.position.turn
        return pyspiel.PlayerId.CHANCE if turn is None else turn

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal_codes.tolist() if player == self.position.turn else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = self.position.chances
        total = sum(weights.values())
        return [(outcome, weight / total) for outcome, weight in weights.items()]

    def _apply_action(self, action: int) -> None:
        """A wrong one raises, and nothing has happened."""
        if self.is_chance_node():
            self.position.draw(action)
        else:
            self.position.push(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.position.game_entry.notation.draw_text(self.position.state, action)
        return str(self.position.move(action))

    def is_terminal(self) -> bool:
        return self.position.is_over

    def returns(self) -> list[float]:
        if not self.position.is_over:
            return [0.0] * self.position.players
        ranks = self.position.ranking
        return [sum((other > rank) - (other < rank) for other in ranks) / (len(ranks) - 1) for rank in ranks]

    def __str__(self) -> str:
        return self.position.text


# --- Observers ---


class TableObserver:
    """The row of docs/observations.md as float32, whole (`tensor`) and by field (`dict`)."""

    def __init__(self, game: str, options: Any) -> None:
        layout = Layout(game, options)
        self._observe = module_of(game).observe
        self._row = np.zeros(layout.size, np.int16)
        self.tensor = np.zeros(layout.size, np.float32)
        self.dict = {span.field.name: layout.part(self.tensor, span.field.name) for span in layout}

    def set_from(self, state: AzulejosState, player: int) -> None:
        self._observe(state.position.state, player, self._row)
        self.tensor[:] = self._row

    def string_from(self, state: AzulejosState, player: int) -> str:
        return f"seat {player} sees {state.position.text}"


class HistoryObserver:
    """All that has happened, as text; with it everybody remembers everything."""

    def __init__(self) -> None:
        self.tensor = None
        self.dict: dict[str, Any] = {}

    def set_from(self, state: AzulejosState, player: int) -> None:
        pass

    def string_from(self, state: AzulejosState, player: int) -> str:
        return f"seat {player}: {state.history_str()}"


class NothingObserver:
    """What is private: nothing."""

    def __init__(self) -> None:
        self.tensor = None
        self.dict: dict[str, Any] = {}

    def set_from(self, state: AzulejosState, player: int) -> None:
        pass

    def string_from(self, state: AzulejosState, player: int) -> str:
        return ""


# --- Registered with OpenSpiel, each under a name of this module: that is how they are pickled ---


class AzulGame(AzulejosGame):
    entry = GAMES["azul"]
    game_type = _type_of(entry)


class PavilionGame(AzulejosGame):
    entry = GAMES["pavilion"]
    game_type = _type_of(entry)


class SintraGame(AzulejosGame):
    entry = GAMES["sintra"]
    game_type = _type_of(entry)


for _game in (AzulGame, PavilionGame, SintraGame):
    pyspiel.register_game(_game.game_type, _game)
