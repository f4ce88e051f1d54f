"""Undo on the screen: what moves back, and five steps with three touches."""

from companion.games.roll.model.dice import Phase
from companion.games.roll.model.state import holdings
from companion.games.roll.phases.explore import Stock
from kivy_ui.art.files import SIZES_PX
from tests.ui.at_source import AtSource, AtWindow
from tests.ui.test_moves import EXPLORE, Evening


class AtUndo(AtWindow):
    """A window over a game that is played.

    Args:
        evening: the game.
    """

    def __init__(self, evening: Evening) -> None:
        AtSource.__init__(self, None)
        self.evening = evening
        self.table = evening.table
        self.presenters = evening.presenters
        evening.said()

    def undo(self) -> None:
        """Touch the undo button, whatever page is shown."""
        visiting = self.ui.visiting
        steps = self.presenters.source(visiting) if visiting else self.presenters.undo_changes
        steps.undo()
        self.follow()

    def follow(self) -> None:
        """What the window does after an update."""
        self.ui.take(self.table.latest())
        if self.presenters.undo_changes.take() and self.ui.visiting != "undo":
            self.visit("undo")

    def touched(self, key: object) -> None:
        super().touched(key)
        self.follow()


def playing() -> AtUndo:
    """All players have stocked a die, one after the other."""
    evening = Evening().reveal(EXPLORE, EXPLORE, EXPLORE)
    for _ in range(2):
        for seat in (1, 2, 3):
            die = holdings(evening.state, seat).workers(Phase.EXPLORE)[0]
            evening.do(Stock(seat, die))
            evening.said()
    return AtUndo(evening)


def test_one_touch_undoes_a_step_and_shows_what_moves_back() -> None:
    """The question says what was undone, the rows name the player's pieces."""
    at = playing()
    at.undo()
    assert (at.page.above, at.page.question) == ("1 step undone", "P3 stocks with Home.")
    assert any("Citizenry" in row.title for row in at.rows)
    assert all(row.pictures[0].piece == "seat" for row in at.rows)
    at.tap("Done")
    assert at.ui.visiting is None


def test_the_page_has_an_undo_button_of_its_own() -> None:
    """Each further step costs one touch, and what moves is said of all of them together."""
    at = playing()
    before = at.evening.state
    at.undo()
    at.undo()
    at.undo()
    assert at.page.can_undo
    assert at.page.above == "3 steps undone"
    assert {row.pictures[0].number for row in at.rows} == {"1", "2", "3"}
    at.tap("Redo")
    assert at.page.above == "2 steps undone"
    at.tap("Redo", "Redo")
    assert at.evening.state == before
    assert at.reads("Nothing moves on the table.")


def test_five_steps_cost_three_touches() -> None:
    """Undo, further back, the row."""
    at = playing()
    at.undo()
    at.tap("Further back")
    assert [row.title for row in at.rows[:3]] == [
        "P2 stocks with Home.", "P1 stocks with Home.", "P3 stocks with Home."
    ]  # fmt: skip
    at.touch(at.rows[3].key)
    assert at.page.above == "5 steps undone"
    assert [len(holdings(at.evening.state, seat).workers(Phase.EXPLORE)) for seat in (1, 2)] == [
        2,
        3,
    ]


def test_all_pages_are_sound() -> None:
    """In each language and size."""
    at = playing()
    at.undo()
    for language in ("en", "pl", "hu"):
        at.ui.choose_language(language)
        for lists in (False, True):
            if lists:
                at.touch(at.page.side[0].key)
            for at.size_px in SIZES_PX:
                assert list(at.scenes())
        at.undo()


def test_without_steps_the_list_says_so() -> None:
    at = AtWindow("undo")
    assert at.reads("There is nothing to undo.")
