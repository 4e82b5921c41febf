"""The fast rules against the slow oracle: same legal moves, same position after every step, same scores.

`pytest tests/rules/test_oracle.py --games 2000` plays that many games for each variant and player count.
"""

from random import Random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.rules.side_by_side import play_both


def test_kernels_and_oracle_agree_on_whole_games(variant: dict[str, Any], n_games: int) -> None:
    @settings(max_examples=n_games, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow])
    @given(seed=st.integers(0, 2**63))
    def agree(seed: int) -> None:
        play_both(variant, Random(seed))

    agree()
