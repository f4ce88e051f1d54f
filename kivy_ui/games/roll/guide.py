"""Guide to the first game, from set-up to final score, with a reason for each step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.i18n import N_
from kivy_ui.common.side_frame import SideFrame
from kivy_ui.games.roll.context import RollContext


@dataclass(frozen=True, slots=True)
class Piece:
    """An element of an illustration.

    Attributes:
        kind: ``die``, ``development``, ``world``, ``chip``, ``icon``, ``phase``, ``column``,
            ``pile``, ``text``.
        x, y: centre, from the lower left; the drawing is 16 wide and, in the guide, 9 high.
        size: edge or height.
        what: kind of the die, icon, phase, or the text on it.
        face: of a die; empty to show the letters of its kind. The colour of a world, the number on
            a pile.
        strong: whether it is highlighted as the subject of the step.
    """

    kind: str
    x: float
    y: float
    size: float
    what: str = ""
    face: str = ""
    strong: bool = False


@dataclass(frozen=True, slots=True)
class GuideStep:
    """A step of the guide."""

    title: str
    text: str
    why: str
    pieces: tuple[Piece, ...]


PHASES: Final = ("explore", "develop", "settle", "produce", "ship")


def _columns(strong: str = "") -> tuple[Piece, ...]:
    return tuple(
        Piece("column", 2 + 3 * index, 4.5, 2.6, phase, strong=phase == strong)
        for index, phase in enumerate(PHASES)
    )


def _die(die: str, x: float, y: float, face: str = "", size: float = 1.8) -> Piece:
    return Piece("die", x, y, size, die, face)


STEPS: Final = (
    GuideStep(
        N_("VP pool"),
        N_("Count VP chips for the pool: 12 VP for each player. Put the 10s aside."),
        N_("The pool sets the length of the game: the round that empties it is the last one."),
        (
            Piece("chip", 4, 5.5, 3, "5"), Piece("chip", 7, 3.6, 3, "5"),
            Piece("chip", 10, 5.5, 3, "1"), Piece("chip", 13, 3.6, 3, "1"),
        ),
    ),
    GuideStep(
        N_("Tiles into the bag"),
        N_("Put all 55 square tiles into the bag and mix them."),
        N_("Each has a development on one side and a world on the other: the drawer chooses."),
        (
            Piece("development", 3, 4.5, 4, "4"), Piece("world", 7, 4.5, 4, "2"),
            Piece("icon", 10, 4.5, 1.6, "arrow"), Piece("icon", 13.2, 4.5, 5, "bag", strong=True),
        ),
    ),
    GuideStep(
        N_("Start tiles"),
        N_("Everybody draws one faction and one home world and places them face up."),
        N_("They are the beginning of your empire and count as three of its tiles."),
        (
            Piece("development", 4, 4.5, 4, "1"), Piece("world", 8, 4.5, 4, "1"),
            Piece("world", 13, 4.5, 4, "1", strong=True),
        ),
    ),
    GuideStep(
        N_("Two tiles to build"),
        N_("Draw two tiles: one goes development side up to the left, one world side up to "
           "the right. Take the cheaper sides."),
        N_("These are the first ones you can build: each needs as many workers as it costs."),
        (
            Piece("icon", 2.6, 4.5, 3.6, "bag"), Piece("icon", 5.4, 4.5, 1.4, "arrow"),
            Piece("development", 8.6, 4.5, 4, "2", strong=True),
            Piece("world", 13, 4.5, 4, "1", strong=True),
        ),
    ),
    GuideStep(
        N_("Your dice"),
        N_("Three white dice into the cup, two into the Citizenry. Add the dice of your start "
           "worlds where their symbols say."),
        N_("Dice in the cup work in the next round; the Citizenry waits until you pay for it."),
        (
            Piece("icon", 3, 3.6, 4.4, "cup", strong=True), _die("home", 1.6, 7.4),
            _die("home", 3.7, 7.8), _die("home", 5.8, 7.4), Piece("icon", 11, 3.6, 4.4, "people"),
            _die("home", 10, 7.6), _die("home", 12.2, 7.6),
        ),
    ),
    GuideStep(
        N_("Money"),
        N_("Put your marker on $1. Whoever has Doomed World begins with $8."),
        N_("$1 moves one die from the Citizenry into the cup at the end of each round."),
        (
            Piece("icon", 4, 4.5, 5, "credits", strong=True), Piece("icon", 7.6, 4.5, 1.6, "arrow"),
            _die("home", 10, 4.5, size=2.4), Piece("icon", 13.4, 4.5, 3.6, "cup"),
        ),
    ),
    GuideStep(
        N_("Roll and assign"),
        N_("Roll your cup behind the screen. Each die goes under the phase that it shows; a star "
           "goes anywhere."),
        N_("A die under a phase is a worker for that phase, if the phase happens."),
        (
            *_columns(), _die("home", 2, 3.4, "explore"), _die("military", 5, 3.4, "develop"),
            _die("novelty", 11, 3.4, "produce"), _die("genes", 14, 3.4, "wild"),
        ),
    ),
    GuideStep(
        N_("Select one phase"),
        N_("Put one of your dice, whatever it shows, on the strip above the phase that you want."),
        N_("Only phases that somebody selected happen, but then everybody may work in them."),
        (
            *_columns("settle"), _die("home", 8, 7.6, "ship", 2),
            _die("military", 8, 3.4, "settle"), _die("home", 2, 3.4, "explore"),
            _die("genes", 11, 3.4, "produce"),
        ),
    ),
    GuideStep(
        N_("Say ready"),
        N_("When your dice are in place, press your button, or tap Ready on the screen."),
        N_("The screens stay down until all are ready: nobody decides after seeing the others."),
        (
            Piece("icon", 4, 4.5, 5, "button", strong=True), Piece("icon", 8, 4.5, 1.6, "arrow"),
            Piece("icon", 12, 4.5, 4.6, "check"),
        ),
    ),
    GuideStep(
        N_("Reveal"),
        N_("Lift the screens and keep your hands off the mats while the camera reads the dice."),
        N_("Dice under phases that nobody selected go back into the cup and are rolled again "
           "next round."),
        (
            Piece("icon", 3, 6.4, 4, "camera", strong=True), _die("home", 8, 4, "explore"),
            _die("military", 10.4, 4, "develop"), _die("genes", 12.8, 4, "settle"),
            Piece("icon", 3, 2, 2, "check"),
        ),
    ),
    GuideStep(
        N_("Play the phases"),
        N_("From left to right: the screen says who has workers and proposes what to do. Accept, "
           "or choose otherwise, then move the pieces as it says."),
        N_("Explore finds tiles and money, Develop and Settle build, Produce makes goods, Ship "
           "sells them."),
        tuple(Piece("phase", 2 + 3 * index, 4.5, 2.6, phase) for index, phase in enumerate(PHASES)),
    ),
    GuideStep(
        N_("Recruit"),
        N_("Pay $1 for each die that goes from the Citizenry into your cup, as many as you can."),
        N_("More dice in the cup are more workers next round."),
        (
            Piece("icon", 2.6, 4.5, 3.6, "people"), _die("home", 6, 4.5, size=2.4),
            Piece("icon", 8.4, 4.5, 1.6, "arrow"), Piece("icon", 11, 4.5, 3.8, "cup", strong=True),
            Piece("icon", 14.4, 4.5, 2.4, "credits"),
        ),
    ),
    GuideStep(
        N_("The end"),
        N_("Play until the pool is empty or somebody has 12 tiles. The screen counts the points."),
        N_("VP chips, the cost of every tile built and the bonuses of 6+ tiles make the score."),
        (
            Piece("chip", 2.6, 4.5, 3, "5"), Piece("icon", 5, 4.5, 1.2, "plus"),
            Piece("development", 7.8, 4.5, 3.6, "6+"), Piece("icon", 10.4, 4.5, 1.2, "plus"),
            Piece("icon", 13.4, 4.5, 4.4, "crown", strong=True),
        ),
    ),
)  # fmt: skip
"""Steps for a group that has never played."""

FIRST_ROUND_STEP: Final = 6
"""Players are chosen on the screen before this step, so that the game can be tracked."""


class GuidePresenter:
    """Presenter of the guide; the current step is remembered."""

    def __init__(self, ui: RollContext) -> None:
        self._ui = ui

    @property
    def number(self) -> int:
        """Index of the current step, from 0."""
        return min(self._ui.preferences.guide_step, len(STEPS) - 1)

    @property
    def step(self) -> GuideStep:
        """The current step, in English."""
        return STEPS[self.number]

    def go(self, delta: int) -> None:
        """Show the next or previous step and remember it."""
        number = min(max(0, self.number + delta), len(STEPS) - 1)
        self._ui.choose(guide_step=number)

    def enter(self) -> None:
        """Continue at the remembered step."""

    def frame(self) -> SideFrame:
        """Return the title and the main button."""
        translate = self._ui.translate
        last = self.number == len(STEPS) - 1
        return SideFrame(
            title=translate("First game"),
            status=translate("You can leave at any time and continue here later."),
            primary_text=translate("Back to the round") if last else translate("Next"),
            can_undo=self.number > 0,
        )

    def primary(self) -> None:
        """Show the next step; after the last one, return to the game and reset the guide."""
        if self.number < len(STEPS) - 1:
            self.go(1)
            return
        self.go(-self.number)
        self._ui.visit(None)

    def undo(self) -> None:
        """Show the previous step."""
        self.go(-1)

    def redo(self) -> None:
        """Do nothing: there is nothing to redo."""
