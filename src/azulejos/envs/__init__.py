"""The games as environments of other people's frameworks: PettingZoo, Gymnasium, OpenSpiel.

Each needs its framework: `pip install azulejos[rl]` brings PettingZoo and Gymnasium; OpenSpiel is installed by itself.
"""
