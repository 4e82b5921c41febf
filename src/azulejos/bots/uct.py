"""Plain UCT with random games to the end: what many public programs do, kept here to be compared with.

The tree covers the decisions up to the next draw; from its leaves on every seat plays at random to the end of the
game, with tiles as they come. A seat's result is its share of the victory.
"""

# pyright: standard
# Kernels are typed by Numba, not by annotations.

import math
import time
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from azulejos import chance
from azulejos.bots import Budget, Thought
from azulejos.chance import below
from azulejos.games import GAMES, Position
from azulejos.jit import kernel_over

MOST_NODES = 1 << 18
DEEPEST = 256
EXPLORATION = 1.0
PER_CALL = 64  # playouts between two looks at the clock

apply: Any = None
deal: Any = None
legal_moves: Any = None
random_move: Any = None
ranking: Any = None
OVER: Any = None


class Tree(NamedTuple):
    """Nodes by number; node 0 is the position that was asked about."""

    code: Any  # int32: the move that led here
    first: Any  # int32: its first child, all children follow each other; 0 where it has none yet
    children: Any  # int32: how many
    visits: Any  # int32
    share: Any  # float64: of the victory, summed up, for the seat that moved into the node
    size: Any  # int64 [1]: nodes in use


def grow(tree: Any, root: Any, state: Any, codes: Any, path: Any, seats: Any, ranks: Any, rng: Any, playouts: int):
    """Adds playouts to the tree. `root` and `state` are arrays of one record."""
    for _ in range(playouts):
        state[0] = root[0]
        now = state[0]
        node, depth = 0, 0
        path[0] = 0
        while now.turn >= 0 and depth < DEEPEST - 1:
            if tree.children[node] == 0:
                if tree.visits[node] == 0 and node != 0:
                    break
                n = legal_moves(now, codes)
                if tree.size[0] + n > len(tree.code):
                    break
                tree.first[node] = tree.size[0]
                tree.children[node] = n
                for i in range(n):
                    tree.code[tree.size[0] + i] = codes[i]
                tree.size[0] += n
            best, most = 0, -1.0
            first = tree.first[node]
            log = math.log(tree.visits[node] + 1.0)
            for child in range(first, first + tree.children[node]):
                visits = tree.visits[child]
                if visits == 0:
                    worth = 1e6 + below(rng, 1000)  # each once, in any order
                else:
                    worth = tree.share[child] / visits + EXPLORATION * math.sqrt(log / visits)
                if worth > most:
                    best, most = child, worth
            depth += 1
            seats[depth] = now.turn
            apply(now, tree.code[best])
            node = best
            path[depth] = node
        deal(now, rng)
        while now.phase != OVER:
            apply(now, random_move(now, rng))
            deal(now, rng)
        ranking(now, ranks)
        winners = 0
        for seat in range(len(ranks)):
            if ranks[seat] == 1:
                winners += 1
        tree.visits[0] += 1
        for step in range(1, depth + 1):
            tree.visits[path[step]] += 1
            if ranks[seats[step]] == 1:
                tree.share[path[step]] += 1.0 / winners


@cache
def kernel_for(game: str) -> Any:
    rules = GAMES[game].rules
    names = ("apply", "deal", "legal_moves", "random_move", "ranking", "OVER")
    return kernel_over(grow, f"grow_{game}", **{name: getattr(rules, name) for name in names})


class UctBot:
    def __init__(self, seed: int | None = None) -> None:
        self.name = "uct"
        self._rng = chance.new_stream(seed, chance.CHOICES)
        self._tree = Tree(
            np.zeros(MOST_NODES, np.int32),
            np.zeros(MOST_NODES, np.int32),
            np.zeros(MOST_NODES, np.int32),
            np.zeros(MOST_NODES, np.int32),
            np.zeros(MOST_NODES, np.float64),
            np.ones(1, np.int64),
        )

    def begin(self, position: Position) -> None:
        UctBot(0).think(position, Budget(nodes=1))

    def think(self, position: Position, budget: Budget) -> Thought:
        """Playouts for the time, or as many as the budget has nodes."""
        began = time.perf_counter()
        tree, state = self._tree, position.state
        for part in tree:
            part[:] = 0
        tree.size[0] = 1
        root = np.zeros(1, state.dtype).view(np.recarray)
        root[0] = state
        now = root.copy()
        codes = np.zeros(int(position.rules.n_moves(state.options)), np.int16)
        path, seats = np.zeros(DEEPEST, np.int64), np.zeros(DEEPEST, np.int64)
        ranks = np.zeros(position.players, np.int64)
        playouts = 0
        limit = math.inf if budget.nodes is None else budget.nodes
        until = math.inf if budget.ms is None else began + budget.ms / 1000
        while playouts == 0 or (playouts < limit and time.perf_counter() < until):
            n = int(min(PER_CALL, limit - playouts))
            kernel_for(position.game)(tree, root, now, codes, path, seats, ranks, self._rng, n)
            playouts += n
        children = range(int(tree.first[0]), int(tree.first[0] + tree.children[0]))
        best = max(children, key=lambda child: int(tree.visits[child]))
        return Thought(int(tree.code[best]), nodes=playouts, seconds=time.perf_counter() - began)

    def close(self) -> None:
        pass
