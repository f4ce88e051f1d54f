"""Formats a final score as ``roll-score/1`` and as text with all its parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Final

from companion.catalog.roll_loader import load_roll_catalog
from companion.catalog.roll_texts import TileTexts, load_tile_texts
from companion.games.roll.model.holdings import BonusScore, SeatScore
from companion.games.roll.model.tiles import Catalog, Side
from companion.games.roll.rules.scoring import FinalEmpire, score
from companion.scorefile.roll_final import read_final

SCHEMA: Final = "roll-score/1"

_LABEL_WIDTH: Final = 46
_NUMBER_WIDTH: Final = 4


def score_file(document: object) -> tuple[dict[str, object], str]:
    """Return the result of a parsed ``roll-final/1`` as JSON and as text.

    Raises:
        ScoreFileError: the document is invalid, or impossible with the contents of the box.
    """
    catalog = load_roll_catalog()
    empires = read_final(document, catalog)
    scores = score(empires)
    players = [
        {"name": empire.name, **asdict(each)} for empire, each in zip(empires, scores, strict=True)
    ]
    for player in players:
        del player["seat"]
    text = score_text(empires, scores, catalog, load_tile_texts("en"))
    return {"schema": SCHEMA, "players": players, "winners": _winners(empires, scores)}, text


def score_text(
    empires: Sequence[FinalEmpire], scores: Sequence[SeatScore], catalog: Catalog, texts: TileTexts
) -> str:
    """Return the result as text: every player with every tile and bonus, the best first.

    Args:
        empires: the scored empires.
        scores: their scores, in the same order.
        catalog: names of the tiles.
        texts: descriptions of the bonuses.
    """
    pairs = sorted(zip(empires, scores, strict=True), key=lambda pair: pair[1].rank)
    blocks = [_player_text(empire, player, catalog, texts) for empire, player in pairs]
    return "\n\n".join([*blocks, _ending(scores, _winners(empires, scores))]) + "\n"


def _winners(empires: Sequence[FinalEmpire], scores: Sequence[SeatScore]) -> list[str]:
    return [empire.name for empire, each in zip(empires, scores, strict=True) if each.rank == 1]


def _player_text(empire: FinalEmpire, player: SeatScore, catalog: Catalog, texts: TileTexts) -> str:
    lines = [
        f"{player.rank}. {empire.name}: {player.total} VP",
        _line("VP chips", player.vp_chips),
        _line(f"cost of {len(empire.tableau)} tiles", player.tiles),
        *(_line(f"  {_named(side)}", side.cost, indented=True) for side in empire.tableau),
        *(_bonus_line(bonus, catalog, texts) for bonus in player.bonuses),
        _line("tie-break (counts among equal totals only)", player.tiebreak)
        + f"  {len(empire.dice.cup)} dice in the cup + ${empire.credits}",
    ]
    return "\n".join(lines)


def _bonus_line(bonus: BonusScore, catalog: Catalog, texts: TileTexts) -> str:
    name = catalog.sides[bonus.tile].name_en
    return f"{_line(f'bonus of {name}', bonus.vp)}  {bonus.why}: {texts.bonuses[bonus.tile]}"


def _named(side: Side) -> str:
    return f"{side.name_en} ({side.category.value})"


def _line(label: str, number: int, *, indented: bool = False) -> str:
    """Format a label and a number; summands and their parts are in separate columns."""
    width = _NUMBER_WIDTH - 1 if indented else _NUMBER_WIDTH
    return f"  {label:<{_LABEL_WIDTH}}{number:>{width}}"


def _ending(scores: Sequence[SeatScore], winners: Sequence[str]) -> str:
    if len(winners) > 1:
        return f"Shared victory: {', '.join(winners)}."
    best = max(player.total for player in scores)
    tied = sum(player.total == best for player in scores) > 1
    return f"Winner: {winners[0]}{', by the tie-break' if tied else ''}."
