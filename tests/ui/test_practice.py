"""The practice reveal: what was seen, doubts, what it means for the phases; no game changes."""

from companion.games.roll.model.dice import Phase
from companion.session.service_ports import DiceScans
from kivy_ui.common.page_source import Visit
from kivy_ui.common.stacked_pages import do
from kivy_ui.games.roll.mats.practice import PracticePages
from kivy_ui.pages.page import Frame
from kivy_ui.pages.photos import At, Photo
from kivy_ui.settings import Services
from tests.ui import fake_table as fake
from tests.ui.at_source import AtSource
from tests.ui.contexts import a_context
from tests.ui.practice_scans import DrawnDice


class Practising(AtSource):
    """Somebody who reads dice outside any game."""

    def __init__(self, scans: DiceScans | None = None, language: str = "en") -> None:
        services = Services() if scans is None else Services(practice=scans)
        ui, self.table = a_context(fake.playing(), services=services, language=language)
        self.pages = PracticePages(ui)
        self.pages.enter()
        super().__init__(self.pages)
        self.main()
        self.settle()

    def settle(self) -> None:
        """Wait until the dice are read."""
        self.pages._scans.wait()

    def dice(self) -> dict[str, tuple[tuple[str, ...], bool]]:
        """Phase -> the kinds of its dice, and whether it happens."""
        body = self.body(Photo)
        return {
            row.phase: (
                tuple(die.piece.split("/")[1] for die in row.cells[0].pictures), row.active
            )
            for row in body.rows
        }  # fmt: skip


def test_dice_lie_under_their_phases() -> None:
    """By the mat's places, else by what they show; a wild one joins the others."""
    at = Practising(DrawnDice())
    assert at.dice() == {
        "explore": ((), False),
        "develop": (("military", "genes"), True),
        "settle": (("home",), False),
        "produce": ((), False),
        "ship": (("novelty",), False),
    }
    assert len(at.body(Photo).found) == 4  # no ordinary die
    assert at.table.posted == []


def test_the_way_on_is_free_once_nothing_is_doubtful() -> None:
    """As in a game; what the die is counts from then on, and can be taken back."""
    at = Practising(DrawnDice())
    at.press("No, correct it")
    at.press("Move to another phase")
    at.touch(at.cards[4].key)
    assert at.main_button.key == Visit("guide")
    assert at.dice()["ship"] == (("home", "novelty"), True)
    at.touch(Frame.UNDO)
    at.main()
    assert at.main_button.key == Visit("guide")
    at.touch(Frame.UNDO)
    left, top, right, low = at.photo.found[1].box
    at.source.touch(At(at.photo.key, (left + right) / 2, (top + low) / 2))
    at.press("No such die")
    assert at.dice()["settle"] == ((), False)
    assert len(at.photo.found) == 3
    assert at.table.posted == []


def test_phases_are_selected_by_a_touch_where_no_die_selects() -> None:
    """Dice beside the mats cannot select; other players' selections are tried the same way."""
    at = Practising(DrawnDice(on_strip=False))
    assert not any(happens for _, happens in at.dice().values())
    at.touch(do(at.pages.select, Phase.SHIP))
    assert at.dice()["ship"][1]
    at.touch(do(at.pages.select, Phase.SHIP))
    assert not at.dice()["ship"][1]


def test_without_a_picture_it_says_why() -> None:
    """The main button tries again."""
    at = Practising()
    assert "No image of dice" in at.note
    assert at.main_button.key == do(at.pages.read)
