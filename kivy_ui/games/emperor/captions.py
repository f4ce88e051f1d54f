"""What Galactic Emperor's answers say beside their names: bonuses, prices, odds, faces that hit."""

from collections.abc import Iterator, Mapping
from dataclasses import astuple, replace
from types import MappingProxyType
from typing import Final

from companion.games.emperor.options import GOODS
from companion.games.emperor.roles.merchant import market_prices
from companion.games.emperor.state import Direction, GameState, Role, Step, in_direction
from companion.games.emperor.technologies import Technology
from companion.games.emperor.view import TableView
from companion.games.emperor.war.forces import HITS_FROM, Ship
from companion.games.refusals import RefusedError
from companion.i18n import N_
from kivy_ui.asking.answering import Asked
from kivy_ui.asking.draft import Draft
from kivy_ui.asking.telling import Telling
from kivy_ui.games.emperor.battle_words import duel_captions, loss_captions
from kivy_ui.games.emperor.words import technology_effect
from kivy_ui.pages.page import Picture

_BONUS: Final = MappingProxyType(
    {
        Role.EXPLORER: N_("a free Empire"),
        Role.MERCHANT: N_("3 marks"),
        Role.STEWARD: N_("metal or energy"),
        Role.ENGINEER: N_("a free Fighter"),
        Role.WARLORD: N_("an extra die"),
        Role.SECOND_WARLORD: N_("an extra die"),
        Role.REGENT: N_("places influence last"),
        Role.SCIENTIST: N_("1 energy less"),
    }
)
"""Bonus of the player who selects the role."""
_TRACKED: Final = {
    "yes": N_("Tap hexes: the screen knows where each ship is"),
    "no": N_("The screen counts ships and lists sectors"),
}
"""What the screen does with a map, and without one."""
_MOST_TOLD: Final = 6
"""Technologies whose cards have room for their effects."""


def captions(tell: Telling, view: TableView, asked: Asked, draft: Draft) -> Mapping[str, str]:
    """Return key of an answer -> a word on its card."""
    state, translate = view.state, tell.translate
    match state.step:
        case Step.SET_UP:
            return {key: translate(words) for key, words in _TRACKED.items()}
        case Step.DIRECTION:
            return {way.value: _order(tell, state, way) for way in Direction}
        case Step.SELECT:
            return {role.value: translate(_BONUS[role]) for role in view.roles}
        case Step.EXTRA_DIE:
            return dict(_extra_dice(tell, state))
        case Step.LOSSES:
            return loss_captions(tell, state, draft, asked.cards)
        case Step.DUEL:
            return duel_captions(tell, state)
        case Step.RESEARCH:
            sold = [each for each in Technology if each.value in asked.cards]
            told = sold if len(sold) <= _MOST_TOLD else ()
            return {each.value: technology_effect(translate, each) for each in told}
        case _:
            return {}


def _order(tell: Telling, state: GameState, way: Direction) -> str:
    """Return the players in the order of the round."""
    seats = in_direction(replace(state, direction=way), state.throne)
    names = (tell.name(seat).replace(" ", "\u00a0") for seat in seats)
    return " \u00b7 ".join(names)  # no line breaks a name


def _extra_dice(tell: Telling, state: GameState) -> Iterator[tuple[str, str]]:
    battle = state.battle
    if battle is None:
        return
    for ship in Ship:
        least = HITS_FROM[ship] - battle.arms[0].plasma
        yield ship.value, tell.translate("hits from %(least)s", least=least)


def details(view: TableView, asked: Asked) -> Mapping[str, tuple[Picture, ...]]:
    """Return key of an answer -> pieces on its card: market prices, energy that is not paid."""
    state = view.state
    if state.step is Step.MARKET_DROP:
        return {str(value): tuple(_without(state, value)) for value in set(state.market)}
    if state.step is Step.RESEARCH:
        costs = {each.value: state.options.cost_of(each) for each in Technology}
        bare = {key: card.able for key, card in asked.cards.items() if not card.gains}
        return {  # a price that cannot be paid, or none
            key: (Picture("cube/energy", text="0" if able else str(costs[key])),)
            for key, able in bare.items()
            if costs.get(key) is not None
        }
    return {}


def _without(state: GameState, value: int) -> Iterator[Picture]:
    """Yield the prices that result from dropping a die."""
    kept = list(state.market)
    kept.remove(value)
    try:
        prices = market_prices(tuple(kept), state.options)
    except RefusedError:
        return
    for good, price in zip(GOODS, astuple(prices), strict=True):
        yield Picture(f"cube/{good}", text=str(price))
