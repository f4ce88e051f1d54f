"""``companion``: entry point that selects and runs the command and reports all errors.

Exit status: 0 success, 1 error, 2 wrong usage, 130 interrupted from the keyboard.
"""

import argparse
import importlib
import io
import sys
import traceback
from collections.abc import Callable, Sequence
from shutil import get_terminal_size
from textwrap import fill
from types import ModuleType
from typing import Final

from companion import __version__
from companion.app.allocator import use_single_malloc_arena
from companion.cli.errors import COMMAND_BROKEN, OUT_OF_MEMORY, PROGRAM_FAULT
from companion.cli.output import (
    drop_stdout,
    error_json,
    error_line,
    escape_unencodable,
    say,
    write_json,
)
from companion.errors import CompanionError

COMMANDS: Final = {
    "run": "start the companion: touchscreen, camera and ready buttons",
    "scan": "read dice or tiles in images",
    "mats": "write the mats to print: PDF, images and mats.json",
    "calibrate": "create a profile of camera and light",
    "score": "score a final position from a JSON file",
    "enroll-tiles": "label the tiles of your own box in images",
    "history": "past games: results, averages, dice",
    "simulate": "play random legal games of Roll for the Galaxy and check the engine",
    "bench": "measure how fast this machine is (from a checkout)",
    "doctor": "check camera, screen, pins, serial ports, models and storage",
    "backup": "back up games, settings and profiles to one file",
    "restore": "restore a backup",
}
"""Name -> what it does. Its module is imported only when it runs."""

DONE, REFUSED, WRONG_USAGE, STOPPED = 0, 1, 2, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status. Never raises for bad input."""
    use_single_malloc_arena()
    arguments = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        escape_unencodable(stream)
    try:
        return _run(_parser(_named(arguments)).parse_args(arguments))
    except CompanionError as err:
        return _refuse(err, as_json="--json" in arguments)
    except SystemExit as stop:  # argparse has printed an error or the help
        return stop.code if isinstance(stop.code, int) else WRONG_USAGE


def _named(arguments: Sequence[str]) -> str | None:
    """Return the command in *arguments*: the first word that is not an option."""
    return next((word for word in arguments if not word.startswith("-")), None)


def _parser(command: str | None) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="companion",
        description="A companion for board games with custom dice.",
        epilog="See companion COMMAND --help for details.",
    )
    parser.add_argument("--version", action="version", version=f"companion {__version__}")
    parser.add_argument("--debug", action="store_true", help="show the traceback of an error")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    if command in COMMANDS:
        module = _load(command)
        what, _, more = (module.__doc__ or "").partition("\n\n")
        chosen = subparsers.add_parser(
            command,
            description=what,
            epilog="\n\n".join(map(_filled, more.split("\n\n"))),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        module.add_options(chosen)
        chosen.set_defaults(run=module.run, refuse=chosen.error)
    else:  # help or an unknown command: list all commands
        for name, what in COMMANDS.items():
            subparsers.add_parser(name, help=what)
    return parser


def _filled(paragraph: str) -> str:
    """Return a paragraph as wide as the terminal; one with an example stays as it is."""
    width = get_terminal_size().columns - 2
    return paragraph if "\n " in paragraph else fill(" ".join(paragraph.split()), width)


def _load(command: str) -> ModuleType:
    try:
        return importlib.import_module(f"companion.cli.{command.replace('-', '_')}_command")
    except ImportError as err:
        raise COMMAND_BROKEN(command=command, reason=str(err)) from err


def _run(args: argparse.Namespace) -> int:
    from companion.cli.state_folders import complete_interrupted_restore

    command: Callable[[argparse.Namespace], int] = args.run
    as_json = bool(getattr(args, "json", False))
    try:
        complete_interrupted_restore()
        status = command(args)
        sys.stdout.flush()
    except CompanionError as err:
        _show_traceback(args)
        return _refuse(err, as_json=as_json)
    except KeyboardInterrupt:
        return STOPPED
    except BrokenPipeError:
        _detach_stdout()
        return REFUSED
    except MemoryError:
        return _refuse(OUT_OF_MEMORY(), as_json=as_json)
    except Exception as err:  # outermost error handler
        _show_traceback(args)
        what = f"{type(err).__name__}: {err}"
        return _refuse(PROGRAM_FAULT(what=what), as_json=as_json)
    return status


def _refuse(err: CompanionError, *, as_json: bool) -> int:
    try:
        if as_json:
            write_json({"error": error_json(err)})
        say(error_line(err))
    except BrokenPipeError:
        _detach_stdout()
    return REFUSED


def _detach_stdout() -> None:
    try:
        drop_stdout()
    except (OSError, io.UnsupportedOperation):
        return  # not a real file, as in tests


def _show_traceback(args: argparse.Namespace) -> None:
    if getattr(args, "debug", False):
        traceback.print_exc()
