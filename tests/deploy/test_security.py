"""Promises of deploy/SECURITY.md that can be read from the code and the unit."""

import ast
import subprocess
from configparser import RawConfigParser
from pathlib import Path
from typing import Final

import pytest

from companion.cli.main import _parser

ROOT: Final = Path(__file__).parents[2]
SYSTEM: Final = ROOT / "deploy" / "system"
FOLDERS: Final = ("companion", "vision", "models", "hardware", "kivy_ui", "calibration")

# Turn data into code, or open the machine to others.
FORBIDDEN: Final = frozenset(
    {
        "asyncio", "dill", "ftplib", "http", "imaplib", "marshal", "pickle", "requests", "shelve",
        "smtplib", "socketserver", "telnetlib", "urllib", "xmlrpc", "zeroconf", "cloudpickle",
    }
)  # fmt: skip
PHONES: Final = {f"companion/phones/{each}.py" for each in ("server", "application")}
# Unix sockets to systemd and of the steps, the phones' server; the QR code of a game is a link.
ALLOWED: Final = {
    "socket": {"companion/app/watchdog.py", "companion/app/step_feed.py"} | PHONES,
    "asyncio": PHONES,
    "urllib.parse": None,
}


def sources() -> list[Path]:
    return [
        path
        for folder in FOLDERS
        for path in sorted((ROOT / folder).rglob("*.py"))
        if "training" not in path.parts  # no part of the table
    ]


def imported(tree: ast.AST) -> list[str]:
    names = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.append(node.module)
    return names


def test_nothing_turns_data_into_code_or_talks_to_the_network() -> None:
    """No such module is imported anywhere, no eval, no exec."""
    faults = []
    for path in sources():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        where = path.relative_to(ROOT).as_posix()
        for name in imported(tree):
            if name in ALLOWED:
                if ALLOWED[name] is not None and where not in (ALLOWED[name] or ()):
                    faults.append(f"{where}: {name}")
            elif name.partition(".")[0] in FORBIDDEN | {"socket"}:
                faults.append(f"{where}: {name}")
        for node in ast.walk(tree):
            called = node.func if isinstance(node, ast.Call) else None
            named = called.id if isinstance(called, ast.Name) else ""
            if named in {"eval", "exec", "__import__"}:
                faults.append(f"{where}: {named}")
    assert not faults, "\n".join(faults)


def unit() -> RawConfigParser:
    """The unit's values; where a key comes twice the last one is kept."""
    parser = RawConfigParser(strict=False)
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # keys as they are written
    parser.read_string((SYSTEM / "companion.service").read_text(encoding="utf-8"))
    return parser


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("User", "companion"),
        ("NoNewPrivileges", "yes"),
        ("CapabilityBoundingSet", ""),
        ("ProtectSystem", "strict"),
        ("RestrictAddressFamilies", "AF_UNIX AF_NETLINK"),
        ("Type", "notify"),
        ("Restart", "always"),
    ],
)
def test_the_unit_keeps_its_promises(key: str, value: str) -> None:
    """What is taken away from the table stays away."""
    assert unit()["Service"][key] == value


def test_the_network_is_opened_to_the_house_only() -> None:
    """By a file that only `deploy/install.sh --phones` installs."""
    text = (SYSTEM / "phones.conf").read_text(encoding="utf-8")
    allowed = text.partition("IPAddressAllow=")[2].split()
    private = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"]
    assert allowed == ["localhost", "link-local", *private]
    assert "IPAddressDeny=any" in (SYSTEM / "companion.service").read_text(encoding="utf-8")


def test_the_watchdog_bites_before_people_give_up() -> None:
    """Within half a minute; three beats fit into its time."""
    assert 10 <= int(unit()["Service"]["WatchdogSec"]) <= 30


def test_the_unit_starts_a_command_that_exists() -> None:
    """With an option that the command line knows."""
    program, *words = unit()["Service"]["ExecStart"].split()
    assert Path(program).name == "companion"
    args = _parser("run").parse_args(words)
    assert args.table


def test_the_rule_of_polkit_allows_switching_off_and_nothing_else(tmp_path: Path) -> None:
    """To the table's user only; run by polkit's own interpreter."""
    polkit = "var polkit = {addRule: function (f) { rule = f; }, Result: {YES: 1, NOT_HANDLED: 0}};"
    ask = """
    print([["power-off", "companion"], ["reboot-multiple-sessions", "companion"],
        ["power-off", "pi"], ["set-wall-message", "companion"], ["suspend", "companion"]]
        .map(function (pair) {
            return rule({id: "org.freedesktop.login1." + pair[0]}, {user: pair[1]});
        }).join(""));
    """
    script = tmp_path / "ask.js"
    script.write_text(polkit + (SYSTEM / "50-companion.rules").read_text() + ask)
    done = subprocess.run(["duk", script], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "11000"
