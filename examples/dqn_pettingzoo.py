"""DQN self-play on PettingZoo in 40 lines: one linear Q-function for both seats, in NumPy. A start, not a player.

python examples/dqn_pettingzoo.py --games 2000
"""

import argparse
from collections import deque

import numpy as np

from azulejos.envs.pettingzoo import azul_v0

parser = argparse.ArgumentParser()
parser.add_argument("--games", type=int, default=2000)
games = parser.parse_args().games

env = azul_v0.env(shaping=0.02)
space = env.observation_space("player_0")["observation"]
scale = np.append(space.high, 1).astype(np.float32)
rng = np.random.default_rng(1)
weights = np.zeros((len(scale), int(env.action_space("player_0").n)), np.float32)
memory: deque[tuple[np.ndarray, int, float, np.ndarray, np.ndarray, bool]] = deque(maxlen=50_000)

for game in range(games):
    env.reset(seed=game)
    before: dict[str, tuple[np.ndarray, int]] = {}  # what each seat saw and did
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, ended, _, _ = env.last()
        row, mask = np.append(seen["observation"], 1) / scale, seen["action_mask"].astype(bool)
        total[agent] += reward
        if agent in before:
            memory.append((*before[agent], reward, row, mask, ended))
        if ended:
            env.step(None)
            continue
        greedy = int(np.where(mask, row @ weights, -np.inf).argmax())
        action = int(rng.choice(np.flatnonzero(mask))) if rng.random() < 0.1 else greedy
        before[agent] = row, action
        env.step(action)
    for k in rng.integers(len(memory), size=64):
        row, action, reward, after, mask, ended = memory[k]
        future = 0.0 if ended else np.where(mask, after @ weights, -np.inf).max()
        weights[:, action] += 0.002 * (reward + 0.99 * future - row @ weights[:, action]) * row
    if game % 100 == 99 or game == games - 1:
        print(f"game {game + 1}: {total}, scores {env.unwrapped.position.scores}")
