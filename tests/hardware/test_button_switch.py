"""Buttons that are tried: the game hears nothing and finds its lights as it left them."""

from companion.session.table_port import DeviceState
from hardware.buttons.button_switch import ButtonSwitch
from hardware.buttons.keyboard_buttons import KeyboardButtons


def test_a_test_takes_the_presses_and_gives_the_lights_back() -> None:
    """Also lights that the game switches meanwhile."""
    keys = KeyboardButtons()
    switch = ButtonSwitch(keys)
    played: list[int] = []
    tried: list[int] = []
    switch.start(played.append)
    switch.set_light(1, on=True)
    keys.press(1)
    switch.begin_test(tried.append)
    assert keys.lit == frozenset()
    keys.press(2)
    switch.set_test_light(5, on=True)
    switch.set_light(3, on=True)
    switch.set_light(1, on=False)
    assert keys.lit == {5}
    switch.end_test()
    switch.end_test()
    assert keys.lit == {3}
    keys.press(4)
    switch.set_test_light(5, on=True)
    assert keys.lit == {3}
    assert (played, tried) == ([1, 4], [2])
    states = [switch.state]
    switch.close()
    assert [*states, switch.state] == [DeviceState.READY, DeviceState.ABSENT]
