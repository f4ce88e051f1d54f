"""Galactic Emperor's board as hexes: who holds what, where ships stand, where they can go."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

from companion.games.emperor.galaxy.fields import Ground, force_of
from companion.games.emperor.galaxy.hexes import CENTRE, HEXES, position
from companion.games.emperor.galaxy.moving import enemy_at, ground_of
from companion.games.emperor.state import GameState
from companion.games.emperor.war.forces import Force, Ship, Token
from companion.i18n import Translator
from kivy_ui.common.hex_map import HexMap, HexMark, HexPieces, HexState
from kivy_ui.games.emperor.page_part import EmperorTable
from kivy_ui.games.emperor.words import ship_word

_MOST_KINDS = 2
"""Kinds of ships that are told apart on a hex; of more only their number is shown."""


def ship_letters(translate: Translator) -> dict[Ship, str]:
    """Return the beginning of each kind's name, as short as tells them apart."""
    words = {ship: ship_word(translate, ship) for ship in Ship}
    found: dict[Ship, str] = {}
    for ship, word in words.items():
        others = [each for other, each in words.items() if other is not ship]
        size = next(
            n for n in range(1, len(word) + 1) if not any(o.startswith(word[:n]) for o in others)
        )
        found[ship] = word[:size]
    return found


def force_letters(translate: Translator, force: Force) -> str:
    """Return ships in a few letters, such as ``2F 1C``."""
    kinds = [ship for ship in Ship if force.count(ship)]
    if len(kinds) > _MOST_KINDS:
        return f"\u00d7{force.ships}"
    letters = ship_letters(translate)
    return " ".join(f"{force.count(ship)}{letters[ship]}" for ship in kinds)


def star_map(
    table: EmperorTable,
    state: GameState,
    *,
    chosen: int | None = None,
    offered: Collection[int] = (),
    notes: Mapping[int, str] | None = None,
    against: int | None = None,
    looked_at: bool = False,
) -> HexMap:
    """Return the board.

    Args:
        chosen: hex that was tapped.
        offered: hexes that can be tapped.
        notes: short words on hexes.
        against: seat whose enemies are marked among the offered hexes.
        looked_at: every hex can be tapped, without a mark.
    """
    marks = []
    for number in range(1, HEXES + 1):
        enemy = against is not None and enemy_at(state, against, number) is not None
        kind = HexState.ATTACK if enemy else HexState.OFFERED
        how = HexState.CHOSEN if number == chosen else kind
        here = number in offered or number == chosen
        how = how if here else HexState.PLAIN
        mark = _mark(table, state, number, how, (notes or {}).get(number))
        marks.append(replace(mark, tappable=mark.tappable or looked_at))
    return tuple(marks)


def _mark(
    table: EmperorTable, state: GameState, number: int, how: HexState, note: str | None
) -> HexMark:
    column, row = position(number)
    ground, sector = ground_of(state, number), state.sector(number)
    owner = sector.owner if sector is not None else None
    seats = dict.fromkeys(f.seat for f in state.fleets if f.hex == number)
    battle = state.battle
    token = sector.token if sector is not None else Token.NONE
    if battle is not None and battle.hex == number:
        token = battle.forces[1].token
    kind = "" if token is Token.NONE else token.value
    return HexMark(
        number,
        column,
        row,
        ground=ground.value if ground is not None else "",
        planets=sector.planets if sector is not None else 0,
        seat=owner or 0,
        colour=table.group.colour(owner) if owner is not None else "",
        held="home" if sector is not None and sector.home else kind,
        pieces=tuple(
            HexPieces(
                seat,
                table.group.colour(seat),
                force_letters(table.ui.translate, force_of(state.fleets, seat, number)),
            )
            for seat in seats
        ),
        note=note or "",
        state=how,
        tappable=how is not HexState.PLAIN,
    )


def layout_map(
    homes: tuple[int, ...],
    colour: Callable[[int], str],
    seats: tuple[int, ...],
    lifted: int | None,
) -> HexMap:
    """Return the board of the set-up: the home sectors and Omega.

    Args:
        homes: hexes in the order of *seats*.
        lifted: home that is about to move.
    """
    marks = []
    for number in range(1, HEXES + 1):
        column, row = position(number)
        seat = seats[homes.index(number)] if number in homes else 0
        omega = number == CENTRE
        can = bool(seat) or (lifted is not None and not omega)
        chosen = number == lifted
        offered = HexState.OFFERED if can else HexState.PLAIN
        marks.append(
            HexMark(
                number,
                column,
                row,
                ground=Ground.OMEGA.value if omega else (Ground.PLANETS.value if seat else ""),
                planets=int(bool(seat)),
                seat=seat,
                colour=colour(seat) if seat else "",
                held="home" if seat else "",
                state=HexState.CHOSEN if chosen else offered,
                tappable=can,
            )
        )
    return tuple(marks)
