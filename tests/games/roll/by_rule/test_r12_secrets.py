"""Section 5: what nobody else may know."""

import pytest

from tests.scenarios.roll_table import Roll

FIRST = "RollDice dice=home/ship,home/explore,home/develop"
OTHER = "RollDice dice=home/settle*3"


def placed(ann: str, table: str = "bag 1 2") -> Roll:
    """Return a game in Explore with these things in front of Ann and on the table."""
    game = Roll()
    game.begin("explore")
    for who, text in (("Ann", ann), ("table", table)):
        game.put(who, dict(each.split(" ", 1) for each in text.split("; ")))
    return game


@pytest.mark.parametrize("seat", [None, 1, 2])
def test_rolls_are_hidden_until_reveal(seat: int | None) -> None:
    """R-12.1: other faces, other arrangements: every view is the same until Reveal."""
    seen = []
    for rolled, laid in (
        (FIRST, "home:ship!,home:explore,home:develop"),
        (OTHER, "home:settle@explore!,home:settle,home:settle"),
    ):
        game = Roll()
        game.begin("set-up")
        for line in (rolled, "SignalReady", f"RecordMat dice={laid}"):
            game.act("Ann", line)
        seen.append(game.game.view(game.state, seat))
    assert seen[0] == seen[1]


@pytest.mark.parametrize("seat", [None, 2])
def test_tiles_below_the_top_are_hidden(seat: int | None) -> None:
    """R-12.1: what lies below the top changes nobody else's view."""
    one = placed("developments public_works conscription; worlds spice_world pirate_world")
    other = placed("developments public_works space_docks; worlds spice_world gem_world")
    assert one.game.view(one.state, seat) == other.game.view(other.state, seat)


@pytest.mark.parametrize("seat", [None, 2])
def test_abandoned_tiles_and_the_bag_are_hidden(seat: int | None) -> None:
    """R-12.1: they lie face down under the phase tile."""
    one, other = (placed("credits 0", f"bag 1 2; aside {aside}") for aside in ("3 4", "5 6"))
    assert one.game.view(one.state, seat) == other.game.view(other.state, seat)
