"""PettingZoo's turn-based (AEC) environments: `azul_v0.env(players=2, wall="gray")`, `pavilion_v0`, `sintra_v0`."""

from azulejos.envs.pettingzoo import azul_v0, pavilion_v0, sintra_v0

__all__ = ["azul_v0", "pavilion_v0", "sintra_v0"]
