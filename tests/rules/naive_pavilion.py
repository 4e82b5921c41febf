"""A slow, obvious Azul: Summer Pavilion: the oracle that the fast kernels are tested against.

Here live the coloured and the monochrome side for 2 to 4 players, written from the rules alone. Positions, factories
and rounds count from 1 as in the rulebook; star 0 is the centre star; seats count from 0. Nothing here is random: the
caller performs every draw. Nothing here is fast either, and nothing should be.
"""

from collections import Counter
from typing import Any

COLOURS = "PGOYBR"
JOKER_OF_ROUND = {1: "P", 2: "G", 3: "O", 4: "Y", 5: "B", 6: "R"}
LAST_ROUND = 6

CENTRE = 0
FACTORIES = {2: 5, 3: 7, 4: 9}
TILES_PER_FACTORY = 4
TILES_OF_EACH_COLOUR = 22
SUPPLY_SPACES = 10
CORNERS = 4

FIRST_SCORE = 5
LOWEST_SCORE = 1

Move = tuple[Any, ...]
Space = tuple[int, int]  # (star, position)
Tiles = dict[Space, str]  # the tiles on the stars of one player

CENTRE_STAR = 0
OUTER_STARS = [1, 2, 3, 4, 5, 6]
STARS = [CENTRE_STAR, *OUTER_STARS]
POSITIONS = [1, 2, 3, 4, 5, 6]
SPACES = [(star, position) for star in STARS for position in POSITIONS]

PRINTED_COLOUR = {1: "P", 2: "O", 3: "R", 4: "B", 5: "Y", 6: "G"}  # of the outer stars of the coloured side
NEXT_STAR = {1: 2, 2: 3, 3: 4, 4: 5, 5: 6, 6: 1}
NEXT_POSITION = {1: 2, 2: 3, 3: 4, 4: 5, 5: 6, 6: 1}
PREVIOUS_POSITION = {1: 6, 2: 1, 3: 2, 4: 3, 5: 4, 6: 5}
MONO_NUMBERS = {1: 3, 2: 2, 3: 1, 4: 4, 5: 5, 6: 6}
MONO_CENTRE_NUMBER = 3

# The spaces around every bonus feature.
PILLARS = [
    [(1, 2), (1, 3), (CENTRE_STAR, 5), (CENTRE_STAR, 6)],
    [(2, 2), (2, 3), (CENTRE_STAR, 6), (CENTRE_STAR, 1)],
    [(3, 2), (3, 3), (CENTRE_STAR, 1), (CENTRE_STAR, 2)],
    [(4, 2), (4, 3), (CENTRE_STAR, 2), (CENTRE_STAR, 3)],
    [(5, 2), (5, 3), (CENTRE_STAR, 3), (CENTRE_STAR, 4)],
    [(6, 2), (6, 3), (CENTRE_STAR, 4), (CENTRE_STAR, 5)],
]
STATUES = [[(star, 1), (star, 2), (NEXT_STAR[star], 3), (NEXT_STAR[star], 4)] for star in OUTER_STARS]
WINDOWS = [[(star, 5), (star, 6)] for star in OUTER_STARS]
TILES_FOR_PILLAR = 1
TILES_FOR_STATUE = 2
TILES_FOR_WINDOW = 3

POINTS_FOR_STAR_OF = {"R": 14, "B": 15, "Y": 16, "O": 17, "G": 18, "P": 20}
POINTS_FOR_MULTICOLOURED_STAR = 12
POINTS_FOR_ALL_SPACES_WITH = {1: 4, 2: 8, 3: 12, 4: 16}


def in_letter_order(tiles: list[str]) -> str:
    """The tiles as a string, in the order in which the colours become joker."""
    return "".join(sorted(tiles, key=COLOURS.index))


# The stars


def printed_number(star: int, position: int, mono: bool) -> int:
    """What it costs to cover this space."""
    if not mono:
        return position
    if star == CENTRE_STAR:
        return MONO_CENTRE_NUMBER
    return MONO_NUMBERS[position]


def tiles_on_star(tiles: Tiles, star: int) -> list[str]:
    return [tiles[star, position] for position in POSITIONS if (star, position) in tiles]


def colours_accepted(tiles: Tiles, star: int, mono: bool) -> list[str]:
    """The colours that the star still takes on a free space.

    On the coloured side an outer star takes its own colour, and the centre star what it does not show yet. On the
    monochrome side two tiles settle for every star whether it becomes single-coloured or multicoloured (SM-R1, SM-R2).
    """
    present = tiles_on_star(tiles, star)
    absent = [colour for colour in COLOURS if colour not in present]
    if not mono:
        return absent if star == CENTRE_STAR else [PRINTED_COLOUR[star]]
    if len(present) < 2:
        return list(COLOURS)
    if len(set(present)) == 1:
        return [present[0]]
    return absent


def connected_tiles(tiles: Tiles, star: int, position: int) -> int:
    """How many tiles of the star hang together with this one, the tile itself counted."""
    group = [position]
    reached = [position]
    while reached:
        here = reached.pop()
        for neighbour in [PREVIOUS_POSITION[here], NEXT_POSITION[here]]:
            if (star, neighbour) in tiles and neighbour not in group:
                group.append(neighbour)
                reached.append(neighbour)
    return len(group)


def completed(features: list[list[Space]], tiles: Tiles, new: Space) -> int:
    """How many of these features are surrounded now, the new tile being one of those around them."""
    return sum(new in spaces and all(space in tiles for space in spaces) for spaces in features)


def bonus_tiles(tiles: Tiles, new: Space) -> int:
    """The tiles earned by the tile just placed, all its features taken together (SP-R7)."""
    return (
        TILES_FOR_PILLAR * completed(PILLARS, tiles, new)
        + TILES_FOR_STATUE * completed(STATUES, tiles, new)
        + TILES_FOR_WINDOW * completed(WINDOWS, tiles, new)
    )


def points_for_stars(tiles: Tiles) -> int:
    """A complete star scores by its colour, or as a multicoloured one."""
    points = 0
    for star in STARS:
        on_star = tiles_on_star(tiles, star)
        if len(on_star) < 6:
            continue
        if len(set(on_star)) == 1:
            points += POINTS_FOR_STAR_OF[on_star[0]]
        else:
            points += POINTS_FOR_MULTICOLOURED_STAR
    return points


def points_for_numbers(tiles: Tiles, mono: bool) -> int:
    """Every space of the board that shows the number must be covered, those of the centre star too (SP-R13)."""
    points = 0
    for number, bonus in POINTS_FOR_ALL_SPACES_WITH.items():
        spaces = [(star, position) for star, position in SPACES if printed_number(star, position, mono) == number]
        if all(space in tiles for space in spaces):
            points += bonus
    return points


# Taking and paying


def possible_picks(source: list[str], joker: str) -> list[str]:
    """Any colour but the joker; the joker only where nothing else lies (SP-R5)."""
    colours = [colour for colour in COLOURS if colour in source and colour != joker]
    if not colours and joker in source:
        return [joker]
    return colours


def tiles_taken(source: list[str], pick: str, joker: str) -> list[str]:
    """All tiles of the colour and exactly one joker, if there is any (SP-R2); of jokers alone just one (SP-R5)."""
    if pick == joker:
        return [joker]
    taken = [tile for tile in source if tile == pick]
    if joker in source:
        taken.append(joker)
    return taken


def possible_jokers(hand: list[str], colour: str, joker: str, cost: int) -> list[int]:
    """How many jokers may help to pay; at least one tile must be of the colour itself (SP-R11)."""
    if colour == joker:
        return [0] if hand.count(joker) >= cost else []
    return [jokers for jokers in range(cost) if jokers <= hand.count(joker) and cost - jokers <= hand.count(colour)]


class Board:
    """What lies in front of one player."""

    def __init__(self) -> None:
        self.score = FIRST_SCORE
        self.hand: list[str] = []
        self.corners: list[str] = []
        self.tiles: Tiles = {}
        self.passed = False

    def lose(self, points: int) -> None:
        """No loss brings the score below 1 (SP-R4)."""
        self.score = max(LOWEST_SCORE, self.score - points)

    def placements(self, joker: str, mono: bool) -> list[Move]:
        return [
            ("place", star, position, colour, jokers)
            for star, position in SPACES
            if (star, position) not in self.tiles
            for colour in colours_accepted(self.tiles, star, mono)
            for jokers in possible_jokers(self.hand, colour, joker, printed_number(star, position, mono))
        ]

    def place(self, space: Space, colour: str, payment: list[str], tower: list[str]) -> None:
        """One tile of the payment covers the space, the others go to the tower, and the new group scores."""
        for tile in payment:
            self.hand.remove(tile)
        self.tiles[space] = colour
        discarded = list(payment)
        discarded.remove(colour)
        tower.extend(discarded)
        self.score += connected_tiles(self.tiles, *space)

    def keep(self, colour: str) -> None:
        self.hand.remove(colour)
        self.corners.append(colour)

    def discard_hand(self, tower: list[str]) -> None:
        """The tiles that are not kept go to the tower and cost a point each."""
        self.lose(len(self.hand))
        tower.extend(self.hand)
        self.hand = []

    def start_round(self) -> None:
        """The kept tiles come back to the hand (SP-R19)."""
        self.hand += self.corners
        self.corners = []
        self.passed = False

    def snapshot(self) -> dict[str, Any]:
        return {
            "score": self.score,
            "hand": in_letter_order(self.hand),
            "corners": in_letter_order(self.corners),
            "passed": self.passed,
            "stars": ["".join(self.tiles.get((star, position), ".") for position in POSITIONS) for star in STARS],
        }


class NaivePavilion:
    """One game of Summer Pavilion: `draw` while tiles are dealt, `apply` while players decide, until it is "over"."""

    def __init__(self, players: int, mono: bool = False, starter: int | None = None, max_rounds: int = 60) -> None:
        if players not in FACTORIES:
            raise ValueError(f"{players} players: Summer Pavilion is for 2, 3 or 4")
        if starter is not None and starter not in range(players):
            raise ValueError(f"starter {starter}: give a seat from 0 to {players - 1}, or None to draw it")
        if max_rounds < 1:
            raise ValueError(f"max_rounds {max_rounds}: at least one round must be played")
        self.players = players
        self.mono = mono
        self.max_rounds = max_rounds

        self.bag = list(COLOURS * TILES_OF_EACH_COLOUR)
        self.tower: list[str] = []
        self.supply: list[str] = []
        self.sources: dict[int, list[str]] = {source: [] for source in range(FACTORIES[players] + 1)}
        self.marker_holder: int | None = None  # while the marker lies in the centre
        self.boards = [Board() for _ in range(players)]

        self.phase = "deal"
        self.seat = 0  # whose turn it is, or whose turn has just ended while tiles are dealt
        self.round = 1
        self.starter = starter
        self.ending: str | None = None

        self.phase_after_deal = "draft"
        self.owed = 0  # bonus tiles still to be taken by the seat
        self.keeps_left = 0  # tiles that the seat may still keep in this pass
        self.last_pick: str | None = None  # the last tile of this bonus or of this pass

        self._deal_until_a_draw_is_due()

    @property
    def turn(self) -> int | None:
        """The seat whose decision it is."""
        return None if self.phase in ("deal", "over") else self.seat

    @property
    def joker(self) -> str:
        return JOKER_OF_ROUND[self.round]

    # What may happen next

    def due(self) -> dict[Any, int]:
        """The outcomes of the draw that is due, with their weights; empty when none is due."""
        if self.phase != "deal":
            return {}
        if self.starter is None:
            return dict.fromkeys(range(self.players), 1)
        bag = Counter(self.bag)
        return {colour: bag[colour] for colour in COLOURS if bag[colour] > 0}

    def legal_moves(self) -> list[Move]:
        if self.phase == "draft":
            return [
                ("draft", source, colour)
                for source, tiles in self.sources.items()
                for colour in possible_picks(tiles, self.joker)
            ]
        if self.phase == "place":
            return [*self._placements(), ("pass",)]
        if self.phase == "bonus":
            return [("bonus", colour) for colour in self._bonus_colours()]
        if self.phase == "keep":
            return [*[("keep", colour) for colour in self._keep_colours()], ("stop",)]
        return []

    def _placements(self) -> list[Move]:
        return self.boards[self.seat].placements(self.joker, self.mono)

    def _colours_from_last_pick(self) -> list[str]:
        """Picks of one bonus or one pass come in the order of the colours, so that no set is reached twice."""
        return list(COLOURS) if self.last_pick is None else list(COLOURS[COLOURS.index(self.last_pick) :])

    def _bonus_colours(self) -> list[str]:
        """The colours of the supply from which enough tiles follow in the order to take all that are owed."""
        legal: list[str] = []
        for colour in self._colours_from_last_pick():
            following = [tile for tile in self.supply if COLOURS.index(tile) >= COLOURS.index(colour)]
            if colour in self.supply and len(following) >= self.owed:
                legal.append(colour)
        return legal

    def _keep_colours(self) -> list[str]:
        return [colour for colour in self._colours_from_last_pick() if colour in self.boards[self.seat].hand]

    # The deal

    def draw(self, outcome: Any) -> None:
        """The starting player (a seat) or one tile (a letter) is drawn."""
        if outcome not in self.due():
            raise ValueError(f"cannot draw {outcome!r} in phase {self.phase!r}: choose one of {list(self.due())}")
        if self.starter is None:
            self.starter = outcome
        else:
            self.bag.remove(outcome)
            self._places_to_fill()[0].append(outcome)
        self._deal_until_a_draw_is_due()

    def _places_to_fill(self) -> list[list[str]]:
        """Where tiles are missing: in the supply and, before a draft, on one factory after the other (X-R3)."""
        places: list[list[str]] = []
        if len(self.supply) < SUPPLY_SPACES:
            places.append(self.supply)
        if self.phase_after_deal == "draft":
            places += [self.sources[factory] for factory in self._factories() if self._has_room(factory)]
        return places

    def _factories(self) -> list[int]:
        return [source for source in self.sources if source != CENTRE]

    def _has_room(self, factory: int) -> bool:
        return len(self.sources[factory]) < TILES_PER_FACTORY

    def _deal_until_a_draw_is_due(self) -> None:
        self.phase = "deal"
        if self.starter is None:
            return
        if self._places_to_fill():
            if not self.bag:  # only now that a tile is needed is the tower poured (X-R2)
                self.bag = self.tower
                self.tower = []
            if self.bag:
                return
        if self.phase_after_deal == "draft":
            self._start_draft()
        else:
            self._next_turn()

    # Decisions

    def apply(self, move: Move) -> None:
        """One decision, and everything that follows from it without another decision or draw."""
        if move not in self.legal_moves():
            raise ValueError(f"illegal move {move!r} in phase {self.phase!r}: choose one of legal_moves()")
        kind, *choice = move
        if kind == "draft":
            self._take_draft_turn(*choice)
        elif kind == "place":
            self._place(*choice)
        elif kind == "pass":
            self._pass()
        elif kind == "bonus":
            self._take_bonus_tile(*choice)
            self._take_bonus_until_a_decision()
        elif kind == "keep":
            self._keep(*choice)
        else:
            self._discard_rest()

    # Phase 1: take tiles

    def _start_draft(self) -> None:
        if self._offer_is_over():
            self._start_placing()
        else:
            self.phase = "draft"
            self.seat = self._first_player()

    def _first_player(self) -> int:
        """The marker's holder, or the starter of this round as long as nobody holds it (X-R4)."""
        assert self.starter is not None, "the starting player has not been drawn"
        return self.starter if self.marker_holder is None else self.marker_holder

    def _offer_is_over(self) -> bool:
        """No tile lies on a factory or in the centre; the marker is no tile (X-R4)."""
        return all(not tiles for tiles in self.sources.values())

    def _take_draft_turn(self, source: int, pick: str) -> None:
        board = self.boards[self.seat]

        # 1. The taken tiles leave the source for the hand; the rest of a factory moves to the centre.
        taken = tiles_taken(self.sources[source], pick, self.joker)
        for tile in taken:
            self.sources[source].remove(tile)
        board.hand += taken
        if source != CENTRE:
            self.sources[CENTRE] += self.sources[source]
            self.sources[source] = []

        # 2. The first to take from the centre takes the marker and pays a point for every tile taken (SP-R3).
        if source == CENTRE and self.marker_holder is None:
            self.marker_holder = self.seat
            board.lose(len(taken))

        # 3. The next seat, or phase 2.
        if self._offer_is_over():
            self._start_placing()
        else:
            self.seat = (self.seat + 1) % self.players

    # Phase 2: place tiles

    def _start_placing(self) -> None:
        self._start_turn(self._first_player())

    def _start_turn(self, seat: int) -> None:
        """Who cannot place anything has to pass."""
        self.phase = "place"
        self.seat = seat
        if not self._placements():
            self._pass()

    def _place(self, star: int, position: int, colour: str, jokers: int) -> None:
        board = self.boards[self.seat]
        cost = printed_number(star, position, self.mono)
        payment = [self.joker] * jokers + [colour] * (cost - jokers)
        board.place((star, position), colour, payment, self.tower)

        # All that is owed comes from the supply as it is now; what it lacks is forfeited (SP-R6).
        self.owed = min(bonus_tiles(board.tiles, (star, position)), len(self.supply))
        self.last_pick = None
        self._take_bonus_until_a_decision()

    def _take_bonus_until_a_decision(self) -> None:
        while self.owed > 0:
            colours = self._bonus_colours()
            if len(colours) > 1:
                self.phase = "bonus"
                return
            self._take_bonus_tile(colours[0])
        self._end_turn()

    def _take_bonus_tile(self, colour: str) -> None:
        self.supply.remove(colour)
        self.boards[self.seat].hand.append(colour)
        self.owed -= 1
        self.last_pick = colour

    def _pass(self) -> None:
        """Up to four tiles of the hand may be kept for the next round, but none in the last one (SP-R8, SP-R9)."""
        self.boards[self.seat].passed = True
        self.keeps_left = 0 if self.round == LAST_ROUND else CORNERS
        self.last_pick = None
        self._ask_what_to_keep()

    def _ask_what_to_keep(self) -> None:
        if self.keeps_left > 0 and self._keep_colours():
            self.phase = "keep"
        else:
            self._discard_rest()

    def _keep(self, colour: str) -> None:
        self.boards[self.seat].keep(colour)
        self.keeps_left -= 1
        self.last_pick = colour
        self._ask_what_to_keep()

    def _discard_rest(self) -> None:
        self.boards[self.seat].discard_hand(self.tower)
        self.keeps_left = 0
        self._end_turn()

    def _end_turn(self) -> None:
        """The supply is refilled after every turn (SP-R7), but not after the last pass of the game."""
        if self._all_have_passed() and self._is_last_round():
            self._end_game()
        else:
            self.phase_after_deal = "place"
            self._deal_until_a_draw_is_due()

    def _next_turn(self) -> None:
        """The next seat that has not passed, which may be the same seat again."""
        if self._all_have_passed():
            self._prepare_next_round()
            return
        seat = (self.seat + 1) % self.players
        while self.boards[seat].passed:
            seat = (seat + 1) % self.players
        self._start_turn(seat)

    def _all_have_passed(self) -> bool:
        return all(board.passed for board in self.boards)

    # Phase 3: prepare the next round, or end the game

    def _is_last_round(self) -> bool:
        return self.round in (LAST_ROUND, self.max_rounds)

    def _prepare_next_round(self) -> None:
        """The first player starts the draft of the next round and puts the marker back to the centre."""
        self.round += 1
        self.starter = self._first_player()
        self.marker_holder = None
        for board in self.boards:
            board.start_round()
        self.phase_after_deal = "draft"
        self._deal_until_a_draw_is_due()

    def _end_game(self) -> None:
        for board in self.boards:
            board.score += points_for_stars(board.tiles) + points_for_numbers(board.tiles, self.mono)
        self.ending = "last" if self.round == LAST_ROUND else "rounds"
        self.phase = "over"

    # Results

    def scores(self) -> list[int]:
        return [board.score for board in self.boards]

    def ranking(self) -> list[int]:
        """Highest score first; there is no tie-break, equal scores share the rank (SP-R15)."""
        return [1 + sum(other > score for other in self.scores()) for score in self.scores()]

    def winners(self) -> list[int]:
        return [seat for seat, rank in enumerate(self.ranking()) if rank == 1]

    def snapshot(self) -> dict[str, Any]:
        """The whole position in canonical form."""
        return {
            "phase": self.phase,
            "turn": self.turn,
            "round": self.round,
            "starter": self.starter,
            "marker": "centre" if self.marker_holder is None else self.marker_holder,
            "factories": [in_letter_order(self.sources[factory]) for factory in self._factories()],
            "centre": in_letter_order(self.sources[CENTRE]),
            "bag": in_letter_order(self.bag),
            "tower": in_letter_order(self.tower),
            "supply": in_letter_order(self.supply),
            "due": self.owed,
            "keeps": self.keeps_left,
            "ending": self.ending,
            "boards": [board.snapshot() for board in self.boards],
        }
