"""Galactic Emperor's board: what lies on its hexes, and which of them are answers."""

from collections.abc import Iterator
from typing import Final

from companion.games.emperor.galaxy.fields import CENTRE, HEXES, Ground, force_of, position
from companion.games.emperor.galaxy.moving import enemy_at, ground_of
from companion.games.emperor.options import TileKind
from companion.games.emperor.state import GameState, Sector, Step
from companion.games.emperor.war.forces import Token
from kivy_ui.asking.answering import Asked
from kivy_ui.asking.draft import Draft
from kivy_ui.asking.telling import Telling
from kivy_ui.games.emperor.looks import force_pictures, world
from kivy_ui.pages.maps import Map, Spot, SpotLook
from kivy_ui.pages.page import Card, Picture

_MOST: Final = 3
"""Pieces in front of a hex; with more kinds of ships each fleet is one piece."""
_GROUNDS: Final = {
    Ground.SUN: (Picture("sun"),),
    Ground.OMEGA: (Picture("sun"),),
    Ground.BLACK_HOLE: (Picture("black_hole"),),
    Ground.EMPTY: (),
    None: None,
}


def star_map(tell: Telling, state: GameState, asked: Asked, draft: Draft) -> Map:
    """Return the board with the answers on it."""
    cards, begun = asked.on_board, _begun_at(state, draft)
    spots = []
    for number in range(1, HEXES + 1):
        card = cards.get(str(number))
        attacked = state.step is Step.WAR and _attacked(draft) == str(number)
        look = _look(state, number, card, chosen=number == begun, attacked=attacked)
        shown = _planned if state.step is Step.SET_UP else _lies
        ground, owner, pieces = shown(tell, state, draft, number)
        column, row = position(number)
        key = None if card is None else card.key
        note = "\N{GREEK CAPITAL LETTER OMEGA}" if _is_omega(state, number) else ""
        colour = tell.colour(owner) if owner else ""
        spots.append(Spot(key, column, row, ground, colour, pieces, look, note))
    return Map(tuple(spots))


def _is_omega(state: GameState, number: int) -> bool:
    ground = ground_of(state, number)
    return number == CENTRE if state.step is Step.SET_UP else ground is Ground.OMEGA


def _begun_at(state: GameState, draft: Draft) -> int:
    """Return the hex from which ships move or have to leave; 0 for none."""
    if state.step is Step.WAR and draft.path and draft.path[0].isdigit():
        return int(draft.path[0])
    if state.step is Step.RETREAT and state.retreats:
        return state.retreats[0].start
    return 0


def _attacked(draft: Draft) -> str:
    """Return the hex to which ships go, while the question is whether they attack."""
    return draft.path[1][-1] if len(draft.path) > 1 else ""


def _look(
    state: GameState, number: int, card: Card | None, *, chosen: bool, attacked: bool
) -> SpotLook:
    if chosen or (card is not None and (card.chosen or card.suggested)):
        return SpotLook.CHOSEN
    if attacked:
        return SpotLook.BATTLE
    if card is None or not card.able:
        return SpotLook.PLAIN
    seat = state.turns[0] if state.step is Step.WAR else None
    if seat is not None and enemy_at(state, seat, number) is not None:
        return SpotLook.BATTLE
    return SpotLook.OFFERED


_Lies = tuple[tuple[Picture, ...] | None, int, tuple[Picture, ...]]
"""Ground of a hex, its owner's seat (0 for nobody), the pieces in front."""


def _planned(tell: Telling, _state: GameState, draft: Draft, number: int) -> _Lies:
    """Return what lies on a hex before the game: the home sectors and Omega."""
    if number == CENTRE:
        return _GROUNDS[Ground.OMEGA], 0, ()
    placed = draft.marks[0] if draft.marks else ()
    seat = next((index + 1 for index, key in placed if key == str(number)), 0)
    if not seat:
        return (), 0, ()
    badge = Picture("seat", number=str(seat), colour=tell.colour(seat))
    return (world(TileKind(1), home=True),), seat, (badge,)


def _lies(tell: Telling, state: GameState, draft: Draft, number: int) -> _Lies:
    sector = state.sector(number)
    influence = tuple(_influence(tell, state, draft, number))
    fleets = _fleets(tell, state, number, _MOST - max(1, len(influence)))
    if sector is None:
        return _GROUNDS.get(ground_of(state, number)), 0, (*influence, *fleets)[:_MOST]
    owner = sector.owner or 0
    held = () if influence or not owner else (_holder(tell, sector),)
    pieces = (*influence, *held, *fleets)[:_MOST]
    return (world(sector, home=sector.home),), owner, pieces


def _holder(tell: Telling, sector: Sector) -> Picture:
    """Return the owner's Starbase, else the number of the seat."""
    seat, colour = sector.owner or 0, tell.colour(sector.owner or 0)
    if sector.token is Token.STARBASE and not sector.home:
        return Picture("token/starbase", colour=colour, text=str(seat))
    return Picture("seat", number=str(seat), colour=colour)


def _fleets(tell: Telling, state: GameState, number: int, room: int) -> tuple[Picture, ...]:
    """Return the ships of each player; one piece for each player where there are many kinds."""
    fleets = tuple(
        (tell.colour(seat), force_of(state.fleets, seat, number))
        for seat in dict.fromkeys(fleet.seat for fleet in state.fleets if fleet.hex == number)
    )
    kinds = tuple(piece for colour, force in fleets for piece in force_pictures(force, colour))
    if len(kinds) <= room:
        return kinds
    return tuple(
        Picture(force_pictures(force, colour)[-1].piece, count=force.ships, colour=colour)
        for colour, force in fleets
    )


def _influence(tell: Telling, state: GameState, draft: Draft, number: int) -> Iterator[Picture]:
    """Yield the influence that was placed on a sector, and what is about to be."""
    if state.regent is None:
        return
    counts = {each.seat: each.tokens for each in state.regent.placed if each.sector == number}
    if state.step is Step.PLACE_INFLUENCE and draft.path and draft.marks:
        mine = sum(key == str(number) for _, key in draft.marks[0])
        counts[draft.seat] = counts.get(draft.seat, 0) + mine
    for seat, count in counts.items():
        if count:
            yield Picture("token/empire", count=count, colour=tell.colour(seat))
