"""Corrections lead from any recording to what lies on the table."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from companion.demo.comparison import first_correction
from companion.games.roll.model.dice import FACE_PAIRS, PHASES, Place, PlacedDie
from companion.games.roll.phases.reveal import AddDie, CorrectDie, RemoveDie

PLACES = [Place(None), *(Place(p, s) for p in PHASES for s in (False, True))]
DICE = st.builds(
    lambda pair, place, doubtful: PlacedDie(pair[0], pair[1], place, doubtful),
    st.sampled_from(FACE_PAIRS),
    st.sampled_from(PLACES),
    st.booleans(),
)
MATS = st.lists(DICE, max_size=8)


@given(MATS, MATS)
def test_as_many_corrections_as_dice_at_most(
    recorded: list[PlacedDie], fact: list[PlacedDie]
) -> None:
    """Each step is legal on its own; in the end the same dice lie there and none is doubtful."""
    dice, steps = list(recorded), 0
    while (command := first_correction(2, dice, fact)) is not None:
        steps += 1
        assert steps <= len(recorded) + len(fact)
        match command:
            case CorrectDie(seat=2, index=index, die=die):
                dice[index] = die
            case AddDie(seat=2, die=die):
                dice.append(die)
            case RemoveDie(seat=2, index=index):
                del dice[index]
            case _:
                raise AssertionError(command)
    sure = [replace(die, doubtful=False) for die in fact]
    assert sorted(map(repr, dice)) == sorted(map(repr, sure))


@given(MATS)
def test_nothing_to_correct_where_all_is_right(fact: list[PlacedDie]) -> None:
    """In any order, with any marks."""
    sure = [replace(die, doubtful=False, mark="7") for die in reversed(fact)]
    assert first_correction(1, sure, fact) is None
