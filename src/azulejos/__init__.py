"""Azulejos: the Azul board games by the rulebook."""

from importlib.metadata import version

from azulejos.games import GAMES, Position, read, start
from azulejos.notation import IllegalMove, InvalidNotation, InvalidOption
from azulejos.record import InvalidRecord, Record, read_record
from azulejos.record import write as write_record
from azulejos.rules.sintra_box import InvalidComponents

__version__ = version("azulejos")
__all__ = [
    "GAMES",
    "IllegalMove",
    "InvalidComponents",
    "InvalidNotation",
    "InvalidOption",
    "InvalidRecord",
    "Position",
    "Record",
    "read",
    "read_record",
    "start",
    "write_record",
]
