"""Any touches on the pages of each source: in every language and size nothing is cut or covered."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, NamedTuple

import pytest

from companion.games.roll.phases.reveal import ConfirmReveal
from kivy_ui.art.files import SIZES_PX
from kivy_ui.common.page_source import Leave, Quit, Rescan, Speak, Visit
from kivy_ui.common.stacked_pages import Do, do
from kivy_ui.window.presenters import Presenters
from tests.crossing import crossed
from tests.games.roll.tracked_table import a_game
from tests.ui import fake_table as fake
from tests.ui.at_source import LANGUAGES, AtSource, AtWindow
from tests.ui.contexts import a_context
from tests.ui.counted_scenes import read, wrong_mat
from tests.ui.practice_scans import DrawnDice
from tests.ui.test_box_tiles import Teaching
from tests.ui.test_game_help import SECTIONS, AtHelp
from tests.ui.test_history_pages import AtHistory, all_boxes
from tests.ui.test_practice import Practising
from tests.ui.test_result import ended
from tests.ui.test_reveal import Revealing, ready, with_photo
from tests.ui.test_score_entry_by_camera import ANN, BO, Photographer
from tests.ui.test_start import SettingUp
from tests.ui.test_tally import Scorekeeper
from tests.ui.test_tally_draft import assert_valid
from tests.ui.test_tile_pages import Asking, whole_box
from tests.ui.test_window_pages import a_machine
from tests.ui.tile_scans import a_reading

NAMES = ("Maksymiliana", "Wieńczysława", "Bo", "Zsófia", "Krisztofer")
IN_WINDOW = ("menu", "settings", "device", "parts", "buttons", "backups")
TILES = (*ANN, *BO[2:], "alien_uplift_blueprints", "new_galactic_order", None)
SEEN = a_reading(TILES, unsure=(2,), others=("galactic_bankers",))


class Stroll(NamedTuple):
    """Touches by chance: whose pages, how many, which keys stay there, what follows each."""

    begin: Callable[..., AtSource]
    touches: int
    stays: Callable[[Any, Any], bool]
    after: Callable[[Any], object] = lambda _at: None


def _camera(language: str) -> Revealing:
    at = Revealing(fake.revealing(5), language=language)
    at.table.scan = fake.a_scan()
    return at


def _summary(language: str) -> AtSource:
    """Five players with idle dice of several kinds."""
    return AtSource(Presenters(a_context(read(), language=language)[0]).reveal)


def _window(screen: str, language: str) -> AtWindow:
    at = AtWindow(screen, fake.playing(), language=language, services=a_machine())
    at.table.scan = fake.a_scan()
    return at


def _tile_of_the_box(language: str) -> Asking:
    at = Asking(language=language)
    at.ask(whole_box(at.ui))
    return at


def _before_a_game(at: SettingUp, key: object) -> bool:
    begins = isinstance(key, Do) and key.action in {at.start.play, at.start.start}
    return not begins and not isinstance(key, Visit)


def _scored(at: Scorekeeper, key: object) -> bool:
    source = at.source
    return key not in (do(source.look), do(source.begin), do(source.export), Visit(None))


def _named(at: Asking, key: object) -> bool:
    return getattr(key, "action", None) not in (at.pages.back, at.tiles.take)


def _seen(at: Photographer, key: object) -> bool:
    camera = at.source.camera
    return isinstance(key, Do) and key.action in (camera.answer, camera.choose)


def _in_window(_at: AtWindow, key: object) -> bool:
    leads = isinstance(key, Visit) and key.screen not in IN_WINDOW
    return not leads and not isinstance(key, Leave | Speak | Quit | Rescan)


def _within(_at: AtSource, key: object) -> bool:
    return not isinstance(key, Visit | Leave)


def _to_help(at: AtHelp) -> None:
    if at.ui.visiting != "help":
        at.visit("help")


REVEALS: dict[str, Callable[..., Revealing]] = {
    "doubt": lambda language: with_photo(Revealing(fake.revealing(5), language=language)),
    "wrong": lambda language: with_photo(Revealing(wrong_mat(), language=language)),
    "no photo": partial(Revealing, wrong_mat()),
    "camera": _camera,
    "hand": lambda language: Revealing(ready(a_game(1, 2)), language=language),
    "hand of five": lambda language: Revealing(ready(a_game(1, 2, 6, 8, 9)), language=language),
}
STROLLS: dict[str, Stroll] = {
    "reveal: summary": Stroll(_summary, 1, lambda _at, _key: True),
    "practice": Stroll(partial(Practising, DrawnDice()), 25, _within, lambda at: at.settle()),
    "practice, no camera": Stroll(Practising, 5, _within, lambda at: at.settle()),
    "tile of a phase": Stroll(partial(Asking, a_reading(ANN[2:3])), 40, _named),
    "tile of the box": Stroll(_tile_of_the_box, 40, _named),
    "tiles in a picture": Stroll(partial(Photographer, SEEN), 8, _seen),
    "tiles that are shown": Stroll(partial(Teaching, *[SEEN] * 60), 25, lambda at, key: key not in (
        Visit("device"), do(at.box._keep))),
    "history": Stroll(lambda language: AtHistory(all_boxes(), language), 40, _within,
                      lambda at: at.history._read.wait()),
}  # fmt: skip
for _name, _begin in REVEALS.items():
    STROLLS[f"reveal: {_name}"] = Stroll(
        _begin, 25, lambda _at, key: key != ConfirmReveal(), lambda at: at.follow()
    )
for _game in ("roll", *SECTIONS):
    STROLLS[f"help: {_game}"] = Stroll(
        partial(AtHelp, _game), 10, lambda _at, key: not isinstance(key, Visit), _to_help
    )
for _screen in IN_WINDOW:
    STROLLS[_screen] = Stroll(partial(_window, _screen), 12, _in_window)
for _names in (NAMES[:2], NAMES):
    STROLLS[f"new game of {len(_names)}"] = Stroll(
        partial(SettingUp, names=_names), 40, _before_a_game
    )
    STROLLS[f"score of {len(_names)}"] = Stroll(
        partial(Scorekeeper, player_names=_names), 60, _scored,
        lambda at: assert_valid(at.source.draft),
    )  # fmt: skip
    STROLLS[f"result of {len(_names)}"] = Stroll(
        partial(ended, len(_names)), 25, lambda _at, key: isinstance(key, Do)
    )


@pytest.mark.parametrize(
    ("pages", "size_px", "language"), crossed(tuple(STROLLS), SIZES_PX, LANGUAGES)
)
def test_after_any_touches_each_page_is_sound(
    pages: str, size_px: tuple[int, int], language: str
) -> None:
    """All of them fit, and what was done stays as it should be."""
    stroll, chance = STROLLS[pages], Random(f"{pages}{size_px}{language}")
    at, done = stroll.begin(language=language), 0
    at.size_px = size_px
    for _ in range(stroll.touches):
        done += at.stroll(chance, 1, partial(stroll.stays, at))
        stroll.after(at)
    assert done
