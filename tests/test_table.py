"""Who may do what at a table, and what may be taken back."""

from typing import Any

import pytest

from azulejos.notation import IllegalMove, InvalidOption
from azulejos.table import ConfirmFirst, Fact, NotYours, Refused, Seat, Setup, Table, by_weight, clean_name, setup_for

ANN, BOB, EVE = "ann", "bob", "eve"
first = by_weight(lambda n: 0)  # the smallest outcome is drawn


def table(*owners: str, **options: Any) -> Table:
    """A table that has been dealt; an owner that is the name of a bot is one."""
    seats = [Seat("", "", owner) if ":" in owner else Seat(owner, owner) for owner in owners]
    chosen = {"players": str(len(seats)), "starter": "0"} | options
    made = Table(setup_for("azul", chosen, seats, ANN))
    made.accept(made.deal(first))
    return made


def play(at: Table, owner: str, seat: int, move: str | None = None) -> None:
    chosen = move or str(at.position.legal_moves[0])
    at.accept(at.move(owner, seat, chosen, confirmed=True))


def play_round(at: Table) -> None:
    """Until tiles are due to be drawn."""
    while at.position.asks != "deal":
        seat = at.position.turn
        assert seat is not None
        play(at, at.seats[seat].owner, seat)


def test_a_table_is_its_setup_and_its_facts() -> None:
    at = table(ANN, BOB)
    play(at, ANN, 0)
    again = Table.replayed(Setup.read(at.setup.text), at.facts)
    assert again.position == at.position
    assert (again.version, again.seats) == (2, at.seats)


def test_only_the_owner_of_a_seat_moves_for_it() -> None:
    at = table(ANN, BOB)
    for owner in (BOB, EVE, ""):
        with pytest.raises(NotYours, match="not yours"):
            at.move(owner, 0, "F1 blue > 1")
    with pytest.raises(Refused, match="not the turn"):
        at.move(BOB, 1, "F1 blue > 1")
    with pytest.raises(NotYours, match="A bot decides"):
        table(ANN, "search:1").move(ANN, 1, "F1 blue > 1")


def test_an_illegal_move_changes_nothing() -> None:
    at = table(ANN, BOB)
    with pytest.raises(IllegalMove):
        at.move(ANN, 0, "C blue > 1")
    assert at.version == 1


def test_what_leads_to_a_draw_is_confirmed_first() -> None:
    at = table(ANN, BOB)
    while len(at.position.legal_moves) > 1:
        seat = at.position.turn
        assert seat is not None
        try:
            at.accept(at.move(at.seats[seat].owner, seat, str(at.position.legal_moves[-1])))
        except ConfirmFirst:
            break
    else:
        pytest.fail("the round never ended")
    seat = at.position.turn
    assert seat is not None
    play(at, at.seats[seat].owner, seat)
    assert at.position.asks == "deal"


def test_alone_against_bots_one_takes_back_the_bots_move_too() -> None:
    at = table(ANN, "search:1")
    before = at.position.copy()
    play(at, ANN, 0)
    at.accept(at.bot_move(int(at.position.legal_codes[0])))
    at.accept(at.undo(ANN))
    assert at.position == before


def test_taking_back_from_others_needs_everybodys_yes() -> None:
    at = table(ANN, BOB, EVE)
    before = at.position.copy()
    play(at, ANN, 0)
    at.accept(at.undo(ANN))
    assert at.asked == 0
    at.accept(at.answer(BOB, agrees=True))
    assert at.asked == 0
    at.accept(at.answer(EVE, agrees=True))
    assert (at.asked, at.position == before) == (None, True)


def test_one_no_is_enough_and_a_move_makes_the_question_void() -> None:
    at = table(ANN, BOB)
    play(at, ANN, 0)
    at.accept(at.undo(ANN))
    at.accept(at.answer(BOB, agrees=False))
    assert at.asked is None
    at.accept(at.undo(ANN))
    play(at, BOB, 1)
    assert at.asked is None
    with pytest.raises(Refused, match="Nobody has asked"):
        at.answer(BOB, agrees=True)


def test_who_watches_has_no_say() -> None:
    at = table(ANN, BOB)
    play(at, ANN, 0)
    with pytest.raises(NotYours):
        at.undo(EVE)
    at.accept(at.undo(ANN))
    with pytest.raises(NotYours):
        at.answer(EVE, agrees=True)


def test_nothing_is_taken_back_across_a_draw() -> None:
    at = table(ANN, ANN)
    play_round(at)
    at.accept(at.deal(first))
    assert not at.can_undo(ANN)
    with pytest.raises(Refused, match="Nothing can be taken back"):
        at.undo(ANN)


def test_a_free_seat_is_taken_once_and_can_be_left() -> None:
    at = Table(setup_for("azul", {}, [Seat("Ann", ANN), Seat()], ANN))
    at.accept(at.sit(BOB, 1, "  Bob\n "))
    assert at.seats[1] == Seat("Bob", BOB)
    with pytest.raises(NotYours, match="taken"):
        at.sit(EVE, 1, "Eve")
    at.accept(at.stand_up(BOB, 1))
    assert at.seats[1].is_free


def test_only_the_host_gives_a_free_seat_to_a_bot() -> None:
    at = Table(setup_for("azul", {}, [Seat("Ann", ANN), Seat()], ANN))
    with pytest.raises(NotYours, match="Only who set up"):
        at.give_to_bot(BOB, 1, "random", "")
    at.accept(at.give_to_bot(ANN, 1, "random", ""))
    assert at.seats[1].bot == "random"


def test_seats_and_options_are_checked() -> None:
    with pytest.raises(InvalidOption, match="2 play, but 3 seats"):
        setup_for("azul", {}, [Seat()] * 3, ANN)
    with pytest.raises(InvalidOption, match="there is no seat 5"):
        table(ANN, BOB).sit(EVE, 5, "")


def test_a_name_is_one_short_line() -> None:
    assert clean_name(" a\n\x07b   c" + "d" * 99) == "a b c" + "d" * 19


def test_a_draw_has_the_chances_of_the_bag() -> None:
    drawn = [by_weight(lambda n, k=k: k)({3: 2, 5: 1}) for k in range(3)]
    assert drawn == [3, 3, 5]


def test_a_deal_is_refused_where_none_is_due() -> None:
    with pytest.raises(Refused, match="No draw is due"):
        table(ANN, BOB).deal(first)


def test_the_record_of_a_table_names_who_sat_there() -> None:
    at = table(ANN, "search:1")
    assert at.record.tags == {"seat0": ANN, "bot1": "search:1"}
    assert Fact("move", 0, "x") != Fact("move", 1, "x")
