"""Tokens of the seats, limits of messages, the options that turn phones on."""

import json
import socket
from pathlib import Path

import pytest

from companion.app.phone_service import PhoneService
from companion.cli.main import main
from companion.errors import CompanionError
from companion.phones.limits import RateLimit
from companion.phones.links import Links
from companion.session.table_port import TablePort
from companion.settings import BadSettingError, PhoneSettings, read_settings
from kivy_ui.common.player_group import usual_seat


def test_a_token_is_of_one_seat_and_new_ones_end_it() -> None:
    links = Links("http://table/")
    links.sit((1, 2))
    tokens = [links.url(seat).partition("#")[2] for seat in (1, 2)]
    assert [links.seat_of(each) for each in tokens] == [1, 2]
    links.replace(1)
    assert [links.seat_of(each) for each in tokens] == [None, 2]
    links.sit(())  # the set-up was undone
    links.sit((2, 1))
    assert [links.seat_of(each) for each in tokens] == [None, 2]
    links.end()
    links.sit((1, 2))
    assert [links.seat_of(each) for each in tokens] == [None, None]
    assert [links.seat_of(each) for each in ("", "x", "é")] == [None] * 3
    assert links.url(None) == "http://table/"


def test_each_sender_has_a_burst_and_then_a_rate() -> None:
    now_s = [0.0]
    limit = RateLimit(2.0, 3, lambda: now_s[0])
    assert [limit.allows("a") for _ in range(5)] == [True, True, True, False, False]
    assert limit.allows("b")
    now_s[0] = 0.5
    assert [limit.allows("a") for _ in range(2)] == [True, False]
    now_s[0] = 60.0
    assert [limit.allows("a") for _ in range(4)] == [True, True, True, False]


def test_the_file_of_the_links_follows_the_server(tmp_path: Path) -> None:
    file = tmp_path / "links.json"
    service = PhoneService(
        TablePort(), PhoneSettings(address="127.0.0.1", port=0), usual_seat, file
    )
    assert service.links() == ()
    service.turn_on()
    try:
        assert json.loads(file.read_text())["seats"] == []
        assert [link.seat for link in service.links()] == [None]
    finally:
        service.turn_off()
    assert service.links() == ()


def test_a_port_that_is_taken_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        settings = PhoneSettings(address="127.0.0.1", port=taken.getsockname()[1])
        with pytest.raises(CompanionError) as failed:
            PhoneService(TablePort(), settings, usual_seat).turn_on()
    assert failed.value.code == "phones_port"


@pytest.mark.parametrize("given", ["x", "99999", "table:8765", ":8765x", "1.2.3:80"])
def test_the_command_line_refuses_what_is_no_address_and_port(
    given: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", "--phones", given]) == 2
    assert "--phones" in capsys.readouterr().err


def test_phones_can_be_turned_on_in_the_settings(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text('[phones]\non = true\naddress = "192.168.1.5"\n')
    assert read_settings(file).phones == PhoneSettings(on=True, address="192.168.1.5", port=8765)
    file.write_text('[phones]\naddress = "table.local"\n')
    with pytest.raises(BadSettingError):
        read_settings(file)
