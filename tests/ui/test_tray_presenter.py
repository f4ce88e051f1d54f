"""What the page says of the tray, and what its buttons do."""

from dataclasses import replace

import pytest

from companion.app.wiring import games_at_table
from companion.games.emperor.state import Role, Step
from companion.session.errors import COUNTED_DICE
from companion.session.table_port import DeviceState, ScanStage, ScanUpdate, TableUpdate
from kivy_ui.asking.tray import TrayAction, tray_line, tray_note
from kivy_ui.games.roll.context import RollContext
from kivy_ui.pages.photos import Photo
from kivy_ui.settings import UiSettings
from kivy_ui.window.presenters import Presenters
from tests.games.emperor.positions import begun
from tests.ui import fake_table as fake
from tests.ui import trays
from vision.core.errors import NotEnrolledError

LYING = trays.a_tray(("d6", "red", "4"), ("d6", "white", "5?"))


def a_house() -> tuple[Presenters, fake.FakeTable]:
    """A table before the market's dice."""
    game = games_at_table()["galactic_emperor"]
    state = replace(begun(), step=Step.MARKET_THROW, selected=((Role.MERCHANT, 1),))
    update = TableUpdate(1, "1", game.key, game.view(state, None), can_undo=True, can_redo=False)
    table = fake.FakeTable(update)
    return Presenters(RollContext(table, UiSettings(player_names=trays.NAMES))), table


@pytest.mark.parametrize(
    ("scan", "icon", "action"),
    [
        (ScanUpdate(), "camera_off", None),
        (replace(LYING, camera=DeviceState.LOST), "camera_off", None),
        (replace(LYING, wanted_mats=()), "camera", TrayAction.READ),
        (replace(LYING, notes=(COUNTED_DICE(count=2),)), "doubt", TrayAction.READ),
        (replace(LYING, notes=(NotEnrolledError(dice="robot"),)), "doubt", TrayAction.ENROL),
        (replace(LYING, stage=ScanStage.MOVING), "hand", TrayAction.LOOK),
        (replace(LYING, reading=None), "camera", TrayAction.LOOK),
        (trays.a_tray(), "camera", TrayAction.LOOK),
        (LYING, "check", TrayAction.LOOK),
        (replace(LYING, picture=None), "check", None),
    ],
)
def test_each_state_of_the_camera_has_its_words_and_what_can_be_done(
    scan: ScanUpdate, icon: str, action: TrayAction | None
) -> None:
    """Read it, enrol its dice, else a look at the picture, where there is one."""
    presenters, table = a_house()
    table.scan = scan
    note = tray_note(presenters.ui)
    assert note.icon == f"symbol/{icon}"
    assert tray_line(presenters.ui).text == " ".join(note.lines)
    assert (note.button.key if note.button else None) is action


def test_dice_in_the_picture_carry_what_they_show() -> None:
    """Those of other games, too."""
    presenters, table = a_house()
    others = ("robot_a", "white", "x2"), ("home", "white", "ship")
    table.scan = trays.a_tray(("d6", "red", "4"), ("d6", "white", "5?"), *others)
    board = presenters.board
    assert board.asked.page().question
    board.asked.touch(TrayAction.LOOK)
    photo = board.asked.page().body
    assert isinstance(photo, Photo)
    shown = [(found.read and found.read.piece, found.doubtful) for found in photo.found]
    assert shown == [
        ("d6/4", False), ("d6/5", True), ("robot/x2", False), ("die/home/ship", False)
    ]  # fmt: skip
