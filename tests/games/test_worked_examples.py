"""Every worked example of the digests is played by a test that bears its number.

``test_example_7_...``, ``test_example_11_and_12_...`` and ``test_examples_14_to_19_...`` are
citations. The numbers are those of the digests' sections "Worked examples"; how many there are
stands here, so that an example which loses its test is missed.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent

EXAMPLES = {"storm": 35, "emperor": 22, "rule": 20}
"""Folder of the game -> how many examples its digest works out."""

_CITATION = re.compile(r"^def test_examples?_(\d+)((?:_(?:to|and)_\d+)*)_", re.MULTILINE)


def cited_in(text: str) -> list[int]:
    """The numbers that the tests' names in a module cite."""
    found: list[int] = []
    for match in _CITATION.finditer(text):
        found.append(int(match[1]))
        for word, number in re.findall(r"_(to|and)_(\d+)", match[2]):
            first = found[-1] + 1 if word == "to" else int(number)
            found += range(first, int(number) + 1)
    return found


@pytest.mark.parametrize("game", EXAMPLES)
def test_every_example_is_played(game: str) -> None:
    """What is missing is named; a number that no digest has cites nothing."""
    texts = [path.read_text(encoding="utf-8") for path in sorted((FOLDER / game).glob("*.py"))]
    cited = {number for text in texts for number in cited_in(text)}
    known = set(range(1, EXAMPLES[game] + 1))
    assert sorted(known - cited) == []
    assert sorted(cited - known) == []


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("def test_example_7_a_thing() -> None:", [7]),
        ("def test_example_11_and_12_things() -> None:", [11, 12]),
        ("def test_examples_14_to_19_things(", [14, 15, 16, 17, 18, 19]),
        ("def test_an_example_of_7_things() -> None:", []),
        ("    def test_example_3_inside_of_something() -> None:", []),
    ],
)
def test_what_is_a_citation(text: str, numbers: list[int]) -> None:
    assert cited_in(text) == numbers
