"""Galactic Emperor's board as a hex map: owners, ships, possible targets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from companion.games.emperor.galaxy.fields import Ground, force_of
from companion.games.emperor.galaxy.hexes import CENTRE, HEXES, position
from companion.games.emperor.galaxy.moving import enemy_at, ground_of
from companion.games.emperor.state import GameState, Influence
from companion.games.emperor.war.forces import Force, Ship, Token
from kivy_ui.common.board.hex_map import HexMap, HexMark, HexPieces, HexState
from kivy_ui.games.emperor.page_part import EmperorTable

NOWHERE: Final = MappingProxyType[int, str]({})


def star_map(
    table: EmperorTable,
    state: GameState,
    *,
    chosen: int | None = None,
    offered: Mapping[int, str] = NOWHERE,
    influence: Iterable[Influence] = (),
    against: int | None = None,
    quiet: Mapping[int, str] = NOWHERE,
) -> HexMap:
    """Return the board.

    Args:
        chosen: selected hex.
        offered: keys of hexes that can be tapped and are highlighted.
        influence: influence shown on hexes.
        against: seat whose enemies are marked among the offered hexes.
        quiet: keys of further hexes that can be tapped, without a highlight.
    """
    marks = []
    colour = table.group.colour
    for number in range(1, HEXES + 1):
        enemy = against is not None and enemy_at(state, against, number) is not None
        kind = HexState.ATTACK if enemy else HexState.OFFERED
        how = HexState.CHOSEN if number == chosen else kind
        here = number in offered or number == chosen
        how = how if here else HexState.PLAIN
        mark = _mark(table, state, number, how)
        tokens = tuple(
            HexPieces(each.seat, colour(each.seat), (), each.tokens)
            for each in influence
            if each.sector == number
        )
        key = offered.get(number) or quiet.get(number, "")
        marks.append(replace(mark, tokens=tokens, key=key))
    return tuple(marks)


def _mark(table: EmperorTable, state: GameState, number: int, how: HexState) -> HexMark:
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
            _fleet(seat, table.group.colour(seat), force_of(state.fleets, seat, number))
            for seat in seats
        ),
        state=how,
    )


def _fleet(seat: int, colour: str, force: Force) -> HexPieces:
    kinds = tuple(f"ship/{ship.value}" for ship in Ship if force.count(ship))
    return HexPieces(seat, colour, kinds, force.ships)


def layout_map(
    homes: tuple[int, ...],
    colour: Callable[[int], str],
    seats: tuple[int, ...],
    lifted: int | None,
) -> HexMap:
    """Return the board during set-up: the home sectors and Omega.

    Args:
        homes: hexes in the order of *seats*.
        lifted: selected home sector, which is about to move.
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
                key=f"hex:{number}" if can else "",
            )
        )
    return tuple(marks)
