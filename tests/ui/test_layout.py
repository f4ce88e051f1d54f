"""Nothing is cut off or too small to read or to touch: every language, size and scene."""

from __future__ import annotations

import gettext
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from companion.games.roll.model.seating import ComputerSeat
from companion.games.roll.model.steps import EndReason
from companion.games.roll.rules.needs import Need
from companion.games.roll.view.table_view import TableView
from companion.i18n import LANGUAGES, Translator
from companion.players.hints import HintGiver
from companion.session.errors import LogWriteError
from companion.session.table_port import ScanUpdate
from kivy_ui import theme
from kivy_ui.environment import density_for
from tests.ui import counted_scenes, mat_picture
from tests.ui import fake_table as fake
from tests.ui.hand import Hand
from tests.ui.list_faults import list_faults

SIZES = ((800, 480), (1280, 800), (480, 800), (720, 1280), (800, 1280))
TIGHT = SIZES[0], SIZES[2]


@dataclass(frozen=True)
class Scene:
    """Something that can be on the screen."""

    name: str
    show: Callable[[Hand, fake.FakeTable], None]


def _view(view: Any, *, camera: bool = False, then: str = "") -> Callable[..., None]:
    def show(hand: Hand, table: fake.FakeTable) -> None:
        table.scan = mat_picture.a_scan() if camera else ScanUpdate()
        table.pictures = {1: mat_picture.a_mat_picture(1)} if camera else {}
        table.show(view)
        hand.wait(2)
        if then:
            root = hand.app.root
            {
                "seat": lambda: root.screen._open(2),
                "corrections": lambda: root.visit("corrections"),
            }[then]()

    return show


def _all_waiting() -> TableView:
    view = fake.assigning(5)
    seats = tuple(replace(seat, ready=False) for seat in view.seats)
    return replace(view, seats=seats, needs=tuple(Need("ready", seat.seat) for seat in seats))


def _last_round() -> TableView:
    ends = EndReason.VP_POOL, EndReason.TILES
    return replace(fake.managing(5), end_reasons=ends, vp_pool=0, vp_beyond_pool=3)


def _banner(hand: Hand, table: fake.FakeTable) -> None:
    table.show(fake.assigning(), error=LogWriteError(reason="No space left on device"))


def _counted(view: TableView, panel: str) -> Callable[..., None]:
    def show(hand: Hand, table: fake.FakeTable) -> None:
        table.scan, table.pictures = ScanUpdate(), {}
        table.show(view)
        hand.wait(2)
        counted_scenes.open_panel(hand.app.root, panel)

    return show


class _Chances(HintGiver):
    """Tells a chance for each of five players."""

    def win_chances(self, game_id: str) -> tuple[float, ...]:
        del game_id
        return 0.42, 0.28, 0.16, 0.1, 0.04


def _with_chances(players: int, panel: str = "") -> Callable[..., None]:
    """Chances to win show from now on, so these scenes come last."""
    view = next(iter(counted_scenes.all_scenes()))[1]
    seats = tuple(
        replace(seat, computer=ComputerSeat(seat.seat, "normal", "builder"))
        for seat in view.seats[:players]
    )
    counted = _counted(replace(view, seats=seats), panel)

    def show(hand: Hand, table: fake.FakeTable) -> None:
        ui = hand.app.root.presenters.ui
        services = replace(ui.settings.services, hints=_Chances())
        ui.settings = replace(ui.settings, services=services)
        ui.preferences = replace(ui.preferences, live_chances=True)
        counted(hand, table)
        ui.live_chances.wait()
        hand.app.root.refresh()
        assert ui.win_percent(1) == 42

    return show


COUNTED = tuple(
    Scene(f"{name} {panel}".strip(), _counted(view, panel))
    for name, view, panel in counted_scenes.all_scenes()
)

SCENES = (
    *(Scene(f"table {n}", _view(fake.assigning(n))) for n in (2, 3, 5)),
    Scene("all waiting", _view(_all_waiting())),
    Scene("seat", _view(fake.assigning(), then="seat")),
    Scene("corrections", _view(fake.assigning(), then="corrections")),
    Scene("banner", _banner),
    *(Scene(f"phase {n}", _view(fake.playing(n))) for n in (2, 5)),
    Scene("manage", _view(fake.managing(5))),
    Scene("last round", _view(_last_round())),
    Scene("end", _view(fake.over(5))),
    *COUNTED,
    *(Scene(f"chances {n}", _with_chances(n)) for n in (2, 3, 4, 5)),
    Scene("chances empire", _with_chances(5, "empire")),
)


in_all_sizes = pytest.mark.parametrize(
    "size_px",
    [size if size in TIGHT else pytest.param(size, marks=pytest.mark.slow) for size in SIZES],
    ids=lambda size_px: "x".join(map(str, size_px)),
)
"""What fits the smallest screens fits larger ones; the slow suite looks at these, too."""


@pytest.mark.timeout(600)  # dozens of scenes, on a busy machine
@in_all_sizes
def test_texts_fit_and_buttons_are_large(table: fake.FakeTable, size_px: tuple[int, int]) -> None:
    """No text is cut off, no button is smaller than 48 dp or outside the window.

    No list shows half a row. The language is switched on the spot. Words half
    as long again break nothing either: cut off where they must be, inside
    their boxes; every button can still be hit.
    """
    faults: list[str] = []
    with Hand(table, size_px=size_px) as hand:
        for scene in SCENES:
            scene.show(hand, table)
            for language in LANGUAGES:
                hand.app.choose_language(language.key)
                hand.wait()
                where = f"{scene.name}, {language.key}"
                texts = _text_faults(hand)
                texts += [f"{card.name} lies over its card" for card in _overfull_cards(hand)]
                faults += [f"{where}: {fault}" for fault in texts]
                faults += [f"{where}: {fault}" for fault in _touch_faults(hand, size_px)]
                faults += [f"{where}: {fault}" for fault in list_faults(hand)]
            if size_px == SIZES[0]:
                hand.app.left_handed = True
                hand.wait()
                faults += [f"{scene.name}, left hand: {fault}" for fault in _text_faults(hand)]
                hand.app.left_handed = False
                _lengthen(hand)
                long = [fault for fault in _text_faults(hand) if not fault.startswith("cut off")]
                long += _touch_faults(hand, size_px)
                faults += [f"{scene.name}, longer: {fault}" for fault in long]
            hand.app.root.hide_banner()
            hand.app.root.close_panel()
    assert not faults, "\n".join(faults)


def _lengthen(hand: Hand) -> None:
    ui = hand.app.root.presenters.ui
    ui.translate = _Longer(ui.translate)
    hand.app.tr = ui.translate
    hand.app.root.refresh()
    hand.wait()


def _text_faults(hand: Hand) -> list[str]:
    from kivy.metrics import dp
    from kivy.uix.label import Label

    from kivy_ui.widgets.text import Text

    least_px = dp(theme.TEXT_LEAST) - 0.5
    faults = [
        f"letters of {label.font_size:.1f} px: {label.text!r}"
        for label in hand.widgets(Label)
        if label.text and label.width > 1 and label.font_size < least_px
    ]
    for text in hand.widgets(Text):
        if not text.text or text.width <= 1 or text.height <= 1:
            continue
        if text.overflowing:
            faults.append(f"cut off: {text.text!r} in {text.width:.0f} x {text.height:.0f}")
        width, height = text.texture_size
        if width > text.width + 1 or height > text.height + 1:
            faults.append(f"larger than its box: {text.text!r}")
    return faults


def _overfull_cards(hand: Hand) -> list[Any]:
    from kivy_ui.screens.table import SeatCardView

    return [
        card
        for card in hand.widgets(SeatCardView)
        if any(part.top > card.top + 1 or part.y < card.y - 1 for part in card.children)
    ]


def _touch_faults(hand: Hand, size_px: tuple[int, int]) -> list[str]:
    from kivy_ui.widgets.controls import Key, TapArea

    touch_px, key_px = (each * density_for(size_px) - 0.5 for each in (theme.TOUCH, theme.KEY))
    faults = []
    for button in hand.widgets(TapArea):
        left, low = button.to_window(button.x, button.y)
        if button.disabled or not _inside(left, low, button, size_px):
            continue
        least_px = key_px if isinstance(button, Key) else touch_px
        if button.width < least_px or button.height < touch_px:
            name = getattr(button, "text", "") or getattr(button, "icon", "") or type(button)
            faults.append(f"too small: {name} {button.width:.0f} x {button.height:.0f}")
    return faults


def _inside(left: float, low: float, button: Any, size_px: tuple[int, int]) -> bool:
    """Whether a button is in the window at all: parked parts lie outside."""
    return bool(-button.width < left < size_px[0] and -button.height < low < size_px[1])


class _Longer(Translator):
    """Sentences half as long again, as in a language that nobody has met yet."""

    def __init__(self, translate: Translator) -> None:
        super().__init__("en", gettext.NullTranslations())
        self._known = translate

    def __call__(self, text: str, /, **params: object) -> str:
        """Return the sentence with half of it once more."""
        said = self._known(text, **params)
        return f"{said} {said[: len(said) // 2]}".strip() if said else said
