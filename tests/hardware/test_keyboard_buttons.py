"""Keys as ready buttons."""

import io

from companion.session.table_port import DeviceState
from hardware.buttons.button_group import ButtonGroup
from hardware.buttons.keyboard_buttons import KeyboardButtons


def test_lines_of_text_are_presses() -> None:
    """Digits 1 to 5 press; everything else is ignored."""
    buttons = KeyboardButtons()
    presses: list[int] = []
    buttons.start(presses.append)
    buttons.follow(io.StringIO("1\n 2x5\n\n6 0 abc\n")).join(5)
    assert presses == [1, 2, 5]


def test_presses_before_the_start_and_after_the_end_are_dropped() -> None:
    """Nobody listens."""
    buttons = KeyboardButtons()
    presses: list[int] = []
    buttons.press(1)
    buttons.start(presses.append)
    buttons.close()
    buttons.press(2)
    buttons.feed("3")
    assert presses == []


def test_changes_of_a_light_are_told_once() -> None:
    """Setting a light to what it is already tells nothing."""
    told: list[tuple[int, bool]] = []
    buttons = KeyboardButtons(lambda seat, on: told.append((seat, on)))
    for on in (True, True, False, False):
        buttons.set_light(2, on=on)
    assert told == [(2, True), (2, False)]


def test_a_group_is_as_well_as_its_devices() -> None:
    """Without devices absent; closed with them."""
    assert ButtonGroup([]).state is DeviceState.ABSENT
    keys = KeyboardButtons()
    group = ButtonGroup([keys])
    assert group.state is DeviceState.READY
    group.close()
    assert keys.state is DeviceState.ABSENT
