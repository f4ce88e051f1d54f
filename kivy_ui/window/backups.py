"""The backups: making one now, and restoring one after a question."""

from typing import Final

from companion.errors import CompanionError
from companion.session.service_ports import BackupLine, Backups
from kivy_ui.common.background_task import BackgroundTask
from kivy_ui.common.dates import day
from kivy_ui.common.page_source import Visit
from kivy_ui.common.stacked_pages import Close, StackedPages, do
from kivy_ui.common.ui_context import UiContext
from kivy_ui.pages.listing import List, Row, remark
from kivy_ui.pages.page import Main, Note, Page, Picture, Sheet, Side

_MOST: Final = 32


class BackupPages(StackedPages):
    """The list of the backups, the newest first; one is made in the background."""

    leads_to = Visit("device")

    def __init__(self, ui: UiContext) -> None:
        super().__init__(ui)
        self._made = BackgroundTask[tuple[str, ...] | CompanionError]("backup", ())

    @property
    def live(self) -> bool:
        """Whether a backup is being made, or may have been made since the page was shown."""
        return self._made.about is not None

    @property
    def _backups(self) -> Backups:
        return self.ui.settings.services.backups

    def first(self) -> Page:
        translate = self.translate
        places = {True: translate("USB drive"), False: translate("This device")}
        rows = tuple(
            Row(do(self.ask, self._restoring, line), day(translate, line.made_at),
                (Picture("symbol/box"),), value=places[line.on_stick])
            for line in self._backups.listed()[:_MOST]
        )  # fmt: skip
        make = Main(translate("Back up now"), do(self._begin), "plus")
        return Page(
            translate("One is made after each game"),
            translate("Restore which backup?") if rows else translate("Backups"),
            List(rows or (remark("box", translate("There is no backup yet.")),)),
            note=self._note(),
            main=Main(translate("In progress …")) if self._made.busy else make,
        )

    def _note(self) -> Note | None:
        """Return what became of the backup that was made."""
        made, text = self._made.result, self.ui.error_text
        if isinstance(made, CompanionError):
            return Note((text.message(made), text.hint(made)), icon="symbol/error")
        done = Note((self.translate("The backup is made."),), icon="symbol/check")
        return done if made else None

    def _restoring(self, line: BackupLine) -> Sheet:
        translate = self.translate
        return Sheet(
            Picture("symbol/box"),
            translate("Back to %(date)s?", date=day(translate, line.made_at)),
            (
                translate("Games, settings and profiles of that day return."),
                translate("The present ones are kept in a folder."),
                translate("The companion restarts."),
            ),
            Main(translate("Restore"), do(self._restore, line.name), "rescan"),
            (Side(Close(), translate("Cancel"), "back"),),
        )

    def _restore(self, name: str) -> None:
        self._backups.restore(name)

    def _begin(self) -> None:
        self._made.start(self._make, object())

    def _make(self) -> tuple[str, ...] | CompanionError:
        try:
            return self._backups.make()
        except CompanionError as error:
            return error
