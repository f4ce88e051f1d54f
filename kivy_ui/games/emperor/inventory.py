"""What lies on a table of Galactic Emperor; nobody's VP, which are hidden."""

from __future__ import annotations

from companion.games.emperor.state import (
    THRONE,
    Direction,
    GameState,
    Player,
    Sector,
)
from companion.games.emperor.view import TableView
from companion.games.emperor.war.forces import Ship, Token
from companion.i18n import Translator
from kivy_ui.common.game_ui import GameMoment
from kivy_ui.common.inventory import TABLE, Inventory, PiecePlace, SeatChanges, differences
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.emperor.words import role_word, sector_words, ship_word, technology_word


def inventory(translate: Translator, group: PlayerGroup, view: TableView) -> Inventory:
    """Return belongings, ships, sectors, influence, cards, tiles and the pool."""
    state = view.state
    people = {player.seat: (player.name, group.colour(player.seat)) for player in state.players}
    found = Inventory(people, stock=translate("beside the board"))
    for player in state.players:
        _belongings(translate, found, state, player)
    for sector in state.sectors:
        what = translate("Sector %(sector)s", sector=sector_words(translate, sector))
        found.counters[TABLE, what] = _lying(translate, state, sector)
    for each in state.regent.placed if state.regent is not None else ():
        where = translate("Throne")
        if each.sector != THRONE:
            where = translate("Sector %(sector)s", sector=each.sector)
        what = translate("Influence: %(where)s", where=where)
        key = each.seat, what
        found.counters[key] = int(found.counters.get(key, 0)) + each.tokens
    if state.players:
        holder = state.player(state.throne).name
        left = state.direction is Direction.LEFT
        found.counters |= {
            (TABLE, translate("Throne")): holder,
            (TABLE, translate("Direction of this round")): (
                translate("To the left") if left else translate("To the right")
            ),
            (TABLE, translate("Tiles face up")): state.revealed,
            (TABLE, translate("VP pool")): view.pool,
        }
    for role, seat in state.selected:
        found.put(role_word(translate, role), PiecePlace(seat, state.player(seat).name))
    return found


def seats(view: TableView) -> tuple[int, ...]:
    """Everybody: each one's VP are hidden from the others."""
    return tuple(player.seat for player in view.state.players)


def emperor_differences(
    ui: UiContext, group: PlayerGroup, before: GameMoment, after: GameMoment
) -> tuple[SeatChanges, ...]:
    """Return what to move, and the change of everybody's VP: only their sum is a secret."""
    old, new = (inventory(ui.translate, group, moment.view) for moment in (before, after))
    vp = {
        (seat, ui.translate("VP")): view.state.player(seat).vp
        - before.own[seat].state.player(seat).vp
        for seat, view in after.own.items()
        if seat in before.own and seat in seats(view) and seat in seats(before.own[seat])
    }  # a player's own view may be newer than the table's, and nobody plays in it
    return differences(ui.translate, old, new, vp)


def _belongings(translate: Translator, found: Inventory, state: GameState, player: Player) -> None:
    seat = player.seat
    found.counters |= {
        (seat, translate("marks")): player.marks,
        (seat, translate("metal")): player.metal,
        (seat, translate("energy")): player.energy,
    }
    lost, damaged = _lost_in_battle(state, seat)
    for ship in Ship:
        left = player.ships(ship) - lost.get(ship, 0)
        if state.fields:
            _ships_on_map(translate, found, state, player, ship, lost.get(ship, 0))
        else:
            found.counters[seat, ship_word(translate, ship)] = left
    found.counters[seat, translate("Dreadnoughts on their side")] = damaged
    for technology in player.technologies:
        found.put(technology_word(translate, technology), PiecePlace(seat, player.name))


def _ships_on_map(
    translate: Translator, found: Inventory, state: GameState, player: Player, ship: Ship, lost: int
) -> None:
    """Where each ship stands; those that a battle has taken are in the reserve."""
    word, seat = ship_word(translate, ship), player.seat
    battle = state.battle
    for fleet in state.fleets:
        if (fleet.seat, fleet.ship) == (seat, ship):
            place = PiecePlace(seat, translate("Hex %(hex)s", hex=fleet.hex))
            found.put(word, place, fleet.count)
    if lost and battle is not None and battle.hex is not None:
        found.put(word, PiecePlace(seat, translate("Hex %(hex)s", hex=battle.hex)), -lost)
    reserve = PiecePlace(seat, translate("%(name)s: reserve", name=player.name))
    found.put(word, reserve, player.in_reserve(ship) + lost)


def _lost_in_battle(state: GameState, seat: int) -> tuple[dict[Ship, int], int]:
    """Ships that the battle has taken so far, and Dreadnoughts that lie on their side."""
    battle = state.battle
    if battle is None or seat not in (battle.attacker, battle.defender):
        return {}, 0
    side = 0 if seat == battle.attacker else 1
    began, left = battle.began[side], battle.forces[side]
    return {ship: began.count(ship) - left.count(ship) for ship in Ship}, left.damaged


def _lying(translate: Translator, state: GameState, sector: Sector) -> str:
    """Whose token lies there, and the food."""
    token, battle = sector.token, state.battle
    if battle is not None and battle.sector == sector.number and token is not Token.NONE:
        token = battle.forces[1].token
    if sector.owner is None or token is Token.NONE:
        return translate("nothing")
    word = translate("Starbase") if token is Token.STARBASE else translate("Empire")
    owner = state.player(sector.owner).name
    food = translate("food %(count)s", count=sector.cubes)
    return f"{owner}: {word}, {food}" if sector.cubes else f"{owner}: {word}"
