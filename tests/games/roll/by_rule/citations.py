"""Which tests cite which rule, FAQ entry, decision, power or pair of powers.

A citation stands in the title or a row of a scenario (``tests/scenarios/roll``), in the docstring
of a test or in the id of one of its cases: ``R-6.5``,
``FAQ (pl, hu) 12``, ``D-8``, ``T-4d`` and ``T-4w`` (game tile 4, its two sides), ``F-2l`` and
``F-2r`` (halves of faction 2), ``H-9`` (home world 9), ``T-1d + T-2d`` (a pair).
"""

import importlib
import inspect
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, Final

from tests.games.roll.tracked_positions import CATALOG
from tests.scenarios.runner import scenarios

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[3]
SEARCHED: Final = ("tests/games/roll", "tests/cli", "tests/catalog", "tests/golden")

_POWER: Final = r"(?:T-\d+[dw]|F-\d+[lr]|H-\d+)"
_PLAIN: Final = re.compile(rf"\b(?:R-\d+\.\d+|D-\d+|{_POWER})\b")
_PAIR: Final = re.compile(rf"\b({_POWER}) \+ ({_POWER})\b")
_FAQ: Final = re.compile(r"FAQ \((pl|hu|pl, hu)\) (\d+(?:, \d+)*)")


def known() -> dict[str, str]:
    """Return every citation that some test must make, with its title."""
    table = tomllib.loads((HERE / "known.toml").read_text("utf-8"))
    found: dict[str, str] = {**table["rules"], **decisions(), **table["pairs"]}
    for language in ("pl", "hu"):
        elsewhere = table["faq_only"]["pl" if language == "hu" else "hu"]
        for number, title in table["faq"].items():
            if int(number) not in elsewhere:
                found[f"FAQ ({language}) {number}"] = title
    return found | powers()


def decisions() -> dict[str, str]:
    """Return the numbered decisions on doubtful facts with their questions."""
    rows = (ROOT / "companion/catalog/README.md").read_text("utf-8")
    return dict(re.findall(r"^\| (D-\d+) \| ([^|]+) \|", rows, re.MULTILINE))


def powers() -> dict[str, str]:
    """Return every side of the box, worlds included, by the number printed or in the data."""
    found = {}
    for each in CATALOG.tiles:
        found[f"T-{each.id}d"] = each.development.key
        found[f"T-{each.id}w"] = each.world.key
    for faction in CATALOG.factions:
        found[f"F-{faction.number}l"] = faction.left.key
        found[f"F-{faction.number}r"] = faction.right.key
    for home in CATALOG.home_worlds:
        found[f"H-{home.id}"] = home.world.key
    return found


def cited_in(text: str) -> set[str]:
    """Return the citations of a docstring or of the id of a case."""
    found = set(_PLAIN.findall(text))
    found |= {f"{one} + {other}" for one, other in _PAIR.findall(text)}
    for languages, numbers in _FAQ.findall(text):
        for language in languages.split(", "):
            found |= {f"FAQ ({language}) {number}" for number in numbers.split(", ")}
    return found


def tests() -> Iterator[tuple[str, FunctionType]]:
    """Return every test function of the folders searched, with its name."""
    for folder in SEARCHED:
        for path in sorted((ROOT / folder).rglob("test_*.py")):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            module = importlib.import_module(name)
            for key, value in vars(module).items():
                if key.startswith("test_") and isinstance(value, FunctionType):
                    yield f"{name}::{key}", value


@cache
def citations() -> dict[str, list[str]]:
    """Return citation -> names of the tests that make it."""
    found: dict[str, list[str]] = {}
    for name, test in tests():
        for each in cited_in(" ".join((inspect.getdoc(test) or "", *_case_ids(test)))):
            found.setdefault(each, []).append(name)
    for path in sorted((ROOT / "tests/scenarios/roll").glob("*.txt")):
        for scenario in scenarios(path.read_text("utf-8")):
            for each in cited_in(scenario.name):
                found.setdefault(each, []).append(f"{path.name}: {scenario.name}")
    return found


def _case_ids(test: FunctionType) -> Iterator[str]:
    for mark in getattr(test, "pytestmark", ()):
        if mark.name == "parametrize":
            yield from (case.id for case in mark.args[1] if _has_id(case))


def _has_id(case: Any) -> bool:
    return isinstance(getattr(case, "id", None), str)
