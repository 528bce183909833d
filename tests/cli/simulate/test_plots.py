"""``gitopoly simulate --plot``: a sheet, or a folder."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from gitopoly.cli import main
from gitopoly.cli.simulate import plots

SMALL = ("--edition", "formal-small", "--games", "2", "--engine", "interpreted", "--jobs", "1")
BEGINS = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}


def plotted(path: Path) -> None:
    result = CliRunner().invoke(main, ["simulate", *SMALL, "--plot", str(path)])
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize(
    "ending",
    ["svg", *(pytest.param(one, marks=pytest.mark.long) for one in BEGINS if one != "svg")],
)
def test_all_plots_on_one_sheet(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"told.{ending}"
    plotted(path)
    first = path.read_bytes()
    assert first.startswith(BEGINS[ending])
    plotted(path)
    assert path.read_bytes() == first


def test_a_folder_gets_a_file_for_each(tmp_path: Path) -> None:
    plotted(tmp_path / "told")
    assert {path.name for path in (tmp_path / "told").iterdir()} == {
        f"{name}.png" for name in plots.PLOTS
    }


def test_games_that_hardly_began_can_be_drawn(tmp_path: Path) -> None:
    path = tmp_path / "told.svg"
    arguments = ["simulate", "--games", "1", "--max-turns", "1", "--plot", str(path)]
    assert CliRunner().invoke(main, arguments).exit_code == 0
    assert "sent to jail" in path.read_text(encoding="utf-8")


def test_without_matplotlib_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    result = CliRunner().invoke(main, ["simulate", *SMALL, "--plot", "told.png"])
    assert result.exit_code == 2
    assert "evaluate" in result.stderr
    assert result.stdout == ""
