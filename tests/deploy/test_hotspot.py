"""The hotspot's helper asks NetworkManager for one protected Wi-Fi, and says what is missing."""

import os
import subprocess
from pathlib import Path

import pytest

HELPER = Path(__file__).parents[2] / "deploy" / "system" / "hotspot.sh"
FAKE = """#!/bin/sh
printf '%s\\n' "$*" >> "$0.log"
case "$*" in
"radio wifi") echo "${RADIO:-enabled}" ;;
"-t -f DEVICE,TYPE device") printf 'eth0:ethernet\\n%s' "${WIFI-wlan0:wifi}" ;;
"connection show companion-hotspot") test -e "$0.there" ;;
"connection add"*) touch "$0.there" ;;
"-t -f NAME connection show --active") test ! -e "$0.there" || echo companion-hotspot ;;
*ssid*show*) echo Companion ;;
*psk*show*) echo secret ;;
*ADDRESS*) echo 10.42.0.1/24 ;;
esac
"""


@pytest.fixture
def nmcli(tmp_path: Path) -> Path:
    fake = tmp_path / "nmcli"
    fake.write_text(FAKE)
    fake.chmod(0o755)
    return fake


def run(nmcli: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    path = {"PATH": f"{nmcli.parent}:{os.environ['PATH']}"}
    return subprocess.run(
        ["/bin/sh", HELPER, *arguments], env=path | environment, capture_output=True, text=True,
        check=False,
    )  # fmt: skip


def asked(nmcli: Path) -> list[str]:
    return Path(f"{nmcli}.log").read_text().splitlines()


def test_it_opens_one_protected_wifi_and_says_its_address(nmcli: Path) -> None:
    assert run(nmcli).stdout == "The hotspot is off.\n"
    said = run(nmcli, "on", "Table").stdout
    assert "Password: secret" in said
    assert "Address: 10.42.0.1\n" in said
    (added,) = (line for line in asked(nmcli) if line.startswith("connection add"))
    assert "ifname wlan0" in added
    assert "ssid Table" in added
    assert "key-mgmt wpa-psk" in added
    assert len(added.split("psk ")[-1]) == 12
    run(nmcli, "on")
    assert sum(line.startswith("connection add") for line in asked(nmcli)) == 1  # the same password


def test_it_closes_again_and_stays_closed(nmcli: Path) -> None:
    run(nmcli, "on")
    assert run(nmcli, "off").returncode == 0
    assert "connection modify companion-hotspot connection.autoconnect no" in asked(nmcli)
    assert asked(nmcli)[-1] == "connection down companion-hotspot"


@pytest.mark.parametrize(
    ("environment", "said"),
    [({"WIFI": ""}, "has no Wi-Fi"), ({"RADIO": "disabled"}, "turned off")],
)
def test_what_is_missing_is_said(nmcli: Path, environment: dict[str, str], said: str) -> None:
    found = run(nmcli, "on", **environment)
    assert found.returncode == 1
    assert said in found.stderr
    assert not any(line.startswith("connection add") for line in asked(nmcli))


def test_wrong_usage_is_refused(nmcli: Path) -> None:
    assert "usage" in run(nmcli, "open").stderr
