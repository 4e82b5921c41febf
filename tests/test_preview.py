"""What a move would do is what it does."""

from typing import Any

import azulejos
from azulejos.games import Position
from azulejos.preview import choices, draws_after, refusals
from azulejos.words import Words

WORDS = Words()


def outlooks(text: str) -> dict[str, Any]:
    return {choice.text: choice.outlook for choice in choices(azulejos.read(text), WORDS)}


AZUL = (
    "azul players=2 | round=2 phase=draft turn=0 starts=0 marker=centre F1=BBRK F2=- F3=- F4=- F5=- C=YY"
    " bag=17B17Y19R19K20W lid=- | score=5 lines=-/B/-/-/- wall=.Y.../...../...../...../..... floor=-"
    " | score=0 lines=-/-/-/-/- wall=...../...../...../...../..... floor=-"
)


def test_a_line_that_becomes_full_tells_its_points_and_the_overflow() -> None:
    found = outlooks(AZUL)
    assert found["F1 blue > 1"].pill == "+2"
    assert found["F1 blue > 1"].note == "2 across"
    assert found["F1 blue > 1"].loss_note == "overflow 1: −1"
    assert found["F1 blue > 2"].note == "2 down"


def test_a_line_that_stays_open_tells_what_it_needs() -> None:
    assert outlooks(AZUL)["F1 blue > 4"].note == "needs 2 more"


def test_a_line_that_may_not_be_taken_says_why() -> None:
    told = refusals(azulejos.read(AZUL), WORDS)
    assert told["F1 red"] == {"2": "holds another colour"}
    assert told["C yellow"] == {"1": "already on the wall", "2": "holds another colour"}


def test_the_marker_counts_with_what_falls() -> None:
    assert outlooks(AZUL)["C yellow > floor"].loss == 4


def test_points_of_the_preview_are_those_that_the_game_gives(variant: dict[str, Any]) -> None:
    """Where a move scores at once, or ends a round on a board with one way to go on."""
    position = azulejos.start(seed=7, max_rounds=2, **variant)
    while not position.is_over:
        options = choices(position, WORDS)
        assert [choice.code for choice in options] == list(position.legal_codes)
        for choice in options[:: 1 + len(options) // 4]:
            check(position, choice)
        position.push(options[(7 * len(position.events)) % len(options)].code)


def check(position: Position, choice: Any) -> None:
    after = position.copy()
    seat = position.turn
    assert seat is not None
    after.push(choice.code)
    assert draws_after(position, choice.code) == (after.asks == "deal")
    if position.game == "azul" or after.is_over or after.round != position.round or after.asks in ("keep", "bonus"):
        return
    if position.game == "sintra":
        then, now = (p.state.players[seat] for p in (position, after))
        track = position.state.box.track
        cost = int(now.lost + track[now.space] - then.lost - track[then.space])
        assert after.asks == "split" or cost == choice.outlook.loss
        assert after.asks == "split" or now.score - then.score + now.lost - then.lost == (choice.outlook.points or 0)
    elif choice.outlook.points is not None and not after.state.players[seat].passed:
        assert after.scores[seat] - position.scores[seat] == choice.outlook.points
