"""The import linter refuses each import that the map in ARCHITECTURE.md forbids."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final

import grimp
import pytest

from tests.some import some

_ROOT: Final = Path(__file__).parents[1]
_FOLDERS: Final = ("companion", "vision", "models", "hardware", "kivy_ui", "calibration")

# What the rules of a game may be made of. Anything else needs a reason and a line here.
_PURE: Final = frozenset(
    {
        "__future__", "abc", "collections", "dataclasses", "enum", "fractions", "functools",
        "heapq", "itertools", "math", "operator", "pkgutil", "re", "types", "typing",
        "unicodedata",
    }
)  # fmt: skip

# contract -> (folder of the offender, what it imports): one for each thing the contract forbids.
_BREACHES: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "layers": (
        ("companion/errors", "companion.i18n"),
        ("companion/drawing", "companion.i18n"),
        ("companion/i18n", "companion.games"),
        ("companion/games", "companion.session"),
        ("companion/session", "companion.storage"),
        ("companion/storage", "hardware"),
        ("vision", "hardware"),
        ("vision", "companion.storage"),
        ("hardware", "vision"),
        ("vision", "calibration.core"),
        ("calibration/core", "calibration.service"),
        ("vision", "companion.settings"),
        ("companion/demo", "kivy_ui"),
        ("calibration/service", "kivy_ui"),
        ("companion/demo", "vision"),
        ("vision", "models.training"),
        ("calibration/core", "kivy_ui"),
        ("kivy_ui", "companion.cli"),
        ("companion/app/doctor", "companion.cli"),
        ("companion/history", "companion.storage"),
        ("companion/scorefile", "companion.history"),
    ),
    "composition-root": tuple(
        (folder, name)
        for folder in ("companion/session", "companion/demo", "companion/storage")
        for name in ("vision", "hardware", "kivy_ui", "calibration", "models")
    ),
    "vision-stages": (
        ("vision/core", "vision.mats"),
        ("vision/detection", "vision.classification"),
        ("vision/problems", "vision.pipeline"),
    ),
    "pure-games": tuple(
        ("companion/games/roll", name)
        for name in ("random", "time", "datetime", "os", "logging", "pathlib", "numpy", "msgspec")
    ),
    "roll": (
        ("companion/games/roll/model", "companion.games.roll.rules"),
        ("companion/games/roll/rules", "companion.games.roll.phases"),
        ("companion/games/roll/phases", "companion.games.roll.decide"),
        ("companion/games/roll/decide", "companion.games.roll.view"),
    ),
    "catalog": (("companion/catalog", "numpy"), ("companion/catalog", "companion.i18n")),
    "simulation": (("companion/simulation", "numpy"), ("companion/simulation", "companion.i18n")),
    "players": (("companion/players", "onnxruntime"), ("companion/players", "companion.i18n")),
    "history": (("companion/history", "sqlite3"), ("companion/history", "numpy")),
    "drawing": (("companion/drawing", "numpy"), ("companion/drawing", "reportlab")),
    "devices": tuple(
        (folder, library)
        for folder in ("companion/session", "companion/cli", "vision", "kivy_ui", "calibration")
        for library in ("gpiozero", "serial", "picamera2")
    ),
    "kivy": (("vision", "kivy"), ("companion/cli", "kivy"), ("hardware", "kivy")),
    "screen": tuple(
        ("kivy_ui", name)
        for name in ("vision", "hardware", "companion.storage", "calibration", "cv2", "numpy")
    ),
    "screen-layers": (
        ("kivy_ui/common", "kivy_ui.games.rule.ui"),
        ("kivy_ui/games/storm", "kivy_ui.calibration"),
        ("kivy_ui/calibration", "kivy_ui.window"),
        ("kivy_ui/window", "kivy_ui.shell"),
    ),
    "screen-games": (
        ("kivy_ui/games/rule", "kivy_ui.games.roll"),
        ("kivy_ui/games/emperor", "kivy_ui.games.storm.ui"),
    ),
    "screen-common": (("kivy_ui/common", "companion.catalog"),),
    "presenters": (("kivy_ui/common", "kivy"), ("kivy_ui/games/roll", "kivy")),
    "session": (
        ("companion/session", "cv2"),
        ("companion/session", "models"),
        ("companion/session", "companion.games.roll"),
    ),
    "storage": (("companion/storage", "kivy"), ("companion/storage", "numpy")),
    "training": (
        ("vision", "torch"),
        ("companion/cli", "models.training"),
        ("companion/cli", "models.evaluation"),
    ),
    "evaluation": (
        ("models/evaluation", "models.training"),
        ("models/evaluation", "vision"),
        ("models/evaluation", "companion.drawing"),
    ),
    "models": (("models", "vision"), ("models", "numpy"), ("models", "companion.session")),
}


def _offender(folder: str, imported: str) -> Path:
    """The path of the module that is added; `companion/errors` is a module, not a folder."""
    name = "breach_" + imported.replace(".", "_")
    if folder == "companion/errors":
        return Path("companion/errors.py")
    return Path(folder) / f"{name}.py"


def _dotted(path: Path) -> str:
    return ".".join(path.with_suffix("").parts)


def _copy_sources(target: Path) -> None:
    """Copy the packages' Python files and the linter's settings."""
    shutil.copy(_ROOT / "pyproject.toml", target)
    for folder in _FOLDERS:
        for source in (_ROOT / folder).rglob("*.py"):
            copy = target / source.relative_to(_ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, copy)


def _lint(tree: Path) -> tuple[int, str]:
    """Run the import linter in *tree*; return its status and what it printed."""
    program = Path(sys.executable).parent / "lint-imports"
    result = subprocess.run(
        [program, "--no-cache"],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree), "COLUMNS": "200", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    return result.returncode, result.stdout + result.stderr


@pytest.fixture(scope="module")
def contract_names() -> dict[str, str]:
    """Identifier -> printed name of every contract."""
    settings = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    return {contract["id"]: contract["name"] for contract in contracts}


@pytest.fixture(scope="module")
def sections(
    tmp_path_factory: pytest.TempPathFactory, contract_names: dict[str, str]
) -> dict[str, str]:
    """What the linter says of a copy with every breach in it, by contract."""
    tree = tmp_path_factory.mktemp("breaches")
    _copy_sources(tree)
    for folder, imported in {breach for group in _BREACHES.values() for breach in group}:
        with (tree / _offender(folder, imported)).open("a", encoding="utf-8") as module:
            module.write(f"\nimport {imported}\n")
    status, printed = _lint(tree)
    assert status == 1, printed
    details = printed.partition("Broken contracts")[2]
    pattern = "|".join(rf"(?m:^{re.escape(name)}$)" for name in contract_names.values())
    headings = list(re.finditer(pattern, details))
    ends = [heading.start() for heading in headings[1:]] + [len(details)]
    return {
        heading.group(): details[heading.end() : end]
        for heading, end in zip(headings, ends, strict=True)
    }


def test_the_tree_keeps_every_contract(tmp_path: Path) -> None:
    """Without a breach the same copy passes, so the breaches are what the linter finds."""
    _copy_sources(tmp_path)
    status, printed = _lint(tmp_path)
    assert status == 0, printed


def test_every_contract_is_broken_once(contract_names: dict[str, str]) -> None:
    """A contract without a breach here would be one that nobody has ever seen fail."""
    assert set(_BREACHES) == set(contract_names)


@pytest.mark.parametrize(
    ("contract", "folder", "imported"),
    [(name, *breach) for name, group in _BREACHES.items() for breach in group],
)
def test_a_forbidden_import_is_found(
    contract: str,
    folder: str,
    imported: str,
    sections: dict[str, str],
    contract_names: dict[str, str],
) -> None:
    """The linter names the module, and what it must not import, under the right contract."""
    offender = re.escape(_dotted(_offender(folder, imported)))
    found = sections.get(contract_names[contract], "")
    assert re.search(rf"{offender} -> {re.escape(imported)}\b", found), found or "contract kept"


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph(
        "companion", "kivy_ui", include_external_packages=True, exclude_type_checking_imports=True
    )


def test_a_game_is_imported_neither_by_others_nor_by_what_all_games_share(
    graph: grimp.ImportGraph,
) -> None:
    """Each folder in ``companion/games`` is a game; shared rules and presenters know none."""
    games = {m for m in graph.find_children("companion.games") if graph.find_children(m)}
    for game in some(games):
        parts = {game, *graph.find_descendants(game)}
        users = {u for m in parts for u in graph.find_modules_that_directly_import(m)} - parts
        shared = ("companion.games.", "kivy_ui.common.")
        assert not [user for user in users if user.startswith(shared)], game


def test_games_are_made_of_pure_parts_of_the_standard_library(graph: grimp.ImportGraph) -> None:
    """A game imports the shared rules, the errors and a short list of pure modules."""
    modules = graph.find_descendants("companion.games")
    imports = ((m, each) for m in modules for each in graph.find_modules_directly_imported_by(m))
    for module, imported in some(imports):
        ours = imported == "companion.errors" or imported.startswith("companion.games")
        assert ours or imported in _PURE, f"{module} imports {imported}"
