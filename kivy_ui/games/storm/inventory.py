"""What lies on a table of The Gathering Storm: goals and tableaus, or the robot's mat."""

from __future__ import annotations

from companion.games.storm.view import GoalsView, SoloView
from companion.i18n import Translator
from kivy_ui.common.inventory import TABLE, Inventory, PiecePlace
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.games.storm.words import face_word, goal_word, space_word


def goals_inventory(translate: Translator, group: PlayerGroup, view: GoalsView) -> Inventory:
    """Return who has which goal, the VP chips and the cards that were entered."""
    state = view.state
    names = {player.seat: player.name for player in state.players}
    people = {player.seat: (player.name, group.colour(player.seat)) for player in state.players}
    found = Inventory(people, stock=translate("hand or discard pile"))
    cards = dict(view.card_names)
    for tile in state.tiles:
        held = translate.list_of(tuple(names[seat] for seat in tile.holders))
        found.counters[TABLE, goal_word(translate, tile.goal)] = held or translate("centre")
    for player in state.players:
        found.counters[player.seat, translate("VP chips")] = player.vp_chips
        place = PiecePlace(player.seat, translate("tableau of %(name)s", name=player.name))
        for key in player.cards:
            found.put(cards.get(key, key), place)
    return found


def solo_inventory(translate: Translator, group: PlayerGroup, view: SoloView) -> Inventory:
    """Return the robot's tracks, cards and counters, the markers, the dice, the player's chips."""
    state, robot = view.state, view.state.robot
    sitting = group.sitting(1)[0]
    found = Inventory({1: (state.player or sitting.name, sitting.colour)})
    if robot is None:
        return found
    chips = translate("VP chips")
    found.counters |= {
        (1, chips): state.player_chips,
        (1, translate("Cards in the tableau")): state.player_tableau,
        (1, translate("Action markers")): ", ".join(
            space_word(translate, space) for space in state.actions
        )
        or "–",
        (TABLE, translate("Robot: %(what)s", what=chips)): robot.chips,
        (TABLE, translate("Robot: credit")): robot.credit,
        (TABLE, translate("Robot: economy")): robot.economy,
        (TABLE, translate("Robot: draw stack")): robot.stack,
        (TABLE, translate("Robot: cards in the tableau")): robot.tableau,
        (TABLE, translate("Robot: 6-cost counters placed")): robot.placed,
        (TABLE, translate("Robot face")): space_word(translate, robot.equals),
        (TABLE, translate("Robot's dice")): ", ".join(
            face_word(translate, face) for face in state.faces
        )
        or "–",
    }
    return found
