"""``companion``: entry point that selects and runs the command and reports all errors.

Exit status: 0 success, 1 error, 2 wrong usage, 130 interrupted from the keyboard.
"""

from __future__ import annotations

import argparse
import importlib
import io
import sys
import traceback
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Final

from companion import __version__
from companion.app.allocator import use_single_malloc_arena
from companion.cli.errors import OptionsError
from companion.cli.output import (
    drop_stdout,
    error_json,
    error_line,
    escape_unencodable,
    say,
    write_json,
)
from companion.cli.state_folders import complete_interrupted_restore
from companion.errors import CompanionError

COMMANDS: Final = {
    "run": "companion.cli.run_command",
    "scan": "companion.cli.scan_command",
    "mats": "companion.cli.mats_command",
    "calibrate": "companion.cli.calibrate_command",
    "score": "companion.cli.score_command",
    "enroll-tiles": "companion.cli.enroll_tiles_command",
    "history": "companion.cli.history_command",
    "simulate": "companion.cli.simulate_command",
    "bench": "companion.cli.bench_command",
    "doctor": "companion.cli.doctor_command",
    "backup": "companion.cli.backup_command",
    "restore": "companion.cli.restore_command",
}
"""Name -> module. Modules that do not exist are skipped."""

DONE, REFUSED, WRONG_USAGE, STOPPED = 0, 1, 2, 130


class ProgramFaultError(CompanionError):
    """An internal error of the program, not of its input."""

    code = "internal"
    template = "Internal error in the companion: %(what)s."
    hint = "Run the command again with companion --debug and report its output."


class OutOfMemoryError(CompanionError, MemoryError):
    """There is not enough memory."""

    code = "out_of_memory"
    template = "There is not enough memory."
    hint = "Close other programs, or use smaller images."


class CommandBrokenError(CompanionError, ImportError):
    """A module that this command needs cannot be imported."""

    code = "installation_incomplete"
    template = "The command %(command)s cannot be loaded: %(reason)s."
    hint = "Start with make run: it installs what is missing."


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status. Never raises for bad input."""
    use_single_malloc_arena()
    arguments = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        escape_unencodable(stream)
    try:
        parser = _parser(_named(arguments))
        args = parser.parse_args(arguments)
    except CompanionError as err:
        return _refuse(err, as_json="--json" in arguments)
    except SystemExit as stop:  # argparse has printed an error or the help
        return stop.code if isinstance(stop.code, int) else WRONG_USAGE
    return _run(args)


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
    module = _load(command) if command in COMMANDS else None
    if command is not None and module is not None:
        _offer(subparsers, command, module)
    else:  # help or an unknown command: list all commands
        _offer_all(subparsers)
    return parser


def _offer(
    subparsers: argparse._SubParsersAction[argparse.ArgumentParser], name: str, module: ModuleType
) -> None:
    module.add_parser(subparsers)
    subparsers.choices[name].set_defaults(run=module.run)


def _offer_all(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    for name in COMMANDS:
        try:
            module = _load(name)
        except CommandBrokenError as err:
            say(error_line(err))  # one damaged command must not hide the others
            continue
        if module is not None:
            _offer(subparsers, name, module)


def _load(name: str) -> ModuleType | None:
    """Return the command's module; None if it does not exist."""
    try:
        return importlib.import_module(COMMANDS[name])
    except ModuleNotFoundError as err:
        if err.name == COMMANDS[name]:
            return None
        raise CommandBrokenError(command=name, reason=str(err)) from err
    except ImportError as err:
        raise CommandBrokenError(command=name, reason=str(err)) from err


def _run(args: argparse.Namespace) -> int:
    command: Callable[[argparse.Namespace], int] = args.run
    as_json = bool(getattr(args, "json", False))
    try:
        complete_interrupted_restore()
        status = command(args)
        sys.stdout.flush()
    except OptionsError as err:
        say(error_line(err))
        return WRONG_USAGE
    except CompanionError as err:
        _show_traceback(args)
        return _refuse(err, as_json=as_json)
    except KeyboardInterrupt:
        return STOPPED
    except BrokenPipeError:
        _detach_stdout()
        return REFUSED
    except MemoryError:
        return _refuse(OutOfMemoryError(), as_json=as_json)
    except Exception as err:  # outermost error handler
        _show_traceback(args)
        what = f"{type(err).__name__}: {err}"
        return _refuse(ProgramFaultError(what=what), as_json=as_json)
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
