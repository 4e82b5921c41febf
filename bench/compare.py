"""`make bench`: random playouts against the plain C reference, medians of alternating runs on this machine.

Both play uniform random two-player Azul on the coloured wall, one game at a time on one core, and must agree in the
mean length of a game and in the mean score of the seat that starts. The last line is JSON.
"""

import json
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.progress import track

HERE = Path(__file__).parent
ROUNDS = 5
GAMES = 100_000  # of the reference, in each of its three repetitions
ERRORS = 4  # standard errors that the means may differ by
SCORE_DEVIATION = 4.3  # of one game, for the reference, which does not print it
LENGTH_DEVIATION = 13.8


def build(folder: Path) -> Path:
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        sys.exit("make bench compares with a C program and needs a C compiler (on Debian: gcc)")
    program = folder / "azul_reference"
    subprocess.run([compiler, "-O3", "-march=native", "-o", program, HERE / "azul_reference.c"], check=True)
    return program


def run_reference(program: Path) -> dict[str, float]:
    """The median of its three lines: `C 53316 games/s 3.75 M moves/s len 70.4 score 3.00`."""
    output = subprocess.run([program, str(GAMES)], check=True, capture_output=True, text=True).stdout
    rows = [line.split() for line in output.splitlines()]
    return {
        "moves_per_second": statistics.median(float(row[3]) for row in rows) * 1e6,
        "mean_length": float(rows[0][7]),
        "mean_score": float(rows[0][9]),
    }


def run_ours() -> dict[str, float]:
    command = [Path(sys.executable).with_name("azulejos"), "bench", "playouts", "--game", "azul", "--players", "2"]
    command += ["--starter", "0", "--seconds", "2", "--json"]
    result = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return result | {"mean_score": result["mean_scores"][0]}


def main() -> None:
    console = Console(stderr=True)
    ours: list[dict[str, float]] = []
    reference: list[dict[str, float]] = []
    with tempfile.TemporaryDirectory() as folder:
        program = build(Path(folder))
        run_ours()  # compiles
        for _ in track(range(ROUNDS), "Measuring", console=console, transient=True, disable=not console.is_terminal):
            ours.append(run_ours())
            reference.append(run_reference(program))
    speeds = [statistics.median(run["moves_per_second"] for run in runs) for runs in (ours, reference)]
    ratio = speeds[0] / speeds[1]
    length, score = ours[0]["mean_length"], ours[0]["mean_score"]
    print(f"azulejos    {speeds[0] / 1e6:6.2f} M moves/s   length {length:.2f}   score of the starter {score:.3f}")
    theirs = reference[0]
    print(
        f"C reference {speeds[1] / 1e6:6.2f} M moves/s   length {theirs['mean_length']:.1f} "
        f"   score of the starter {theirs['mean_score']:.2f}"
    )
    print(f"ratio {ratio:.2f}")
    rounding = {"mean_length": 0.05, "mean_score": 0.005}
    agree = True
    for name, deviation in (("mean_length", LENGTH_DEVIATION), ("mean_score", SCORE_DEVIATION)):
        error = ((deviation**2 / GAMES) + (deviation**2 / ours[0]["games"])) ** 0.5
        agree = agree and abs(ours[0][name] - theirs[name]) <= ERRORS * error + rounding[name]
    print(json.dumps({"moves_per_second": speeds[0], "reference": speeds[1], "ratio": round(ratio, 3), "agree": agree}))
    if not agree:
        sys.exit("the games are not of the same kind: their means differ")


if __name__ == "__main__":
    main()
