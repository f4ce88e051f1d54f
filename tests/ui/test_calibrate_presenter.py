"""The calibration's screen without a window: the wizard's way, errors, profiles, taps."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import numpy as np

from calibration.core.errors import ColoursCloseError, DieMissingError, NoCalibrationMatError
from companion.games.roll.model.dice import DieType, Face
from companion.session.calibration_ports import NoProfileError, Signal
from kivy_ui.calibration.presenter import CalibratePresenter
from kivy_ui.calibration.profiles import Mode
from kivy_ui.games.roll.context import RollContext
from kivy_ui.settings import Services, UiSettings
from tests.calibration.pictures import good_picture
from tests.calibration.service.rig import Rig
from tests.ui import calibrations as led
from tests.ui import fake_table as fake
from vision.opening import open_table_reader

MOST_TAPS = 10


def a_presenter(machine: object, language: str = "en") -> CalibratePresenter:
    services = Services(calibration=machine)  # type: ignore[arg-type]
    settings = UiSettings(language=language, services=services)
    return CalibratePresenter(RollContext(fake.FakeTable(fake.an_update(None)), settings))


def test_a_calibration_takes_few_taps_and_little_time(tmp_path: Path) -> None:
    """Over the real calibration with a camera that shows drawn pictures of the mat."""
    rig = Rig(tmp_path, open_table_reader())
    presenter = a_presenter(rig.service)
    throws = [np.ascontiguousarray(np.rot90(good_picture(), quarter)) for quarter in (1, 2, 3)]
    began_s = time.monotonic()
    taps = 2  # the menu, and Calibration in it
    presenter.enter()

    def tap_primary() -> None:
        nonlocal taps
        assert presenter.frame().primary_enabled
        presenter.primary()
        taps += 1

    tap_primary()
    while not presenter.frame().can_undo:
        assert not presenter.frame().primary_enabled, "go on only when it is allowed"
        rig.see(good_picture())
    for throw in throws:
        assert not presenter.frame().primary_enabled
        rig.see(throw, 2)
        tap_primary()
    tap_primary()
    took_s = time.monotonic() - began_s
    assert presenter.mode is Mode.PAGE
    assert rig.store.names() == ("Light 1",)
    print(f"\na calibration: {taps} taps (at most {MOST_TAPS}), {took_s:.1f} s of looking")  # noqa: T201
    assert taps <= MOST_TAPS
    assert rig.clock.monotonic_s() - 1000.0 == 10 * 60.0, "ten pictures are enough"


def test_the_worst_light_says_what_to_do_in_the_chosen_language() -> None:
    """Red before yellow; the dice's keys become names."""
    missing = DieMissingError(dice="rare elements, genes")
    close = ColoursCloseError(first="home", second="alien technology")
    machine = led.LedCalibration(
        begun=led.looking(dice=(Signal.RED, missing), colours=(Signal.YELLOW, close))
    )
    presenter = a_presenter(machine)
    presenter.wizard.begin()
    model = presenter.wizard.model()
    assert model is not None
    assert model.advice == "Put one die of each type on its place."
    assert (model.worst, model.dice) == ("dice", ("rare_elements", "genes"))
    rows = {row.key: row for row in model.rows}
    assert (rows["dice"].icon, rows["colours"].icon, rows["mats"].icon) == (
        "error", "doubt", "check",
    )  # fmt: skip
    assert "Home and Alien Technology" in rows["colours"].advice
    assert rows["lock"].advice.startswith("Whether exposure")
    assert not presenter.frame().primary_text, "it continues automatically"
    polish = a_presenter(machine, "pl").wizard.model()
    assert polish is not None
    assert polish.advice != model.advice


def test_nothing_wrong_yet_tells_how_to_begin() -> None:
    """Before the first picture, without a camera, and while players choose in secret."""
    machine = led.LedCalibration()
    presenter = a_presenter(machine)
    presenter.wizard.begin()
    assert _advice(presenter).startswith("Put the calibration mat")
    machine.view = led.without_camera()
    assert "imx708" in _advice(presenter)
    machine.view = replace(led.looking(), hidden=True, picture=None)
    assert "behind their screens" in _advice(presenter)
    machine.view = led.looking(mats=(Signal.RED, NoCalibrationMatError()))
    assert "no calibration mat" in _advice(presenter)


def test_a_throw_is_confirmed_or_put_right() -> None:
    """Only a face that the die has; a die that is gone cannot be chosen."""
    machine = led.LedCalibration(begun=led.proving())
    presenter = a_presenter(machine)
    presenter.wizard.begin()
    assert presenter.wizard.die_at(0) == (DieType.MILITARY, Face.EXPLORE)
    assert presenter.wizard.die_at(9) is None
    presenter.wizard.correct(0, DieType.MILITARY, Face.SHIP)
    presenter.wizard.correct(0, DieType.HOME, Face.SHIP)
    presenter.primary()
    presenter.undo()
    presenter.wizard.skip()
    assert machine.asked == [
        ("correct", 0, "home", "ship"), ("confirm",), ("back",), ("skip",),
    ]  # fmt: skip
    machine.view = led.proving(0)
    assert not presenter.frame().primary_enabled


def test_a_refused_name_is_said_and_the_wizard_stays() -> None:
    """Errors are banners; the name that is there already is said before it is replaced."""
    machine = led.LedCalibration(begun=led.keeping(), lines=led.some_profiles())
    presenter = a_presenter(machine)
    presenter.wizard.begin()
    assert presenter.wizard.name == "Light 2", "the first name that is free"
    machine.refusal = NoProfileError(name="x")
    presenter.primary()
    assert presenter.error is machine.refusal
    assert presenter.mode is Mode.WIZARD
    presenter.wizard.name = "Light 1"
    assert "replaced" in _advice(presenter)
    machine.refusal = None
    presenter.primary()
    assert (presenter.mode, presenter.profiles.opened) == (Mode.PAGE, "Light 1")


def test_leaving_the_screen_gives_the_wizard_up() -> None:
    """The back arrow, the menu, another screen: the camera is the game's again."""
    machine = led.LedCalibration()
    settings = UiSettings(services=Services(calibration=machine))
    ui = RollContext(fake.FakeTable(fake.an_update(None)), settings)
    CalibratePresenter(ui).wizard.begin()
    assert machine.view is not None
    ui.visit(None)
    assert machine.view is None


def test_profiles_are_chosen_deleted_and_freshened() -> None:
    """The page of a profile; an empty list; what cannot be read is said."""
    machine = led.LedCalibration(lines=led.some_profiles())
    presenter = a_presenter(machine)
    presenter.enter()
    assert [line.value for line in presenter.profiles.lines()] == [
        "light fits", "other light", "light not seen",
    ]  # fmt: skip
    presenter.profiles.open("Light 1")
    page = presenter.profiles.page()
    assert page is not None
    verdict = presenter.profiles.verdict(page)
    assert verdict.title == "Genes and Alien Technology look nearly alike"
    closest, other = presenter.profiles.pair_bars(page)[:2]
    assert (closest.close, other.close) == (True, False)
    assert closest.share < other.share
    apart = replace(page, pairs=tuple(pair for pair in page.pairs if not pair.close))
    assert presenter.profiles.verdict(apart).title == "All colours are distinct."
    titles = [line.title for line in presenter.profiles.page_lines(page)]
    assert "Military" in titles, "one was corrected"
    assert presenter.frame().primary_text == "Use this profile"
    presenter.primary()
    assert presenter.frame().primary_text == "Measure light"
    presenter.primary()
    assert presenter.frame().status_icon == "waiting"
    machine.outcome = NoProfileError(name="Light 1")
    presenter.tick()
    assert presenter.take_news() == (
        "There is no profile Light 1.", "Choose one from the list, or make a new one.", "error",
    )  # fmt: skip
    assert presenter.take_news() is None, "told once"
    presenter.refresh_light()
    machine.outcome = True
    presenter.tick()
    assert presenter.take_news() == ("Light 1 now matches the light.", "", "info")
    presenter.delete()
    assert presenter.mode is Mode.LIST
    presenter.profiles.open("Light 1")
    assert presenter.profiles.page() is None
    assert isinstance(presenter.error, NoProfileError)
    assert machine.asked == [
        ("compare",), ("choose", "Light 1"), ("refresh", "Light 1"), ("refresh", "Light 1"),
        ("delete", "Light 1"),
    ]  # fmt: skip


def _advice(presenter: CalibratePresenter) -> str:
    model = presenter.wizard.model()
    assert model is not None
    return model.advice
