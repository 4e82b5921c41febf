"""Matches between bots on duplicate deals.

`match.py` plays a game, `runner.py` many, `tally.py` says what they prove.
"""
