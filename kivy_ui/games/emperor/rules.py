"""Rules of Galactic Emperor in our own words, by section of the rules digest."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from companion.games.emperor.state import Step
from companion.games.emperor.view import TableView
from companion.i18n import N_
from kivy_ui.common.rule_book import topic

RULES: Final = (
    topic(
        "1",
        N_("What is open"),
        "symbol/eye",
        N_("VP are hidden; marks, cubes, ships, tokens and cards are open."),
        N_(
            "A token's plain side is an Empire, the side with a symbol a Starbase: both "
            "hold a sector."
        ),
    ),
    topic(
        "2",
        N_("Set-up"),
        "tile/back",
        N_("Everybody begins with 5 marks, 1 metal, 1 energy and a Fighter at home."),
        N_("Storage holds 6 metal and 3 energy at most; food is never stored."),
        N_("3 to 6 players: 11, 10, 9, 8 Empire tokens each, a pool of 115, 130, 145, 160 VP."),
        N_("The home sector keeps its Starbase; enemies cannot enter, attack or influence it."),
    ),
    topic(
        "3",
        N_("Rounds"),
        "throne",
        N_("The player with the Throne sets the direction and selects the first role."),
        N_("Everybody acts in each role; the selector first, with its bonus."),
        N_(
            "After the last role: one more tile if nobody explored, the roles return, 2 marks "
            "for everybody."
        ),
    ),
    topic(
        "4.1",
        N_("Explorer"),
        "role/explorer",
        N_("In turn each player picks an open tile and puts it on an empty hex."),
        N_("Then one tile more than players is turned up, while the stack lasts."),
        N_(
            "The selector may put an Empire on the first tile if it has planets and no enemy "
            "ships, and also places the remaining tiles."
        ),
        N_("The Black Hole takes the place of the Omega Sun: the Scientist leaves the game."),
        N_("When all tiles are on the board, the card becomes a second Warlord next round."),
    ),
    topic(
        "4.2",
        N_("Merchant"),
        "role/merchant",
        N_("The selector gets 3 marks, rolls four dice and discards one."),
        N_("The lowest die is food, the middle one metal, the highest one energy."),
        N_(
            "In turn: harvest food, buy and sell at the prices, put up to two food on each own "
            "sector that yields metal or energy. Other food is sold."
        ),
    ),
    topic(
        "4.3",
        N_("Steward"),
        "role/steward",
        N_("The selector takes one metal or one energy."),
        N_("Each own sector yields its metal and energy for one food on it."),
        N_("What Storage cannot hold goes back to the supply."),
    ),
    topic(
        "4.4",
        N_("Engineer"),
        "role/engineer",
        N_("The selector gets a free Fighter."),
        N_("Ships are bought from the reserve and delivered to own Starbases."),
    ),
    topic(
        "4.5",
        N_("Warlord"),
        "role/warlord",
        N_("Fighters and Cruisers move two hexes, Dreadnoughts one; Suns are skipped."),
        N_("Unprotected sectors are annexed; where there are enemies, ships must fight."),
        N_(
            "Phase 1: Dreadnoughts, 3 dice each. Phase 2: Cruisers 2, Starbase 3, Empire 2. "
            "Phase 3: Fighters 1. Hits from 4, Fighters from 5."
        ),
        N_("Both sides roll at the same time; losses leave the board after the phase."),
        N_(
            "A Dreadnought takes two hits, a Starbase becomes an Empire; an Empire is hit only "
            "when all ships are gone."
        ),
        N_("The selector has one more die for one ship in each attack."),
        N_("After phase 3 the attacker may withdraw to the hex before; the defender cannot."),
        N_("A destroyed Empire is worth 1 VP; the winner's Empire replaces it."),
        N_(
            "Ships that ended an earlier Warlord on the Black Hole may jump to one tile, "
            "attack once for free, and cannot withdraw."
        ),
    ),
    topic(
        "4.6",
        N_("Regent"),
        "role/regent",
        N_("Everybody takes two tokens as influence; one more costs 2 marks, then 3, 4, ..."),
        N_("Tokens are put on sectors or the Throne; the selector places last."),
        N_("A player with too few tokens uses what is left; that does not end the game."),
        N_(
            "On a sector an own Empire counts 1, a Starbase 2. All lose the same until one "
            "is left: with 1 it gets an Empire, with more a Starbase."
        ),
        N_(
            "If the highest are tied, the sector stays empty; a Throne that nobody wins goes "
            "to the selector."
        ),
        N_("Ships of a player who lost a sector go to the nearest own Starbase."),
        N_("Then 1 VP for each controlled planet."),
    ),
    topic(
        "4.7",
        N_("Scientist"),
        "role/scientist",
        N_("Each player may buy one technology for energy; the selector pays 1 less."),
        N_("Each technology exists once."),
    ),
    topic(
        "5",
        N_("Technologies"),
        "symbol/flask",
        N_("Ambassador: name a sector; only you may influence it in this role."),
        N_("Diplomat: influence always costs you 2."),
        N_("Shield Generators: your fleet ignores the first hit of a battle."),
        N_("Ion Cannons: your Empires roll 3 dice, Starbases 4."),
        N_("Plasma Weapons: when attacking, your ships hit on 1 less."),
        N_("Fusion Engines: your ships move one hex more."),
        N_("Robotics: the ships of a turn cost 2 metal less."),
        N_("Protein Fields: two sectors yield without food."),
        N_("Saboteur: block a technology for the round; on 5 or 6 you lose the Saboteur."),
        N_("Time Warp: reroll a die, once a round, twice if you like."),
        N_("Star Pirate: take a metal from a Storage or a food from a sector."),
        N_(
            "Long Range Scanners: choose between an open tile and the top hidden one; the "
            "other one goes on top. An open Black Hole is kept, a drawn one goes back."
        ),
    ),
    topic(
        "6",
        N_("End of the game"),
        "chip",
        N_("It ends with the role in which a last Empire token is placed or the pool is empty."),
        N_("After Warlord or Explorer: 1 VP for each controlled planet once more."),
        N_("The role is finished for everybody; points beyond the pool are paid, too."),
        N_("Tycoon: 1 VP for full Storage; 2 VP for most marks, 1 each if tied."),
        N_("Tied leaders fight a last battle with all their ships."),
    ),
)

_OF_STEP: Final = MappingProxyType(
    {
        **dict.fromkeys((Step.DIRECTION, Step.SELECT), "3"),
        **dict.fromkeys((Step.DUEL, Step.OVER), "6"),
        Step.SET_UP: "2",
        Step.EXPLORE: "4.1",
        Step.PRODUCE: "4.3",
        Step.BUILD: "4.4",
        Step.RESEARCH: "4.7",
        **dict.fromkeys((Step.MARKET_THROW, Step.MARKET_DROP, Step.TRADE), "4.2"),
        **dict.fromkeys((Step.BUY_INFLUENCE, Step.PLACE_INFLUENCE, Step.RETREAT), "4.6"),
    }
)


def rule_of(view: TableView) -> str:
    """Return the rules section of the current step; steps not listed are those of a war."""
    return _OF_STEP.get(view.state.step, "4.5")
