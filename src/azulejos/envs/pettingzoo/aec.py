"""What the three environments share: the turn-based protocol of PettingZoo over one game."""

# pyright: standard
# PettingZoo's wrappers are found by name, and overridden by properties.

from operator import attrgetter
from typing import Any

from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from azulejos.batch.kernels import ILLEGAL
from azulejos.envs.alone import OneGame
from azulejos.envs.picture import RENDER_MODES, rendered, require_mode
from azulejos.envs.spaces import spaces_of
from azulejos.games import Components
from azulejos.notation import IllegalMove

ILLEGAL_REWARD = -1


def metadata(name: str) -> dict[str, Any]:
    return {"name": name, "render_modes": RENDER_MODES, "is_parallelizable": False, "render_fps": 1}


class GameEnv(AECEnv[str, dict[str, Any], int]):
    """Agents `player_0` ... are the seats. Rewards come at the end, by rank: 1 for the first to -1 for the last.

    `shaping` rewards every move by so much for each point that a seat gains on the mean of the others. An illegal move
    raises; `env()` wraps this in what PettingZoo does about one.
    """

    game: str  # of the subclass

    def __init__(
        self,
        *,
        render_mode: str | None = None,
        shaping: float = 0.0,
        components: Components | None = None,
        **options: object,
    ) -> None:
        super().__init__()
        require_mode(render_mode)
        self.render_mode = render_mode
        self._game = OneGame(self.game, shaping, components, options)
        self.possible_agents = [f"player_{seat}" for seat in range(self._game.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        each = {agent: spaces_of(self._game) for agent in self.possible_agents}
        self.observation_spaces: dict[str, Any] = {agent: space for agent, (space, _) in each.items()}
        self.action_spaces: dict[str, Any] = {agent: space for agent, (_, space) in each.items()}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game: of this seed the one that `azulejos.start` deals, and without one a further game."""
        first = self._game.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[first]
        self._skip_agent_selection = None

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        turn = self._game.decide(action)
        if turn == ILLEGAL:
            raise IllegalMove(self._game.objection(action))
        self._cumulative_rewards[agent] = 0.0
        if turn >= 0:
            self.agent_selection = self.possible_agents[turn]
            if self._game.shaping:
                self._take_rewards()
            return
        self._take_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def _take_rewards(self) -> None:
        self.rewards = dict(zip(self.agents, self._game.rewards.tolist(), strict=True))
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        """`observation` from the agent's own seat, and `action_mask`, which is 0 where it is not on turn."""
        row, mask = self._game.look(self._seats[agent])
        return {"observation": row, "action_mask": mask}

    def state(self) -> Any:
        """The whole table, which nothing is hidden of: what seat 0 sees."""
        return self._game.look(0)[0]

    @property
    def position(self) -> Any:
        """The game as an `azulejos.Position`, a copy."""
        return self._game.position()

    def close(self) -> None:
        """There is no window."""

    def render(self) -> Any:
        return rendered(self.position, self.render_mode, self.possible_agents)


# --- PettingZoo's wrappers ---


class _Direct(wrappers.BaseWrapper[str, dict[str, Any], int]):
    """What is asked for all the time comes straight from the environment.

    PettingZoo's wrappers find it by failing to find it in each of them, which takes longer than the game itself.
    Before `reset` it is not there either, and what they do about that happens.
    """

    agents: Any = property(attrgetter("raw.agents"))
    agent_selection: Any = property(attrgetter("raw.agent_selection"))
    rewards: Any = property(attrgetter("raw.rewards"))
    terminations: Any = property(attrgetter("raw.terminations"))
    truncations: Any = property(attrgetter("raw.truncations"))
    infos: Any = property(attrgetter("raw.infos"))
    _cumulative_rewards: Any = property(attrgetter("raw._cumulative_rewards"))

    def __init__(self, env: Any, *arguments: Any) -> None:
        super().__init__(env, *arguments)
        self.raw = env.unwrapped

    def observation_space(self, agent: str) -> Any:
        return self.raw.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.raw.action_spaces[agent]

    def __str__(self) -> str:
        return str(self.env)


class _TerminateIllegal(_Direct, wrappers.TerminateIllegalWrapper[str, dict[str, Any], int]):
    pass


class _AssertOutOfBounds(_Direct, wrappers.AssertOutOfBoundsWrapper[str, dict[str, Any], int]):
    pass


class _OrderEnforcing(_Direct, wrappers.OrderEnforcingWrapper[str, dict[str, Any], int]):
    pass


def with_wrappers(env: GameEnv) -> Any:
    return _OrderEnforcing(_AssertOutOfBounds(_TerminateIllegal(env, ILLEGAL_REWARD)))
