"""Many games as one Gymnasium vector environment, on top of `Batch`: nothing is done one by one but what bots think."""

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from azulejos.batch import Batch
from azulejos.envs.gymnasium.opponents import RANDOM, Opponents
from azulejos.envs.gymnasium.solo import LEARNER
from azulejos.envs.picture import RENDER_MODES, rendered, require_mode
from azulejos.envs.spaces import observation_space
from azulejos.games import Components
from azulejos.notation import IllegalMove, InvalidOption

Flags = npt.NDArray[np.bool_]
Observations = dict[str, Any]


class BatchEnv(VectorEnv[Observations, Any, npt.NDArray[Any]]):
    """The rules of `SoloEnv`, n times. Random opponents play inside the kernels; other bots one game after another.

    `autoreset_mode` says when an ended game begins anew: NEXT_STEP (the next action is ignored), SAME_STEP (the last
    observation is in `infos["final_obs"]`) or DISABLED (`reset(options={"reset_mask": ended})`).
    """

    def __init__(
        self,
        num_envs: int = 1,
        game: str = "azul",
        opponent: str = RANDOM,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        shaping: float = 0.0,
        threads: int | None = None,
        components: Components | None = None,
        **options: object,
    ) -> None:
        require_mode(render_mode)
        self.render_mode = render_mode
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": RENDER_MODES, "autoreset_mode": self.autoreset_mode}
        self.num_envs = num_envs
        self._arguments: dict[str, Any] = {"threads": threads, "components": components, **options}
        self._opponent = opponent
        self._shaping = float(shaping)
        self._deal(game, None)
        self.single_observation_space = observation_space(self._batch.layout, self._batch.n_moves)
        self.single_action_space = Discrete(self._batch.n_moves)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._ready = False  # until the first reset

    def _deal(self, game: str, seed: int | None) -> None:
        self._batch = Batch(game, self.num_envs, seed=seed, **self._arguments)
        players = self._batch.players
        self._bots = None if self._opponent == RANDOM else Opponents(self._opponent, self.num_envs, players, seed)
        self._ended: Flags = np.zeros(self.num_envs, np.bool_)

    # --- Beginning ---

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """All games, or those of `options["reset_mask"]`. A seed makes new streams for all of them."""
        super().reset(seed=seed)
        chosen = np.ones(self.num_envs, np.bool_)
        if options is not None and "reset_mask" in options:
            chosen = self._chosen(options["reset_mask"], seed)
        if seed is not None:
            self._deal(self._batch.game, seed)
        self._begin(chosen)
        self._ready = True
        return self._observe(), {}

    def _chosen(self, mask: Any, seed: int | None) -> Flags:
        chosen: npt.NDArray[Any] = np.asarray(mask)
        if chosen.dtype != np.bool_ or chosen.shape != (self.num_envs,):
            raise InvalidOption(f"reset_mask must be {self.num_envs} booleans, not {chosen.dtype} {chosen.shape}")
        if seed is not None:
            raise InvalidOption("a seed begins all games anew; leave out reset_mask with it")
        return chosen

    def _begin(self, chosen: Flags) -> None:
        self._batch.restart(chosen)
        self._ended[chosen] = False
        if self._bots is not None:
            for i in np.flatnonzero(chosen):
                self._bots.begin(int(i), self._batch.position(int(i)))
        self._let_others_play()
        self._margins = self._margin()

    # --- Playing ---

    def step(
        self, actions: Any
    ) -> tuple[Observations, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        if not self._ready:
            raise ResetNeeded("no game is running: call reset() first")
        actions = np.asarray(actions)
        if actions.shape != (self.num_envs,) or actions.dtype.kind not in "iu":
            raise IllegalMove(f"actions are {self.num_envs} whole numbers, not {actions.dtype} {actions.shape}")
        fresh = self._ended.copy()
        if fresh.any():
            self._begin_where_allowed(fresh)
        illegal = ~fresh & ~self._are_legal(actions)
        infos = self._objections(np.flatnonzero(illegal), actions)
        self._batch.step(np.where(illegal | fresh, 0, actions), only=~(illegal | fresh))
        self._let_others_play()
        over = self._batch.over()
        rewards = np.where(illegal, -1.0, self._batch.rewards()[:, LEARNER] + self._gained())
        self._ended = over | illegal
        ended = self._ended.copy()
        observations = self._observe()
        if self.autoreset_mode == AutoresetMode.SAME_STEP and ended.any():
            infos = self._final(ended, observations, infos)
            self._begin(ended)
            observations = self._observe()
        return observations, rewards, ended, np.zeros(self.num_envs, np.bool_), infos

    def _begin_where_allowed(self, fresh: Flags) -> None:
        if self.autoreset_mode == AutoresetMode.DISABLED:
            raise ResetNeeded(f"game {int(np.argmax(fresh))} has ended: call reset() with a reset_mask first")
        self._begin(fresh)

    def _are_legal(self, actions: npt.NDArray[Any]) -> Flags:
        inside = (actions >= 0) & (actions < self._batch.n_moves)
        mask = self._batch.legal()[np.arange(self.num_envs), np.where(inside, actions, 0)]
        return inside & mask.view(np.bool_)

    def _objections(self, illegal: npt.NDArray[np.intp], actions: npt.NDArray[Any]) -> dict[str, Any]:
        infos: dict[str, Any] = {}
        for i in illegal:
            try:
                self._batch.position(int(i)).push(int(actions[i]))
            except IllegalMove as error:
                infos = self._add_info(infos, {"illegal_move": str(error)}, int(i))
        return infos

    def _final(self, ended: Flags, observations: Observations, infos: dict[str, Any]) -> dict[str, Any]:
        """What Gymnasium says about games that ended and began anew in the same step."""
        final: dict[str, Any] = {}
        for i in np.flatnonzero(ended):
            last = {name: values[i].copy() for name, values in observations.items()}
            why = {"illegal_move": infos["illegal_move"][i]} if infos.get("_illegal_move", ended & False)[i] else {}
            final = self._add_info(final, {"final_obs": last, "final_info": why}, int(i))
        return final

    def _let_others_play(self) -> None:
        """In every game up to the learner's next decision, or the end."""
        if self._bots is None:
            self._batch.random_until(LEARNER)
            return
        waiting = np.flatnonzero(self._batch.turns() > LEARNER)
        while len(waiting):
            codes, moving = np.zeros(self.num_envs, np.int64), np.zeros(self.num_envs, np.bool_)
            for i in waiting:
                codes[i] = self._bots.move(int(i), self._batch.position(int(i)))
            moving[waiting] = True
            self._batch.step(codes, only=moving)
            waiting = np.flatnonzero(self._batch.turns() > LEARNER)

    def _margin(self) -> npt.NDArray[np.float64]:
        """The learner's score above the mean of the others."""
        scores = self._batch.scores().astype(np.float64)
        return scores[:, LEARNER] - np.delete(scores, LEARNER, axis=1).mean(axis=1)

    def _gained(self) -> npt.NDArray[np.float64]:
        if self._shaping == 0:
            return np.zeros(self.num_envs)
        before, self._margins = self._margins, self._margin()
        return self._shaping * (self._margins - before)

    # --- Looking ---

    def _observe(self) -> Observations:
        return {"observation": self._batch.observe(LEARNER), "action_mask": self._batch.legal()}

    @property
    def batch(self) -> Batch:
        """The games themselves."""
        return self._batch

    def render(self) -> Any:
        names = ["learner", *[self._opponent] * (self._batch.players - 1)]
        positions = (self._batch.position(i) for i in range(self.num_envs))
        return tuple(rendered(position, self.render_mode, names) for position in positions)

    def close_extras(self, **kwargs: Any) -> None:
        if self._bots is not None:
            self._bots.close()
