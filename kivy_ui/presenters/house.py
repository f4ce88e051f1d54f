"""All presenters of one window, over one desk."""

from __future__ import annotations

from dataclasses import dataclass, field

from kivy_ui.presenters.board import BoardPresenter
from kivy_ui.presenters.desk import Desk
from kivy_ui.presenters.empire import EmpirePresenter
from kivy_ui.presenters.ending import EndPresenter
from kivy_ui.presenters.frame import FramePresenter
from kivy_ui.presenters.group import Group
from kivy_ui.presenters.phases import PhasesPresenter
from kivy_ui.presenters.reveal import RevealPresenter
from kivy_ui.presenters.side import SideHouse
from kivy_ui.presenters.start import StartPresenter
from kivy_ui.presenters.table import TablePresenter
from kivy_ui.presenters.tasks import TasksPresenter


@dataclass(frozen=True, slots=True)
class House:
    """The presenters that the screens ask."""

    desk: Desk
    frame: FramePresenter = field(init=False)
    start: StartPresenter = field(init=False)
    table: TablePresenter = field(init=False)
    reveal: RevealPresenter = field(init=False)
    phases: PhasesPresenter = field(init=False)
    tasks: TasksPresenter = field(init=False)
    empire: EmpirePresenter = field(init=False)
    ending: EndPresenter = field(init=False)
    side: SideHouse = field(init=False)

    def __post_init__(self) -> None:
        desk = self.desk
        table = TablePresenter(desk)
        start = StartPresenter(desk)
        made = {
            "frame": FramePresenter(desk),
            "start": start,
            "table": table,
            "reveal": RevealPresenter(desk),
            "phases": PhasesPresenter(desk, table),
            "tasks": TasksPresenter(desk, table),
            "empire": EmpirePresenter(desk, table),
            "ending": EndPresenter(desk),
            "side": SideHouse(desk, BoardPresenter(desk, Group(start))),
        }
        for name, presenter in made.items():
            object.__setattr__(self, name, presenter)
