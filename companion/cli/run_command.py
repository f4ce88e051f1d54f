"""Start the companion and resume the running game.

Without a camera it is a demonstration: a folder of images replaces the camera, the keys 1 to 5
replace the ready buttons. Without a screen, too, the demonstration runs automatically, prints what
it reads and writes annotated images and screenshots to the folder of --out.
"""

import argparse
import gc
import logging
import sys
from dataclasses import replace
from ipaddress import ip_address
from pathlib import Path

from companion.cli.arguments import log_file, path
from companion.cli.output import drop_stdout, error_line, say
from companion.errors import CompanionError
from companion.i18n import LANGUAGES

_PACES = {"fast": 0.0, "normal": 0.6, "slow": 2.0}


def add_options(parser: argparse.ArgumentParser) -> None:
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--simulate",
        action="store_true",
        help="run the demonstration even if devices are connected",
    )
    which.add_argument(
        "--table", action="store_true", help="no demonstration, even if no camera is connected"
    )
    parser.add_argument(
        "--language",
        choices=[language.key for language in LANGUAGES],
        help="language of the screen",
    )
    parser.add_argument(
        "--size", type=_size, metavar="WxH", help="size of the window, e.g. 1280x800"
    )
    parser.add_argument("--log", type=log_file, metavar="FILE", help="game log to continue")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--headless", action="store_true", help="render off-screen")
    where.add_argument("--window", action="store_true", help="always open the window")
    parser.add_argument(
        "--fresh", action="store_true", help="begin a new game; older ones stay in the log"
    )
    parser.add_argument(
        "--play", action="store_true", help="run the demonstration automatically in the window"
    )
    parser.add_argument("--pace", choices=tuple(_PACES), help="speed of an automatic demonstration")
    parser.add_argument(
        "--phones",
        type=_phones,
        metavar="[ADDRESS:]PORT",
        help="let the players' phones take part in this run; without an address on every network",
    )
    parser.add_argument(
        "--phone-links",
        type=path,
        metavar="FILE",
        help="write the links of the phones to FILE whenever they change, as JSON",
    )
    parser.add_argument("--restore", type=path, metavar="FILE", help="restore this backup first")
    # For `companion bench start`: exit after the first frame and print its time.
    parser.add_argument("--until-shown", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument(
        "--out",
        type=path,
        default=Path("out"),
        metavar="DIR",
        help="folder for images of the demonstration (default: %(default)s)",
    )


def run(args: argparse.Namespace) -> int:
    """Run the table until it is closed; return the exit status.

    Raises:
        CompanionError: the log or the camera named cannot be used.
    """
    gc.disable()  # until the first screen is shown: what is made before lives as long as the window
    from companion.app.running import RunOptions, run_table
    from companion.catalog import CatalogError, use_tile_sets
    from companion.choices import ChoicesFile
    from companion.cli.logs import log_to_stderr
    from companion.places import places
    from companion.settings import PhoneSettings, Settings, SettingsError, read_settings
    from companion.storage.opening import tidy

    log_to_stderr(logging.INFO if args.debug else logging.WARNING)
    where = places()
    notices = (*_restored(args.restore), *tidy(where.data, where.config))
    try:
        settings = read_settings(where.config_file)
    except SettingsError as err:  # the table starts with the defaults and shows the error
        settings = Settings()
        notices = (*notices, err)
    if not args.simulate:  # the demonstration uses the base box
        try:
            use_tile_sets(where.tile_sets)
        except CatalogError as err:
            notices = (*notices, err)
    for notice in notices:
        say(error_line(notice))
    chosen = ChoicesFile(where.choices_file).chosen
    language = args.language or chosen.get("language", settings.language)
    screen = settings.screen
    if args.size:
        screen = replace(screen, width_px=args.size[0], height_px=args.size[1])
    phones = settings.phones
    if args.phones:
        phones = PhoneSettings(on=True, address=args.phones[0], port=args.phones[1])
    options = RunOptions(
        settings=replace(settings, screen=screen, phones=phones),
        places=where,
        language=language,
        simulate=args.simulate,
        real=args.table,
        log=args.log,
        headless=args.headless,
        window=args.window,
        fresh=args.fresh,
        play=args.play,
        between_s=_PACES.get(args.pace),
        out=args.out,
        until_shown=args.until_shown,
        notices=notices,
        phone_links=args.phone_links,
    )
    return run_table(options, tell=_tell, say=say)


def _restored(backup: Path | None) -> tuple[CompanionError, ...]:
    """Restore a backup before anything is opened; return what to say about it."""
    if backup is None:
        return ()
    from companion.cli.state_folders import state_folders
    from companion.storage.errors import BACKUP_RESTORED
    from companion.storage.restore import restore_backup

    try:
        restore_backup(backup, state_folders())
    except CompanionError as err:  # the table starts with what was there
        return (err,)
    return (BACKUP_RESTORED(path=backup),)


def _tell(line: str) -> None:
    """Write a line of the narration and flush, for readers of a pipe.

    If the pipe is closed, the demonstration continues without output.
    """
    try:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        drop_stdout()


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.lower().partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        raise argparse.ArgumentTypeError("give width and height, such as 800x480")
    size = int(width), int(height)
    if not (480 <= size[0] <= 8000 and 320 <= size[1] <= 8000):
        raise argparse.ArgumentTypeError("from 480x320 to 8000x8000")
    return size


def _phones(text: str) -> tuple[str, int]:
    """Return address and port; an IPv6 address stands in brackets."""
    address, _, port = text.rpartition(":")
    try:
        listens = str(ip_address(address.strip("[]"))) if address else ""
    except ValueError:
        raise argparse.ArgumentTypeError("give a port, or an address and a port") from None
    if not (port.isdecimal() and int(port) < 65536):
        raise argparse.ArgumentTypeError("the port is a number up to 65535")
    return listens, int(port)
