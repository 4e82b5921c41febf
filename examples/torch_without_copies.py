"""A batch and PyTorch over the same memory: on the CPU by NumPy, on a GPU by DLPack's CUDA sibling; nothing is copied.

python examples/torch_without_copies.py --device cuda --games 65536
"""

import argparse

import torch

from azulejos.batch import Batch

parser = argparse.ArgumentParser()
parser.add_argument("--device", default="cpu")
parser.add_argument("--games", type=int, default=256)
chosen = parser.parse_args()

batch = Batch("azul", chosen.games, seed=1, device=chosen.device, restart=True)
masks = torch.zeros((batch.n, batch.n_moves), dtype=torch.int8, device=chosen.device)
rows = torch.zeros((batch.n, batch.layout.size), dtype=torch.int16, device=chosen.device)
policy = torch.nn.Linear(batch.layout.size, batch.n_moves, device=chosen.device)
for _ in range(20):
    batch.legal(masks)
    batch.observe(out=rows)
    logits = policy(rows.float()).masked_fill(masks == 0, -torch.inf)
    codes = torch.distributions.Categorical(logits=logits).sample()
    rewards, ended = batch.step(codes)
print("games that ended in the last step:", int(torch.as_tensor(ended, device=chosen.device).sum()))
