"""Reads ``rule-final/1``, the captured tiles at the end of Rule the Galaxy, and scores them.

    in:  {"schema": "rule-final/1", "lost": false, "points": {"phasma": 4},
          "players": [{"name": "Ann", "tiles": {"stormtrooper": 8, "snowtrooper": 8, "sergeant": 2,
          "phasma": 1, "kylo_ren": 1}}]}
    out: {"schema": "rule-score/1", "players": [{"name": "Ann", "total": 41, "tiles": 20, "rank": 1,
          "lines": [{"unit": "snowtrooper", "tiles": 8, "each": 2, "vp": 16}, ...]}],
          "winners": ["Ann"], "unverified": ["stormtrooper", ...]}

``points`` and ``lost`` are optional. In a game that was not lost the players have all tiles but
infiltrators, which may have been used. Points that the sources do not state are assumed unless the
file gives them; ``unverified`` names the assumptions that affect a player's total.
"""

from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Final

from companion.decoding import UpTo
from companion.games.rule.options import (
    DEFAULT_OPTIONS,
    FEW_PLAYERS,
    KNOWN_POINTS,
    MOST_PLAYERS,
    Options,
    sensible,
)
from companion.games.rule.scoring import score, winners
from companion.games.rule.units import TILES, Unit, UnitKind
from companion.scorefile import errors
from companion.scorefile.final import Name, best_first, read_file, words

SCHEMA: Final = "rule-final/1"
RESULT_SCHEMA: Final = "rule-score/1"

_OPEN: Final = tuple(kind for kind in UnitKind if kind not in KNOWN_POINTS)
"""Kinds whose points are only known from the printed tiles."""

_OPEN_POINTS: Final = dict.fromkeys(_OPEN, max(KNOWN_POINTS.values()))
"""Their largest points."""


@dataclass(frozen=True, slots=True)
class _Player:
    name: Name
    tiles: Annotated[dict[UnitKind, int], UpTo(TILES), 'an object like {"snowtrooper": 2}']


@dataclass(frozen=True, slots=True)
class _File:
    schema: str
    players: Annotated[tuple[_Player, ...], "a list of players"]
    lost: bool = False
    points: Annotated[dict[UnitKind, int], UpTo(_OPEN_POINTS)] = field(default_factory=dict)


def score_file(document: object) -> tuple[dict[str, object], str]:
    """Return the result of a parsed document as JSON and as text.

    Raises:
        ScoreFileError: the document is invalid, or impossible with the contents of the box.
    """
    file, names = read_file(_File, SCHEMA, document, range(1, MOST_PLAYERS + 1))
    options = _options(file.points)
    captured = tuple(
        (name, tuple(Unit(kind) for kind, count in row.tiles.items() for _ in range(count)))
        for name, row in zip(names, file.players, strict=True)
    )
    _check_units(file, [unit.kind for _, tiles in captured for unit in tiles])
    scores = score(captured, options)
    used = {line.kind for each in scores for line in each.lines}
    guessed = [kind.value for kind in _OPEN if kind in used and kind not in file.points]
    result: dict[str, Any] = {
        "schema": RESULT_SCHEMA,
        "players": [
            {
                "name": each.name,
                "total": each.points,
                "tiles": each.tiles,
                "rank": each.rank,
                "lines": [
                    {
                        "unit": line.kind.value,
                        "tiles": line.tiles,
                        "each": line.each,
                        "vp": line.points,
                    }
                    for line in each.lines
                ],
            }
            for each in scores
        ],
        "winners": [] if file.lost else list(winners(scores)),
        "unverified": guessed,
    }
    return result, _text(result)


def _options(points: dict[UnitKind, int]) -> Options:
    said: dict[str, Any] = {f"{kind.value}_points": count for kind, count in points.items()}
    options = replace(DEFAULT_OPTIONS, **said)
    if not sensible(options):
        raise errors.IMPOSSIBLE_POINTS()
    return options


def _check_units(file: _File, captured: list[UnitKind]) -> None:
    """Compare the tiles of all players with those in play."""
    for kind, in_box in TILES.items():
        stays = kind is UnitKind.FLAMETROOPER and len(file.players) <= FEW_PLAYERS
        most, found = 0 if stays else in_box, captured.count(kind)
        if found > most:
            raise errors.TOO_MANY_UNITS(unit=kind.value, found=found, most=most)
        if found < most and not file.lost and kind is not UnitKind.INFILTRATOR:
            raise errors.UNITS_LEFT(unit=kind.value, left=most - found)


def _text(result: dict[str, Any]) -> str:
    text: list[str] = []
    for player in best_first(result["players"]):
        text.append("{rank}. {name}: {total} points, {tiles} tiles".format(**player))
        text += [
            f"  {line['tiles']} x {words(line['unit']):<14}{line['each']:>2} each{line['vp']:>5}"
            for line in player["lines"]
        ]
    text.append(_ending(result["winners"]))
    if result["unverified"]:
        named = ", ".join(result["unverified"])
        text.append(f"Guessed, not stated in the rulebook: {named}. Give them in points.")
    return "\n".join(text)


def _ending(best: list[str]) -> str:
    if not best:
        return "A unit broke through: everybody loses."
    if len(best) > 1:
        return f"Equal in points and tiles: {', '.join(best)}. The better Vader's breath decides."
    return f"Winner: {best[0]}."
