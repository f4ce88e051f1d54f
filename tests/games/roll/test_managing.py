"""Credits, recruiting and recalling as arithmetic (R-5.3, R-10.1, R-10.2)."""

import pytest

from companion.games.roll.model.dice import DieType
from companion.games.roll.rules.managing import (
    propose_recruits,
    recruiting,
)

HOME, MILITARY, CONSUMPTION, NOVELTY, RARE, GENES, ALIEN = tuple(DieType)


@pytest.mark.parametrize(
    ("money", "dice", "expected"),
    [
        (3, 2, 2),
        (2, 2, 2),
        (2, 5, 2),
        (10, 0, 0),
        (0, 0, 0),
        (0, 3, 0),
    ],
)
def test_recruiting_goes_on_until_dice_or_credits_are_used_up(
    money: int, dice: int, expected: int
) -> None:
    """R-10.1: mandatory; which ones, when short, is the player's choice."""
    assert recruiting(money, (HOME,) * dice) == expected


def test_the_proposal_recruits_the_most_able_dice() -> None:
    """Alien Technology and Genes before red ones, white ones last."""
    citizenry = (HOME, MILITARY, GENES, HOME, ALIEN)
    assert propose_recruits(3, citizenry) == (ALIEN, GENES, MILITARY)
    assert sorted(propose_recruits(9, citizenry), key=list(DieType).index) == sorted(
        citizenry, key=list(DieType).index
    )
