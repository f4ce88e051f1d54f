"""What the page says of the tray, and what its buttons do; one's own VP only while held."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.session.errors import COUNTED_DICE
from companion.session.table_port import DeviceState, ScanStage, ScanUpdate, TableUpdate
from kivy_ui.asking.tray import TrayAction, tray_line, tray_note
from kivy_ui.common.board.tray import READ, tray_picture
from kivy_ui.games.roll.context import RollContext
from kivy_ui.settings import UiSettings
from kivy_ui.window.presenters import Presenters
from tests.ui import board_scenes as scenes
from tests.ui import fake_table as fake
from tests.ui.one_game import OneGame
from vision.core.errors import NotEnrolledError

LYING = scenes.a_tray(("d6", "red", "4"), ("d6", "white", "5?"))


def a_house(scene: str) -> tuple[Presenters, fake.FakeTable]:
    chosen = scenes.SCENES[scene]
    view = scenes.GAMES[chosen.game].view(chosen.state, None)
    update = TableUpdate(1, "1", chosen.game, view, can_undo=True, can_redo=False)
    table = fake.FakeTable(update)
    return Presenters(RollContext(table, UiSettings(player_names=scenes.NAMES))), table


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
        (scenes.a_tray(), "camera", TrayAction.LOOK),
        (LYING, "check", TrayAction.LOOK),
        (replace(LYING, picture=None), "check", None),
    ],
)
def test_each_state_of_the_camera_has_its_words_and_what_can_be_done(
    scan: ScanUpdate, icon: str, action: TrayAction | None
) -> None:
    """Read it, enrol its dice, else a look at the picture, where there is one."""
    presenters, table = a_house("fire")
    table.scan = scan
    note = tray_note(presenters.ui)
    assert note.icon == f"symbol/{icon}"
    assert tray_line(presenters.ui).text == " ".join(note.lines)
    assert (note.button.key if note.button else None) is action


def test_dice_in_the_picture_carry_what_they_show() -> None:
    presenters, table = a_house("fire")
    table.scan = LYING
    model = tray_picture(presenters.ui)
    assert [(outline.die, outline.doubtful) for outline in model.outlines] == [
        ("4", False),
        ("5", True),
    ]


def test_the_tray_is_read_again_by_a_tap() -> None:
    presenters, table = a_house("fire")
    presenters.side.board.tap(READ)
    assert table.posted == [("rescan", None)]


def test_vp_are_shown_only_while_the_name_is_held() -> None:
    """Hidden from the table, shown to the one who looks alone (section 1)."""
    port = OneGame(scenes.GAMES["galactic_emperor"])
    port.put(scenes.BASE)
    board = Presenters(RollContext(port, UiSettings(player_names=scenes.NAMES))).side.board
    board.tap("open:menu")
    board.tap("open:vp")
    assert all(option.held for option in board.page().rows[0].options)
    assert "12" not in board.page().title
    board.tap("look:1")
    assert "12" in board.page().title
    board.tap("")
    assert "12" not in board.page().title
