"""The spaces of Gymnasium that PettingZoo takes too."""

import numpy as np
from gymnasium import spaces

from azulejos.envs.alone import OneGame
from azulejos.observations import Layout


def observation_space(layout: Layout, n_moves: int) -> spaces.Dict:
    """`observation`, see docs/observations.md, and `action_mask`, 1 for each legal code."""
    return spaces.Dict(
        {
            "observation": spaces.Box(layout.low, layout.high, dtype=np.int16),
            "action_mask": spaces.Box(0, 1, (n_moves,), np.int8),
        }
    )


def spaces_of(game: OneGame) -> tuple[spaces.Dict, spaces.Discrete]:
    return observation_space(game.layout, game.n_moves), spaces.Discrete(game.n_moves)
