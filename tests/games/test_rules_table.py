"""The table of rules names tests and scenarios that exist."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "companion" / "games" / "RULES.md"


def rows() -> list[list[str]]:
    """The cells of the rows: rule, what, whether it works, tests."""
    lines = TABLE.read_text("utf-8").splitlines()
    return [line.strip("| ").split(" | ") for line in lines if re.match(r"\| \S", line)]


def test_each_rule_names_a_test_that_exists() -> None:
    """A test by its name, a scenario by its title."""
    paths = [*(ROOT / "tests").rglob("test_*.py"), *(ROOT / "tests/scenarios").rglob("*.txt")]
    sources = "\n".join(path.read_text("utf-8") for path in paths)
    known = set(re.findall(r"^(?:def |## )(test_\w+|.+)", sources, re.MULTILINE))
    named = {name for row in rows() for name in re.findall(r"`([^`]+)`", row[-1])}
    assert named
    assert not named - known


def test_what_has_no_test_does_not_claim_to_work() -> None:
    assert not [row for row in rows() if row[-2].startswith("yes") and "`" not in row[-1]]
