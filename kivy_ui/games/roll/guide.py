"""Guide to the first game, from set-up to final score, with a reason for each step."""

from typing import Final

from companion.games.roll.model.state import Step
from kivy_ui.common.page_source import Visit
from kivy_ui.common.stacked_pages import StackedPages, do
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.texts.book import STEPS
from kivy_ui.pages.listing import Prose
from kivy_ui.pages.page import Chip, Main, Page, Side

FIRST_ROUND_STEP: Final = 6
"""Players are chosen on the screen before this step, so that the game can be tracked."""


class GuidePages(StackedPages):
    """A page for each step; the current one is remembered.

    In a game it begins with what is being played.
    """

    ui: RollContext
    leads_to = Visit(None)

    def enter(self) -> None:
        """Go on where the guide was left, or where the game is."""
        super().enter()
        now = (self.ui.phase or self.ui.step).value
        found = (index for index, step in enumerate(STEPS) if step.at == now)
        self.ui.choose(guide_step=next(found, self.number))

    @property
    def number(self) -> int:
        """Index of the current step, from 0."""
        return min(self.ui.preferences.guide_step, len(STEPS) - 1)

    def first(self) -> Page:
        translate, number = self.translate, self.number
        step, last = STEPS[number], number == len(STEPS) - 1
        further = Side(Visit("start"), translate("Choose players"), "people")
        if number >= FIRST_ROUND_STEP or self.ui.step not in (Step.SETUP, Step.OVER):
            further = Side(Visit("practice"), translate("Practice reveal"), "camera")
        earlier = (Side(do(self.go, -1), translate("Back"), "back"),) if number else ()
        main = translate("Done") if last else translate("Next")
        return Page(
            translate("First-game guide"),
            f"{number + 1}. {translate(step.title)}",
            Prose((translate(step.text), translate(step.why)), step.pictures),
            chips=(Chip(translate("Help"), icon="question", key=Visit("help")),),
            side=(*earlier, further),
            main=Main(main, do(self.go, 1)),
        )

    def go(self, by: int) -> None:
        """Show another step; after the last one return to the game, the guide begins anew."""
        number = self.number + by
        if number == len(STEPS):
            self.ui.visit(None)
        self.ui.choose(guide_step=max(0, number) % len(STEPS))

    def undo(self) -> None:
        self.go(-1)
