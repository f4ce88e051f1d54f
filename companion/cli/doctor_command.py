"""Check everything that the companion needs and say what to do.

The exit status is 0 if the companion can run, also without devices, and 1 if it cannot.
"""

import argparse
from typing import TYPE_CHECKING

from companion.cli.output import write_json, write_line
from companion.i18n import LANGUAGES, N_

if TYPE_CHECKING:
    from companion.app.doctor.report import Finding
    from companion.places import Places
    from companion.settings import Settings


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="one JSON object (doctor/1), English")
    parser.add_argument(
        "--board",
        action="store_true",
        help="also test a Raspberry Pi's camera, pins and display (takes some minutes; close the "
        "companion first)",
    )
    parser.add_argument(
        "--language",
        choices=[language.key for language in LANGUAGES],
        help="language of the messages; default: that of the system (LANG)",
    )


def run(args: argparse.Namespace) -> int:
    """Check everything and return the exit status."""
    from companion.app.doctor.checks import examine
    from companion.app.doctor.report import Installation, as_json, as_lines, can_run
    from companion.places import language_of_system, places

    where = places()
    settings, about_settings = _settings(where)
    target = Installation(settings, where)
    findings = [about_settings, *examine(target)]
    if args.board:
        from companion.app.doctor.board import BOARD_CHECKS

        findings += examine(target, BOARD_CHECKS)
    if args.json:
        write_json(as_json(findings))
    else:
        for line in as_lines(findings, args.language or language_of_system()):
            write_line(line)
    return 0 if can_run(findings) else 1


def _settings(where: "Places") -> "tuple[Settings, Finding]":
    """Return the settings, or the defaults if they are invalid, and a finding about them."""
    from companion.app.doctor.report import Finding, State, failed
    from companion.settings import Settings, SettingsError, read_settings

    path = where.config_file
    try:
        settings = read_settings(path)
    except SettingsError as err:
        return Settings(), failed(err, State.WARNING, "settings")
    there = path.is_file()
    message = (
        N_("%(file)s is intact.")
        if there
        else N_("There is no %(file)s: all settings have their default values.")
    )
    details = {"file": str(path)}
    return settings, Finding("settings", State.OK, message, params=details, details=details)
