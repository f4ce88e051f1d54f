"""Every worked example of the digests is played by a scenario or a test that bears its number.

``## Example 7: ...``, ``## Example 20 and 21: ...``, ``test_example_7_...`` and
``test_examples_14_to_19_...`` are citations. The numbers are those of the digests' sections
"Worked examples"; how many there are stands here, so that one which loses its test is missed.
"""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]

EXAMPLES = {
    "storm": (35, "gathering_storm*"),
    "emperor": (22, "galactic_emperor"),
    "rule": (20, "rule_the_galaxy"),
}
"""Folder of the game -> how many examples its digest works out, and the scenarios' folders."""

_CITATION = re.compile(
    r"^(?:def test_|## )examples?[_ ](\d+)((?:[_ ](?:to|and)[_ ]\d+)*)[_:]",
    re.MULTILINE | re.IGNORECASE,
)


def cited_in(text: str) -> list[int]:
    """The numbers that tests' names or scenarios' titles cite."""
    found: list[int] = []
    for match in _CITATION.finditer(text):
        found.append(int(match[1]))
        for word, number in re.findall(r"(to|and)[_ ](\d+)", match[2]):
            first = found[-1] + 1 if word == "to" else int(number)
            found += range(first, int(number) + 1)
    return found


@pytest.mark.parametrize("game", EXAMPLES)
def test_every_example_is_played(game: str) -> None:
    """What is missing is named; a number that no digest has cites nothing."""
    count, scenarios = EXAMPLES[game]
    paths = [*(TESTS / "games" / game).glob("*.py"), *TESTS.glob(f"scenarios/{scenarios}/*.txt")]
    cited = {number for path in paths for number in cited_in(path.read_text(encoding="utf-8"))}
    known = set(range(1, count + 1))
    assert sorted(known - cited) == []
    assert sorted(cited - known) == []


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("def test_example_7_a_thing() -> None:", [7]),
        ("def test_example_11_and_12_things() -> None:", [11, 12]),
        ("def test_examples_14_to_19_things(", [14, 15, 16, 17, 18, 19]),
        ("## Example 7: a thing", [7]),
        ("## Examples 14 to 16 and 18: things", [14, 15, 16, 18]),
        ("def test_an_example_of_7_things() -> None:", []),
        ("    def test_example_3_inside_of_something() -> None:", []),
        ("# Example 3: a comment", []),
    ],
)
def test_what_is_a_citation(text: str, numbers: list[int]) -> None:
    assert cited_in(text) == numbers
