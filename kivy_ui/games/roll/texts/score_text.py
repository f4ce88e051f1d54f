"""Lines of a final score."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from companion.catalog.roll_texts import load_tile_texts
from companion.games.roll.model.tiles import Side
from companion.games.roll.rules.scoring import FinalScore, PlayerScore
from companion.history.records import ShareKind
from companion.i18n import Translator
from companion.scorefile.score_entry import ScoreEntryPlayer, tableau
from kivy_ui.games.roll.context import RollContext

_QUOTIENT: Final = re.compile(r"ceil\((\d+)/(\d+)\)")
"""Notation of ``companion.games.roll.rules.scoring`` for a quotient that is rounded up."""


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A line of the score: label, points, explanation.

    Attributes:
        rule: what a bonus counts, shown on request.
        share: the kind of points; None if the line is not a part of the points.
        side: side of the tile that scores, for its icon.
        strong: whether it is a sum.
    """

    label: str
    points: str
    why: str = ""
    rule: str = ""
    share: ShareKind | None = None
    side: Side | None = None
    strong: bool = False


def score_lines(
    ui: RollContext, player: ScoreEntryPlayer, points: PlayerScore
) -> tuple[ScoreLine, ...]:
    """Return the lines of a player's score: total, chips, bonuses, tiles, tie-break."""
    translate, tiles = ui.translate, ui.tiles
    built = tableau(player, tiles.catalog)
    cost = translate.plural("%(count)s tile", "%(count)s tiles", len(built))
    dice = sum(player.cup)
    return (
        ScoreLine(translate("Total"), str(points.total), strong=True),
        ScoreLine(translate("VP chips"), str(points.vp_chips), share=ShareKind.CHIPS),
        ScoreLine(
            translate("Cost of the tableau"), str(points.tiles), why=cost, share=ShareKind.TILE
        ),
        *(
            ScoreLine(
                tiles.name(bonus.tile),
                f"+{bonus.vp}",
                why=calculation(translate, bonus.why),
                rule=bonus_text(ui, bonus.tile),
                share=ShareKind.BONUS,
                side=tiles.side(bonus.tile),
            )
            for bonus in points.bonuses
        ),
        *(
            ScoreLine(tiles.name(side.key), str(side.cost), side=side, share=ShareKind.TILE)
            for side in built
        ),
        ScoreLine(
            translate("Tie-break"),
            str(points.tiebreak),
            why=translate(
                "dice in the cup (%(dice)s) and credits (%(credits)s); for ties only",
                dice=dice,
                credits=player.credits or 0,
            ),
        ),
    )


def calculation(translate: Translator, formula: str) -> str:
    """Return a bonus formula in readable form: "5 ÷ 3, rounded up"."""
    text = formula.replace("<=", "≤").replace("*", "×")
    quotient = _QUOTIENT.search(text)
    if quotient is None:
        return text
    number, divisor = quotient.groups()
    rounded = translate("%(number)s ÷ %(divisor)s, rounded up", number=number, divisor=divisor)
    return text.replace(quotient.group(), rounded if quotient.group() == text else f"({rounded})")


def bonus_text(ui: RollContext, key: str) -> str:
    """Return what the bonus of a 6+ development counts."""
    return load_tile_texts(ui.tiles.language).bonuses[key]


def verdict(ui: RollContext, score: FinalScore) -> str:
    """Return who has won, and how."""
    translate = ui.translate
    if len(score.winners) > 1:
        return translate("Shared victory: %(names)s", names=translate.list_of(score.winners))
    if _tied(score.players):
        return translate("%(name)s wins by the tie-break", name=score.winners[0])
    return translate("%(name)s wins", name=score.winners[0])


def _tied(players: Sequence[PlayerScore]) -> bool:
    best = max(player.total for player in players)
    return sum(player.total == best for player in players) > 1
