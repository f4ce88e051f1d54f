"""The screens beside the running game, by name, and their part in the frame."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from kivy_ui.presenters.desk import Desk
from kivy_ui.presenters.frame import FrameModel, Primary
from kivy_ui.presenters.side_frame import SidePresenter
from kivy_ui.presenters.tally import TallyPresenter


@dataclass(frozen=True, slots=True)
class SideHouse:
    """The presenters of the screens beside the game, over one desk."""

    desk: Desk
    tally: TallyPresenter = field(init=False)

    def __post_init__(self) -> None:
        made = {"tally": TallyPresenter(self.desk)}
        for name, presenter in made.items():
            object.__setattr__(self, name, presenter)

    @property
    def visited(self) -> SidePresenter | None:
        """The presenter of the screen that is visited; None on the game's own screens."""
        return self.named(self.desk.visiting)

    def named(self, screen: str | None) -> SidePresenter | None:
        """The presenter of *screen*; None where it is no screen beside the game."""
        found: SidePresenter | None = (
            getattr(self, screen, None) if screen in SIDE_SCREENS else None
        )
        return found

    def over(self, model: FrameModel) -> FrameModel:
        """Return the frame with what the visited screen puts into it."""
        visited = self.visited
        if visited is None:
            return model
        side = visited.frame()
        return replace(
            model,
            title=side.title,
            pool="",
            notice="",
            status=side.status,
            status_icon=side.status_icon,
            primary=Primary.NONE,
            primary_text=side.primary_text,
            primary_enabled=side.primary_enabled,
            can_undo=side.can_undo,
            can_redo=side.can_redo,
        )


SIDE_SCREENS = ("tally",)
"""Screens that can be visited at any time; the game goes on behind them."""
