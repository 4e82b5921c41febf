"""Compiled code is kept where it belongs, and is made anew when a kernel changes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from azulejos import jit

USERS_OWN = """
import azulejos.rules.azul
import numba

@numba.njit(cache=True)
def mine(x):
    return x + 1

mine(1)
"""


def test_users_own_functions_stay_out_of_our_cache(tmp_path: Path) -> None:
    (tmp_path / "users.py").write_text(USERS_OWN)
    cache = tmp_path / "cache"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA")}
    environment |= {"XDG_CACHE_HOME": str(cache), "HOME": str(tmp_path), "LOCALAPPDATA": str(cache)}
    subprocess.run([sys.executable, "users.py"], cwd=tmp_path, env=environment, check=True)
    kept = [path for path in tmp_path.rglob("*.nbi") if "mine" in path.name]
    assert [path.parent.name for path in kept] == ["__pycache__"]


def test_a_changed_kernel_gets_a_cache_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    first = jit.cache_folder()
    source = tmp_path / "rules.py"
    source.write_text("from azulejos.jit import kernel")
    monkeypatch.setattr(jit, "kernel_sources", lambda: [source])
    changed = jit.cache_folder()
    source.write_text("from azulejos.jit import kernel\n# other")
    changed_again = jit.cache_folder()
    assert len({first, changed, changed_again}) == 3


def test_where_nothing_can_be_written_kernels_live_in_memory(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    environment = os.environ | {"NUMBA_CACHE_DIR": str(blocked)}
    command = [sys.executable, "-c", "from azulejos.chance import new_stream; print(new_stream(1))"]
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    assert done.stdout.startswith("[")


def test_old_caches_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    old = tmp_path / "azulejos" / "old"
    old.mkdir(parents=True)
    os.utime(old, (0, 0))
    assert jit.cache_folder() is not None
    assert not old.exists()


FILL = """
import sys
from azulejos import chance
from azulejos.rules import azul
for players in map(int, sys.argv[1:]):
    options = azul.Options(players, starter=0, max_rounds=3)
    state, rng = azul.new_state(options), chance.new_stream(7)
    while state.phase != azul.OVER:
        azul.deal(state, rng)
        if state.phase != azul.OVER:
            azul.apply(state, azul.random_move(state, rng))
    print(players, state.tobytes().hex())
print(len({overload.fndesc.mangled_name for overload in azul.apply.overloads.values()}))
"""


def test_processes_that_fill_one_cache_in_different_orders_do_not_mix_up_their_records(tmp_path: Path) -> None:
    def play(*players: str) -> list[str]:
        command = [sys.executable, "-c", FILL, *players]
        environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
        return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout.splitlines()

    (three, _), (four, _) = play("3"), play("4")
    assert play("3", "4") == [three, four, "2"], "one symbol for two record types"


def test_a_second_process_compiles_nothing_again(tmp_path: Path) -> None:
    command = [Path(sys.executable).with_name("azulejos"), "bench", "playouts", "--seconds", "0.1", "--json"]
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    subprocess.run(command, env=environment, check=True, capture_output=True)
    compiled = sorted(tmp_path.rglob("*.nbc"))
    subprocess.run(command, env=environment, check=True, capture_output=True)
    assert sorted(tmp_path.rglob("*.nbc")) == compiled
