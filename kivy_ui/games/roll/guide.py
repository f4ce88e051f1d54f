"""Guide to the first game, from set-up to final score, with a reason for each step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.i18n import N_
from kivy_ui.common.page_source import Visit
from kivy_ui.common.stacked_pages import StackedPages, do
from kivy_ui.pages.listing import Prose
from kivy_ui.pages.page import Chip, Main, Page, Picture, Side


@dataclass(frozen=True, slots=True)
class GuideStep:
    """A step of the guide, in English."""

    title: str
    text: str
    why: str
    pictures: tuple[Picture, ...]


_DIE: Final = "die/home"
_TO, _AND = Picture("symbol/right"), Picture("symbol/plus")


def _chip(value: str) -> Picture:
    return Picture("chip/blank", number=value)


def _world(cost: str) -> Picture:
    return Picture("world/novelty", number=cost)


def _phase(phase: str, *dice: str) -> Picture:
    return Picture(f"phase/{phase}/active", over=tuple(map(Picture, dice)))


STEPS: Final = (
    GuideStep(
        N_("VP pool"),
        N_("Count VP chips for the pool: 12 VP for each player. Put the 10s aside."),
        N_("The pool sets the length of the game: the round that empties it is the last one."),
        (_chip("5"), _chip("5"), _chip("1"), _chip("1")),
    ),
    GuideStep(
        N_("Tiles into the bag"),
        N_("Put all 55 square tiles into the bag and mix them."),
        N_("Each has a development on one side and a world on the other: the drawer chooses."),
        (Picture("development", number="4"), _world("2"), _TO, Picture("bag")),
    ),
    GuideStep(
        N_("Start tiles"),
        N_("Everybody draws one faction and one home world and places them face up."),
        N_("They are the beginning of your empire and count as three of its tiles."),
        (Picture("development", number="1"), _world("1"), Picture("world/gray", number="1")),
    ),
    GuideStep(
        N_("Two tiles to build"),
        N_("Draw two tiles: one goes development side up to the left, one world side up to "
           "the right. Take the cheaper sides."),
        N_("These are the first ones you can build: each needs as many workers as it costs."),
        (Picture("bag"), _TO, Picture("development", number="2"), _world("1")),
    ),
    GuideStep(
        N_("Your dice"),
        N_("Three white dice into the cup, two into the Citizenry. Add the dice of your start "
           "worlds where their symbols say."),
        N_("Dice in the cup work in the next round; the Citizenry waits until you pay for it."),
        (Picture("cup"), Picture(_DIE, count=3), Picture("citizenry"), Picture(_DIE, count=2)),
    ),
    GuideStep(
        N_("Money"),
        N_("Put your marker on $1. Whoever has Doomed World begins with $8."),
        N_("$1 moves one die from the Citizenry into the cup at the end of each round."),
        (Picture("coin", text="1"), _TO, Picture(_DIE), Picture("cup")),
    ),
    GuideStep(
        N_("Roll and assign"),
        N_("Roll your cup behind the screen. Each die goes under the phase that it shows; a star "
           "goes anywhere."),
        N_("A die under a phase is a worker for that phase, if the phase happens."),
        (
            _phase("explore", "die/home/explore"), _phase("develop", "die/military/develop"),
            _phase("settle"), _phase("produce", "die/novelty/produce"),
            _phase("ship", "die/genes/wild"),
        ),
    ),
    GuideStep(
        N_("Select one phase"),
        N_("Put one of your dice, whatever it shows, on the strip above the phase that you want."),
        N_("Only phases that somebody selected happen, but then everybody may work in them."),
        (_phase("settle", _DIE + "/ship"), Picture("symbol/back"), Picture(_DIE + "/ship")),
    ),
    GuideStep(
        N_("Say ready"),
        N_("When your dice are in place, press your button, or tap Ready on the screen."),
        N_("The screens stay down until all are ready: nobody decides after seeing the others."),
        (Picture("symbol/button"), _TO, Picture("symbol/check")),
    ),
    GuideStep(
        N_("Reveal"),
        N_("Lift the screens and keep your hands off the mats while the camera reads the dice."),
        N_("Dice under phases that nobody selected go back into the cup and are rolled again "
           "next round."),
        (
            Picture("symbol/camera"), _TO, Picture("die/home/explore"),
            Picture("die/military/develop"), Picture("die/genes/settle"),
        ),
    ),
    GuideStep(
        N_("Play the phases"),
        N_("From left to right: the screen says who has workers and proposes what to do. Accept, "
           "or choose otherwise, then move the pieces as it says."),
        N_("Explore finds tiles and money, Develop and Settle build, Produce makes goods, Ship "
           "sells them."),
        tuple(map(_phase, ("explore", "develop", "settle", "produce", "ship"))),
    ),
    GuideStep(
        N_("Recruit"),
        N_("Pay $1 for each die that goes from the Citizenry into your cup, as many as you can."),
        N_("More dice in the cup are more workers next round."),
        (
            Picture("citizenry"), Picture(_DIE), _TO, Picture("cup"),
            Picture("coin", text="\N{MINUS SIGN}1"),
        ),
    ),
    GuideStep(
        N_("The end"),
        N_("Play until the pool is empty or somebody has 12 tiles. The screen counts the points."),
        N_("VP chips, the cost of every tile built and the bonuses of 6+ tiles make the score."),
        (_chip("5"), _AND, Picture("development", number="6+"), _AND, Picture("symbol/crown")),
    ),
)  # fmt: skip
"""Steps for a group that has never played."""

FIRST_ROUND_STEP: Final = 6
"""Players are chosen on the screen before this step, so that the game can be tracked."""


class GuidePages(StackedPages):
    """A page for each step; the current one is remembered."""

    leads_to = Visit(None)

    @property
    def number(self) -> int:
        """Index of the current step, from 0."""
        return min(self.ui.preferences.guide_step, len(STEPS) - 1)

    def first(self) -> Page:
        """Return the page of the current step."""
        translate, number = self.translate, self.number
        step, last = STEPS[number], number == len(STEPS) - 1
        further = Side(Visit("start"), translate("Choose players"), "people")
        if number >= FIRST_ROUND_STEP:
            further = Side(Visit("practice"), translate("Practice reveal"), "camera")
        earlier = (Side(do(self.go, -1), translate("Back"), "back"),) if number else ()
        main = translate("Back to the round") if last else translate("Next")
        return Page(
            translate("First-game guide"),
            f"{number + 1}. {translate(step.title)}",
            Prose((translate(step.text), translate(step.why)), step.pictures),
            chips=(Chip(icon="question", key=Visit("help")),),
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
        """Show the previous step."""
        self.go(-1)
