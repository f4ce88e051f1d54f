"""The command line: one form for every fault, and no command waits for another's imports."""

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from companion import cli as cli_package
from companion.cli import main as cli
from companion.errors import CompanionError
from tests.programs import printed_by


class SampleError(CompanionError, ValueError):
    """An error with values."""

    code = "sample"
    template = "The file %(path)s is odd."
    hint = "Rename %(path)s."


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], int]], None]:
    """Put a command ``try`` in place that does what the test says."""

    def install(action: Callable[[], int]) -> None:
        module = ModuleType("companion.cli.try_command")

        def add_options(parser: argparse.ArgumentParser) -> None:
            parser.add_argument("--json", action="store_true")

        module.__dict__.update(add_options=add_options, run=lambda _args: action())
        monkeypatch.setitem(sys.modules, module.__name__, module)
        monkeypatch.setitem(cli.COMMANDS, "try", "a command of this test")

    return install


def fail(err: BaseException) -> Callable[[], int]:
    """An action that raises *err*."""

    def action() -> int:
        raise err

    return action


Install = Callable[[Callable[[], int]], None]
Output = pytest.CaptureFixture[str]


def test_status_of_the_command_is_the_exit_status(command: Install) -> None:
    """0 and 1 are handed on."""
    command(lambda: 0)
    assert cli.main(["try"]) == 0
    command(lambda: 1)
    assert cli.main(["try"]) == 1


def test_refusal_in_json(command: Install, capsys: Output) -> None:
    """With --json the error is an object on standard output and a line on standard error."""
    command(fail(SampleError(path="a\nb")))
    assert cli.main(["try", "--json"]) == 1
    out, err = capsys.readouterr()
    assert json.loads(out) == {
        "error": {"code": "sample", "message": "The file a b is odd.", "hint": "Rename a b."}
    }
    assert err.count("\n") == 1


def test_refusal_for_people(command: Install, capsys: Output) -> None:
    """Without --json standard output stays empty."""
    command(fail(SampleError(path="x")))
    assert cli.main(["try"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "companion: The file x is odd. Rename x. [sample]\n"


@pytest.mark.parametrize(
    ("err", "code"), [(RuntimeError("boom"), "internal"), (MemoryError(), "out_of_memory")]
)
def test_no_traceback(command: Install, capsys: Output, err: Exception, code: str) -> None:
    """A fault of the program is told in one line, too."""
    command(fail(err))
    assert cli.main(["try", "--json"]) == 1
    out, errors = capsys.readouterr()
    assert json.loads(out)["error"]["code"] == code
    assert "Traceback" not in errors


def test_debug_shows_the_traceback(command: Install, capsys: Output) -> None:
    """Who asks for it sees where the fault happened."""
    command(fail(RuntimeError("boom")))
    assert cli.main(["--debug", "try"]) == 1
    assert "Traceback" in capsys.readouterr().err


def test_interrupt_and_broken_pipe_are_quiet(command: Install, capsys: Output) -> None:
    """Ctrl-C and a closed pipe are no faults."""
    command(fail(KeyboardInterrupt()))
    assert cli.main(["try"]) == 130
    command(fail(BrokenPipeError()))
    assert cli.main(["try"]) == 1
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["no-such-command"],
        ["--no-such-option"],
        ["scan"],
        ["backup", "~nobody-here/x"],
        ["restore", "~nobody-here/x"],
        ["backup", "x" * 900],
        ["history", "--log", "x" * 900],
        ["run", "--out", "~nobody-here/x"],
        ["run", "--log", "."],
    ],
)
def test_wrong_usage_is_2(arguments: list[str], capsys: Output) -> None:
    """Usage goes to standard error."""
    assert cli.main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "usage: companion" in err


def test_help_and_version(capsys: Output) -> None:
    """Both leave with 0."""
    assert cli.main(["--help"]) == 0
    assert "scan" in capsys.readouterr().out
    assert cli.main(["--version"]) == 0


def test_a_broken_command_does_not_break_the_others(
    command: Install, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Output
) -> None:
    """Its own call is refused with a code; the rest works."""
    (tmp_path / "broken_command.py").write_text("import a_library_that_is_not_there\n")
    monkeypatch.setattr("companion.cli.__path__", [*cli_package.__path__, str(tmp_path)])
    monkeypatch.setitem(cli.COMMANDS, "broken", "a command that cannot be imported")
    command(lambda: 0)
    assert cli.main(["try"]) == 0
    assert cli.main(["broken", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "installation_incomplete"
    assert cli.main(["--help"]) == 0


def test_the_options_of_a_command_load_no_heavy_library() -> None:
    """Kivy, OpenCV, numpy and the models are imported by the commands that need them."""
    code = (
        "import sys; from companion.cli.main import main; main(['scan', '--help']);"
        "print([m for m in ('cv2', 'kivy', 'numpy', 'onnxruntime', 'PIL') if m in sys.modules])"
    )
    assert printed_by(code).splitlines()[-1] == "[]"
