"""The table in a terminal: showing a position, and playing a game with people and bots.

How a game's table looks is in one file a game; everything else here is the same for all.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rich.console import Console
from rich.table import Table

from azulejos.bots import Bot, Budget, Thought
from azulejos.bots.hint import expected_scores, hint, line_in_words, told
from azulejos.games import Position
from azulejos.notation import IllegalMove, InvalidNotation
from azulejos.terminal import azul, pavilion, sintra
from azulejos.words import Words

TABLES = {"azul": azul.table, "pavilion": pavilion.table, "sintra": sintra.table}

PERSON = "person"
HINT_MS = 1000.0


@dataclass
class Game:
    """A game at one terminal. `ask` reads a line (None at the end of the input), `keep` is told after every step.

    `seats` says who sits where: PERSON, or the name of a bot, which is then among `bots`.
    """

    position: Position
    seats: list[str]
    words: Words
    console: Console
    ask: Callable[[str], str | None]
    keep: Callable[[Position], None]
    bots: dict[int, Bot]
    budget: Budget  # of a bot, for a move
    thinks_aloud: bool = False
    shown: bytes = b""  # the position that the players have before them
    round_began: list[int] = field(default_factory=list[int])  # the scores then

    @property
    def names(self) -> list[str]:
        return seat_names(self.words, self.seats)

    def play(self) -> bool:
        """Plays to the end; False when somebody left before."""
        self._say(self.words.of(self.position).variant(self.position), style="bold")
        self.round_began = self.position.scores
        while not self.position.is_over:
            round_number = self.position.round
            if not self._step():
                return False
            self.keep(self.position)
            if self.position.is_over or self.position.round != round_number:
                self._tell_round(round_number)
        show(self.console, self.position, self.words, self.names)
        explain(self.console, self.position, self.words, self.names)
        return True

    def _step(self) -> bool:
        if self.position.asks == "deal":
            self.position.deal()
        elif self._seat in self.bots:
            self._bot_moves(self.bots[self._seat])
        else:
            if self.shown != self.position.key:
                show(self.console, self.position, self.words, self.names)
                self.shown = self.position.key
            return self._ask_person()
        return True

    def _bot_moves(self, bot: Bot) -> None:
        thought = bot.think(self.position.copy(), self.budget)
        if self.thinks_aloud:
            self._tell_thought(thought)
        self._push(thought.move)

    def _tell_thought(self, thought: Thought) -> None:
        """What a bot expects, before it moves."""
        _ = self.words.text
        expected = expected_scores(thought, self.names) if thought.expected else _("no opinion")
        parts = [_("expects {scores}").format(scores=expected), _("{n} positions").format(n=thought.nodes)]
        if thought.depth:
            parts.append(_("{n} moves deep").format(n=thought.depth))
        if thought.line[1:]:
            line = "; ".join(line_in_words(thought, self.position, self.words, self.names))
            parts.append(_("then probably {line}").format(line=line))
        self._tell(self.names[self._seat], ", ".join(parts), style="dim")

    @property
    def _seat(self) -> int:
        assert self.position.turn is not None
        return self.position.turn

    def _push(self, move: str | int) -> None:
        code = self.position.code(move)
        about, seat, before = self.words.of(self.position), self._seat, self.position.copy()
        told = about.move(self.position.move(code))
        self.position.push(code)
        gain = _scores_without_bonus(self.position)[seat] - before.scores[seat]
        if gain and self.position.round == before.round:
            told += f" ({gain:+d})"
        self._tell(self.names[seat], told)
        for other, text in about.forced(before, self.position, seat):
            self._tell(self.names[other], text)

    def _ask_person(self) -> bool:
        """One decision of a person, or a command; False to leave."""
        _ = self.words.text
        name = self.names[self._seat]
        self._tell(name, self.words.of(self.position).question(self.position), style="bold")
        answer = self.ask(_("Your move (? for help): "))
        if answer is None or answer.strip().lower() in ("quit", "exit", "q"):
            return False
        answer = answer.strip()
        if answer.lower() in ("?", "help"):
            self._help()
        elif answer.lower() == "undo":
            self._undo()
        elif answer.lower() == "hint":
            for sentence in told(hint(self.position, Budget(ms=HINT_MS)), self.position, self.words, self.names):
                self._say(sentence)
        elif answer.lower() == "think":
            self._think_aloud()
        elif answer.lower() == "text":
            self.console.print(self.position.text, highlight=False, markup=False, soft_wrap=True)
        elif answer:
            self._try(answer)
        return True

    def _think_aloud(self) -> None:
        self.thinks_aloud = not self.thinks_aloud
        _ = self.words.text
        self._say(_("The bots think aloud from now on.") if self.thinks_aloud else _("The bots keep their thoughts."))

    def _try(self, answer: str) -> None:
        word, _, number = str(self.position.legal_moves[0]).partition(" ")
        move = f"{word} {answer}" if answer.isdecimal() and number.isdecimal() else answer  # a number for a number
        try:
            objection = self.words.of(self.position).objection(self.position, self.position.code(move))
            if objection:
                self._say(self.words.text("That is not possible: {reason}.").format(reason=objection), style="red")
            else:
                self._push(move)
        except (InvalidNotation, IllegalMove):
            self._say(self.words.text("{text} is not a move here. Enter ? for help.").format(text=answer), style="red")

    def _help(self) -> None:
        _ = self.words.text
        self._say(_("Moves that you can make:"))
        groups: dict[str, list[str]] = {}
        for move in self.position.legal_moves:
            what, arrow, where = str(move).partition(" > ")
            groups.setdefault(what if arrow else "", []).append(where if arrow else what)
        for what, places in groups.items():
            self._say(f"  {what} > {' | '.join(places)}" if what else f"  {' | '.join(places)}")
        self._say(
            _("Enter a move as it is written here, for example: {move}").format(move=self.position.legal_moves[0])
        )
        self._say(self.words.of(self.position).legend())
        self._say(_("undo takes back your last move, text shows the position as text, quit leaves the game."))
        self._say(_("hint suggests a move, think lets the bots think aloud, or stops them."))

    def _undo(self) -> None:
        """Back to the last decision of a person; never past a draw, since what was seen cannot be unseen."""
        for steps, event in enumerate(reversed(self.position.events), 1):
            if event.seat is None:
                break
            if self.seats[event.seat] == PERSON:
                for _ in range(steps):
                    self.position.pop()
                self._say(self.words.text("Taken back."))
                return
        self._say(
            self.words.text("Nothing can be taken back: you have not moved since tiles were last drawn."), style="red"
        )

    def _tell_round(self, round_number: int) -> None:
        scores = _scores_without_bonus(self.position)
        gains = zip(self.names, self.round_began, scores, strict=True)
        told = ", ".join(f"{name} {now} ({now - then:+d})" for name, then, now in gains)
        self._say(self.words.text("Round {n} is over: {scores}").format(n=round_number, scores=told), style="bold")
        self.round_began = scores

    def _tell(self, name: str, text: str, style: str | None = None) -> None:
        self._say(self.words.text("{name}: {text}").format(name=name, text=text), style)

    def _say(self, text: str, style: str | None = None) -> None:
        self.console.print(text, style=style, highlight=False, markup=False)


def _scores_without_bonus(position: Position) -> list[int]:
    return [position.rules.breakdown(position.state, seat)[0][2] for seat in range(position.players)]


def seat_names(words: Words, seats: list[str]) -> list[str]:
    """`Player 1`, `Random player 2`, `Player 3 (level 6)`."""
    return [_seat_name(words, seat, n) for n, seat in enumerate(seats, 1)]


def _seat_name(words: Words, seat: str, n: int) -> str:
    _ = words.text
    if seat == PERSON:
        return _("Player {n}").format(n=n)
    if seat == "random":
        return _("Random player {n}").format(n=n)
    bot, _colon, level = seat.partition(":")
    if bot == "search" and level:
        return _("Player {n} (level {level})").format(n=n, level=level)
    return _("Player {n} ({bot})").format(n=n, bot=seat)


def show(console: Console, position: Position, words: Words, names: list[str]) -> None:
    """The table, with who is on turn."""
    console.print()
    console.print(words.text("Round {n}").format(n=position.round), style="bold", highlight=False)
    for part in TABLES[position.game](position, words, names):
        console.print(part)


def explain(console: Console, position: Position, words: Words, names: list[str]) -> None:
    """Why the game is over, where every point comes from, and who has won."""
    about = words.of(position)
    console.print(about.ending(position), highlight=False)
    table = Table(show_edge=False, pad_edge=False)
    table.add_column("")
    for name in names:
        table.add_column(name, justify="right")
    rows: dict[str, list[Any]] = {}
    for seat in range(position.players):
        for what, times, points in position.rules.breakdown(position.state, seat):
            rows.setdefault(what, []).append(_times(times, points) if what != "rounds" else str(points))
    for what, cells in rows.items():
        table.add_row(about.breakdown_names()[what], *cells)
    table.add_section()
    table.add_row(words.text("total"), *map(str, position.scores), style="bold")
    console.print(table)
    console.print(about.winners(position, names), style="bold", highlight=False)


def _times(times: int, points: int) -> str:
    return f"{times} → {points}" if times else "-"
