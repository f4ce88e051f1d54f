"""What lies open on a phone, in which order, and what is folded."""

import pytest

from companion.games.question import Answer, Choose, Refusal, named, text
from companion.i18n import translator
from kivy_ui.asking.telling import Telling
from kivy_ui.games.roll.looks import LOOKS
from kivy_ui.phones.wire import question_json
from tests.phones.conftest import PhoneTable
from tests.phones.test_pictures import START
from tests.waiting import until

_TELL = Telling(translator("en"), LOOKS, lambda _seat: "blue", lambda _seat: "Ann")


def answers(possible: int, refused: int) -> list[tuple[str, str]]:
    """Return key and fold of answers; the refused and a seldom one were first."""
    why = Refusal("no", text("Not now"), None, "")
    asked = (
        *(Answer(f"no-{each}", named("No"), None, refused=why) for each in range(refused)),
        Answer("seldom", named("Seldom"), None, minor=True),
        *(Answer(f"yes-{each}", named("Yes"), None) for each in range(possible)),
    )
    shown = question_json(_TELL, Choose(named("?"), asked))["answers"]
    return [(each["key"], each["fold"]) for each in shown]


@pytest.mark.parametrize(
    ("possible", "refused", "fold"), [(1, 2, ""), (1, 3, "refused"), (0, 3, "")]
)
def test_what_is_possible_comes_first_and_much_that_is_not_is_folded(
    possible: int, refused: int, fold: str
) -> None:
    """Two that are not possible lie open, and so do all where nothing else does."""
    able = [(f"yes-{each}", "") for each in range(possible)]
    shut = [(f"no-{each}", fold) for each in range(refused)]
    assert answers(possible, refused) == [("seldom", "more"), *able, *shut]


def test_all_own_moves_come_before_those_that_anybody_makes(table: PhoneTable) -> None:
    """Dice that each player takes alike in the set-up are own ones, too."""
    pairs = zip(START[::2], START[1::2], strict=True)
    table.begin("roll", 3, "tracked", [e for pair in pairs for e in (*pair, "unknown", "unknown")])
    until(lambda: len(table.server.links.seats) == 3)
    moves = table.phone(1).view()["page"]["moves"]
    seats = [each["seat"]["number"] if "seat" in each else None for each in moves]
    assert seats == [1] * (len(moves) - 1) + [None]
    assert ["3 × Home, 1 × Rare Elements", "supply » cup"] in [each["lines"] for each in moves]
