"""What lies on a table of Rule the Galaxy."""

from __future__ import annotations

from companion.games.rule.cards import Card
from companion.games.rule.options import LANES
from companion.games.rule.view import TableView
from companion.i18n import Translator
from kivy_ui.common.inventory import TABLE, Inventory, PiecePlace
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.games.rule.words import card_word, unit_words


def inventory(translate: Translator, group: PlayerGroup, view: TableView) -> Inventory:
    """Return the cards, the units and the markers."""
    state = view.state
    people = {player.seat: (player.name, group.colour(player.seat)) for player in state.players}
    found = Inventory(people, stock=translate("tile stack"))
    if not state.players:
        return found
    piles = {
        PiecePlace(TABLE, translate("draw deck")): state.deck,
        PiecePlace(TABLE, translate("discard pile")): state.discard,
        PiecePlace(TABLE, translate("beside the discard pile")): (Card.BOMBARDMENT,)
        * state.bombardments,
    }
    for player in state.players:
        piles[PiecePlace(player.seat, translate("cards of %(name)s", name=player.name))] = (
            player.cards
        )
        for tile in player.tiles:
            place = PiecePlace(player.seat, translate("tiles of %(name)s", name=player.name))
            found.put(unit_words(translate, tile), place)
    for place, cards in piles.items():
        for card in cards:
            found.put(card_word(translate, card), place)
    for posted in state.board:
        place = PiecePlace(
            TABLE, translate("lane %(lane)s, field %(row)s", lane=posted.lane, row=posted.row)
        )
        found.put(unit_words(translate, posted.unit), place)
    for tile in state.box:
        found.put(unit_words(translate, tile), PiecePlace(TABLE, translate("box")))
    for lane in range(1, LANES + 1):
        what = translate("Bombardment marker of lane %(lane)s", lane=lane)
        there = lane in state.markers
        found.counters[TABLE, what] = translate("face down") if there else translate("box")
    if state.few_players:
        side = translate("white side up") if state.white_up else translate("red side up")
        found.counters[TABLE, translate("Movement marker")] = side
    return found
