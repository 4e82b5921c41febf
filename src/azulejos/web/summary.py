"""The end of a game in numbers: scores by round as a chart, and where the points came from."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from azulejos.draw.svg import circle, group, path, rect, tag, text
from azulejos.web.rooms import Room
from azulejos.web.view import names_at
from azulejos.words import signed

WIDTH, HEIGHT = 440, 270
LEFT, RIGHT, TOP, BOTTOM = 36, 70, 16, 34
DASHES = (None, "7 4", "2 4", "9 3 2 3")


class Share(NamedTuple):
    """Some points of a seat: what for, how often, how many, and how long their bar is (in hundredths)."""

    what: str
    times: int
    points: int
    width: int


@dataclass
class Summary:
    title: str
    ending: str
    ranking: list[tuple[int, int]]  # rank and seat, the best first
    shares: list[list[Share]]  # by seat
    chart: str
    rounds: list[tuple[str, list[int]]]  # the same numbers as a table


def summary(room: Room, shown: Any) -> Summary:
    position, about, words = shown.position, shown.about, shown.words
    names = about.breakdown_names()
    told = [position.rules.breakdown(position.state, seat) for seat in range(position.players)]
    most = max(1, *(sum(abs(points) for _, _, points in parts) for parts in told))
    shares = [
        [Share(names[what], times, points, round(100 * abs(points) / most)) for what, times, points in parts]
        for parts in told
    ]
    ranked = sorted((rank, seat) for seat, rank in enumerate(position.ranking))
    rounds = scores_by_round(room, words)
    chart = draw_chart(rounds, words.text("Score by round"))
    return Summary(title_for(room, shown), about.ending(position), ranked, shares, chart, rounds)


def title_for(room: Room, shown: Any) -> str:
    """Who has won; to who has won alone and has no name, in the second person."""
    position, words = shown.position, shown.words
    first = [seat for seat, rank in enumerate(position.ranking) if rank == 1]
    if len(first) == 1 and shown.names[first[0]] == words.text("You"):
        return words.text("You win with {points}.").format(points=words.points(position.scores[first[0]]))
    return shown.about.winners(position, names_at(room.table.seats, "", words))


def scores_by_round(room: Room, words: Any) -> list[tuple[str, list[int]]]:
    """The scores at the end of each round, without the final bonus, and then with it."""
    rounds: dict[int, list[int]] = {}
    for _, happening in room.history:
        if happening.move is not None:
            after = happening.after
            told = [after.rules.breakdown(after.state, seat) for seat in range(after.players)]
            rounds[happening.before.round] = [parts[0][2] for parts in told]
    found = [(str(number), scores) for number, scores in rounds.items()]
    return [*found, (words.text("end"), room.table.position.scores)]


def draw_chart(rounds: list[tuple[str, list[int]]], title: str) -> str:
    """One line a seat, each with a dash of its own; the numbers stand beside it as a table."""
    n = len(rounds)
    highest = max(10, *(max(scores) for _, scores in rounds))
    lowest = min(0, *(min(scores) for _, scores in rounds))

    def at(step: int, score: float) -> tuple[float, float]:
        x = LEFT + (WIDTH - LEFT - RIGHT) * step / max(1, n)
        return x, TOP + (HEIGHT - TOP - BOTTOM) * (highest - score) / (highest - lowest)

    body = [tag("title", title), _grid(at, n, lowest, highest, rounds)]
    labels = _spread([at(n, scores)[1] for scores in rounds[-1][1]])
    for seat, score in enumerate(rounds[-1][1]):
        points = [at(0, 0), *(at(step, scores[seat]) for step, (_, scores) in enumerate(rounds, 1))]
        line = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        drawn = path(line, fill="none", stroke_width=2.5, stroke_dasharray=DASHES[seat])
        dots = "".join(circle(x, y, 3.5) for x, y in points[1:])
        x, y = WIDTH - RIGHT + 20, labels[seat]
        badge = circle(x, y, 9.5, class_="who") + text(x, y + 4, str(seat + 1), 11, text_anchor="middle", class_="who")
        told = text(x + 14, y + 4.5, signed(score), 13)
        body.append(group(drawn, dots, badge, told, class_=f"series seat{seat}"))
    return tag("svg", *body, viewBox=f"0 0 {WIDTH} {HEIGHT}", class_="chart", role="img", aria_label=title)


def _grid(at: Any, n: int, lowest: int, highest: int, rounds: list[tuple[str, list[int]]]) -> str:
    step = next(step for step in (5, 10, 20, 25, 50, 100) if (highest - lowest) / step <= 6)
    drawn = [rect(at(n - 1, 0)[0], TOP, at(n, 0)[0] - at(n - 1, 0)[0], HEIGHT - TOP - BOTTOM, class_="bonus")]
    for score in range(lowest // step * step, highest + 1, step):
        y = at(0, score)[1]
        if y <= HEIGHT - BOTTOM + 1:
            drawn.append(path(f"M{LEFT} {y:.1f}H{WIDTH - RIGHT}", class_="rule"))
            drawn.append(text(LEFT - 8, y + 4, signed(score), 12, text_anchor="end"))
    drawn += [text(at(i, 0)[0], HEIGHT - 12, name, 12, text_anchor="middle") for i, (name, _) in enumerate(rounds, 1)]
    return group(*drawn, class_="grid")


def _spread(ys: list[float]) -> list[float]:
    """Labels at least a line apart."""
    placed = list(ys)
    order = sorted(range(len(ys)), key=lambda seat: ys[seat])
    for upper, lower in pairwise(order):
        placed[lower] = max(placed[lower], placed[upper] + 21)
    return placed
