"""Azul for PettingZoo. Options as in `azulejos.start`: `players`, `wall`, `jokers`, `starter`, `max_rounds`."""

from typing import Any

from azulejos.envs.pettingzoo.aec import GameEnv, metadata, with_wrappers


class raw_env(GameEnv):  # noqa: N801  PettingZoo's name
    game = "azul"
    metadata = metadata("azul_v0")


def env(**options: Any) -> Any:
    """With PettingZoo's wrappers: an illegal move ends the game, and loses it."""
    return with_wrappers(raw_env(**options))
