"""Reads ``emperor-final/1``, a final position of Galactic Emperor, and scores it.

    in:  {"schema": "emperor-final/1", "last_role": "warlord",
          "players": [{"name": "Ann", "vp": 40, "marks": 12, "metal": 6, "energy": 3, "planets": 7,
                       "sectors": 6, "ships": {"fighter": 3, "cruiser": 1}}]}
    out: {"schema": "emperor-score/1", "players": [{"name": "Ann", "total": 49,
          "lines": [{"reason": "planets", "vp": 7}, ...], "rank": 1}], "winners": ["Ann"],
          "duel": [], "duel_odds": {}}

``planets`` count if the game ended with a Warlord's or the Explorer's role; ``duel`` names the
players who fight for the victory in case of a tie. ``ships`` on the board are optional; if both
duellists have some, ``duel_odds`` has the probabilities of winning the last battle, without
technologies.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Final

from companion.decoding import UpTo, Within
from companion.games.emperor.holdings import VpScored
from companion.games.emperor.rounds import equals_of_the_duel, tycoon
from companion.games.emperor.state import (
    EMPIRE_TOKENS,
    ENERGY_LIMIT,
    METAL_LIMIT,
    WARS,
    Player,
    Role,
)
from companion.games.emperor.war.battle_odds import Side, battle_odds
from companion.games.emperor.war.forces import RESERVE, Force, Ship
from companion.scorefile.final import Name, best_first, read_file, words

SCHEMA: Final = "emperor-final/1"
RESULT_SCHEMA: Final = "emperor-score/1"


@dataclass(frozen=True, slots=True)
class _Player:
    name: Name
    vp: Annotated[int, Within(0, 999)]
    marks: Annotated[int, Within(0, 999)]
    metal: Annotated[int, Within(0, METAL_LIMIT)]
    energy: Annotated[int, Within(0, ENERGY_LIMIT)]
    planets: Annotated[int, Within(0, 74)]
    sectors: Annotated[int, Within(0, 37)]
    ships: Annotated[dict[Ship, int], UpTo(RESERVE)] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _File:
    schema: str
    last_role: Role
    players: Annotated[tuple[_Player, ...], "a list of players"]


def score_file(document: object) -> tuple[dict[str, object], str]:
    """Return the result of a parsed document as JSON and as text.

    Raises:
        ScoreFileError: it is not a valid ``emperor-final/1``.
    """
    file, names = read_file(_File, SCHEMA, document, EMPIRE_TOKENS)
    lines = _lines(file, names)
    totals = [sum(line.vp for line in mine) for mine in lines]
    best = tuple(seat for seat, total in enumerate(totals, 1) if total == max(totals))
    sectors = {seat: player.sectors for seat, player in enumerate(file.players, 1)}
    duel = equals_of_the_duel(best, sectors) if len(best) > 1 else ()
    players = [
        {
            "name": name,
            "total": total,
            "lines": [{"reason": line.reason, "vp": line.vp} for line in mine],
            "rank": 1 + sum(other > total for other in totals),
        }
        for name, total, mine in zip(names, totals, lines, strict=True)
    ]
    odds = _duel_odds([file.players[seat - 1] for seat in duel])
    result: dict[str, Any] = {
        "schema": RESULT_SCHEMA,
        "players": players,
        "winners": [] if duel else [names[seat - 1] for seat in best],
        "duel": [names[seat - 1] for seat in duel],
        "duel_odds": {names[seat - 1]: share for seat, share in zip(duel, odds, strict=False)},
    }
    text = _text(result)
    result["duel_odds"] = {name: round(share, 4) for name, share in result["duel_odds"].items()}
    return result, text


def _lines(file: _File, names: Sequence[str]) -> list[list[VpScored]]:
    """Return each player's points with their reasons."""
    players = tuple(
        Player(seat, name, row.vp, row.marks, row.metal, row.energy)
        for seat, (name, row) in enumerate(zip(names, file.players, strict=True), 1)
    )
    lines = [VpScored(player.seat, player.vp, "vp") for player in players]
    if file.last_role in WARS | {Role.EXPLORER}:
        rows = enumerate(file.players, 1)
        lines += [VpScored(seat, row.planets, "planets") for seat, row in rows if row.planets]
    lines += tycoon(players)
    return [[line for line in lines if line.seat == player.seat] for player in players]


def _duel_odds(duellists: Sequence[_Player]) -> tuple[float, ...]:
    """Return the odds of the last battle in a neutral sector (section 6); empty without two fleets.

    The attacker is unknown; without technologies and tokens both sides roll alike.
    """
    fleets = [
        Force(n.get(Ship.FIGHTER, 0), n.get(Ship.CRUISER, 0), n.get(Ship.DREADNOUGHT, 0))
        for n in (player.ships for player in duellists)
    ]
    if len(fleets) != 2 or not all(fleet.ships for fleet in fleets):
        return ()
    odds = battle_odds(Side(fleets[0]), Side(fleets[1]))
    return odds.attacker, odds.defender


def _text(result: dict[str, Any]) -> str:
    text: list[str] = []
    for player in best_first(result["players"]):
        text.append(f"{player['name']}: {player['total']} VP")
        for line in player["lines"]:
            label = "VP collected" if line["reason"] == "vp" else words(line["reason"])
            text.append(f"  {label:<18}{line['vp']:>6}")
    if not result["duel"]:
        return "\n".join([*text, f"Winner: {result['winners'][0]}."])
    text.append(f"Equal totals: {', '.join(result['duel'])} fight a last battle.")
    if odds := result["duel_odds"].items():
        told = ", ".join(f"{name} {100 * share:.0f} %" for name, share in odds)
        text.append(f"Odds without technologies: {told}.")
    return "\n".join(text)
