"""The installed command, as people and programs call it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import azulejos
from azulejos import chance

COMMAND = Path(sys.executable).with_name("azulejos")


def run(*arguments: str, stdin: str = "", code: int = 0, cwd: Path | None = None) -> str:
    """What it prints; where it fails, what it says."""
    done = subprocess.run(
        [COMMAND, *arguments],
        input=stdin,
        capture_output=True,
        check=False,
        encoding="utf-8",
        cwd=cwd,
        env=os.environ | {"COLUMNS": "200", "PYTHONIOENCODING": "utf-8", "PYTHONWARNINGS": "error"},
    )
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout if code == 0 else done.stderr


def run_json(*arguments: str) -> dict[str, Any]:
    (line,) = run(*arguments, "--json").splitlines()
    values: dict[str, Any] = json.loads(line)
    return values


def test_a_random_game_replays(tmp_path: Path) -> None:
    game = run("random", "--game", "azul", "--players", "3", "--seed", "7")
    assert game == run("random", "--game", "azul", "--players", "3", "--seed", "7")
    (tmp_path / "g.txt").write_text(game, encoding="utf-8")
    assert "wins with" in run("replay", "g.txt", cwd=tmp_path)
    found = run_json("replay", str(tmp_path / "g.txt"))
    scores = azulejos.read_record(game).position.scores
    assert (found["scores"], found["is_over"], found["players"]) == (scores, True, 3)


def test_a_record_that_lies_is_refused_with_line_and_reason(tmp_path: Path) -> None:
    file = tmp_path / "g.txt"
    game = run("random", "--seed", "7")
    line = next(line for line in game.splitlines() if line.startswith("scores"))
    file.write_text(game.replace(line, "scores: 100 100"), encoding="utf-8")
    said = run("replay", "g.txt", code=1, cwd=tmp_path)
    assert said.startswith("azulejos: g.txt, line 5: scores should be")


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    assert "nothing.txt cannot be read" in run("replay", "nothing.txt", code=2, cwd=tmp_path)
    (tmp_path / "picture").write_bytes(b"\xff\xfe\x00")
    assert "picture is not a text file" in run("replay", "picture", code=1, cwd=tmp_path)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["random", "--game", "go"], "there is no game 'go'"),
        (["random", "--players", "9"], "players must be a number from 2 to 4"),
        (["random", "--wall", "blue"], "wall must be coloured or gray"),
        (["random", "--seed", "-1"], "--seed"),
        (["play", "--seats", "person"], "--seats must name 2 seats"),
        (["play", "--lang", "de"], "--lang must be en, fr, nl"),
        (["perft", "--position", "nonsense", "--players", "2"], "--position says what game it is"),
        (["play", "--lang", "fr", "--game", "go"], "there is no game 'go'"),
        (["perft", "--depth", "0"], "--depth"),
        (["play", "--record", "no/such/folder/g.txt"], "cannot be written"),
    ],
)
def test_a_wrong_call_is_answered_with_a_sentence(arguments: list[str], reason: str) -> None:
    assert reason in run(*arguments, code=2)


def test_show_draws_a_position_and_lists_its_moves() -> None:
    position = azulejos.start("azul", players=4, wall="gray", jokers=True, seed=7)
    assert "Azul, mur gris, tuiles jokers" in run("show", position.text, "--lang", "fr")
    assert "Round 1" in run("show", "-", stdin=position.text)
    found = run_json("show", position.text)
    assert found["legal_moves"] == [str(move) for move in position.legal_moves]
    assert found["text"] == position.text
    assert "does not add up" in run("show", position.text.replace("bag=", "bag=1B"), code=1)


def test_perft_counts_in_all_and_after_each_move() -> None:
    found = run_json("perft", "--game", "azul", "--seed", "7", "--depth", "2")
    assert found["total"] == sum(found["moves"].values()) == 5616
    assert len(found["moves"]) == 78
    assert "total 5616" in run("perft", "--seed", "7", "--depth", "2")
    deeper = run_json("perft", "--position", found["position"], "--depth", "1")
    assert deeper["total"] == 78


def test_bench_measures_playouts() -> None:
    found = run_json("bench", "playouts", "--game", "azul", "--players", "2", "--seconds", "0.3")
    assert found["moves_per_second"] > 500_000
    assert 69 < found["mean_length"] < 72
    assert 2.7 < found["mean_score"] < 3.2


# --- Playing ---


def test_a_game_of_random_players_ends_with_the_scoring_explained() -> None:
    text = run("play", "--text", "--seats", "random,random", "--seed", "3")
    assert "the game is over." in text
    assert "complete columns (7 points each)" in text
    assert "wins with" in text or "share the victory" in text


def test_a_person_plays_asks_for_help_and_takes_back() -> None:
    answers = ["?", "F9 red > 1", "nonsense", "undo", "F1 yellow > 5", "undo", "text", "quit"]
    text = run("play", "--text", "--seed", "7", "--starter", "0", stdin="\n".join(answers))
    assert "F1 red > 1 | 2 | 3 | 4 | 5 | floor" in text
    assert "F9 red > 1 is not a move here" in text
    assert "nonsense is not a move here" in text
    assert "Nothing can be taken back" in text
    assert "Player 1: red from factory" not in text
    assert text.count("You left the game; it stands like this:") == 1
    position = azulejos.read(text.splitlines()[-1])
    assert position.turn == 0
    assert position.events == []


def test_a_whole_game_by_people_at_the_keyboard(tmp_path: Path) -> None:
    """Moves come from the library, so every kind of question is answered as a person would type it."""
    position = azulejos.start(seed=5, wall="gray", jokers=True, max_rounds=5)
    answers: list[str] = []
    while not position.is_over:
        move = position.legal_moves[len(answers) * 7 % len(position.legal_moves)]
        answers.append(str(move).removeprefix("column ").removeprefix("jokers "))
        position.push(move)
    options = ["--wall", "gray", "--jokers", "--max-rounds", "5", "--seed", "5", "--seats", "person,person"]
    text = run("play", "--text", *options, "--record", "g.txt", stdin="\n".join(answers), cwd=tmp_path)
    assert "the game is over." in text
    kept = azulejos.read_record((tmp_path / "g.txt").read_text(encoding="utf-8"))
    assert kept.position == position


def test_a_kept_game_goes_on_where_it_stands(tmp_path: Path) -> None:
    first = azulejos.start(seed=7, starter=0)
    moves = [str(first.legal_moves[0])]
    options = ["--seed", "7", "--starter", "0", "--record", "g.txt"]
    assert "The game is kept in g.txt." in run("play", *options, stdin="\n".join([*moves, "quit"]), cwd=tmp_path)
    before = azulejos.read_record((tmp_path / "g.txt").read_text(encoding="utf-8")).position
    assert len([event for event in before.events if not event.is_draw]) == 2
    run("play", "--record", "g.txt", stdin="quit", cwd=tmp_path)
    after = azulejos.read_record((tmp_path / "g.txt").read_text(encoding="utf-8")).position
    assert after == before


def test_players_at_random_do_not_follow_the_deal() -> None:
    """They once drew from the stream that deals: the first choice then followed from who starts."""
    first_choices: list[bool] = []
    for seed in range(30):
        position = azulejos.start(seed=seed)
        choice = int(chance.below(chance.new_stream(seed, chance.CHOICES), 100))
        if position.turn == 1:
            first_choices.append(choice >= 50)
    assert 0 < sum(first_choices) < len(first_choices)


def test_tags_of_a_kept_game_stay_and_contradictions_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "g.txt"
    game = run("random", "--seed", "7", "--wall", "gray").replace("seed: 7", "seed: 7\nevent: Club night")
    file.write_text("\n".join(game.splitlines()[:12]).replace("scores", "old_scores").replace("ranking", "old_ranking"))
    file.write_text(file.read_text().replace("ending: ", "old_ending: "))
    refused = run("play", "--record", "g.txt", "--players", "3", stdin="quit", code=2, cwd=tmp_path)
    assert "the game that is kept there has players 2, not 3" in refused
    before = file.read_text(encoding="utf-8")
    run("play", "--record", "g.txt", "--wall", "gray", "--seats", "random,random", stdin="", cwd=tmp_path)
    tags = azulejos.read_record(file.read_text(encoding="utf-8")).tags
    assert tags["event"] == "Club night"
    assert tags["seats"] == "random,random"
    assert before != file.read_text(encoding="utf-8")


def test_pavilion_is_played_shown_and_measured() -> None:
    options = ["--game", "pavilion", "--side", "mono", "--players", "3"]
    game = run("random", *options, "--seed", "7")
    assert azulejos.read_record(game).position.ending == "last"
    text = run("play", *options, "--seats", "random,random,random", "--seed", "7", "--lang", "nl")
    assert "De zes rondes zijn gespeeld" in text
    position = azulejos.start("pavilion", side="mono", seed=2)
    assert "star 6" in run("show", position.text)
    found = run_json("bench", "playouts", *options, "--seconds", "0.2")
    assert (found["game"], found["side"], found["players"]) == ("pavilion", "mono", 3)


# --- Sintra and its box ---

ASKED_FOR = "give --components FILE, the file of that box"


@pytest.fixture
def my_box(tmp_path: Path) -> Path:
    """A box that differs in one figure."""
    file = tmp_path / "my-box.toml"
    file.write_text(run("sintra-components").replace("track = [0, 1,", "track = [0, 3,"), encoding="utf-8")
    return file


def test_sintra_is_played_shown_and_measured() -> None:
    options = ["--game", "sintra", "--side", "B", "--players", "4"]
    assert azulejos.read_record(run("random", *options, "--seed", "7")).position.ending == "last"
    text = run("play", *options, "--seats", "random,random,random,random", "--seed", "7", "--lang", "fr")
    assert "Les six manches ont été jouées" in text
    assert "fenêtres achevées" in text
    assert "turned over, the strips show" in run("show", azulejos.start("sintra", seed=2).text)
    found = run_json("bench", "playouts", *options, "--seconds", "0.2")
    assert (found["game"], found["side"], found["bytes"] < 768) == ("sintra", "B", True)


def test_the_components_say_how_sure_they_are_and_how_to_correct_them() -> None:
    text = run("sintra-components")
    for word in ("Attested", "Reported", "Reconstructed", "sintra-components > my-box.toml"):
        assert word in text


def test_games_with_a_box_of_ones_own_ask_for_it(my_box: Path) -> None:
    own = ["--components", str(my_box)]
    game = run("random", "--game", "sintra", "--seed", "7", *own)
    (my_box.parent / "g.txt").write_text(game, encoding="utf-8")
    assert "components: " in game
    assert ASKED_FOR in run("replay", "g.txt", code=1, cwd=my_box.parent)
    assert "Sintra, side A, components" in run("replay", "g.txt", *own, cwd=my_box.parent)
    position = game.partition("\n\n")[2]
    assert "track" not in position
    shown = run("play", "--game", "sintra", "--seed", "7", *own, stdin="quit").splitlines()[-1]
    assert ASKED_FOR in run("show", shown, code=1)
    assert "broken glass [0] 3 2 4" in run("show", shown, *own)
    assert run_json("perft", "--position", shown, "--depth", "1", *own)["total"] > 0
    assert run("sintra-components", *own) == my_box.read_text(encoding="utf-8")


def test_a_kept_game_does_not_change_its_box(my_box: Path) -> None:
    folder, own = my_box.parent, ["--components", str(my_box)]
    run("play", "--game", "sintra", "--seed", "7", "--record", "g.txt", stdin="quit", cwd=folder)
    said = run("play", "--record", "g.txt", *own, stdin="quit", code=2, cwd=folder)
    assert "the game that is kept there has components as usual" in said


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("14, 18]", '14, "18"]', "line 23: track must be 2 to 16 whole numbers from 0 to 99"),
        ("pairs = [[1, 2],", "pairs = [[1, 3],", "line 26: a pair is two neighbouring windows"),
        ('["PPPGG", "OOBBY"]', '["PPPGG", "OOBB"]', "line 35: a face is 5 cells from BGOPY*, not 'OOBB'"),
        ("**OBP", "OOOBP", "no face has joker cells"),
        ('"yellow"]', '"black"]', "line 16: colours must be from blue, green"),
        ("side_b =", "side_c =", "side_b is missing"),
        ("side_a = [", "side_a = ", "this is not TOML"),
    ],
)
def test_a_wrong_figure_is_named_with_its_line(my_box: Path, old: str, new: str, reason: str) -> None:
    my_box.write_text(run("sintra-components").replace(old, new, 1), encoding="utf-8")
    said = run("play", "--game", "sintra", "--components", str(my_box), stdin="quit", code=1)
    assert said.startswith(f"azulejos: {my_box}, line ")
    assert reason in said


def test_components_that_are_not_there_or_for_another_game_are_refused() -> None:
    assert "nothing.toml cannot be read" in run("play", "--game", "sintra", "--components", "nothing.toml", code=2)
    assert "cannot be read" in run("sintra-components", "--components", "nothing.toml", code=2)
