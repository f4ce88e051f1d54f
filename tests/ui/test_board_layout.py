"""The other games' pages: nothing cut off, nothing too small, in every language and size."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path

import pytest

from companion.i18n import LANGUAGES
from kivy_ui.common.board.question_page import BACK, answer_key, mark_key
from kivy_ui.settings import UiSettings
from tests.ui import board_scenes as scenes
from tests.ui import fake_table as fake
from tests.ui.hand import Hand
from tests.ui.list_faults import list_faults
from tests.ui.test_layout import _lengthen, _text_faults, _touch_faults

SMALL, UPRIGHT = (800, 480), (480, 800)


def _faults(hand: Hand, size_px: tuple[int, int], where: str) -> list[str]:
    found = [*_text_faults(hand), *_touch_faults(hand, size_px), *list_faults(hand)]
    return [f"{where}: {fault}" for fault in found]


@pytest.mark.parametrize("game", scenes.BY_GAME)
@pytest.mark.parametrize("size_px", [SMALL, pytest.param(UPRIGHT, marks=pytest.mark.slow)])
def test_every_page_fits(table: fake.FakeTable, size_px: tuple[int, int], game: str) -> None:
    """Each page in another language; the slow suite has each in all of them."""
    faults: list[str] = []
    with Hand(table, size_px=size_px, settings=UiSettings(player_names=scenes.NAMES)) as hand:
        pages = scenes.BY_GAME[game].items()
        for (name, scene), language in zip(pages, cycle(LANGUAGES), strict=False):
            hand.app.choose_language(language.key)
            scenes.show(hand, table, scene)
            faults += _faults(hand, size_px, f"{name}, {language.key}")
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("game", scenes.BY_GAME)
def test_main_pages_fit_a_left_hand_and_longer_words(table: fake.FakeTable, game: str) -> None:
    """Words half as long again stay inside their boxes."""
    faults: list[str] = []
    with Hand(table, size_px=SMALL, settings=UiSettings(player_names=scenes.NAMES)) as hand:
        for name in set(scenes.APPROVED) & set(scenes.BY_GAME[game]):
            scenes.show(hand, table, scenes.SCENES[name])
            hand.app.left_handed = True
            hand.wait(2)
            faults += _faults(hand, SMALL, f"{name}, left hand")
            hand.app.left_handed = False
            _lengthen(hand)
            long = [fault for fault in _text_faults(hand) if not fault.startswith("cut off")]
            faults += [f"{name}, longer: {each}" for each in (*long, *_touch_faults(hand, SMALL))]
            hand.app.choose_language("en")
    assert not faults, "\n".join(faults)


def _all_on(spot: str) -> str:
    """All three tokens of the first seat."""
    return answer_key(1, "turn", [[token, spot] for token in range(3)])


@pytest.mark.parametrize(
    ("scene", "keys"),
    [
        ("fire", (mark_key(0, 0), mark_key(1, 7))),
        ("build", (mark_key(3, "yes"),)),
        ("map-build", (mark_key(4, "yes"), mark_key(3, "8"))),
        ("direction", (answer_key(1, "left"), answer_key(1, "right"))),
        ("role", tuple(answer_key(2, role) for role in ("explorer", "steward", "scientist"))),
        ("regent", (answer_key(2, "explorer"), answer_key(2, "scientist"))),
        ("explore", (answer_key(1, "other"),)),
        ("map-explore", (answer_key(1, "other"),)),
        ("map-explored", (BACK, mark_key(1, "no"))),
        ("drop", (answer_key(1, "3"), answer_key(1, "6"), answer_key(3, "warp", "6"))),
        ("research", (answer_key(1, "long_range_scanners"),)),
        ("place", (*(_all_on(spot) for spot in "06"), answer_key(1, "turn"))),
        ("map-place", (_all_on("0"), answer_key(1, "turn"))),
        ("map-attack", (answer_key(1, "8", [3, 3, 1, "13"]),)),
        ("extra", (answer_key(1, "fighter"), answer_key(1, "cruiser"))),
        ("losses", (answer_key(1, "cruiser"), answer_key(1, "fighter"))),
        ("go-on", (answer_key(1, "on"), answer_key(1, "back"))),
        ("menu", ("open:vp", "odds")),
    ],
)
def test_questions_of_a_turn_are_in_view(
    table: fake.FakeTable, scene: str, keys: tuple[str, ...]
) -> None:
    """What everybody chooses from is seen without scrolling, in every language."""
    from kivy_ui.widgets.board.choice_card import ChoiceCard
    from kivy_ui.widgets.board.rows import OptionButton

    with Hand(table, size_px=SMALL, settings=UiSettings(player_names=scenes.NAMES)) as hand:
        for language in LANGUAGES:
            hand.app.choose_language(language.key)
            scenes.show(hand, table, scenes.SCENES[scene])
            scroll = hand.app.root.screen.ids.scroll
            low = scroll.to_window(scroll.x, scroll.y)[1]
            buttons = *hand.widgets(OptionButton), *hand.widgets(ChoiceCard)
            found = {button.key: button for button in buttons}
            for key in keys:
                button = found[key]
                assert button.to_window(button.x, button.y)[1] >= low, (language.key, key)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("size_px", [SMALL, UPRIGHT], ids=["800x480", "480x800"])
def test_every_page_fits_in_every_language(table: fake.FakeTable, size_px: tuple[int, int]) -> None:
    faults: list[str] = []
    with Hand(table, size_px=size_px, settings=UiSettings(player_names=scenes.NAMES)) as hand:
        for name, scene in scenes.SCENES.items():
            scenes.show(hand, table, scene)
            for language in LANGUAGES:
                hand.app.choose_language(language.key)
                hand.wait()
                faults += _faults(hand, size_px, f"{name}, {language.key}")
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("name", scenes.APPROVED)
def test_main_pages_are_scenes(name: str) -> None:
    assert name in scenes.SCENES
    assert (Path(__file__).with_name("approved") / f"board-{name}.png").exists()
