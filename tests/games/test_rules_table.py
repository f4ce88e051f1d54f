"""The table of rules names tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "companion" / "games" / "RULES.md"


def test_each_rule_names_a_test_that_exists() -> None:
    sources = "\n".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    known = set(re.findall(r"^def (test_\w+)", sources, re.MULTILINE))
    named = re.findall(r"`(test_\w+)`", TABLE.read_text("utf-8"))
    assert named
    assert not set(named) - known


def test_what_has_no_test_does_not_claim_to_work() -> None:
    rows = [line for line in TABLE.read_text("utf-8").splitlines() if re.match(r"\| \S", line)]
    assert not [row for row in rows if "| yes" in row and "`test_" not in row]
