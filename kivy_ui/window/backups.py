"""The backups: making one now, and restoring one after a question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from companion.errors import CompanionError
from companion.session.service_ports import BackupLine
from kivy_ui.common.background_task import BackgroundTask
from kivy_ui.common.dates import day
from kivy_ui.common.page_source import Said, Visit
from kivy_ui.common.ui_context import UiContext
from kivy_ui.pages.listing import List, Row
from kivy_ui.pages.page import Main, Note, Page, Picture, Sheet, Side

_MOST: Final = 32


@dataclass(frozen=True, slots=True)
class Make:
    """Key: makes a backup."""


@dataclass(frozen=True, slots=True)
class Restore:
    """Key: asks whether to restore a backup; *sure* restores it; None closes the question."""

    line: BackupLine | None
    sure: bool = False


class BackupPages:
    """The list of the backups, the newest first; one is made in the background."""

    def __init__(self, ui: UiContext) -> None:
        self._ui = ui
        self._made = BackgroundTask[tuple[str, ...] | CompanionError]("backup", ())
        self._asked: BackupLine | None = None

    @property
    def live(self) -> bool:
        """Whether a backup is being made, or may have been made since the page was shown."""
        return self._made.about is not None

    def enter(self) -> None:
        """Ask nothing."""
        self._asked = None

    def wait(self, timeout_s: float) -> None:
        """Wait until a backup is made."""
        self._made.wait(timeout_s)

    def page(self) -> Page:
        """Return the list, under a question if one was touched."""
        translate = self._ui.translate
        listed = self._ui.settings.services.backups.listed()[:_MOST]
        places = {True: translate("USB drive"), False: translate("This device")}
        rows = tuple(
            Row(Restore(line), day(translate, line.made_at), (Picture("symbol/box"),),
                value=places[line.on_stick])
            for line in listed
        )  # fmt: skip
        nothing = (Row(None, translate("There is no backup yet."), (Picture("symbol/box"),)),)
        make = Main(translate("Back up now"), Make(), "plus")
        return Page(
            translate("One is made after each game"),
            translate("Restore which backup?") if rows else translate("Backups"),
            List(rows or nothing),
            note=self._note(),
            main=Main(translate("In progress …")) if self._made.busy else make,
            back=Visit("device"),
            can_undo=False,
            sheet=self._sheet(self._asked) if self._asked else None,
        )

    def _note(self) -> Note | None:
        """Return what became of the backup that was made."""
        made = self._made.result
        if isinstance(made, CompanionError):
            text = self._ui.error_text
            return Note((text.message(made), text.hint(made)), icon="symbol/error")
        return (
            Note((self._ui.translate("The backup is made."),), icon="symbol/check")
            if made
            else None
        )

    def _sheet(self, line: BackupLine) -> Sheet:
        translate = self._ui.translate
        date = day(translate, line.made_at)
        return Sheet(
            Picture("symbol/box"),
            translate("Back to %(date)s?", date=date),
            (
                translate("Games, settings and profiles of that day return."),
                translate("The present ones are kept in a folder."),
                translate("The companion restarts."),
            ),
            Main(translate("Restore"), Restore(line, sure=True), "rescan"),
            (Side(Restore(None), translate("Cancel"), "back"),),
            dismiss=Restore(None),
        )

    def touch(self, key: Any) -> Said:
        """Make a backup, or restore one after the question."""
        match key:
            case Make():
                self._made.start(self._make, object())
            case Restore(line=BackupLine() as line, sure=True):
                self._asked = None
                self._ui.settings.services.backups.restore(line.name)
            case Restore(line=line):
                self._asked = line
            case _:
                pass
        return None

    def _make(self) -> tuple[str, ...] | CompanionError:
        try:
            return self._ui.settings.services.backups.make()
        except CompanionError as error:
            return error

    def undo(self) -> None:
        """Do nothing: nothing is changed here."""

    def redo(self) -> None:
        """Do nothing."""
