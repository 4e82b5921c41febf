"""What people read, in their language: names of games, tiles and places, moves, questions, results.

The English text is the key; French and Dutch lie in locale/ as gettext catalogues. Tokens of the notation are not
translated. `make words` brings the catalogues up to date after a change here.
"""

import gettext
from pathlib import Path
from typing import Any

from azulejos.games import Position
from azulejos.notation.azul import LETTERS
from azulejos.notation.pavilion import LETTERS as PAVILION_LETTERS
from azulejos.rules import azul, pavilion, sintra, tiles
from azulejos.rules.sintra_box import PACKAGE_BOX, PALETTE_LETTERS

LANGUAGES = ("en", "fr", "nl")
LOCALE = Path(__file__).parent / "locale"
MINUS = "\N{MINUS SIGN}"


def signed(n: int) -> str:
    """A number as it is printed: with a true minus sign."""
    return str(n).replace("-", MINUS)


class Words:
    """The words of one language. Every text that depends on a game is asked of the game's own part."""

    def __init__(self, language: str = "en") -> None:
        if language not in LANGUAGES:
            raise ValueError(f"the languages are {', '.join(LANGUAGES)}, not {language!r}")
        self.language = language
        catalogue = gettext.translation("azulejos", LOCALE, [language], fallback=language == "en")
        self.text = catalogue.gettext
        self.plural = catalogue.ngettext

    def of(self, position: Position) -> "GameWords":
        return GAME_WORDS[position.game](self, position)

    def points(self, n: int) -> str:
        return self.plural("{n} point", "{n} points", abs(n)).format(n=signed(n))

    def tiles(self, n: int) -> str:
        return self.plural("{n} tile", "{n} tiles", n).format(n=n)

    def pieces(self, n: int) -> str:
        return self.plural("{n} piece", "{n} pieces", n).format(n=n)

    def join(self, names: list[str]) -> str:
        """`Ann, Bob and Cleo`."""
        if len(names) < 2:
            return "".join(names)
        return self.text("{most} and {last}").format(most=", ".join(names[:-1]), last=names[-1])


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


class TableWords:
    """What the games have in common on the table; a game whose words depend on the position takes it."""

    rules: Any
    letters: str
    kinds: tuple[str, ...]

    def __init__(self, words: Words, position: Position | None = None) -> None:
        self.words = words
        self._ = _ = words.text
        self.centre = _("centre of the table")
        self.marker = _("starting player marker")
        self.bag = _("bag")

    def source(self, source: int) -> str:
        return self._("factory {n}").format(n=source) if source else self._("the centre of the table")

    def from_source(self, source: int) -> str:
        return self._("from factory {n}").format(n=source) if source else self._("from the centre of the table")

    def counted(self, n: int, kind: int) -> str:
        """`2 blue`; in some languages the colour agrees with the number."""
        raise NotImplementedError

    def some(self, n: int, kind: int) -> str:
        """`blue`, or `2 blue`."""
        return self.counted(n, kind) if n > 1 else self.kinds[kind]

    def heap(self, heap: int) -> str:
        """`2 blue, 1 red`, or `empty`."""
        counts = [(kind, int(tiles.count(heap, kind))) for kind in range(tiles.KINDS)]
        return ", ".join(self.counted(n, kind) for kind, n in counts if n) or self._("empty")

    def with_marker(self, heap: int, *, there: bool) -> str:
        """The same where the starting player marker may lie, too."""
        return ", ".join([self.marker] * bool(there) + [self.heap(heap)] * bool(heap)) or self._("empty")

    def lying(self, n: int, kind: int, source: int) -> str:
        """`2 blue, factory 1`."""
        return f"{self.counted(n, kind)}, {self.source(source)}"

    def objection(self, position: Position, code: int) -> str:
        """Why a move is not legal, as a sentence; empty where it is."""
        text = self.rules.OBJECTIONS[int(self.rules.objection(position.state, code))]
        return self._(text) if text else ""

    def forced(self, before: Position, after: Position, mover: int) -> list[tuple[int, str]]:
        """What happened between two positions without being asked, each with the seat that it happened to."""
        return []

    def legend(self) -> str:
        """What the letters on the table mean."""
        letters = ", ".join(f"{letter} {kind}" for letter, kind in zip(self.letters, self.kinds, strict=True))
        return self._("{letters}; 1 is the {marker}; C is the {centre}").format(
            letters=letters, marker=self.marker, centre=self.centre
        )


class AzulWords(TableWords):
    """Azul in words. The nouns are those of the three rulebooks."""

    rules = azul
    letters = LETTERS

    def __init__(self, words: Words, position: Position | None = None) -> None:
        super().__init__(words)
        _ = words.text
        self.title = _("Azul")
        self.kinds: tuple[str, ...] = (_("blue"), _("yellow"), _("red"), _("black"), _("white"), _("joker"))
        self.floor = _("floor line")
        self.wall = _("wall")
        self.lines = _("pattern lines")
        self.lid = _("lid of the box")

    def variant(self, position: Position) -> str:
        """`Azul, gray wall, Joker tiles`."""
        _ = self._
        parts = [self.title, _("gray wall") if position.state.options.gray else _("coloured wall")]
        if position.state.options.jokers:
            parts.append(_("Joker tiles"))
        return ", ".join(parts)

    def counted(self, n: int, kind: int) -> str:
        plural = self.words.plural
        told = (
            plural("{n} blue", "{n} blue", n), plural("{n} yellow", "{n} yellow", n), plural("{n} red", "{n} red", n),
            plural("{n} black", "{n} black", n), plural("{n} white", "{n} white", n),
            plural("{n} joker", "{n} jokers", n),
        )  # fmt: skip
        return told[kind].format(n=n)

    def line(self, line: int) -> str:
        return self.floor if line == azul.FLOOR else self._("pattern line {n}").format(n=line + 1)

    def cell(self, row: int, column: int) -> str:
        return self._("wall, row {row}, column {column}").format(row=row + 1, column=column + 1)

    def pick(self, pick: int, n: int = 0) -> str:
        """`red`, `2 red`, or `red and jokers`."""
        kind = self.some(n, int(azul.kind_of_pick(pick)))
        return self._("{colour} and jokers").format(colour=kind) if pick >= azul.MIXED else kind

    def move(self, move: Any, n: int = 0) -> str:
        """`red from factory 3 to pattern line 2`; with the number of tiles where it is known and more than 1."""
        _ = self._
        if move.kind == azul.SPLIT:
            return self.words.plural("{n} joker into the line", "{n} jokers into the line", move.jokers).format(
                n=move.jokers
            )
        if move.kind == azul.COLUMN:
            return _("to column {n} of the wall").format(n=move.column + 1)
        to_line = (
            _("to the floor line") if move.line == azul.FLOOR else _("to pattern line {n}").format(n=move.line + 1)
        )
        return f"{self.pick(move.pick, n)} {self.from_source(move.source)} {to_line}"

    def question(self, position: Position) -> str:
        """What the player on turn is asked."""
        _ = self._
        line = int(position.state.line) + 1
        questions = {
            "draft": _("Which tiles do you take, and where do they go?"),
            "split": _("How many jokers go into pattern line {n}? The rest falls to the floor line."),
            "column": _("To which column of the wall does the tile of pattern line {n} go?"),
        }
        return questions[position.asks or ""].format(n=line)

    def ending(self, position: Position) -> str:
        _ = self._
        return {
            "row": _("A row of a wall is complete: the game is over."),
            "dead": _("No row of any wall can be completed any more: the game is over."),
            "empty": _("There is no tile left to play with: the game is over."),
            "rounds": _("The last round that was agreed has been played: the game is over."),
        }[position.ending or ""]

    def breakdown_names(self) -> dict[str, str]:
        _ = self._
        return {
            "rounds": _("points from the rounds"),
            "rows": _("complete rows (2 points each)"),
            "columns": _("complete columns (7 points each)"),
            "colours": _("complete colours (10 points each)"),
        }

    def winners(self, position: Position, names: list[str]) -> str:
        """`Ann wins with 57 points.`; a tie names the rule that breaks it or not."""
        first = [seat for seat, rank in enumerate(position.ranking) if rank == 1]
        points = self.words.points(position.scores[first[0]])
        winners = self.words.join([names[seat] for seat in first])
        if len(first) > 1:
            return self._("{names} share the victory with {points} and as many complete rows.").format(
                names=winners, points=points
            )
        if position.scores.count(max(position.scores)) > 1:
            return self._("{name} wins with {points}, by complete rows.").format(name=winners, points=points)
        return self._("{name} wins with {points}.").format(name=winners, points=points)


class PavilionWords(TableWords):
    """Summer Pavilion in words."""

    rules = pavilion
    letters = PAVILION_LETTERS

    def __init__(self, words: Words, position: Position | None = None) -> None:
        super().__init__(words)
        _ = words.text
        self.position = position
        self.title = _("Azul: Summer Pavilion")
        self.kinds: tuple[str, ...] = (_("purple"), _("green"), _("orange"), _("yellow"), _("blue"), _("red"))
        self.tower = _("tower")
        self.supply = _("supply")
        self.hand = _("hand")
        self.corners = _("corners")
        self.joker = _("joker colour")
        self.has_passed = _("has passed")

    def variant(self, position: Position) -> str:
        _ = self._
        side = _("monochrome side") if position.state.options.mono else _("coloured side")
        return f"{self.title}, {side}"

    def forced(self, before: Position, after: Position, mover: int) -> list[tuple[int, str]]:
        """Who could place nothing and has passed."""
        ends = after.round != before.round or after.is_over
        boards = enumerate(zip(before.state.players, after.state.players, strict=True))
        passed = [seat for seat, (then, now) in boards if not then.passed and (now.passed or ends)]
        started = before.asks in ("place", "bonus", "keep")
        return [(seat, self._("pass")) for seat in passed if seat != mover and started]

    def counted(self, n: int, kind: int) -> str:
        plural = self.words.plural
        told = (
            plural("{n} purple", "{n} purple", n), plural("{n} green", "{n} green", n),
            plural("{n} orange", "{n} orange", n), plural("{n} yellow", "{n} yellow", n),
            plural("{n} blue", "{n} blue", n), plural("{n} red", "{n} red", n),
        )  # fmt: skip
        return told[kind].format(n=n)

    def feature(self, index: int) -> str:
        """`pillar`."""
        _ = self._
        return (_("pillar"), _("statue"), _("window"))[index % 3]

    def star(self, position: Position, star: int) -> str:
        """`orange star`; on the monochrome side by its number."""
        _, colour = self._, int(pavilion.STAR_COLOUR[star])
        if colour < 0:
            return _("centre star")
        if position.state.options.mono:
            return _("star {n}").format(n=star)
        return (
            _("purple star"), _("green star"), _("orange star"), _("yellow star"), _("blue star"), _("red star")
        )[colour]  # fmt: skip

    def space(self, position: Position, star: int, space: int) -> str:
        return self._("{star}, space {n}").format(star=self.star(position, star), n=space + 1)

    def held(self, n: int, kind: int) -> str:
        """`2 green, hand`."""
        return f"{self.counted(n, kind)}, {self.hand}"

    def in_supply(self, n: int, kind: int) -> str:
        """`2 green, supply`."""
        return f"{self.counted(n, kind)}, {self.supply}"

    def move(self, move: Any, n: int = 0) -> str:
        """`red from factory 3`, `green on green star, space 4, with 2 jokers`."""
        _ = self._
        if move.kind == pavilion.KEEP and move.colour == pavilion.STOP:
            return _("the rest is discarded")
        if move.kind == pavilion.PLACE and move.colour == -1:
            return _("pass")
        colour = self.kinds[int(move.colour)]
        if move.kind == pavilion.DRAFT:
            return f"{self.some(n, int(move.colour))} {self.from_source(move.source)}"
        if move.kind == pavilion.BONUS:
            return _("{colour} from the supply").format(colour=colour)
        if move.kind == pavilion.KEEP:
            return _("{colour} to the corners").format(colour=colour)
        assert self.position is not None
        place = self.space(self.position, move.star, move.position)
        placed = _("{colour} on {place}").format(colour=colour, place=place)
        jokers = self.words.plural("with {n} joker", "with {n} jokers", move.jokers).format(n=move.jokers)
        return f"{placed}, {jokers}" if move.jokers else placed

    def question(self, position: Position) -> str:
        _ = self._
        questions = {
            "draft": _("Which tiles do you take?"),
            "place": _("Which space do you fill, or do you pass?"),
            "bonus": _("Which bonus tile do you take? Still due: {n}, in the order {colours}."),
            "keep": _("Which tile do you keep? You may keep {n} more, in the order {colours}."),
        }
        n = int(position.state.due) if position.asks == "bonus" else int(position.state.keeps)
        return questions[position.asks or ""].format(n=n, colours=", ".join(self.kinds))

    def ending(self, position: Position) -> str:
        _ = self._
        return {
            "last": _("The six rounds have been played: the game is over."),
            "rounds": _("The last round that was agreed has been played: the game is over."),
        }[position.ending or ""]

    def breakdown_names(self) -> dict[str, str]:
        _ = self._
        return {
            "rounds": _("points from the rounds"),
            "stars": _("complete stars"),
            "numbers": _("numbers covered everywhere"),
        }

    def winners(self, position: Position, names: list[str]) -> str:
        """`Ann wins with 57 points.`; there is no tie-break."""
        first = [seat for seat, rank in enumerate(position.ranking) if rank == 1]
        points = self.words.points(position.scores[first[0]])
        winners = self.words.join([names[seat] for seat in first])
        if len(first) > 1:
            return self._("{names} share the victory with {points}.").format(names=winners, points=points)
        return self._("{name} wins with {points}.").format(name=winners, points=points)


class SintraWords(TableWords):
    """Stained Glass of Sintra in words. The colours are those of the position's box."""

    rules = sintra

    def __init__(self, words: Words, position: Position | None = None) -> None:
        super().__init__(words)
        _ = words.text
        self.title = _("Azul: Stained Glass of Sintra")
        # In the order of PALETTE. Every colour has a shape of its own, so that nobody needs to tell the hues apart.
        self.palette: tuple[str, ...] = (
            _("blue"), _("green"), _("orange"), _("pink"), _("yellow"), _("red"), _("violet"), _("turquoise"),
            _("white"),
        )  # fmt: skip
        self.palette_shapes: tuple[str, ...] = (
            _("waves"), _("leaf"), _("sun"), _("flower"), _("lattice"), _("flame"), _("bell"), _("shell"),
            _("moon"),
        )  # fmt: skip
        self.colours = [int(colour) for colour in (position.state.box if position else PACKAGE_BOX).colours]
        self.letters = "".join(PALETTE_LETTERS[colour] for colour in self.colours)
        self.kinds = tuple(self.palette[colour] for colour in self.colours)
        self.shapes = tuple(self.palette_shapes[colour] for colour in self.colours)
        self.side = int(position.state.options.side) if position else sintra.SIDE_A
        self.tower = _("tower")
        self.hand = _("hand")
        self.windows = _("windows and their values")
        self.broken_glass = _("broken glass")
        self.indicator = _("round indicator")
        self.joker_cell = _("joker cell")
        self.turned_over = _("turned over, the strips show")
        self.reset_short = _("the glazier goes back to the leftmost strip")

    def variant(self, position: Position) -> str:
        """`Azul: Stained Glass of Sintra, side B`; a box that is not the package's is said."""
        options = position.options
        parts = [self.title, self._("side {side}").format(side=options.get("side", "A"))]
        if "components" in options:
            parts.append(self._("components {name}").format(name=options["components"]))
        return ", ".join(parts)

    def legend(self) -> str:
        """With the shapes, and what stands on a strip."""
        kinds = [f"{kind} ({shape})" for kind, shape in zip(self.kinds, self.shapes, strict=True)]
        letters = ", ".join(f"{letter} {kind}" for letter, kind in zip(self.letters, kinds, strict=True))
        return self._(
            "{letters}; * is a {joker}; small letters are free cells; 1 is the {marker}; C is the {centre}"
        ).format(letters=letters, joker=self.joker_cell, marker=self.marker, centre=self.centre)

    def forced(self, before: Position, after: Position, mover: int) -> list[tuple[int, str]]:
        """Where the broken-glass marker went."""
        if after.is_over:
            return []
        then, now = before.state.players[mover], after.state.players[mover]
        told: list[str] = []
        if now.lost > then.lost:
            told.append(self._("the end of the broken-glass track: {n}").format(n=signed(then.lost - now.lost)))
        if (now.space, now.lost) != (then.space, then.lost):
            loss = int(after.state.box.track[int(now.space)])
            told.append(self._("now at {n} on the broken-glass track").format(n=signed(-loss)))
        return [(mover, text) for text in told]

    def move(self, move: Any, n: int = 0) -> str:
        """`orange from factory 3 to strip 6`, `pink into the window`."""
        _ = self._
        if move.kind == sintra.RESET:
            return _("the glazier goes back to the leftmost strip")
        if move.kind == sintra.SPLIT:
            return self.words.plural("{n} piece into joker cells", "{n} pieces into joker cells", move.jokers).format(
                n=move.jokers
            )
        colour = self.palette[int(move.colour)]
        if move.kind == sintra.KEEP:
            return _("{colour} into the window").format(colour=colour)
        pieces = self.counted(n, self.colours.index(int(move.colour))) if n > 1 else colour
        taken = f"{pieces} {self.from_source(move.source)}"
        if move.slot == sintra.BREAK:
            return _("{text}: all break").format(text=taken)
        to_strip = _("to strip {n}").format(n=move.slot + 1)
        return f"{taken} {to_strip}"

    def counted(self, n: int, kind: int) -> str:
        """Of a joker cell: `1 of any colour`."""
        plural = self.words.plural
        if kind == sintra.JOKER:
            return plural("{n} of any colour", "{n} of any colour", n).format(n=n)
        told = (
            plural("{n} blue", "{n} blue", n), plural("{n} green", "{n} green", n),
            plural("{n} orange", "{n} orange", n), plural("{n} pink", "{n} pink", n),
            plural("{n} yellow", "{n} yellow", n), plural("{n} red", "{n} red", n),
            plural("{n} violet", "{n} violet", n), plural("{n} turquoise", "{n} turquoise", n),
            plural("{n} white", "{n} white", n),
        )  # fmt: skip
        return told[self.colours[kind]].format(n=n)

    def strip(self, slot: int) -> str:
        return self._("strip {n}").format(n=slot + 1)

    def question(self, position: Position) -> str:
        """What the player on turn is asked."""
        _ = self._
        board = position.state.players[position.turn]
        questions = {
            "draft": _("Which pieces do you take, and for which strip?"),
            "split": _("How many pieces go into joker cells? The others go into cells of their colour."),
            "keep": _("Which of the pieces on the strip goes into window {n}?"),
        }
        if position.asks == "draft" and sintra.can_reset(board):
            return _("Which pieces do you take, and for which strip? Or does the glazier go back (reset)?")
        return questions[position.asks or ""].format(n=int(board.glazier) + 1)

    def ending(self, position: Position) -> str:
        _ = self._
        return {
            "last": _("The six rounds have been played: the game is over."),
            "rounds": _("The last round that was agreed has been played: the game is over."),
        }[position.ending or ""]

    def breakdown_names(self) -> dict[str, str]:
        _ = self._
        side = {
            sintra.SIDE_A: ("ornaments", _("ornaments")),
            sintra.SIDE_B: ("windows", _("complete windows, times the panes of the best colour")),
        }
        return {
            "rounds": _("points from the rounds"),
            "sets": _("sets of three pieces left on strips"),
            **dict([side[self.side]]),
            "glass": _("steps on the broken-glass track"),
        }

    def winners(self, position: Position, names: list[str]) -> str:
        """`Ann wins with 57 points.`; a tie names the rule that breaks it or not."""
        first = [seat for seat, rank in enumerate(position.ranking) if rank == 1]
        points = self.words.points(position.scores[first[0]])
        winners = self.words.join([names[seat] for seat in first])
        if len(first) > 1:
            return self._(
                "{names} share the victory with {points} and as many points lost on the broken-glass track."
            ).format(names=winners, points=points)
        if position.scores.count(max(position.scores)) > 1:
            return self._("{name} wins with {points}, having lost fewer on the broken-glass track.").format(
                name=winners, points=points
            )
        return self._("{name} wins with {points}.").format(name=winners, points=points)


GameWords = AzulWords | PavilionWords | SintraWords
GAME_WORDS = {"azul": AzulWords, "pavilion": PavilionWords, "sintra": SintraWords}
