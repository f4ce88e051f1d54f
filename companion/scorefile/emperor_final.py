"""Reads ``emperor-final/1``, a final position of Galactic Emperor, and scores it.

    in:  {"schema": "emperor-final/1", "last_role": "warlord",
          "players": [{"name": "Ann", "vp": 40, "marks": 12, "metal": 6, "energy": 3, "planets": 7,
                       "sectors": 6, "ships": {"fighter": 3, "cruiser": 1}}]}
    out: {"schema": "emperor-score/1", "players": [{"name": "Ann", "total": 49, "rank": 1,
          "lines": [{"reason": "planets", "vp": 7}, ...]}], "winners": ["Ann"], "duel": []}

``planets`` count if the game ended with a Warlord's or the Explorer's role; ``duel`` names the
players who fight for the victory in case of a tie. ``ships`` on the board are optional; if both
duellists have some, ``duel_odds`` has the probabilities of winning the last battle, without
technologies.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.games.emperor.ending import Line, equals_of_the_duel, tycoon
from companion.games.emperor.state import (
    EMPIRE_TOKENS,
    ENERGY_LIMIT,
    METAL_LIMIT,
    WARS,
    Player,
    Role,
)
from companion.games.emperor.war.battle_odds import BattleOdds, Side, battle_odds
from companion.games.emperor.war.forces import RESERVE, Force, Ship
from companion.scorefile.errors import PlayerCountError, WrongSchemaError, WrongTypeError
from companion.scorefile.fields import join, say, take_list, take_number, take_object
from companion.scorefile.names import Names

SCHEMA: Final = "emperor-final/1"
RESULT_SCHEMA: Final = "emperor-score/1"

_NUMBERS: Final = {
    "vp": 999,
    "marks": 999,
    "metal": METAL_LIMIT,
    "energy": ENERGY_LIMIT,
    "planets": 74,
    "sectors": 37,
}
"""Maximum of each field."""


@dataclass(frozen=True, slots=True)
class _Final:
    player: Player
    planets: int
    sectors: int
    ships: Force


def score_file(document: object) -> tuple[dict[str, object], str]:
    """Return the result of a parsed document as JSON and as text.

    Raises:
        ScoreFileError: it is not a valid ``emperor-final/1``.
    """
    fields = {
        "schema": f'"{SCHEMA}"',
        "last_role": "the role in which the game ended",
        "players": "a list of the players",
    }
    table = take_object(document, "", fields)
    if table["schema"] != SCHEMA:
        raise WrongSchemaError(expected=SCHEMA, found=say(table["schema"]))
    role = _role(table["last_role"])
    rows = take_list(table["players"], "players", "players")
    if len(rows) not in EMPIRE_TOKENS:
        raise PlayerCountError(most=max(EMPIRE_TOKENS), found=len(rows))
    names = Names()
    finals = tuple(_player(row, i, names) for i, row in enumerate(rows))
    lines = [*_planets(role, finals), *tycoon(tuple(final.player for final in finals))]
    totals = {
        final.player.seat: final.player.vp
        + sum(line.vp for line in lines if line.seat == final.player.seat)
        for final in finals
    }
    best = tuple(seat for seat, total in totals.items() if total == max(totals.values()))
    sectors = {final.player.seat: final.sectors for final in finals}
    duel = equals_of_the_duel(best, sectors) if len(best) > 1 else ()
    return _document(finals, lines, totals, best, duel), _text(finals, lines, totals, best, duel)


def _role(raw: object) -> Role:
    roles = {role.value: role for role in Role}
    if not isinstance(raw, str) or raw not in roles:
        raise WrongTypeError(
            place="last_role", expected=f"one of {', '.join(roles)}", found=say(raw)
        )
    return roles[raw]


def _player(raw: object, index: int, names: Names) -> _Final:
    place = f"players[{index}]"
    expected = {"name": "the player's name"}
    expected |= {key: f"an integer from 0 to {most}" for key, most in _NUMBERS.items()}
    table = take_object(raw, place, expected, ("ships",))
    name = names.take(table["name"], join(place, "name"))
    n = {k: take_number(table[k], join(place, k), 0, most) for k, most in _NUMBERS.items()}
    player = Player(index + 1, name, n["vp"], n["marks"], n["metal"], n["energy"])
    ships = _ships(table.get("ships", {}), join(place, "ships"))
    return _Final(player, n["planets"], n["sectors"], ships)


def _ships(raw: object, place: str) -> Force:
    table = take_object(raw, place, {}, [ship.value for ship in Ship])
    n = {
        ship: take_number(table.get(ship.value, 0), join(place, ship.value), 0, RESERVE[ship])
        for ship in Ship
    }
    return Force(n[Ship.FIGHTER], n[Ship.CRUISER], n[Ship.DREADNOUGHT])


def _duel_odds(finals: tuple[_Final, ...], duel: tuple[int, ...]) -> BattleOdds | None:
    """Return the odds of the last battle in a neutral sector (section 6); None without two fleets.

    The attacker is unknown; without technologies and tokens both sides roll alike.
    """
    if len(duel) != 2:
        return None
    one, other = (finals[seat - 1].ships for seat in duel)
    return battle_odds(Side(one), Side(other)) if one.ships and other.ships else None


def _planets(role: Role, finals: tuple[_Final, ...]) -> list[Line]:
    if role not in WARS | {Role.EXPLORER}:
        return []
    return [Line(final.player.seat, "planets", final.planets) for final in finals if final.planets]


def _document(
    finals: tuple[_Final, ...],
    lines: list[Line],
    totals: dict[int, int],
    best: tuple[int, ...],
    duel: tuple[int, ...],
) -> dict[str, object]:
    names = {final.player.seat: final.player.name for final in finals}
    odds = _duel_odds(finals, duel)
    shares = (odds.attacker, odds.defender) if odds is not None else ()
    return {
        "schema": RESULT_SCHEMA,
        "players": [
            {
                "name": final.player.name,
                "total": totals[final.player.seat],
                "lines": [
                    {"reason": "vp", "vp": final.player.vp},
                    *(
                        {"reason": line.reason, "vp": line.vp}
                        for line in lines
                        if line.seat == final.player.seat
                    ),
                ],
                "rank": 1 + sum(other > totals[final.player.seat] for other in totals.values()),
            }
            for final in finals
        ],
        "winners": [] if duel else [names[seat] for seat in best],
        "duel": [names[seat] for seat in duel],
        "duel_odds": {
            names[seat]: round(share, 4) for seat, share in zip(duel, shares, strict=False)
        },
    }


def _text(
    finals: tuple[_Final, ...],
    lines: list[Line],
    totals: dict[int, int],
    best: tuple[int, ...],
    duel: tuple[int, ...],
) -> str:
    names = {final.player.seat: final.player.name for final in finals}
    text: list[str] = []
    for seat, total in sorted(totals.items(), key=lambda item: -item[1]):
        player = finals[seat - 1].player
        text.append(f"{player.name}: {total} VP")
        text.append(f"  VP collected{player.vp:>12}")
        text += [
            f"  {line.reason.replace('_', ' '):<18}{line.vp:>6}"
            for line in lines
            if line.seat == seat
        ]
    if duel:
        text.append(f"Equal totals: {', '.join(names[seat] for seat in duel)} fight a last battle.")
        if (odds := _duel_odds(finals, duel)) is not None:
            chances = zip(duel, (odds.attacker, odds.defender), strict=True)
            told = ", ".join(f"{names[seat]} {100 * share:.0f} %" for seat, share in chances)
            text.append(f"Odds without technologies: {told}.")
    else:
        text.append(f"Winner: {names[best[0]]}.")
    return "\n".join(text)
