"""Gymnasium: `gymnasium.make("azulejos/Azul-v0", opponent="search:3")`, and batches of games as one vector environment.

The learner sits on seat 0; who starts is drawn, unless `starter` says it. `azulejos/Pavilion-v0` and
`azulejos/Sintra-v0` are the other games, and all options of `azulejos.start` are keywords here.
"""

from gymnasium.envs.registration import register  # pyright: ignore[reportUnknownVariableType]

from azulejos.envs.gymnasium.opponents import OTHER_BUDGET
from azulejos.envs.gymnasium.solo import SoloEnv
from azulejos.envs.gymnasium.vector import BatchEnv
from azulejos.games import GAMES

__all__ = ["OTHER_BUDGET", "BatchEnv", "SoloEnv"]

for _game in GAMES:
    register(
        id=f"azulejos/{_game.capitalize()}-v0",
        entry_point="azulejos.envs.gymnasium.solo:SoloEnv",
        vector_entry_point="azulejos.envs.gymnasium.vector:BatchEnv",
        kwargs={"game": _game},
    )
