"""One game as a Gymnasium environment: the learner on seat 0, a bot on every other seat."""

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.error import ResetNeeded

from azulejos.batch.kernels import ILLEGAL
from azulejos.envs.alone import OneGame
from azulejos.envs.gymnasium.opponents import RANDOM, Opponents
from azulejos.envs.picture import RENDER_MODES, rendered, require_mode
from azulejos.envs.spaces import spaces_of
from azulejos.games import Components, Position

LEARNER = 0
Observation = dict[str, Any]


class SoloEnv(gymnasium.Env[Observation, int]):
    """Rewards come at the end, by rank: 1 for the first to -1 for the last; `shaping` as in `Batch`.

    An illegal action ends the game with a reward of -1, and `info["illegal_move"]` says what was wrong.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012  as Gymnasium declares it

    def __init__(
        self,
        game: str = "azul",
        opponent: str = RANDOM,
        *,
        render_mode: str | None = None,
        shaping: float = 0.0,
        components: Components | None = None,
        **options: object,
    ) -> None:
        require_mode(render_mode)
        self.render_mode = render_mode
        self._game = OneGame(game, shaping, components, options)
        self._opponent = opponent
        self._opponents: Opponents | None = None
        self._running = False
        self.observation_space, space = spaces_of(self._game)
        self.action_space: Any = space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None or self._opponents is None:
            self.close()
            self._opponents = Opponents(self._opponent, 1, self._game.players, seed)
        self._game.begin(seed)
        self._opponents.begin(0, self.position)
        self._running = True
        self._let_others_play()
        return self._observation(), {}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if not self._running:
            raise ResetNeeded("no game is running: call reset() first")
        if self._game.decide(action) == ILLEGAL:
            self._running = False
            return self._observation(), -1.0, True, False, {"illegal_move": self._game.objection(action)}
        reward = float(self._game.rewards[LEARNER]) + self._let_others_play()
        self._running = self._game.turn == LEARNER
        return self._observation(), reward, not self._running, False, {}

    def _let_others_play(self) -> float:
        """Up to the learner's next decision, or the end; what the learner gets meanwhile."""
        reward = 0.0
        while self._game.turn > LEARNER and self._opponents is not None:
            if self._game.decide(self._opponents.move(0, self.position)) == ILLEGAL:
                raise RuntimeError(f"the bot {self._opponent} made an illegal move")
            reward += float(self._game.rewards[LEARNER])
        return reward

    def _observation(self) -> Observation:
        row, mask = self._game.look(LEARNER)
        return {"observation": row, "action_mask": mask}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The legal actions, under the name that MaskablePPO asks for."""
        return self._game.look(LEARNER)[1].view(np.bool_)

    @property
    def position(self) -> Position:
        """The game as an `azulejos.Position`, a copy."""
        return self._game.position()

    def render(self) -> Any:
        names = ["learner", *[self._opponent] * (self._game.players - 1)]
        return rendered(self.position, self.render_mode, names)

    def close(self) -> None:
        if self._opponents is not None:
            self._opponents.close()
