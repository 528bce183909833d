"""What every file of the repository must keep to, whatever it is about."""

import ast
import importlib.metadata
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import gitopoly

ROOT = Path(__file__).resolve().parent.parent

# Written in pieces, because this file must keep to it, too.
FORBIDDEN = [
    "/" + "work/",
    "/" + "root/",
    "pypi" + ".org",
    "files." + "pythonhosted",
    "registry." + "npmjs",
]

LONGEST_SOURCE = 650
"""A file holds one idea whole."""

HEAVY = {"cryptography", "numpy", "rich", "starlette", "uvicorn", "wasmtime", "yaml"}


def repository_files() -> list[Path]:
    """List what is tracked, or would be: everything that .gitignore does not name."""
    if not (ROOT / ".git").exists():
        pytest.skip("this copy of the sources is no Git repository")
    # Git takes nobody's word for a checkout of another user, such as one in a container.
    command = ["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z"]
    command += ["--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout
    names = listed.decode().split("\0")
    return [ROOT / name for name in names if name and (ROOT / name).is_file()]


def sources() -> list[Path]:
    """List the Python files."""
    return [path for path in repository_files() if path.suffix == ".py"]


def forbidden_words(text: str) -> list[str]:
    """Find paths of one machine and hosts of package registries."""
    return [word for word in FORBIDDEN if word in text]


def has_docstring(source: str) -> bool:
    """Tell whether a module says what it is for; an empty one need not."""
    module = ast.parse(source)
    return not module.body or bool(ast.get_docstring(module))


def make_targets(makefile: str) -> set[str]:
    """List the targets that `make help` shows."""
    return set(re.findall(r"^([a-z-]+):.*## ", makefile, flags=re.MULTILINE))


def named_targets(page: str) -> set[str]:
    """List the targets that a page tells people to make, in a block or in a span of code."""
    return set(re.findall(r"(?:^\$ |^|`)make ([a-z]+(?:-[a-z]+)*)", page, flags=re.MULTILINE))


def dead_links(page: Path, text: str) -> Iterator[str]:
    """Yield the relative links of a page that lead nowhere."""
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", text):
        if "://" not in target and not (page.parent / target).exists():
            yield target


def loaded_by(statement: str) -> set[str]:
    """Run a statement in a fresh interpreter and return the heavy packages that it loaded."""
    report = f"{statement}\nimport sys; print(*sys.modules, file=sys.stderr)"
    result = subprocess.run(
        [sys.executable, "-c", report], check=True, capture_output=True, text=True
    )
    return HEAVY & set(result.stderr.split())


def requirements(project: dict[str, object]) -> set[str]:
    """Name every direct dependency of the project and its extras."""
    extras = project["optional-dependencies"]
    assert isinstance(extras, dict)
    listed = [project["dependencies"], *extras.values()]
    names = {re.split(r"[^\w-]", line)[0].lower() for group in listed for line in group}
    return names - {"gitopoly"}


def test_no_file_names_a_machine_or_a_package_registry() -> None:
    found = {}
    for path in repository_files():
        words = forbidden_words(path.read_text(encoding="utf-8", errors="replace"))
        if words:
            found[path.relative_to(ROOT).as_posix()] = words
    assert found == {}


@pytest.mark.slow
def test_every_module_says_what_it_is_for() -> None:
    silent = [path for path in sources() if not has_docstring(path.read_text(encoding="utf-8"))]
    assert silent == []


def test_no_source_file_is_long() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in sources()}
    assert {path: length for path, length in lengths.items() if length > LONGEST_SOURCE} == {}


def test_file_names_are_legal_on_every_system() -> None:
    names = [path.relative_to(ROOT).as_posix() for path in repository_files()]
    assert [name for name in names if re.search(r'[<>:"\\|?*\x00-\x1f]|[. ](/|$)', name)] == []
    assert len({name.lower() for name in names}) == len(names)
    assert [path for path in repository_files() if path.is_symlink()] == []


@pytest.mark.parametrize(
    "statement",
    [
        "import gitopoly",
        "from gitopoly.cli import main; main(['--help'], standalone_mode=False)",
    ],
)
def test_starting_is_light(statement: str) -> None:
    assert loaded_by(statement) == set()


def test_the_version_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "version" in project["dynamic"]
    assert importlib.metadata.version("gitopoly") == gitopoly.__version__
    shown = subprocess.run(
        [sys.executable, "-m", "gitopoly", "--version"], check=True, capture_output=True, text=True
    )
    assert shown.stdout.split()[-1] == gitopoly.__version__
    released = re.findall(r"^## \[?(\d\S*?)\]? ", _read("CHANGELOG.md"), flags=re.MULTILINE)
    assert released[:1] in ([], [gitopoly.__version__])


def test_the_make_targets_that_the_pages_name_exist() -> None:
    pages = [path for path in repository_files() if path.suffix == ".md"]
    named = set().union(*(named_targets(page.read_text(encoding="utf-8")) for page in pages))
    assert {"play", "test"} <= named <= make_targets(_read("Makefile"))


def test_every_relative_link_of_a_page_leads_somewhere() -> None:
    pages = [path for path in repository_files() if path.suffix == ".md"]
    dead = {page: list(dead_links(page, page.read_text(encoding="utf-8"))) for page in pages}
    assert {page: links for page, links in dead.items() if links} == {}


def test_every_dependency_is_pinned_by_name_and_version_alone() -> None:
    lines = _read("constraints.txt").splitlines()
    pins = [line for line in lines if line and not line.startswith("#")]
    assert [pin for pin in pins if not re.fullmatch(r"[a-z0-9.-]+==[0-9][\w.]*", pin)] == []
    project = tomllib.loads(_read("pyproject.toml"))["project"]
    assert requirements(project) <= {pin.split("==")[0] for pin in pins}


def test_every_pattern_of_the_packages_data_finds_a_file() -> None:
    patterns = tomllib.loads(_read("pyproject.toml"))["tool"]["setuptools"]["package-data"]
    package = ROOT / "src" / "gitopoly"
    assert [pattern for pattern in patterns["gitopoly"] if not any(package.glob(pattern))] == []


@pytest.mark.skipif(os.name != "posix", reason="file modes mean nothing here")
def test_continuous_integration_runs_lint_all_tests_and_check() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert "for target in lint test-all check; do" in script.read_text(encoding="utf-8")


# The twins: each check notices what it is there for.


def test_a_forbidden_word_is_noticed() -> None:
    for word in FORBIDDEN:
        assert forbidden_words(f"see {word}x") == [word]


def test_a_silent_module_is_noticed() -> None:
    assert not has_docstring("x = 1")
    assert has_docstring('"""Says."""\nx = 1')


def test_a_heavy_import_is_noticed() -> None:
    assert "yaml" in loaded_by("import gitopoly, yaml")


def test_a_target_that_does_not_exist_is_noticed() -> None:
    targets = make_targets("play: .venv ## Play\nhidden:\n")
    assert targets == {"play"}
    page = "Type `make play`.\n$ make win ARGS=1\nmake peace\nWords make no target."
    assert named_targets(page) == {"play", "win", "peace"}


def test_a_dead_link_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "here.md").touch()
    text = "[a](here.md#part) [b](gone.md) [c](https://example.org/x)"
    assert list(dead_links(tmp_path / "page.md", text)) == ["gone.md"]


def test_a_requirement_is_found_whatever_its_form() -> None:
    project = {
        "dependencies": ["click>=8.1"],
        "optional-dependencies": {"x": ["gitopoly[fast]", "Types-Y", "ray[default]>=2"]},
    }
    assert requirements(project) == {"click", "types-y", "ray"}


def _read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.slow
def test_tests_of_a_group_run_in_one_process(tmp_path: Path) -> None:
    """What is compiled is compiled once; a pytest that xdist does not know loses the groups."""
    (tmp_path / "test_group.py").write_text(
        "import os, pytest\n"
        "@pytest.mark.xdist_group('one')\n"
        "@pytest.mark.parametrize('n', range(8))\n"
        "def test_process(n, record_property):\n"
        "    record_property('process', os.getpid())\n",
        encoding="utf-8",
    )
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "--dist", "loadgroup"]
    command += ["-p", "no:cacheprovider", "--junit-xml", "seen.xml", "test_group.py"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    seen = re.findall(r'name="process" value="(\d+)"', (tmp_path / "seen.xml").read_text())
    assert len(seen) == 8
    assert len(set(seen)) == 1
