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

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.games.rule.options import (
    DEFAULT_OPTIONS,
    FEW_PLAYERS,
    KNOWN_POINTS,
    MOST_PLAYERS,
    Options,
    sensible,
)
from companion.games.rule.scoring import Score, score, winners
from companion.games.rule.units import TILES, Unit, UnitKind
from companion.scorefile.errors import (
    ImpossiblePointsError,
    PlayerCountError,
    TooManyUnitsError,
    UnitsLeftError,
    WrongSchemaError,
    WrongTypeError,
)
from companion.scorefile.fields import join, say, take_list, take_number, take_object
from companion.scorefile.names import Names

SCHEMA: Final = "rule-final/1"
RESULT_SCHEMA: Final = "rule-score/1"

MOST_POINTS: Final = max(KNOWN_POINTS.values())

_OPEN: Final = tuple(kind for kind in UnitKind if kind not in KNOWN_POINTS)
"""Kinds whose points are only known from the printed tiles."""


@dataclass(frozen=True, slots=True)
class RuleFinal:
    """A final position.

    Attributes:
        captured: name and tiles of each player, in the order of the file.
        options: the points.
        lost: a unit broke through; nobody wins.
        said: kinds whose points the file gives.
    """

    captured: tuple[tuple[str, tuple[Unit, ...]], ...]
    options: Options
    lost: bool
    said: frozenset[UnitKind]


def read_rule_final(document: object) -> RuleFinal:
    """Return the final position of a parsed document.

    Raises:
        ScoreFileError: the document is invalid, or impossible with the contents of the box.
    """
    fields = {"schema": f'"{SCHEMA}"', "players": "a list of the players"}
    table = take_object(document, "", fields, ("lost", "points"))
    if table["schema"] != SCHEMA:
        raise WrongSchemaError(expected=SCHEMA, found=say(table["schema"]))
    rows = take_list(table["players"], "players", "players")
    if not 1 <= len(rows) <= MOST_PLAYERS:
        raise PlayerCountError(most=MOST_PLAYERS, found=len(rows))
    lost = table.get("lost", False)
    if not isinstance(lost, bool):
        raise WrongTypeError(place="lost", expected="true or false", found=say(lost))
    options, said = _options(table.get("points", {}))
    names = Names()
    captured = tuple(_player(row, f"players[{i}]", names) for i, row in enumerate(rows))
    for kind, in_box in TILES.items():
        stays = kind is UnitKind.FLAMETROOPER and len(rows) <= FEW_PLAYERS
        most = 0 if stays else in_box
        found = sum(unit.kind is kind for _, tiles in captured for unit in tiles)
        if found > most:
            raise TooManyUnitsError(unit=kind.value, found=found, most=most)
        if found < most and not lost and kind is not UnitKind.INFILTRATOR:
            raise UnitsLeftError(unit=kind.value, left=most - found)
    return RuleFinal(captured, options, lost, said)


def _options(raw: object) -> tuple[Options, frozenset[UnitKind]]:
    names = [kind.value for kind in _OPEN]
    table = take_object(raw, "points", {}, names)
    points = {
        key: take_number(value, join("points", key), 0, MOST_POINTS) for key, value in table.items()
    }
    guess = DEFAULT_OPTIONS
    options = Options(
        stormtrooper_points=points.get("stormtrooper", guess.stormtrooper_points),
        flametrooper_points=points.get("flametrooper", guess.flametrooper_points),
        sergeant_points=points.get("sergeant", guess.sergeant_points),
        phasma_points=points.get("phasma", guess.phasma_points),
    )
    if not sensible(options):
        raise ImpossiblePointsError
    return options, frozenset(UnitKind(key) for key in table)


def _player(raw: object, place: str, names: Names) -> tuple[str, tuple[Unit, ...]]:
    fields = {"name": "the player's name", "tiles": 'an object like {"snowtrooper": 2}'}
    table = take_object(raw, place, fields)
    name = names.take(table["name"], join(place, "name"))
    where = join(place, "tiles")
    counts = take_object(table["tiles"], where, {}, [kind.value for kind in UnitKind])
    tiles = tuple(
        Unit(UnitKind(key))
        for key, count in counts.items()
        for _ in range(take_number(count, join(where, key), 0, TILES[UnitKind(key)]))
    )
    return name, tiles


def score_file(document: object) -> tuple[dict[str, object], str]:
    """Return the result of a parsed document as JSON and as text.

    Raises:
        ScoreFileError: the document is invalid, or impossible with the contents of the box.
    """
    final = read_rule_final(document)
    return rule_document(final), rule_text(final)


def score_rule(final: RuleFinal) -> tuple[Score, ...]:
    """Return the scores in the order of the file."""
    return score(final.captured, final.options)


def rule_document(final: RuleFinal) -> dict[str, object]:
    """Return the result as ``rule-score/1``."""
    scores = score_rule(final)
    return {
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
        "winners": [] if final.lost else list(winners(scores)),
        "unverified": list(_guessed(final, scores)),
    }


def rule_text(final: RuleFinal) -> str:
    """Return the result as text, the best player first."""
    scores = score_rule(final)
    lines: list[str] = []
    for each in sorted(scores, key=lambda each: each.rank):
        lines.append(f"{each.rank}. {each.name}: {each.points} points, {each.tiles} tiles")
        lines += [
            f"  {line.tiles} x {line.kind.value.replace('_', ' '):<14}{line.each:>2} each"
            f"{line.points:>5}"
            for line in each.lines
        ]
    lines.append(_ending(final, scores))
    if guessed := _guessed(final, scores):
        named = ", ".join(guessed)
        lines.append(f"Guessed, not stated in the rulebook: {named}. Give them in points.")
    return "\n".join(lines)


def _ending(final: RuleFinal, scores: tuple[Score, ...]) -> str:
    if final.lost:
        return "A unit broke through: everybody loses."
    best = winners(scores)
    if len(best) > 1:
        return f"Equal in points and tiles: {', '.join(best)}. The better Vader's breath decides."
    return f"Winner: {best[0]}."


def _guessed(final: RuleFinal, scores: tuple[Score, ...]) -> tuple[str, ...]:
    used = {line.kind for each in scores for line in each.lines}
    return tuple(kind.value for kind in _OPEN if kind in used and kind not in final.said)
