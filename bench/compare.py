"""`make bench`: random playouts against the plain C reference, medians of alternating runs on this machine.

Azul and the reference both play uniform random two-player games on the coloured wall, one at a time on one core, and
must agree in the mean length of a game and in the mean score of the seat that starts. The other games are measured
against the same figure. The last line is JSON.
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
OURS = {
    "azul": ["--game", "azul"],
    "pavilion": ["--game", "pavilion"],
    "pavilion mono": ["--game", "pavilion", "--side", "mono"],
    "sintra": ["--game", "sintra"],
    "sintra B": ["--game", "sintra", "--side", "B"],
}
# The reference prints no errors: standard deviations of one game, and how it rounds its means.
DEVIATION = {"mean_length": 13.8, "mean_score": 4.3}
ROUNDING = {"mean_length": 0.05, "mean_score": 0.005}
ERRORS = 4  # standard errors that the means may differ by

Run = dict[str, float]


def build(folder: Path) -> Path:
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        sys.exit("make bench compares with a C program and needs a C compiler (on Debian: gcc)")
    program = folder / "azul_reference"
    subprocess.run([compiler, "-O3", "-march=native", "-o", program, HERE / "azul_reference.c"], check=True)
    return program


def run_reference(program: Path) -> Run:
    """The median of its three lines: `C 53316 games/s 3.75 M moves/s len 70.4 score 3.00`."""
    output = subprocess.run([program, str(GAMES)], check=True, capture_output=True, text=True).stdout
    rows = [line.split() for line in output.splitlines()]
    return {
        "moves_per_second": statistics.median(float(row[3]) for row in rows) * 1e6,
        "mean_length": float(rows[0][7]),
        "mean_score": float(rows[0][9]),
    }


def run_ours(game: list[str]) -> Run:
    command = [Path(sys.executable).with_name("azulejos"), "bench", "playouts", *game]
    command += ["--players", "2", "--starter", "0", "--seconds", "2", "--json"]
    result = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return result | {"mean_score": result["mean_scores"][0]}


def same_game(ours: Run, reference: Run) -> bool:
    """Whether the means are equal within their errors."""
    return all(
        abs(ours[name] - reference[name])
        <= ERRORS * (deviation**2 / GAMES + deviation**2 / ours["games"]) ** 0.5 + ROUNDING[name]
        for name, deviation in DEVIATION.items()
    )


def main() -> None:
    console = Console(stderr=True)
    runs: dict[str, list[Run]] = {name: [] for name in [*OURS, "C reference"]}
    with tempfile.TemporaryDirectory() as folder:
        program = build(Path(folder))
        for game in OURS.values():
            run_ours(game)  # compiles
        for _ in track(range(ROUNDS), "Measuring", console=console, transient=True, disable=not console.is_terminal):
            for name, game in OURS.items():
                runs[name].append(run_ours(game))
            runs["C reference"].append(run_reference(program))
    speeds = {name: statistics.median(run["moves_per_second"] for run in found) for name, found in runs.items()}
    ratios = {name: round(speed / speeds["C reference"], 2) for name, speed in speeds.items()}
    for name, found in runs.items():
        print(
            f"{name:14}{speeds[name] / 1e6:6.2f} M moves/s   ratio {ratios[name]:4.2f}"
            f"   length {found[0]['mean_length']:6.2f}   score of the starter {found[0]['mean_score']:5.2f}"
        )
    agree = same_game(runs["azul"][0], runs["C reference"][0])
    print(json.dumps({"moves_per_second": speeds, "ratio": ratios, "agree": agree}))
    if not agree:
        sys.exit("the games are not of the same kind: their means differ")


if __name__ == "__main__":
    main()
