"""The practice reveal: what was seen, doubts, what it means for the phases; no game changes."""

from __future__ import annotations

import pytest

from companion.games.roll.model.dice import DieType, Face, Phase
from companion.i18n import LANGUAGES
from companion.session.service_ports import DiceScans
from kivy_ui.games.roll.mats.practice import PracticePresenter
from kivy_ui.settings import Services, UiSettings
from kivy_ui.widgets.text import Text
from tests.ui import fake_table as fake
from tests.ui.contexts import a_context
from tests.ui.hand import Hand
from tests.ui.practice_scans import DrawnDice


def _practice(scans: DiceScans | None = None) -> tuple[PracticePresenter, fake.FakeTable]:
    services = Services() if scans is None else Services(practice=scans)
    ui, table = a_context(fake.playing(), services=services)
    presenter = PracticePresenter(ui)
    presenter.enter()
    presenter.read()
    presenter._scans.wait()
    assert presenter.tick()
    return presenter, table


def _words(presenter: PracticePresenter) -> dict[Phase, tuple[tuple[str, ...], str]]:
    return {each.phase: (each.dice, each.word) for each in presenter.model().phases}


def test_dice_lie_under_their_phases() -> None:
    """By the mat's places, else by what they show; a wild one joins the others."""
    presenter, table = _practice(DrawnDice())
    assert _words(presenter) == {
        Phase.EXPLORE: ((), "tap to select"),
        Phase.DEVELOP: (("military", "genes"), "2 workers"),
        Phase.SETTLE: (("home",), "back to the cup"),
        Phase.PRODUCE: ((), "tap to select"),
        Phase.SHIP: (("novelty",), "back to the cup"),
    }
    assert len(presenter.model().picture.outlines) == 4  # no ordinary die
    assert table.posted == []


def test_the_way_on_is_free_once_nothing_is_doubtful() -> None:
    """As in a game; what the die is counts from then on, and can be taken back."""
    presenter, table = _practice(DrawnDice())
    assert presenter.frame().primary_text == "Name this die"
    assert (presenter.doubtful(), presenter.model().icon) == (1, "doubt")
    editor = presenter.edit(1)
    assert editor is not None
    editor.choose_face(Face.SHIP)
    editor.choose_place(Phase.SHIP, selecting=True)
    editor.save()
    assert (presenter.frame().primary_text, presenter.doubtful()) == ("Back to the guide", None)
    assert _words(presenter)[Phase.SHIP] == (("home", "novelty"), "2 workers")
    presenter.undo()
    assert presenter.doubts == 1
    editor.remove()
    assert presenter.doubts == 0
    assert not editor.still_there()
    assert table.posted == []


def test_phases_are_selected_by_a_tap_where_no_die_selects() -> None:
    """Dice beside the mats cannot select; other players' selections are tried the same way."""
    presenter, _ = _practice(DrawnDice(on_strip=False))
    assert not any(each.happens for each in presenter.model().phases)
    presenter.toggle(Phase.SHIP)
    assert _words(presenter)[Phase.SHIP][1] == "1 worker"
    presenter.toggle(Phase.SHIP)
    assert _words(presenter)[Phase.SHIP][1] == "back to the cup"


def test_without_a_picture_it_says_why() -> None:
    """The main button tries again."""
    presenter, _ = _practice()
    assert "No image of dice" in presenter.model().text
    assert presenter.frame().primary_text == "Read the dice"


@pytest.mark.parametrize("size_px", [(800, 480), (720, 1280)])
def test_it_is_practised_from_the_guide(size_px: tuple[int, int]) -> None:
    """Read, put the doubtful die right, back to the guide; nothing is cut off in any language."""
    table = fake.FakeTable(fake.an_update(fake.playing()))
    settings = UiSettings(services=Services(practice=DrawnDice()))
    with Hand(table, size_px=size_px, settings=settings) as hand:
        hand.app.root.visit("guide")
        hand.app.root.presenters.side.guide.go(9)
        hand.app.root.refresh()
        hand.wait()
        hand.tap_text("Practice reveal")
        practice = hand.app.root.presenters.side.practice
        cut: list[str] = []

        def look() -> None:
            for language in LANGUAGES[::-1]:
                hand.app.choose_language(language.key)
                hand.wait()
                cut.extend(text.text for text in hand.widgets(Text) if text.overflowing)

        look()
        hand.tap_text("Read the dice")
        practice._scans.wait()
        hand.app.root.tick()
        look()
        hand.app.root.screen.edit(1)
        hand.wait()
        assert hand.app.root.panel.editor.die.type is DieType.HOME
        hand.tap_text("Done")
        look()
        hand.tap_text("Back to the guide")
        assert hand.app.current_screen == "guide"
        assert not cut
    assert table.posted == []
