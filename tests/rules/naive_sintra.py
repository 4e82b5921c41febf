"""A slow, obvious Azul: Stained Glass of Sintra: the oracle that the fast kernels are tested against.

Here live sides A and B for 2 to 4 players, written from the rules alone. Slots, windows, indicator spaces, factories
and rounds count from 1 as in the rulebook, seats from 0. The printed data comes from the caller's box. Nothing here is
random: the caller performs every draw. Nothing here is fast either, and nothing should be.
"""

from collections import Counter
from typing import Any

LAST_ROUND = 6

CENTRE = 0
FACTORIES = {2: 5, 3: 7, 4: 9}
PIECES_PER_FACTORY = 4
PIECES_OF_EACH_COLOUR = 20

SLOTS = [1, 2, 3, 4, 5, 6, 7, 8]
FIRST_FACES = "ABCDEFGH"
SECOND_FACES = "abcdefgh"
JOKER_CELL = "*"
CELLS_OF_WINDOW = 2
BREAK = "break"

INDICATOR_SPACES = [1, 2, 3, 4, 5, 6]
SPACES_OF_FIVE_COLOURS = [2, 3, 4, 5, 6]
SPACE_FROM_BAG = 1

PIECES_OF_A_SET = 3
POINTS_FOR_ORNAMENT = {0: 0, 1: 0, 2: 3, 3: 6, 4: 10}

Move = tuple[Any, ...]
Windows = dict[int, list[str]]  # the pieces of every window of one player, the upper cell first


# The windows


def is_complete(window: list[str]) -> bool:
    return len(window) == CELLS_OF_WINDOW


def points_for_window(windows: Windows, new: int, values: list[int]) -> int:
    """The value of the window just filled and of all windows to its right that hold at least one piece (SI-R9)."""
    points = values[new - 1]
    for slot in SLOTS:
        if slot > new and windows[slot]:
            points += values[slot - 1]
    return points


def points_for_ornaments(windows: Windows, pairs: list[list[int]]) -> int:
    """Side A: every ornament is surrounded by the four cells of two windows."""
    return sum(POINTS_FOR_ORNAMENT[len(windows[one]) + len(windows[other])] for one, other in pairs)


def points_for_colour(windows: Windows) -> int:
    """Side B: the complete windows times the pieces of the colour that is seen most often (SI-R13)."""
    complete = sum(is_complete(window) for window in windows.values())
    pieces = [piece for window in windows.values() for piece in window]
    return complete * max([pieces.count(colour) for colour in pieces], default=0)


# The strips


class Strip:
    """A pattern strip on its slot: the face that is up, its cells that are still free, and the pieces on it."""

    def __init__(self, letter: str, cells: str) -> None:
        self.letter = letter
        self.free = list(cells)
        self.pieces: list[str] = []

    def matches(self, colour: str) -> bool:
        """An empty joker cell corresponds to every colour (SI-R19)."""
        return colour in self.free or JOKER_CELL in self.free

    def possible_splits(self, colour: str, pieces: int) -> list[int]:
        """How many of these pieces may go into joker cells if as many as possible are placed (SI-R7)."""
        own_cells = self.free.count(colour)
        joker_cells = self.free.count(JOKER_CELL)
        placed = min(pieces, own_cells + joker_cells)
        return [jokers for jokers in range(placed + 1) if jokers <= joker_cells and placed - jokers <= own_cells]

    def place(self, colour: str, cell: str) -> None:
        self.free.remove(cell)
        self.pieces.append(colour)


class Board:
    """What lies in front of one player, with this player's two score markers."""

    def __init__(self) -> None:
        self.score = 0
        self.lost = 0  # on the broken-glass track, over the whole game
        self.track = 0
        self.glazier = 1
        self.strips: dict[int, Strip] = {}  # by slot; what is missing is gone or not dealt yet
        self.windows: Windows = {slot: [] for slot in SLOTS}

    def lose(self, points: int) -> None:
        """The score may become negative (SI-R5)."""
        self.score -= points
        self.lost += points

    def step_on_track(self, track: list[int]) -> None:
        """The last space costs its value at once, and the marker goes on from the top (SI-R4)."""
        self.track += 1
        if self.track == len(track) - 1:
            self.lose(track[-1])
            self.track = 0

    def matching_slots(self, colour: str) -> list[int]:
        """The strips under the glazier or to its right that can take a piece of the colour."""
        return [
            slot for slot in SLOTS if slot >= self.glazier and slot in self.strips and self.strips[slot].matches(colour)
        ]

    def may_reset(self) -> bool:
        """Only a glazier that already stands above the leftmost strip must stay (SI-R2), or if none is left."""
        return bool(self.strips) and self.glazier != min(self.strips)

    def reset(self) -> None:
        self.glazier = min(self.strips)

    def sets_of_three(self) -> int:
        """Full sets among all pieces on all strips together, whatever their colours (SI-R10)."""
        return sum(len(strip.pieces) for strip in self.strips.values()) // PIECES_OF_A_SET


class NaiveSintra:
    """One game of Sintra: `draw` while pieces are dealt, `apply` while players decide, until it is "over"."""

    def __init__(
        self, players: int, side: str, box: dict[str, Any], starter: int | None = None, max_rounds: int = 60
    ) -> None:
        if players not in FACTORIES:
            raise ValueError(f"{players} players: Sintra is for 2, 3 or 4")
        if side not in ("A", "B"):
            raise ValueError(f"side {side!r}: the palace boards have the sides 'A' and 'B'")
        if starter is not None and starter not in range(players):
            raise ValueError(f"starter {starter}: give a seat from 0 to {players - 1}, or None to draw it")
        if max_rounds < 1:
            raise ValueError(f"max_rounds {max_rounds}: at least one round must be played")
        self.players = players
        self.side = side
        self.max_rounds = max_rounds

        self.colours: str = box["colours"]
        self.window_values: list[int] = box["window_values"]
        self.track: list[int] = box["track"]
        self.pairs: list[list[int]] = box["pairs"]
        self.faces: dict[str, str] = {}  # the cells by the letter of the face
        for number, (first, second) in enumerate(box["strips"]):
            self.faces[FIRST_FACES[number]] = first
            self.faces[SECOND_FACES[number]] = second

        self.bag = list(self.colours * PIECES_OF_EACH_COLOUR)
        self.tower: list[str] = []
        self.hand: list[str] = []  # taken and not placed yet
        self.indicator: dict[int, str] = {}  # what is missing is not dealt yet or belongs to a past round
        self.sources: dict[int, list[str]] = {source: [] for source in range(FACTORIES[players] + 1)}
        self.marker_holder: int | None = None  # while the marker lies in the centre
        self.boards = [Board() for _ in range(players)]

        self.phase = "deal"
        self.seat = 0  # whose turn it is
        self.round = 1
        self.starter = starter
        self.ending: str | None = None

        self._deal_until_a_draw_is_due()

    @property
    def turn(self) -> int | None:
        """The seat whose decision it is."""
        return None if self.phase in ("deal", "over") else self.seat

    # What may happen next

    def due(self) -> dict[Any, int]:
        """The outcomes of the draw that is due, with their weights; empty when none is due."""
        if self.phase != "deal":
            return {}
        if self.starter is None:
            return dict.fromkeys(range(self.players), 1)
        if self._slots_to_fill():
            seat, _ = self._slots_to_fill()[0]
            return self._faces_for(self.boards[seat])
        if self._spaces_to_fill() and self._spaces_to_fill()[0] != SPACE_FROM_BAG:
            return {colour: 1 for colour in self.colours if colour not in self.indicator.values()}
        bag = Counter(self.bag)
        return {colour: bag[colour] for colour in self.colours if bag[colour] > 0}

    def _faces_for(self, board: Board) -> dict[Any, int]:
        """Unused strips are equally likely, and so are both faces, but joker cells must be face down (SI-R1)."""
        used = [strip.letter.upper() for strip in board.strips.values()]
        weights: dict[Any, int] = {}
        for letter in FIRST_FACES:
            if letter not in used:
                faces = [face for face in (letter, letter.lower()) if JOKER_CELL not in self.faces[face]]
                for face in faces:
                    weights[face] = 2 // len(faces)
        return weights

    def legal_moves(self) -> list[Move]:
        board = self.boards[self.seat]
        if self.phase == "draft":
            moves = [
                ("draft", source, colour, slot)
                for source, pieces in self.sources.items()
                for colour in self.colours
                if colour in pieces
                for slot in board.matching_slots(colour) or [BREAK]
            ]
            return [*moves, ("reset",)] if board.may_reset() else moves
        if self.phase == "split":
            return [("jokers", jokers) for jokers in self._possible_splits()]
        if self.phase == "keep":
            return [("keep", colour) for colour in self._possible_panes()]
        return []

    def _strip_under_glazier(self) -> Strip:
        board = self.boards[self.seat]
        return board.strips[board.glazier]

    def _possible_splits(self) -> list[int]:
        return self._strip_under_glazier().possible_splits(self.hand[0], len(self.hand))

    def _possible_panes(self) -> list[str]:
        return [colour for colour in self.colours if colour in self._strip_under_glazier().pieces]

    # The deal

    def draw(self, outcome: Any) -> None:
        """The starting player (a seat), a strip with the face that is up, or one piece (a letter) is drawn."""
        if outcome not in self.due():
            raise ValueError(f"cannot draw {outcome!r} in phase {self.phase!r}: choose one of {list(self.due())}")
        if self.starter is None:
            self.starter = outcome
        elif self._slots_to_fill():
            seat, slot = self._slots_to_fill()[0]
            self.boards[seat].strips[slot] = self._empty_strip(outcome)
        elif self._spaces_to_fill():
            self.bag.remove(outcome)
            self.indicator[self._spaces_to_fill()[0]] = outcome
        else:
            self.bag.remove(outcome)
            self.sources[self._factories_to_fill()[0]].append(outcome)
        self._deal_until_a_draw_is_due()

    def _empty_strip(self, letter: str) -> Strip:
        return Strip(letter, self.faces[letter])

    def _slots_to_fill(self) -> list[tuple[int, int]]:
        """The seats and slots that still await their first strip, during the set-up."""
        if self.round > 1:
            return []
        return [(seat, slot) for seat in range(self.players) for slot in SLOTS if slot not in self.boards[seat].strips]

    def _spaces_to_fill(self) -> list[int]:
        """The indicator spaces without a piece, during the set-up: one of each colour first (SI-R20)."""
        if self.round > 1:
            return []
        return [space for space in [*SPACES_OF_FIVE_COLOURS, SPACE_FROM_BAG] if space not in self.indicator]

    def _factories(self) -> list[int]:
        return [source for source in self.sources if source != CENTRE]

    def _factories_to_fill(self) -> list[int]:
        """One factory after the other gets its four pieces (X-R3)."""
        return [factory for factory in self._factories() if len(self.sources[factory]) < PIECES_PER_FACTORY]

    def _deal_until_a_draw_is_due(self) -> None:
        self.phase = "deal"
        if self.starter is None or self._slots_to_fill() or self._spaces_to_fill():
            return
        if self._factories_to_fill():
            if not self.bag:  # only now that a piece is needed is the tower poured (X-R2)
                self.bag = self.tower
                self.tower = []
            if self.bag:
                return
        self._start_draft()

    # Decisions

    def apply(self, move: Move) -> None:
        """One decision, and everything that follows from it without another decision or draw."""
        if move not in self.legal_moves():
            raise ValueError(f"illegal move {move!r} in phase {self.phase!r}: choose one of legal_moves()")
        kind, *choice = move
        if kind == "draft":
            self._take(*choice)
        elif kind == "reset":
            self.boards[self.seat].reset()
            self._end_turn()
        elif kind == "jokers":
            self._place(*choice)
        else:
            self._keep(*choice)

    def _start_draft(self) -> None:
        """Without a single piece on offer the round is skipped."""
        if self._offer_is_over():
            self._end_round()
        else:
            assert self.starter is not None, "the starting player has not been drawn"
            self.phase = "draft"
            self.seat = self.starter

    def _offer_is_over(self) -> bool:
        """No piece lies on a factory or in the centre; the marker is no piece (X-R4)."""
        return all(not pieces for pieces in self.sources.values())

    # Step 1: take pieces

    def _take(self, source: int, colour: str, slot: int | str) -> None:
        board = self.boards[self.seat]

        # 1. All pieces of the colour are taken; the others lie in the centre, if they did not lie there already.
        pieces = self.sources[source]
        self.hand = [piece for piece in pieces if piece == colour]
        self.sources[source] = []
        self.sources[CENTRE] += [piece for piece in pieces if piece != colour]

        # 2. The first to take from the centre takes the marker, which costs a step before anything is placed.
        if source == CENTRE and self.marker_holder is None:
            self.marker_holder = self.seat
            board.step_on_track(self.track)

        # 3. The glazier moves only in order to place (SI-R3).
        if isinstance(slot, str):
            self._break_hand()
            self._end_turn()
            return
        board.glazier = slot
        splits = self._possible_splits()
        if len(splits) > 1:
            self.phase = "split"
        else:
            self._place(splits[0])

    # Step 2: place them on one strip

    def _place(self, jokers: int) -> None:
        """So many pieces go into joker cells, the others into cells of their own colour, the surplus breaks."""
        strip = self._strip_under_glazier()
        colour = self.hand[0]
        for _ in range(jokers):
            self.hand.remove(colour)
            strip.place(colour, JOKER_CELL)
        while self.hand and colour in strip.free:
            self.hand.remove(colour)
            strip.place(colour, colour)
        self._break_hand()
        if strip.free:
            self._end_turn()
        else:
            self._complete(strip)

    def _break_hand(self) -> None:
        """Every broken piece costs a step and goes to the tower, before a strip is scored (SI-R8)."""
        for piece in self.hand:
            self.boards[self.seat].step_on_track(self.track)
            self.tower.append(piece)
        self.hand = []

    # Step 3: a complete strip

    def _complete(self, strip: Strip) -> None:
        """A point for every piece in the colour of the round, those in joker cells included (SI-R14)."""
        self.boards[self.seat].score += strip.pieces.count(self.indicator[self.round])
        panes = self._possible_panes()
        if len(panes) > 1:
            self.phase = "keep"
        else:
            self._keep(panes[0])

    def _keep(self, colour: str) -> None:
        board = self.boards[self.seat]
        slot = board.glazier
        strip = board.strips[slot]

        # 1. One piece goes to the window below, the others to the tower.
        window = board.windows[slot]
        window.append(colour)
        others = list(strip.pieces)
        others.remove(colour)
        self.tower += others

        # 2. The strip shows its other face, or leaves the game with its second piece.
        if is_complete(window):
            del board.strips[slot]
        else:
            board.strips[slot] = self._empty_strip(strip.letter.swapcase())

        # 3. The window scores.
        board.score += points_for_window(board.windows, slot, self.window_values)
        self._end_turn()

    # The end of turns, rounds and the game

    def _end_turn(self) -> None:
        if self._offer_is_over():
            self._end_round()
        else:
            self.phase = "draft"
            self.seat = (self.seat + 1) % self.players

    def _end_round(self) -> None:
        self.tower.append(self.indicator.pop(self.round))
        if self.round in (LAST_ROUND, self.max_rounds):
            self._end_game()
        else:
            self._prepare_next_round()

    def _prepare_next_round(self) -> None:
        """The marker's holder starts, or the same player again if nobody took it (X-R4)."""
        self.round += 1
        if self.marker_holder is not None:
            self.starter = self.marker_holder
        self.marker_holder = None
        self._deal_until_a_draw_is_due()

    def _end_game(self) -> None:
        for board in self.boards:
            board.score += board.sets_of_three()
            board.lose(self.track[board.track])
            if self.side == "A":
                board.score += points_for_ornaments(board.windows, self.pairs)
            else:
                board.score += points_for_colour(board.windows)
        self.ending = "last" if self.round == LAST_ROUND else "rounds"
        self.phase = "over"

    # Results

    def scores(self) -> list[int]:
        return [board.score for board in self.boards]

    def ranking(self) -> list[int]:
        """Highest score first, then who lost fewer points on the track over the whole game (SI-R6), then shared."""
        results = [(board.score, -board.lost) for board in self.boards]
        return [1 + sum(other > result for other in results) for result in results]

    def _in_colour_order(self, pieces: list[str]) -> str:
        return "".join(sorted(pieces, key=self.colours.index))

    def _strip_snapshot(self, strip: Strip | None) -> tuple[str, str, int, str] | None:
        if strip is None:
            return None
        own_cells = [cell for cell in strip.free if cell != JOKER_CELL]
        joker_cells = strip.free.count(JOKER_CELL)
        return (strip.letter, self._in_colour_order(own_cells), joker_cells, self._in_colour_order(strip.pieces))

    def _board_snapshot(self, board: Board) -> dict[str, Any]:
        return {
            "score": board.score,
            "lost": board.lost,
            "track": board.track,
            "glazier": board.glazier,
            "strips": [self._strip_snapshot(board.strips.get(slot)) for slot in SLOTS],
            "windows": ["".join(board.windows[slot]).ljust(CELLS_OF_WINDOW, ".") for slot in SLOTS],
        }

    def snapshot(self) -> dict[str, Any]:
        """The whole position in canonical form."""
        return {
            "phase": self.phase,
            "turn": self.turn,
            "round": self.round,
            "starter": self.starter,
            "marker": "centre" if self.marker_holder is None else self.marker_holder,
            "factories": [self._in_colour_order(self.sources[factory]) for factory in self._factories()],
            "centre": self._in_colour_order(self.sources[CENTRE]),
            "bag": self._in_colour_order(self.bag),
            "tower": self._in_colour_order(self.tower),
            "hand": self._in_colour_order(self.hand),
            "indicator": "".join(self.indicator.get(space, ".") for space in INDICATOR_SPACES),
            "ending": self.ending,
            "boards": [self._board_snapshot(board) for board in self.boards],
        }
