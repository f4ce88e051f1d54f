"""Possible actions in each phase and in Manage Empire, with an icon and a sentence each."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from companion.games.roll.model.dice import Phase
from companion.i18n import N_
from kivy_ui.games.roll.context import RollContext

_STEPS: Final = MappingProxyType(
    {
        Phase.EXPLORE: (
            ("credits", N_("Stock: take $2 and more by powers.")),
            ("development", N_("Scout: draw a tile, put it under the developments.")),
            ("world/gray", N_("Or put it under the worlds.")),
        ),
        Phase.DEVELOP: (
            ("development", N_("Put the developers on the top development.")),
            ("tile", N_("It is complete when its dice equal its cost.")),
            ("people", N_("These dice go to the Citizenry.")),
        ),
        Phase.SETTLE: (
            ("world/gray", N_("Put the settlers on the top world.")),
            ("tile", N_("It is complete when its dice equal its cost.")),
            ("people", N_("These dice go to the Citizenry.")),
        ),
        Phase.PRODUCE: (
            ("world/novelty", N_("A producer becomes a good on a world that is not gray.")),
            ("box", N_("Each world holds one good.")),
        ),
        Phase.SHIP: (
            ("credits", N_("Trade: a good pays credits by its world.")),
            ("chip", N_("Consume: 1 VP, and 1 for good and shipper in the world's colour.")),
            ("people", N_("Both dice go to the Citizenry.")),
        ),
    }
)
"""Actions of each phase's workers, in order of explanation; rules 6 to 9."""

_MANAGE: Final = (
    ("credits", N_("Recruit: $1 for each die from the Citizenry into the cup.")),
    ("cup", N_("Recall: any die from the mat into the cup, free.")),
)


@dataclass(frozen=True, slots=True)
class PhaseSteps:
    """Possible actions now.

    Attributes:
        title: the phase.
        icon: its icon.
        steps: icons with sentences.
    """

    title: str
    icon: str
    steps: tuple[tuple[str, str], ...]


def phase_steps(ui: RollContext) -> PhaseSteps:
    """Return the possible actions in the current phase, or in Manage Empire."""
    translate, phase = ui.translate, ui.phase
    steps = _MANAGE if phase is None else _STEPS[phase]
    title = translate("Manage") if phase is None else ui.words.phase(phase)
    icon = "cup" if phase is None else f"phase/{phase.value}"
    return PhaseSteps(title, icon, tuple((name, translate(text)) for name, text in steps))
