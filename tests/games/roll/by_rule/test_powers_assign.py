"""Powers while assigning: what each lets a player do, and the next thing that it does not."""

from __future__ import annotations

import pytest

from tests.games.roll.by_rule.scenario import judged, laid_out, tools

CASES = [
    pytest.param(
        "nanotechnology",
        ["home:ship! home:develop@settle", "home:ship! home:develop@settle genes:settle@explore"],
        ["home:ship! home:develop@settle home:explore@settle genes:settle@explore"],
        id="T-12d: one or two, anywhere; not three",
    ),
    pytest.param(
        "isolation_policy",
        ["home:ship! home:explore@settle", "home:ship! home:explore@settle home:explore@develop"],
        ["home:ship! home:develop@settle", f"home:ship!{' home:explore@settle' * 3}"],
        id="T-21d: one or two explorers; no others, not three",
    ),
    pytest.param(
        "space_mercenaries",
        ["home:ship! military:develop@ship", "home:ship! rare_elements:develop@explore"],
        ["home:ship! home:develop@ship", "home:ship! military:develop@ship military:develop@ship"],
        id="T-25d: one red or brown; not white, not two",
    ),
    pytest.param(
        "operations_affinity",
        ["home:ship! home:develop@explore", "home:ship! genes:settle@produce"],
        ["home:ship! home:develop@settle", "home:ship! home:develop@ship"],
        id="T-26d: one to Explore or Produce; nowhere else",
    ),
    pytest.param(
        "local_subsidies",
        ["home:ship! home:develop@explore"],
        ["home:ship! military:develop@explore", f"home:ship!{' home:develop@explore' * 2}"],
        id="T-28d: one white; no other, not two",
    ),
    pytest.param(
        "system_diversification",
        ["home:ship! genes:settle@produce novelty:ship@explore", "home:ship! genes:settle@produce"],
        ["home:ship! home:develop@produce", f"home:ship!{' genes:settle@produce' * 3}"],
        id="T-30d: up to two of a colour; not white, not three",
    ),
    pytest.param(
        "homeworld_patriotism",
        [f"home:ship!{' home:explore@ship' * 2}", "home:settle! home:explore@settle"],
        ["home:ship! home:explore@settle", "home:ship! genes:settle@ship"],
        id="T-31d: white ones to the selected phase; no other colour, nowhere else",
    ),
    pytest.param(
        "executive_power",
        [f"home:ship!{' home:explore@ship' * 2}", "home:ship! genes:settle@ship home:settle@ship"],
        [
            "home:ship! home:explore@ship",
            "home:ship! home:explore@ship home:settle@ship",
            f"home:ship!{' home:explore@settle' * 2}",
            f"home:ship!{' home:explore@ship' * 3}",
        ],
        id="T-33d, FAQ (pl, hu) 44: exactly two of one column to the selected phase",
    ),
    pytest.param(
        "diversification",
        ["home:ship! home:explore@settle"],
        ["home:ship! home:develop@settle", "home:ship! military:explore@settle"],
        id="T-34d: one white explorer; no other worker, no other colour",
    ),
    pytest.param(
        "propaganda_campaign",
        ["home:ship! genes:settle@ship", "home:ship! genes:settle@ship home:explore@ship"],
        ["home:ship! genes:settle@produce", f"home:ship!{' home:explore@ship' * 3}"],
        id="T-43d: one or two of any colour to the selected phase; nowhere else",
    ),
    pytest.param(
        "hydroponics_guild",
        ["home:ship! novelty:produce@ship", "home:ship! genes:settle@explore"],
        ["home:ship! home:settle@explore", "home:ship! genes:settle@explore novelty:ship@settle"],
        id="T-46d: one cyan or green; not white, not two",
    ),
    pytest.param(
        "colonial_affinity",
        ["home:ship! home:develop@settle"],
        ["home:ship! home:develop@explore", f"home:ship!{' home:develop@settle' * 2}"],
        id="T-47d: one becomes a settler; nothing else, not two",
    ),
    pytest.param(
        "shipping_affinity",
        ["home:settle! home:develop@ship"],
        ["home:settle! home:develop@explore"],
        id="T-51d: one becomes a shipper; nothing else",
    ),
    pytest.param(
        "galactic_influence",
        [f"home:ship! alien_technology:develop@{goal}" for goal in ("explore", "settle", "ship")],
        [f"home:ship!{' home:develop@settle' * 2}"],
        id="T-52d: one, anywhere; not two",
    ),
    pytest.param(
        "technology_affinity",
        ["home:ship! home:explore@develop"],
        ["home:ship! home:explore@settle"],
        id="T-54d: one becomes a developer; nothing else",
    ),
    pytest.param(
        "backup_planning",
        [
            "home:ship! home:develop@settle home:explore@dictate",
            f"home:ship!{' home:develop@settle' * 2}{' home:explore@dictate' * 2}",
            f"home:ship!{' home:develop@settle' * 3}{' home:explore@dictate' * 3}",
        ],
        [
            f"home:ship!{' home:develop@settle' * 2} home:explore@dictate",
            "home:ship! home:develop home:explore@dictate",
        ],
        id="T-42d: Dictate again and again, each time one aside for one moved",
    ),
    pytest.param(
        "galactic_mandate",
        [
            f"home:ship!{' home:develop@settle' * 3} home:explore@dictate",
            "home:ship! home:develop@settle home:develop@ship home:explore@dictate",
            "home:ship! home:explore@dictate",
        ],
        [
            f"home:ship!{' home:develop@settle' * 4} home:explore@dictate",
            f"home:ship! home:develop@settle{' home:explore@dictate' * 2}",
        ],
        id="T-49d, FAQ (pl, hu) 47, D-11: none to three moved for one aside, once",
    ),
]


@pytest.mark.parametrize(("built", "allowed", "too_much"), CASES)
def test_reassign_power(built: str, allowed: list[str], too_much: list[str]) -> None:
    """R-3.3: what the tile says and no more, and without the tile not all of that."""
    for laid in allowed:
        assert set(tools(laid, built)) == {"R-3.4" if "dictate" in laid else built}, laid
    for laid in too_much:
        assert judged(laid, built) == "assignment", laid
    assert any(judged(laid) == "assignment" for laid in allowed)


ONE = "home:ship! genes:settle@produce"
TWO = "home:ship! genes:settle@produce home:explore@settle"


@pytest.mark.parametrize(
    ("anns", "bobs", "most"),
    [
        ("", "", 1),
        ("spice_world", "", 2),
        ("spice_world", "gem_world", 1),
        ("", "gem_world", 0),
        ("radioactive_world", "gem_world", 0),
        ("spice_world pirate_world", "gem_world", 2),
    ],
)
def test_mad_scientists(anns: str, bobs: str, most: int) -> None:
    """T-24d, FAQ (pl, hu) 52: two with the lead, one in a tie (also of none), else none."""
    for count, laid in ((1, ONE), (2, TWO)):
        table = laid_out(laid, f"mad_scientists {anns}").seat(2, built=bobs)
        table.tell("RecordSpareDie face=ship")
        if count <= most:
            table.tell("ConfirmReveal")
        else:
            assert table.refuses("ConfirmReveal") == "assignment"


def test_biological_adaptation_moves_nobody() -> None:
    """F-7l, FAQ (pl, hu) 42: the word stands on the tile, the power is another one."""
    assert judged("home:ship! home:develop@settle", "biological_adaptation") == "assignment"
