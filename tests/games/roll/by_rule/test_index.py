"""Nothing of the rulebooks is without a test: every known number is cited by one."""

import pytest

from tests.games.roll.by_rule.citations import citations, cited_in, known, powers


def test_everything_known_is_cited() -> None:
    """Rules, FAQ entries, decisions, powers and pairs; what is missing is named."""
    cited = citations()
    missing = {each: title for each, title in known().items() if each not in cited}
    assert not missing


def test_nothing_unknown_is_cited() -> None:
    """A slip of the pen in a number would cite nothing."""
    allowed = set(known())
    unknown = {
        each: tests
        for each, tests in citations().items()
        if each not in allowed and " + " not in each
    }
    assert not unknown


def test_cited_pairs_are_known() -> None:
    """In one order only, so that each is found."""
    pairs = {each for each in citations() if " + " in each}
    assert pairs <= set(known())


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("R-6.5: draw.", {"R-6.5"}),
        (
            "FAQ (pl, hu) 12, 13: the bag.",
            {f"FAQ ({x}) {n}" for x in ("pl", "hu") for n in (12, 13)},
        ),
        ("FAQ (pl) 40 is Polish.", {"FAQ (pl) 40"}),
        ("T-1d + T-2d (D-9)", {"T-1d", "T-2d", "T-1d + T-2d", "D-9"}),
        ("T-17d-export_duties", {"T-17d"}),
        ("R-6, T-4, FAQ 12", set()),
    ],
)
def test_what_is_a_citation(text: str, found: set[str]) -> None:
    """Each form of the README, and nothing that only looks like one."""
    assert cited_in(text) == found


def test_the_list_is_whole() -> None:
    """137 sides, 53 rules, 67 entries of the FAQ, the decisions of the catalogue."""
    assert len(powers()) == 137
    assert len([each for each in known() if each.startswith("R-")]) == 53
    assert len([each for each in known() if each.startswith("FAQ (pl)")]) == 67
    assert len([each for each in known() if each.startswith("D-")]) >= 16
