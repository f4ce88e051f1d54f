"""The screen of every game but Roll for the Galaxy: picks the game's pages and its frame."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from companion.errors import CompanionError
from companion.i18n import N_
from kivy_ui.presenters.board_changes import Turning
from kivy_ui.presenters.changes import SeatChanges
from kivy_ui.presenters.desk import Desk
from kivy_ui.presenters.faces import show_robot_dice
from kivy_ui.presenters.group import Group
from kivy_ui.presenters.outlines import PictureModel
from kivy_ui.presenters.pages import Page, Pages
from kivy_ui.presenters.side_frame import SideFrame
from kivy_ui.presenters.tray import ENROL, READ, TrayLine, tray_line, tray_picture

BOARD: Final = "board"
"""Name of the screen."""


def _rule(desk: Desk, group: Group) -> Pages:
    from kivy_ui.presenters.rule_pages import RulePages

    return RulePages(desk, group)


def _solo(desk: Desk, group: Group) -> Pages:
    from kivy_ui.presenters.solo_pages import SoloPages

    return SoloPages(desk, group)


def _draft(desk: Desk, group: Group) -> Pages:
    from kivy_ui.presenters.draft_pages import DraftPages

    return DraftPages(desk, group)


def _goals(desk: Desk, group: Group) -> Pages:
    from kivy_ui.presenters.goals_pages import GoalsPages

    return GoalsPages(desk, group)


def _emperor(desk: Desk, group: Group) -> Pages:
    from kivy_ui.presenters.emperor_pages import EmperorPages

    return EmperorPages(desk, group)


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A game that can be chosen on the first screen."""

    key: str
    name: str
    players: str


GAME_CHOICES: Final = (
    GameChoice("roll", "Roll for the Galaxy", "2-5"),
    GameChoice("gathering_storm", N_("The Gathering Storm: goals"), "2-5"),
    GameChoice("gathering_storm_draft", N_("The Gathering Storm: draft"), "2-3"),
    GameChoice("gathering_storm_solo", N_("The Gathering Storm: against the robot"), "1"),
    GameChoice("galactic_emperor", "Galactic Emperor", "3-6"),
    GameChoice("rule_the_galaxy", "Rule the Galaxy", "1-4"),
)
"""In the order of the first screen; names that are no titles are translated."""

_PAGES: Final[Mapping[str, Callable[[Desk, Group], Pages]]] = MappingProxyType(
    {
        "galactic_emperor": _emperor,
        "gathering_storm": _goals,
        "gathering_storm_draft": _draft,
        "gathering_storm_solo": _solo,
        "rule_the_galaxy": _rule,
    }
)


class BoardPresenter:
    """Behaviour of the other games' screen; the game's pages are made when it is first played."""

    def __init__(self, desk: Desk, group: Group) -> None:
        self._desk = desk
        self._group = group
        self._made: dict[tuple[str, str], Pages] = {}
        self._turning = Turning(desk, group)

    @property
    def runs(self) -> bool:
        """Whether the open game is one of this screen."""
        return self._desk.update.game in _PAGES

    @property
    def _pages(self) -> Pages | None:
        game, game_id = self._desk.update.game, self._desk.update.game_id
        if game is None or game not in _PAGES:
            return None
        key = game, game_id or ""
        if key not in self._made:
            self._made = {key: _PAGES[game](self._desk, self._group)}
        return self._made[key]

    def page(self) -> Page:
        """Return what the screen shows now."""
        pages = self._pages
        if pages is None:
            return Page("", "")
        return pages.page(self._desk.update.view)

    def tap(self, key: str) -> None:
        """A button was tapped."""
        if key == READ:
            self._desk.port.rescan()
            return
        if key == ENROL:
            self._enrol()
            return
        if (pages := self._pages) is not None:
            pages.tap(self._desk.update.view, key)

    def change(self, key: str, delta: int) -> None:
        """A number was changed."""
        if (pages := self._pages) is not None:
            pages.change(self._desk.update.view, key, delta)

    def _enrol(self) -> None:
        """Show the robot's dice to the camera; the calibration's screen leads back."""
        try:
            show_robot_dice(self._desk)
        except CompanionError as error:
            self._desk.complaint = error

    def tray(self) -> TrayLine:
        """Return what the camera does with the dice on the tray."""
        return tray_line(self._desk)

    def picture(self) -> PictureModel:
        """Return what the camera sees of the tray."""
        return tray_picture(self._desk)

    # --- the frame -----------------------------------------------------------------------------

    def enter(self) -> None:
        """The screen is opened: nothing to prepare."""

    def frame(self) -> SideFrame:
        """Return what stands in the frame."""
        page = self.page()
        update = self._desk.update
        return SideFrame(
            page.title,
            page.status,
            "info",
            page.primary,
            page.primary_enabled,
            update.can_undo,
            update.can_redo,
        )

    def primary(self) -> None:
        """The main button was pressed, or Enter, which knows nothing of a disabled button."""
        page = self.page()
        if (pages := self._pages) is not None and page.primary and page.primary_enabled:
            pages.primary(self._desk.update.view)

    def undo(self) -> None:
        """Take the game's last step back; ``take_turned`` then says what to move."""
        self._turning.begin()
        self._desk.port.undo()

    def redo(self) -> None:
        """Do it again."""
        self._turning.begin()
        self._desk.port.redo()

    def take_turned(self) -> Callable[[], tuple[SeatChanges, ...]] | None:
        """Return what the last undo or redo changed on the table, once; None for nothing."""
        return self._turning.take()
