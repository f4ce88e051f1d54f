"""Where a player's points come from: every chip, tile and bonus, with the pieces that count."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from companion.catalog.roll_texts import load_tile_texts
from companion.games.roll.model.dice import DieType
from companion.games.roll.model.effects import Category
from companion.games.roll.model.tiles import Bonus, Development, Measure, Side, Transform
from companion.games.roll.rules.scoring import bonus_scores, counted
from companion.history.archive import known_entry
from companion.history.records import PastPlayer, ScoreShare, ShareKind
from companion.i18n import N_, Translator
from companion.scorefile.score_entry import ScoreEntryPlayer, empire, points_so_far
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.tiles.tile_cards import side_picture
from kivy_ui.pages.page import Picture
from kivy_ui.pages.scores import Pattern, Reason, Share

SOURCES: Final = MappingProxyType(
    {
        Pattern.PLAIN: (Picture("chip"), N_("VP chips")),
        Pattern.DIAGONAL: (Picture("development"), N_("Developments")),
        Pattern.DOTS: (Picture("world/novelty"), N_("Worlds")),
        Pattern.VERTICAL: (Picture("symbol/star"), N_("6+ bonus")),
    }
)
"""Picture and name of each source of points."""

_QUOTIENT: Final = re.compile(r"ceil\((\d+)/(\d+)\)")
"""Notation of ``companion.games.roll.rules.scoring`` for a quotient that is rounded up."""
_ONE_BY_ONE: Final = 12
"""So many pieces of a bonus are shown one by one."""
_IN_A_GROUP: Final = 6
_SUMS: Final = (Measure.SUM_PRINTED_COST, Measure.CHIP_VP)
_DICE: Final = (Measure.COUNT_DICE, Measure.COUNT_DIE_COLOURS, Measure.COUNT_GOODS)


def _source_of(ui: RollContext, share: ScoreShare) -> Pattern:
    """Return the source that a part of a total belongs to."""
    if share.kind is ShareKind.TILE:
        world = ui.tiles.side(share.key).category is Category.WORLD
        return Pattern.DOTS if world else Pattern.DIAGONAL
    return Pattern.PLAIN if share.kind is ShareKind.CHIPS else Pattern.VERTICAL


def sources(ui: RollContext, player: PastPlayer) -> tuple[Share, ...]:
    """Return the points of a player by source; none if the parts are unknown."""
    found = Counter[Pattern]()
    for share in player.shares:
        found[_source_of(ui, share)] += share.vp
    return tuple(
        Share(pattern, found[pattern], picture)
        for pattern, (picture, _) in SOURCES.items()
        if player.shares
    )


def reasons(
    ui: RollContext, player: PastPlayer, source: Pattern, entry: ScoreEntryPlayer | None
) -> Iterator[Reason]:
    """Yield every line of a player's score that belongs to a source, and what breaks ties.

    Args:
        entry: the player's pieces; None if they are not known.
    """
    if entry is None or points_so_far(entry, ui.tiles.catalog) != player.total:
        entry = known_entry(player)
    for share in player.shares:
        if _source_of(ui, share) is source:
            yield _reason(ui, entry, share)
    if source is Pattern.PLAIN and player.tiebreak is not None:
        yield _tie_break(ui.translate, player, player.tiebreak)


def _reason(ui: RollContext, entry: ScoreEntryPlayer, share: ScoreShare) -> Reason:
    if share.kind is ShareKind.CHIPS:
        return Reason(Picture("chip"), ui.translate("VP chips"), share.vp)
    side, name = ui.tiles.side(share.key), ui.tiles.name(share.key)
    if not isinstance(side, Development) or side.bonus is None or share.kind is ShareKind.TILE:
        return Reason(side_picture(side), name, share.vp)
    groups: tuple[tuple[Picture, ...], ...] = ()
    text = load_tile_texts(ui.tiles.language).bonuses[share.key]
    if entry.dice_entered or side.bonus.measure not in _DICE:
        of = empire(entry, ui.tiles.catalog)
        groups = tuple(_groups(side.bonus, counted(side.bonus, of)))
        found = (each for each in bonus_scores(of) if (each.tile, each.vp) == (share.key, share.vp))
        why = next((each.why for each in found), "")
        text = f"{text} {_calculation(ui.translate, why)}" if why else text
    return Reason(side_picture(side), name, share.vp, groups, text)


def _groups(bonus: Bonus, pieces: Sequence[DieType | Side]) -> Iterator[tuple[Picture, ...]]:
    """Yield the pieces that count together, with empty places in the last group."""
    pictures = [_picture(each, bonus) for each in pieces]
    if len(pictures) > _ONE_BY_ONE:
        yield tuple(replace(each, count=count) for each, count in Counter(pictures).items())
        return
    divided = bonus.transform is Transform.CEIL_DIV and bonus.measure not in _SUMS
    together = bonus.divisor if divided else _IN_A_GROUP
    for first in range(0, len(pictures), together):
        group = tuple(pictures[first : first + together])
        missing = together - len(group) if divided else 0
        yield (*group, *(Picture("worker"),) * missing)


def _picture(piece: DieType | Side, bonus: Bonus) -> Picture:
    if isinstance(piece, DieType):
        return Picture(f"die/{piece.value}")
    shown = side_picture(piece)
    return shown if bonus.measure is Measure.SUM_PRINTED_COST else replace(shown, number="")


def _tie_break(translate: Translator, player: PastPlayer, points: int) -> Reason:
    """Return what decides between equal totals (R-11.5)."""
    said = translate(
        "dice in the cup (%(dice)s) and credits (%(credits)s); for ties only",
        dice=points - player.credits,
        credits=player.credits,
    )
    return Reason(
        Picture("cup"), translate("Tie-break: %(points)s", points=points), None, text=said
    )


def _calculation(translate: Translator, formula: str) -> str:
    """Return a bonus formula in readable form: "5 ÷ 3, rounded up"."""
    text = formula.replace("<=", "≤").replace("*", "×")
    quotient = _QUOTIENT.search(text)
    if quotient is None:
        return text
    number, divisor = quotient.groups()
    rounded = translate("%(number)s ÷ %(divisor)s, rounded up", number=number, divisor=divisor)
    return text.replace(quotient.group(), rounded if quotient.group() == text else f"({rounded})")
