"""What the camera does while a mat is to be read, in words."""

from __future__ import annotations

from companion.session.ports import Problem, Reading
from companion.session.table_port import DeviceState, ScanStage, ScanUpdate
from kivy_ui.games.roll.context import RollContext

_OTHER_LIGHT = "profile_light_differs"


def scan_text(ui: RollContext) -> str:
    """Return what the camera does now, or what prevents it from reading."""
    scan, translate = ui.port.latest_scan(), ui.translate
    if scan.camera is not DeviceState.READY:
        return translate("No camera image. Enter the dice by hand, or wait.")
    if scan.reading_error is not None:
        return ui.error_text.sentence(scan.reading_error)
    if scan.stage is ScanStage.MOVING:
        return translate("Movement detected: hands off the mats, please.")
    if scan.stage is ScanStage.LOOKING and scan.picture is None:
        return translate("The camera is starting.")
    problems = _in_sight(scan.reading) if scan.reading is not None else ()
    return ui.error_text.message(problems[0]) if problems else _looking(ui, scan)


def other_light(ui: RollContext) -> str:
    """Return the profile whose lighting differs from the latest reading; empty if none."""
    reading = ui.port.latest_scan().reading
    problems = reading.problems if reading is not None else ()
    names = (str(each.params["profile"]) for each in problems if each.code == _OTHER_LIGHT)
    return next(names, "")


def _looking(ui: RollContext, scan: ScanUpdate) -> str:
    view, translate = ui.view, ui.translate
    if scan.wanted_seats and view is not None:
        who = ui.words.seats(view.seats, scan.wanted_seats)
        return translate("Looking for the mat of %(who)s", who=who)
    return translate("The camera waits: tap “Read again” to read this mat.")


def _in_sight(reading: Reading) -> tuple[Problem, ...]:
    """Return the problems of the visible mats; missing dice of other mats are ignored."""
    mats = {mat.mat_id for mat in (*reading.mats, *reading.drawn)}
    return tuple(
        each
        for each in reading.problems
        if each.code != "count_mismatch" or each.params.get("mat") in mats
    )
