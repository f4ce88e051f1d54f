"""A fault of the window is said and survived; one that never ends is not."""

import pytest

from companion.errors import CompanionError
from companion.session.errors import INTERNAL
from tests.programs import printed_by


def test_one_fault_is_said_and_survived() -> None:
    """People read a sentence, Kivy goes on."""
    from kivy.base import ExceptionManager

    from kivy_ui.faults import FaultHandler

    said: list[CompanionError] = []
    handler = FaultHandler(said.append)
    assert handler.handle_exception(ZeroDivisionError("x")) == ExceptionManager.PASS
    (error,) = said
    assert error.code == INTERNAL.code
    assert "ZeroDivisionError" in error.message


@pytest.mark.parametrize("end", [KeyboardInterrupt(), SystemExit(0)])
def test_the_end_of_the_program_is_no_fault(end: BaseException) -> None:
    """Ctrl+C and exit are obeyed."""
    from kivy.base import ExceptionManager

    from kivy_ui.faults import FaultHandler

    said: list[CompanionError] = []
    assert FaultHandler(said.append).handle_exception(end) == ExceptionManager.RAISE
    assert said == []


def test_a_fault_without_end_ends_the_program() -> None:
    """A window that fails in every frame would only look alive."""
    from kivy.base import ExceptionManager

    from kivy_ui.faults import FaultHandler

    handler = FaultHandler(lambda _error: None)
    answers = [handler.handle_exception(ValueError()) for _ in range(10)]
    assert set(answers[:-1]) == {ExceptionManager.PASS}
    assert answers[-1] == ExceptionManager.RAISE


_PROGRAM = """
from kivy_ui import environment
environment.prepare(surface=environment.Surface.OFFSCREEN)
from tests.ui.fake_table import FakeTable, an_update, assigning
from kivy_ui.app import TableApp
def fail():
    app.schedule(look, 0.2)
    raise ZeroDivisionError
def look():
    print(app.shell.page.notice.text)
    app.stop()
app = TableApp(FakeTable(an_update(assigning())), on_first_frame=lambda: app.schedule(fail))
app.run()
"""


def test_the_running_window_goes_on_after_a_fault() -> None:
    """In a whole process: the banner comes, the window still answers, the exit status is 0."""
    assert printed_by(_PROGRAM).strip() == (
        "Internal error in the companion (ZeroDivisionError). Nothing was changed."
    )
