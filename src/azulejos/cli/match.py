"""`azulejos match`: bots against each other; `azulejos engine`: a bot as a program that other programs ask."""

import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from azulejos.arena.match import Match
from azulejos.arena.runner import ArenaBroken, Plan, run
from azulejos.arena.tally import Standing, Tally
from azulejos.bots import MOST_MS, MOST_NODES, MOST_THREADS, Budget
from azulejos.bots.engine import serve
from azulejos.cli.options import (
    Components,
    GameName,
    Jokers,
    Json,
    MaxRounds,
    Players,
    Side,
    Starter,
    Wall,
    err,
    given_options,
    out,
    print_json,
    stop,
    waiting,
)
from azulejos.games import components_box

USUAL_MS = 100.0


def match(
    bots: Annotated[
        list[str],
        typer.Argument(
            help="Two or more: random, greedy, uct, search, a level such as search:6, a program such as"
            " 'cmd:python my_engine.py'; any of them with a budget of its own, as in search@500ms or uct@2000nodes."
        ),
    ],
    game: GameName = None,
    players: Players = None,
    wall: Wall = None,
    jokers: Jokers = False,
    side: Side = None,
    components: Components = None,
    starter: Starter = None,
    max_rounds: MaxRounds = None,
    games: Annotated[
        int, typer.Option(min=1, help="How many games in all, rounded up until every bot has had every seat.")
    ] = 100,
    ms: Annotated[
        float | None, typer.Option(min=1, max=MOST_MS, help="Milliseconds for a move.", show_default=f"{USUAL_MS:.0f}")
    ] = None,
    nodes: Annotated[
        int | None,
        typer.Option(min=1, max=MOST_NODES, help="Nodes for a move instead: the same moves on every machine."),
    ] = None,
    threads: Annotated[int, typer.Option(min=1, max=MOST_THREADS, help="Threads of a bot that thinks.")] = 1,
    seed: Annotated[int, typer.Option(min=0, help="Another seed, other deals.")] = 1,
    jobs: Annotated[
        int | None, typer.Option(min=1, help="Games at the same time.", show_default="as many as cores, less threads")
    ] = None,
    until_decided: Annotated[
        bool, typer.Option("--until-decided", help="Stop as soon as it is clear whether the first bot is better.")
    ] = False,
    log: Annotated[
        Path | None, typer.Option(help="Keep the games in this file; the same command goes on where it stopped.")
    ] = None,
    records: Annotated[Path | None, typer.Option(help="Write a record of every game into this folder.")] = None,
    as_json: Json = False,
) -> None:
    """Play bots against each other on duplicate deals, and say who is better and how sure that is.

    The same tiles are played once for every rotation of the seats. With more seats than bots the last one named takes
    the rest.
    """
    options = given_options(
        players=players, wall=wall, jokers=jokers, side=side, starter=starter, max_rounds=max_rounds
    )
    budget = Budget(ms if ms or nodes else USUAL_MS, nodes, threads)
    chosen = Match(tuple(bots), game or "azul", options, seed, budget, str(components) if components else None)
    with waiting("Preparing the game (the first time takes a while)"):
        chosen.require_valid()
    cores = jobs or max(1, (os.cpu_count() or 1) // threads)
    _report(_played(chosen, Plan(games, cores, until_decided, log, records), as_json), as_json)


def _played(chosen: Match, plan: Plan, as_json: bool) -> Tally:
    """Plays, with a bar; a match that is stopped says how it stood and how to go on."""
    told = Tally(chosen)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as progress:
        task = progress.add_task("Playing", total=chosen.whole_deals(plan.games))

        def tell(tally: Tally) -> None:
            nonlocal told
            told = tally
            progress.update(task, completed=len(tally.games), description=_in_short(tally))

        try:
            return run(chosen, plan, tell)
        except KeyboardInterrupt:
            reason, code = "stopped", 130
        except ArenaBroken as broken:
            reason, code = str(broken), 1
        except OSError as error:
            reason, code = f"{error.filename or 'the log'} cannot be written: {error.strerror}", 1
    if told.games:
        _report(told, as_json)
    again = " The same command goes on from here." if plan.log else " With --log FILE a match can go on later."
    return stop(reason + "." + again, code)


def _in_short(tally: Tally) -> str:
    first = tally.totals()[0]
    return f"{first.name} {first.wins:g} of {first.games}" if tally.games else "Playing"


def _as_json(tally: Tally) -> dict[str, Any]:
    match, verdict = tally.match, tally.verdict()
    return {
        "game": match.game,
        **match.start(0).options,
        "players": match.players,
        "seed": match.seed,
        "budget": match.budget._asdict(),
        "games": len(tally.games),
        "bots": [standing.as_json() for standing in tally.standings()],
        "decided": verdict.decided,
        "share_of_first": [round(verdict.low, 4), round(verdict.high, 4)],
        "failures": [{"game": number + 1, "bot": bot, "report": report} for number, bot, report in tally.failures()],
    }


def _report(tally: Tally, as_json: bool) -> None:
    if as_json:
        print_json(_as_json(tally))
    else:
        _show(tally)


def _show(tally: Tally) -> None:
    table = Table(box=None, padding=(0, 1), collapse_padding=True, pad_edge=False)
    table.add_column("bot", overflow="fold")
    for name in ("games", "won", "95 %", "points", "margin", "rating", "ms", "at most"):
        table.add_column(name, justify="right", no_wrap=True)
    for standing in tally.standings():
        table.add_row(*_cells(standing))
    out.print(table)
    out.print(_verdict(tally), highlight=False, markup=False)
    for number, bot, report in tally.failures():
        out.print(f"game {number + 1}: {bot} lost it: {report}", style="red", highlight=False, markup=False)


def _cells(standing: Standing) -> list[str]:
    found = standing.as_json()
    low, high = standing.interval
    return [
        standing.name,
        str(standing.games),
        f"{found['win_rate']:.1%}",
        f"{100 * low:.1f}-{100 * high:.1f}",
        f"{found['mean_points']:.1f}",
        f"{found['mean_margin']:+.1f}",
        f"{standing.rating:+.0f}±{standing.rating_error:.0f}",
        f"{found['ms_per_move']:.0f}",
        f"{found['slowest_ms']:.0f}",
    ]


def _verdict(tally: Tally) -> str:
    verdict, first = tally.verdict(), tally.match.labels[0]
    where = f"between {verdict.low:.1%} and {verdict.high:.1%} of the victories, {verdict.fair:.1%} being its share"
    if not verdict.decided:
        return f"Not decided: {first} gets {where}."
    return f"Decided: {first} is {'stronger' if verdict.low > verdict.fair else 'weaker'}: it gets {where}."


def engine(
    bot: Annotated[str, typer.Argument(help="random, greedy, uct, search or a level such as search:6.")] = "search",
    components: Components = None,
) -> None:
    """Answer questions for moves, as lines of JSON on standard input and output (docs/engine-protocol.md)."""
    if components is not None:
        components_box(components)
    serve(bot, sys.stdin, sys.stdout)
