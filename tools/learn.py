"""Learns the network of a variant from games of the bot against itself, and writes it into the package.

    python tools/learn.py azul                     python tools/learn.py azul --wall gray --jokers
    python tools/learn.py pavilion --side mono     python tools/learn.py sintra --side B

Each generation plays games in which every seat takes the move that looks best one move deep, with some moves at random;
positions are sampled, and a fresh network learns the final scores. The first generation plays by the hand-made
prospects of `greedy`, the next ones mostly by the network of the one before. A network learns from several generations,
so that it knows what becomes of mistakes that it would not make itself.
"""

# pyright: standard
# Kernels are typed by Numba, not by annotations.

import argparse
import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from azulejos import chance
from azulejos.bots import judge
from azulejos.bots.judge import CEILING, HIDDEN, MARGIN_LIMIT, MOST_ACTIVE, OUT_SHIFT, ROW_UNIT, SURE, UNIT, Net
from azulejos.chance import below
from azulejos.games import GAMES
from azulejos.jit import kernel, kernel_over

NETS = Path(judge.__file__).parent / "nets"
MOST_MOVES = 2000  # in a game, of all seats
SHARE_OF_PLAYERS = {2: 0.6, 3: 0.2, 4: 0.2}
RANDOM_IN = 16  # one of so many moves is made at random
EYES = 4  # of sixteen seats play by hand-made prospects in later generations, so that all kinds of boards are seen
NOISE = 16  # moves that look alike are told apart at random
BATCH = 2048
EPOCHS = 8
REMEMBERED = 3  # generations that a network learns from, its own and those before

new_game: Any = None
deal: Any = None
apply: Any = None
legal_moves: Any = None
random_move: Any = None
value: Any = None
settled: Any = None
promise: Any = None
bucket: Any = None
features: Any = None
ranking: Any = None
DEAL: Any = None
OVER: Any = None


class Samples(NamedTuple):
    """Boards as they were seen in games, and what became of them."""

    active: Any  # int16 [sample, MOST_ACTIVE]
    number: Any  # int16: how many are active
    bucket: Any  # int16
    settled: Any  # float32, in points
    final: Any  # float32, in points
    share: Any  # float32: of the victory
    seats: Any  # int8: how many play


def room_for(n: int) -> Samples:
    return Samples(
        np.zeros((n, MOST_ACTIVE), np.int16),
        np.zeros(n, np.int16),
        np.zeros(n, np.int16),
        np.zeros(n, np.float32),
        np.zeros(n, np.float32),
        np.zeros(n, np.float32),
        np.zeros(n, np.int8),
    )


def play_and_sample(states: Any, options: Any, net: Any, notes: Any, rng: Any, codes: Any, samples: Any, eyes: int):
    """Plays games until there is no room for a further one; returns how many samples and games."""
    state, child = states[0], states[1]
    n_samples, games = 0, 0
    seats = len(state.players)
    room = len(samples.number) - MOST_MOVES * seats
    while n_samples < room:
        new_game(state, options)
        deal(state, rng)
        by_eye = 0
        for seat in range(seats):
            if below(rng, 16) < eyes:
                by_eye |= 1 << seat
        first = n_samples
        moves = 0
        while state.phase != OVER and moves < MOST_MOVES:
            moves += 1
            chosen = random_move(state, rng)
            if below(rng, RANDOM_IN) != 0:
                n = legal_moves(state, codes)
                seat = int(state.turn)
                best = -(1 << 60)
                for i in range(n):
                    states[1] = states[0]
                    apply(child, codes[i])
                    if by_eye >> seat & 1:
                        worth = UNIT * settled(child, seat) + promise(child, seat)
                    else:
                        worth = value(child, seat, net, notes)
                    worth = NOISE * worth + below(rng, NOISE)
                    if worth > best:
                        best, chosen = worth, codes[i]
            apply(state, chosen)
            if state.phase == DEAL or (state.phase != OVER and below(rng, 6) == 0):
                for seat in range(seats):
                    n, sure = features(state, seat, samples.active[n_samples])
                    samples.number[n_samples] = n
                    samples.bucket[n_samples] = bucket(state)
                    samples.settled[n_samples] = sure
                    samples.seats[n_samples] = seats
                    n_samples += 1
            deal(state, rng)
        ranking(state, notes.ranks)
        winners = 0
        for seat in range(seats):
            if notes.ranks[seat] == 1:
                winners += 1
        for i in range(first, n_samples):
            seat = (i - first) % seats
            samples.final[i] = state.players[seat].score
            samples.share[i] = 1.0 / winners if notes.ranks[seat] == 1 else 0.0
        games += 1
    return n_samples, games


@cache
def player_for(game: str) -> Any:
    rules, seen = GAMES[game].rules, judge.FEATURES_OF[game]
    from_rules = ("new_game", "deal", "apply", "legal_moves", "random_move", "ranking", "DEAL", "OVER")
    names = {name: getattr(rules, name) for name in from_rules}
    names |= {name: getattr(seen, name) for name in ("bucket", "features", "settled", "promise")}
    return kernel_over(play_and_sample, f"play_and_sample_{game}", **names, value=judge.judge_for(game).value)


def play(game: str, options: Any, net: Net, seed: int, size: int, eyes: int) -> tuple[Samples, int]:
    rules = GAMES[game].rules
    states = np.zeros(2, rules.State[options.players]).view(np.recarray)
    codes = np.zeros(int(rules.n_moves(rules.new_state(options).options)), np.int16)
    samples = room_for(size)
    n, games = player_for(game)(
        states,
        options,
        net,
        judge.new_notes(options.players),
        chance.new_stream(seed, chance.CHOICES),
        codes,
        samples,
        eyes,
    )
    return Samples(*(part[:n] for part in samples)), games


# --- Learning ---


@kernel
def learn_batch(samples, order, weights, gradients):
    """Adds up the gradients of the squared errors over a batch; returns the sum of the squares."""
    rows, bias, direct, out, out_bias = weights
    g_rows, g_bias, g_direct, g_out, g_out_bias = gradients
    hidden = np.zeros(HIDDEN, np.float32)
    back = np.zeros(HIDDEN, np.float32)
    top = np.float32(CEILING / ROW_UNIT)
    squares = 0.0
    for i in order:
        moment, n = samples.bucket[i], samples.number[i]
        guess = samples.settled[i] + out_bias[moment]
        hidden[:] = bias
        for k in range(n):
            feature = samples.active[i, k]
            guess += direct[moment, feature]
            for h in range(HIDDEN):
                hidden[h] += rows[feature, h]
        for h in range(HIDDEN):
            guess += min(max(hidden[h], np.float32(0.0)), top) * out[moment, h]
        error = guess - samples.final[i]
        squares += error * error
        g_out_bias[moment] += error
        for h in range(HIDDEN):
            open_ = np.float32(0.0) < hidden[h] < top
            back[h] = error * out[moment, h] if open_ else np.float32(0.0)
            g_out[moment, h] += error * min(max(hidden[h], np.float32(0.0)), top)
            g_bias[h] += back[h]
        for k in range(n):
            feature = samples.active[i, k]
            g_direct[moment, feature] += error
            for h in range(HIDDEN):
                g_rows[feature, h] += back[h]
    return squares


def learn(samples: Samples, n_features: int, n_buckets: int, seed: int, epochs: int = EPOCHS) -> list[Any]:
    """Adam on the squared error of the final score."""
    rng = np.random.default_rng(seed)
    shapes = (n_features, HIDDEN), (HIDDEN,), (n_buckets, n_features), (n_buckets, HIDDEN), (n_buckets,)
    weights = tuple(np.zeros(shape, np.float32) for shape in shapes)
    weights[0][:] = rng.normal(0, 0.1, shapes[0])
    weights[1][:] = 0.5
    weights[3][:] = rng.normal(0, 0.3, shapes[3])
    first = [np.zeros(shape, np.float32) for shape in shapes]
    second = [np.zeros(shape, np.float32) for shape in shapes]
    n = len(samples.number)
    held = n // 20
    order = rng.permutation(n - held)
    step, steps = 0, epochs * (n - held) // BATCH
    for epoch in range(epochs):
        rng.shuffle(order)
        squares = 0.0
        for start in range(0, len(order) - BATCH + 1, BATCH):
            gradients = tuple(np.zeros(shape, np.float32) for shape in shapes)
            squares += learn_batch(samples, order[start : start + BATCH], weights, gradients)
            step += 1
            rate = 0.01 * min(1.0, step / 200) * max(0.01, 0.5 * (1 + np.cos(np.pi * step / steps)))
            for w, g, m, v in zip(weights, gradients, first, second, strict=True):
                g /= BATCH
                m += 0.1 * (g - m)
                v += 0.001 * (g * g - v)
                w -= rate * (m / (1 - 0.9**step)) / (np.sqrt(v / (1 - 0.999**step)) + 1e-6)
        nothing = tuple(np.zeros(shape, np.float32) for shape in shapes)
        apart = learn_batch(samples, np.arange(n - held, n), weights, nothing) / held
        print(f"  epoch {epoch}: {squares / len(order):.3f}, on games held back {apart:.3f}", flush=True)
    return list(weights)


def in_whole_numbers(weights: list[Any], n_buckets: int) -> Net:
    rows, bias, direct, out, out_bias = weights

    def whole(array: Any, unit: float, kind: Any) -> Any:
        return np.clip(np.rint(array * unit), np.iinfo(kind).min, np.iinfo(kind).max).astype(kind)

    return Net(
        whole(rows, ROW_UNIT, np.int16),
        whole(bias, ROW_UNIT, np.int32),
        whole(direct, UNIT, np.int32),
        whole(out, UNIT * 2**OUT_SHIFT / ROW_UNIT, np.int32),
        whole(out_bias, UNIT, np.int32),
        np.zeros((len(SHARE_OF_PLAYERS), n_buckets, 2 * MARGIN_LIMIT + 1), np.int32),
    )


def guesses(samples: Samples, net: Net) -> Any:
    """The expected final scores of boards, in points."""
    padded = np.arange(MOST_ACTIVE)[None, :] < samples.number[:, None]
    result = np.zeros(len(samples.number), np.float32)
    for start in range(0, len(result), 20000):
        part = slice(start, start + 20000)
        active, mask, moment = samples.active[part], padded[part], samples.bucket[part]
        hidden = net.bias + (net.rows[active] * mask[:, :, None]).sum(1, dtype=np.int32)
        bent = (np.clip(hidden, 0, CEILING) * net.out[moment]).sum(1) / 2**OUT_SHIFT
        straight = (net.direct[moment[:, None], active] * mask).sum(1)
        result[part] = samples.settled[part] + (bent + straight + net.out_bias[moment]) / UNIT
    return result


def with_winning(net: Net, samples: Samples) -> Net:
    """Fits how a margin becomes a share of the victory: for each number of players and bucket a logistic curve."""
    table = net.winning.copy()
    points = np.arange(-MARGIN_LIMIT, MARGIN_LIMIT + 1)
    for players in SHARE_OF_PLAYERS:
        some = Samples(*(part[np.flatnonzero(samples.seats == players)[: 60_000 * players]] for part in samples))
        margins = margins_of(guesses(some, net), players)
        for moment in range(table.shape[1]):
            mine = some.bucket == moment
            width, even = fit_curve(margins[mine], some.share[mine]) if mine.sum() > 200 else (10.0, 0.0)
            table[players - 2, moment] = np.rint(SURE / (1 + np.exp(-(points - even) / width)))
            print(f"  {players} players, bucket {moment}: {mine.sum()} boards, width {width:.1f}, even at {even:.1f}")
    return net._replace(winning=table)


def margins_of(guess: Any, players: int) -> Any:
    """How far each board is ahead of the best other one; the boards of a position follow each other."""
    boards = guess.reshape(-1, players)
    ranked = np.sort(boards, axis=1)
    return (boards - np.where(boards == ranked[:, -1:], ranked[:, -2:-1], ranked[:, -1:])).reshape(-1)


def fit_curve(margins: Any, share: Any) -> tuple[float, float]:
    """The width of the logistic curve with the least surprise, and the margin at which chances are even."""
    best = (np.inf, 0.0, 0.0)
    for width in np.geomspace(0.5, 60, 40):
        for even in np.linspace(-2, 6, 9) * width / 4:
            p = np.clip(1 / (1 + np.exp(-(margins - even) / width)), 1e-4, 1 - 1e-4)
            loss = -(share * np.log(p) + (1 - share) * np.log(1 - p)).mean()
            best = min(best, (loss, width, even))
    return best[1], best[2]


def first_net(n_features: int, n_buckets: int) -> Net:
    shapes = (n_features, HIDDEN), (HIDDEN,), (n_buckets, n_features), (n_buckets, HIDDEN), (n_buckets,)
    net = in_whole_numbers([np.zeros(shape) for shape in shapes], n_buckets)
    points = np.arange(-MARGIN_LIMIT, MARGIN_LIMIT + 1)
    net.winning[:] = np.rint(SURE / (1 + np.exp(-points / 12)))
    return net


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=list(judge.FEATURES_OF))
    parser.add_argument("--wall")
    parser.add_argument("--jokers", action="store_true")
    parser.add_argument("--side")
    parser.add_argument("--generations", type=int, default=6)
    parser.add_argument("--boards", type=int, default=1_000_000, help="how many to learn from in the last generation")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from-here", action="store_true", help="begin with the network in the package")
    given = parser.parse_args()
    words = {key: value for key in ("wall", "jokers", "side") if (value := getattr(given, key))}
    notation, rules = GAMES[given.game].notation, GAMES[given.game].rules
    seen = judge.FEATURES_OF[given.game]
    name = judge.variant_of(given.game, rules.new_state(notation.options_from(dict(words))))
    net = judge.net_named(name) if given.from_here else first_net(seen.FEATURES, seen.BUCKETS)
    kept: list[Samples] = []
    for generation in range(given.generations):
        last = generation == given.generations - 1
        boards = given.boards if last else given.boards // 2
        eyes = 16 if generation == 0 and not given.from_here else EYES
        began = time.perf_counter()
        jobs = []
        with ThreadPoolExecutor(given.threads) as pool:
            for players, share in SHARE_OF_PLAYERS.items():
                options = notation.options_from({**words, "players": players})
                for part in range(given.threads):
                    size = int(boards * share / given.threads) + MOST_MOVES * players
                    seed = given.seed * 1000 + generation * 100 + players * 10 + part
                    jobs.append(pool.submit(play, given.game, options, net, seed, size, eyes))
            played = [job.result() for job in jobs]
        samples = Samples(*(np.concatenate(parts) for parts in zip(*(s for s, _ in played), strict=True)))
        print(
            f"{name}, generation {generation}: {sum(games for _, games in played)} games,"
            f" {len(samples.number)} boards, mean score {samples.final.mean():.2f}, active at most"
            f" {samples.number.max()}, {time.perf_counter() - began:.0f} s",
            flush=True,
        )
        kept = [*kept[1 - REMEMBERED :], samples]
        seen_boards = Samples(*(np.concatenate(parts) for parts in zip(*kept, strict=True)))
        blocks = np.random.default_rng(generation).permutation(len(seen_boards.number))
        weights = learn(
            Samples(*(part[blocks] for part in seen_boards)), seen.FEATURES, seen.BUCKETS, given.seed + generation
        )
        net = with_winning(in_whole_numbers(weights, seen.BUCKETS), samples)
        NETS.mkdir(exist_ok=True)
        np.savez_compressed(NETS / f"{name}.npz", **net._asdict())


if __name__ == "__main__":
    main()
