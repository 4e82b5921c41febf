"""A slow, obvious Azul: the oracle that the fast kernels are tested against.

Here live the coloured and the gray wall, each with or without Joker tiles, for 2 to 4 players, written from the rules
alone. Rows, columns, lines and factories count from 1 as in the rulebook; seats count from 0. Nothing here is random:
the caller performs every draw. Nothing here is fast either, and nothing should be.
"""

from collections import Counter
from itertools import permutations
from typing import Any

COLOURS = "BYRKW"
JOKER = "J"
LETTERS = COLOURS + JOKER
MARKER = "1"

ROWS = [1, 2, 3, 4, 5]
COLUMNS = [1, 2, 3, 4, 5]
PRINTED_WALL = {1: "BYRKW", 2: "WBYRK", 3: "KWBYR", 4: "RKWBY", 5: "YRKWB"}

FLOOR_PENALTIES = [1, 1, 2, 2, 2, 3, 3]
FLOOR_SLOTS = 7

CENTRE = 0
FACTORIES = {2: 5, 3: 7, 4: 9}
TILES_PER_FACTORY = 4

TILES_OF_EACH_COLOUR = 20
TILES_OF_EACH_COLOUR_BESIDE_JOKERS = {2: 19, 3: 18, 4: 18}
JOKERS = {2: 5, 3: 10, 4: 10}

Wall = dict[tuple[int, int], str]


def in_letter_order(tiles: list[str]) -> str:
    """The tiles as a string: colours in the order of the wall's first row, then jokers."""
    return "".join(sorted(tiles, key=LETTERS.index))


def all_tiles(players: int, jokers: bool) -> list[str]:
    """The hundred tiles of the game."""
    if not jokers:
        return list(COLOURS * TILES_OF_EACH_COLOUR)
    return list(COLOURS * TILES_OF_EACH_COLOUR_BESIDE_JOKERS[players] + JOKER * JOKERS[players])


# The wall


def printed_column(row: int, colour: str) -> int:
    """The column in which the coloured wall shows this colour in this row."""
    return PRINTED_WALL[row].index(colour) + 1


def tiles_in_row(wall: Wall, row: int) -> list[str]:
    return [wall[row, column] for column in COLUMNS if (row, column) in wall]


def tiles_in_column(wall: Wall, column: int) -> list[str]:
    return [wall[row, column] for row in ROWS if (row, column) in wall]


def free_columns(wall: Wall, row: int) -> list[int]:
    return [column for column in COLUMNS if (row, column) not in wall]


def complete_rows(wall: Wall) -> int:
    return sum(len(tiles_in_row(wall, row)) == 5 for row in ROWS)


def complete_columns(wall: Wall) -> int:
    return sum(len(tiles_in_column(wall, column)) == 5 for column in COLUMNS)


def complete_colours(wall: Wall) -> int:
    """Colours with all five tiles on the wall; a joker never stands in for one (JK-R9)."""
    tiles = list(wall.values())
    return sum(tiles.count(colour) == 5 for colour in COLOURS)


def row_is_open_for(wall: Wall, row: int, colour: str, gray: bool) -> bool:
    """Whether the wall still lets this colour into the pattern line of this row.

    On the coloured wall the colour's cell must be empty, of jokers too; on the gray wall the row must not show the
    colour, and a joker there has no colour (JK-R7).
    """
    if gray:
        return colour not in tiles_in_row(wall, row)
    return (row, printed_column(row, colour)) not in wall


def linked_tiles(wall: Wall, row: int, column: int, row_step: int, column_step: int) -> int:
    """How many tiles follow each other without a gap from this cell on, the cell itself not counted."""
    count = 0
    row, column = row + row_step, column + column_step
    while (row, column) in wall:
        count += 1
        row, column = row + row_step, column + column_step
    return count


def points_for(wall: Wall, row: int, column: int) -> int:
    """The points for the tile just placed here: its horizontal and its vertical run, or 1 if it is alone."""
    horizontal = linked_tiles(wall, row, column, 0, -1) + 1 + linked_tiles(wall, row, column, 0, +1)
    vertical = linked_tiles(wall, row, column, -1, 0) + 1 + linked_tiles(wall, row, column, +1, 0)
    if horizontal == 1 and vertical == 1:
        return 1
    points = 0
    if horizontal > 1:
        points += horizontal
    if vertical > 1:
        points += vertical
    return points


def final_bonus(wall: Wall) -> int:
    return 2 * complete_rows(wall) + 7 * complete_columns(wall) + 10 * complete_colours(wall)


def row_can_be_completed(wall: Wall, row: int) -> bool:
    """On the gray wall, with no joker to come: can all free cells of the row take different missing colours? (GR-R7)"""
    free = free_columns(wall, row)
    missing = [colour for colour in COLOURS if colour not in tiles_in_row(wall, row)]
    for colours in permutations(missing, len(free)):
        if all(colour not in tiles_in_column(wall, column) for colour, column in zip(colours, free, strict=True)):
            return True
    return False


# The pattern lines


def line_colour(line: list[str]) -> str | None:
    """The colour of a pattern line; a line that is empty or holds only jokers has none."""
    for tile in line:
        if tile != JOKER:
            return tile
    return None


def legal_columns(wall: Wall, row: int, line: list[str], gray: bool) -> list[int]:
    """Where a tile of this complete line may go on the wall."""
    colour = line_colour(line)
    if colour is None:
        return free_columns(wall, row)
    if not gray:
        return [printed_column(row, colour)]
    if JOKER in line:
        return free_columns(wall, row)
    return [column for column in free_columns(wall, row) if colour not in tiles_in_column(wall, column)]


class Board:
    """What lies in front of one player."""

    def __init__(self) -> None:
        self.score = 0
        self.lines: dict[int, list[str]] = {row: [] for row in ROWS}
        self.wall: Wall = {}
        self.floor: list[str] = []

    def free_spaces(self, row: int) -> int:
        return row - len(self.lines[row])

    def line_accepts(self, row: int, pick: str, gray: bool) -> bool:
        """Whether the picked tiles may go to this pattern line; `pick` is a colour, "J", or a colour with "+J"."""
        line = self.lines[row]
        if self.free_spaces(row) == 0:
            return False
        if pick == JOKER:
            return True
        colour = pick[0]
        if line_colour(line) not in (None, colour):
            return False
        return row_is_open_for(self.wall, row, colour, gray)

    def drop(self, tiles: list[str], lid: list[str]) -> None:
        """Fallen tiles fill the floor line from left to right; those that find no slot go to the lid (AZ-R7)."""
        for tile in tiles:
            if len(self.floor) < FLOOR_SLOTS:
                self.floor.append(tile)
            else:
                lid.append(tile)

    def take_marker(self) -> None:
        """The marker takes the leftmost free slot; on a full floor line it takes none (AZ-R3)."""
        if len(self.floor) < FLOOR_SLOTS:
            self.floor.append(MARKER)

    def tile_wall(self, row: int, column: int, lid: list[str]) -> None:
        """One tile of the complete line, a joker if it has one, goes to the wall and scores; the rest to the lid."""
        line = self.lines[row]
        assert (row, column) not in self.wall, f"wall cell {(row, column)} is taken"
        tile = JOKER if JOKER in line else line[0]
        line.remove(tile)
        self.wall[row, column] = tile
        self.score += points_for(self.wall, row, column)
        lid.extend(line)
        self.lines[row] = []

    def drop_line(self, row: int, lid: list[str]) -> None:
        """A complete line without a legal cell falls to the floor, all of it (GR-R1)."""
        self.drop(self.lines[row], lid)
        self.lines[row] = []

    def settle_floor(self, lid: list[str]) -> None:
        """Lose the points of the occupied slots, but never below 0, and clear the floor line; the marker is no tile."""
        self.score = max(0, self.score - sum(FLOOR_PENALTIES[: len(self.floor)]))
        lid.extend(tile for tile in self.floor if tile != MARKER)
        self.floor = []

    def snapshot(self) -> dict:
        marker = [tile for tile in self.floor if tile == MARKER]
        tiles = [tile for tile in self.floor if tile != MARKER]
        return {
            "score": self.score,
            "lines": [in_letter_order(self.lines[row]) for row in ROWS],
            "wall": ["".join(self.wall.get((row, column), ".") for column in COLUMNS) for row in ROWS],
            "floor": "".join(marker) + in_letter_order(tiles),
        }


class NaiveAzul:
    """One game of Azul: `draw` while tiles are dealt, `apply` while players decide, until the phase is "over"."""

    def __init__(
        self,
        players: int,
        gray: bool = False,
        jokers: bool = False,
        starter: int | None = None,
        max_rounds: int = 60,
    ) -> None:
        if players not in FACTORIES:
            raise ValueError(f"{players} players: Azul is for 2, 3 or 4")
        if starter is not None and starter not in range(players):
            raise ValueError(f"starter {starter}: give a seat from 0 to {players - 1}, or None to draw it")
        if max_rounds < 1:
            raise ValueError(f"max_rounds {max_rounds}: at least one round must be played")
        self.players = players
        self.gray = gray
        self.jokers = jokers
        self.max_rounds = max_rounds

        self.bag = all_tiles(players, jokers)
        self.lid: list[str] = []
        self.sources: dict[int, list[str]] = {source: [] for source in range(FACTORIES[players] + 1)}
        self.marker: Any = "centre"  # or the seat that holds it
        self.boards = [Board() for _ in range(players)]

        self.phase = "deal"
        self.turn: Any = None  # a seat
        self.round = 1
        self.starter: Any = starter
        self.ending: str | None = None

        self.hand: list[str] = []  # picked tiles that wait for a "split" decision
        self.line: Any = None  # the line that a "split" or "column" decision is about
        self.lines_to_tile: list[tuple[int, int]] = []  # (seat, row), in the order of the tiling phase

        self._deal_until_a_draw_is_due()

    # What may happen next

    def due(self) -> dict:
        """The outcomes of the draw that is due, with their weights; empty when none is due."""
        if self.phase != "deal":
            return {}
        if self.starter is None:
            return {seat: 1 for seat in range(self.players)}
        bag = Counter(self.bag)
        return {letter: bag[letter] for letter in LETTERS if bag[letter] > 0}

    def legal_moves(self) -> list[tuple[Any, ...]]:
        if self.phase == "draft":
            return self._draft_moves()
        if self.phase == "split":
            return [("split", jokers) for jokers in self._possible_splits(self.hand, self.line)]
        if self.phase == "column":
            board = self.boards[self.turn]
            columns = legal_columns(board.wall, self.line, board.lines[self.line], self.gray)
            return [("column", column) for column in columns]
        return []

    def _draft_moves(self) -> list[tuple[Any, ...]]:
        moves: list[tuple[Any, ...]] = []
        for source, tiles in self.sources.items():
            for pick in self._picks(tiles):
                for row in ROWS:
                    if self.boards[self.turn].line_accepts(row, pick, self.gray):
                        moves.append(("draft", source, pick, row))
                moves.append(("draft", source, pick, "floor"))
        return moves

    def _picks(self, tiles: list[str]) -> list[str]:
        """All tiles of one colour; or all jokers; or all jokers with all tiles of one colour."""
        colours = [colour for colour in COLOURS if colour in tiles]
        if JOKER not in tiles:
            return colours
        return colours + [JOKER] + [colour + "+" + JOKER for colour in colours]

    def _possible_splits(self, tiles: list[str], row: int) -> list[int]:
        """How many of the picked jokers may go into the line, which is filled as far as the tiles reach (JK-R4)."""
        jokers = tiles.count(JOKER)
        coloured = len(tiles) - jokers
        to_place = min(len(tiles), self.boards[self.turn].free_spaces(row))
        return [n for n in range(jokers + 1) if n <= to_place and to_place - n <= coloured]

    # The deal

    def draw(self, outcome: Any) -> None:
        """The starting player or one tile is drawn."""
        if outcome not in self.due():
            raise ValueError(f"cannot draw {outcome!r} in phase {self.phase!r}: choose one of {list(self.due())}")
        if self.starter is None:
            self.starter = outcome
        else:
            self.bag.remove(outcome)
            self.sources[self._factory_to_fill()].append(outcome)
        self._deal_until_a_draw_is_due()

    def _factory_to_fill(self) -> Any:
        """Factories are filled one after the other, four tiles each (X-R3)."""
        for source, tiles in self.sources.items():
            if source != CENTRE and len(tiles) < TILES_PER_FACTORY:
                return source
        return None

    def _deal_until_a_draw_is_due(self) -> None:
        if self.starter is None:
            return
        if self._factory_to_fill() is None:
            self._start_draft()
            return
        if not self.bag:  # only now that a tile is needed is the lid poured (X-R2)
            self.bag = self.lid
            self.lid = []
        if self.bag:
            return
        if self._offer_is_over():
            self._end_game("empty")
        else:
            self._start_draft()

    # The factory offer

    def apply(self, move: tuple[Any, ...]) -> None:
        """One decision, and everything that follows from it without another decision or draw."""
        if move not in self.legal_moves():
            raise ValueError(f"illegal move {move!r} in phase {self.phase!r}: choose one of legal_moves()")
        if self.phase == "draft":
            _, source, pick, destination = move
            self._take_draft_turn(source, pick, destination)
        elif self.phase == "split":
            self._place_hand_on_line(jokers=move[1])
        else:
            self._place_on_wall(column=move[1])

    def _start_draft(self) -> None:
        self.phase = "draft"
        self.turn = self.starter

    def _offer_is_over(self) -> bool:
        """No tile lies on a factory or in the centre; the marker is no tile (X-R4)."""
        return all(not tiles for tiles in self.sources.values())

    def _take_draft_turn(self, source: int, pick: str, destination: Any) -> None:
        board = self.boards[self.turn]

        # 1. The picked tiles leave the source; the rest of a factory moves to the centre.
        letters = pick.split("+")
        picked = [tile for tile in self.sources[source] if tile in letters]
        rest = [tile for tile in self.sources[source] if tile not in letters]
        if source == CENTRE:
            self.sources[CENTRE] = rest
        else:
            self.sources[source] = []
            self.sources[CENTRE] = self.sources[CENTRE] + rest

        # 2. The first to take from the centre also takes the marker, before any tile falls (AZ-R4).
        if source == CENTRE and self.marker == "centre":
            self.marker = self.turn
            board.take_marker()

        # 3. All tiles go to the one destination. Fallen tiles fall in letter order, so jokers last.
        if destination == "floor":
            board.drop(list(in_letter_order(picked)), self.lid)
            self._end_draft_turn()
            return
        self.hand = picked
        self.line = destination
        splits = self._possible_splits(picked, destination)
        if len(splits) > 1:
            self.phase = "split"
        else:
            self._place_hand_on_line(jokers=splits[0])

    def _place_hand_on_line(self, jokers: int) -> None:
        """Fill the line with so many jokers and the rest coloured; the surplus falls."""
        board = self.boards[self.turn]
        spaces = board.free_spaces(self.line)
        picked_jokers = [tile for tile in self.hand if tile == JOKER]
        picked_coloured = [tile for tile in self.hand if tile != JOKER]
        coloured = min(len(picked_coloured), spaces - jokers)
        board.lines[self.line] += picked_coloured[:coloured] + picked_jokers[:jokers]
        board.drop(picked_coloured[coloured:] + picked_jokers[jokers:], self.lid)
        self.hand = []
        self.line = None
        self._end_draft_turn()

    def _end_draft_turn(self) -> None:
        if self._offer_is_over():
            self._start_tiling()
        else:
            self.phase = "draft"
            self.turn = (self.turn + 1) % self.players

    # Wall-tiling

    def _start_tiling(self) -> None:
        """Seats in order from the starter of this round, the lines of each from top to bottom (GR-R2, GR-R5)."""
        seats = [(self.starter + i) % self.players for i in range(self.players)]
        self.lines_to_tile = [(seat, row) for seat in seats for row in ROWS]
        self._tile_until_a_decision()

    def _tile_until_a_decision(self) -> None:
        while self.lines_to_tile:
            seat, row = self.lines_to_tile[0]
            board = self.boards[seat]
            if board.free_spaces(row) == 0:
                columns = legal_columns(board.wall, row, board.lines[row], self.gray)
                if len(columns) > 1:
                    self.phase = "column"
                    self.turn = seat
                    self.line = row
                    return
                if len(columns) == 1:
                    board.tile_wall(row, columns[0], self.lid)
                else:
                    board.drop_line(row, self.lid)
            self.lines_to_tile.pop(0)
        self._end_round()

    def _place_on_wall(self, column: int) -> None:
        self.boards[self.turn].tile_wall(self.line, column, self.lid)
        self.line = None
        self.lines_to_tile.pop(0)
        self._tile_until_a_decision()

    # The end of the round and of the game

    def _end_round(self) -> None:
        for board in self.boards:
            board.settle_floor(self.lid)
        if any(complete_rows(board.wall) > 0 for board in self.boards):
            self._end_game("row")
        elif self._no_row_can_be_completed():
            self._end_game("dead")
        elif self.round == self.max_rounds:
            self._end_game("rounds")
        else:
            self._prepare_next_round()

    def _no_row_can_be_completed(self) -> bool:
        """The dead end of the gray wall (GR-R7); a joker that is not yet on a wall fits every free cell."""
        if not self.gray:
            return False
        if self.jokers:
            jokers_on_walls = sum(list(board.wall.values()).count(JOKER) for board in self.boards)
            if jokers_on_walls < JOKERS[self.players]:
                return False
        return not any(row_can_be_completed(board.wall, row) for board in self.boards for row in ROWS)

    def _prepare_next_round(self) -> None:
        """The marker's holder starts, or the same player again if nobody holds it, and puts it back to the centre."""
        self.round += 1
        if self.marker != "centre":
            self.starter = self.marker
        self.marker = "centre"
        self.phase = "deal"
        self.turn = None
        self._deal_until_a_draw_is_due()

    def _end_game(self, ending: str) -> None:
        for board in self.boards:
            board.score += final_bonus(board.wall)
        self.ending = ending
        self.phase = "over"
        self.turn = None

    # Results

    def scores(self) -> list[int]:
        return [board.score for board in self.boards]

    def ranking(self) -> list[int]:
        """Highest score first, a tie goes to more complete rows, and who is still tied shares the rank (AZ-R13)."""
        results = [(board.score, complete_rows(board.wall)) for board in self.boards]
        return [1 + sum(other > result for other in results) for result in results]

    def winners(self) -> list[int]:
        return [seat for seat, rank in enumerate(self.ranking()) if rank == 1]

    def snapshot(self) -> dict:
        """The whole position in canonical form."""
        return {
            "phase": self.phase,
            "turn": self.turn,
            "round": self.round,
            "starter": self.starter,
            "marker": self.marker,
            "factories": [in_letter_order(tiles) for source, tiles in self.sources.items() if source != CENTRE],
            "centre": in_letter_order(self.sources[CENTRE]),
            "bag": in_letter_order(self.bag),
            "lid": in_letter_order(self.lid),
            "hand": in_letter_order(self.hand),
            "line": self.line,
            "ending": self.ending,
            "boards": [board.snapshot() for board in self.boards],
        }
