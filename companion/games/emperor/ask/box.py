"""Facts of the owner's copy, read off its board and cards: prices and costs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import astuple, replace
from functools import partial
from typing import Any

from companion.games.emperor.ask.words import card_of, judge_of
from companion.games.emperor.options import DIE_SIDES, Bill, Options, TechnologyCost
from companion.games.emperor.set_up import SetOptions
from companion.games.emperor.state import GameState
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.forces import Ship
from companion.games.question import (
    Amount,
    Answer,
    Choose,
    Form,
    Later,
    Piece,
    Text,
    following,
    shown,
    text,
)

GOODS = ("food", "metal", "energy")
PAID_WITH = ("marks", "metal", "energy")
_MOST = 20
_READINGS = {
    "price_is_pips": text("The price is the die's value"),
    "stargate_is_final": text("Ships that jump into a battle cannot withdraw"),
}


def facts(state: GameState) -> tuple[Answer, ...]:
    """Return what is entered from the copy; it counts as compared with it."""
    asked = {
        "prices": (text("Market prices"), _prices),
        "ships": (text("Costs of ships"), _ships),
        "technologies": (text("Costs of technologies"), _technologies),
    }
    numbers = (Answer(key, words, Later(ask, (state,))) for key, (words, ask) in asked.items())
    return (*numbers, *(_reading(state, name, words) for name, words in _READINGS.items()))


def _reading(state: GameState, name: str, words: Text) -> Answer:
    """Ask for the reading of a rule that is ambiguous."""
    judge, confirmed = judge_of(state), dict.fromkeys((*state.options.confirmed, name))
    answers = []
    for key, word, value in (("no", text("No"), False), ("yes", text("Yes"), True)):
        changed: dict[str, Any] = {name: value, "confirmed": tuple(confirmed)}
        answers.append(judge.answer(key, word, SetOptions(replace(state.options, **changed))))
    return following(name, words, Choose(words, tuple(answers)))


def _form(
    state: GameState,
    known: Iterable[tuple[Piece, int]],
    changed: Callable[..., Options],
) -> Form:
    parts = tuple(
        Amount(shown(piece), 0, _MOST, int, (piece,), default=number) for piece, number in known
    )
    make = partial(_set, partial(changed, state.options))
    words = text("Copy them once from your board and cards")
    return Form(words, parts, make, judge_of(state).refuses)


def _set(changed: Callable[..., Options], *numbers: int) -> SetOptions:
    return SetOptions(changed(*numbers))


def _prices(state: GameState) -> Form:
    """Ask for the marks of each good by the value of its die."""
    tables = (getattr(state.options, f"{good}_prices") for good in GOODS)
    known = (
        (Piece(f"price/{good}", where=str(value)), price)
        for good, table in zip(GOODS, tables, strict=True)
        for value, price in enumerate(table or (0,) * DIE_SIDES, 1)
    )
    return _form(state, known, _with_prices)


def _with_prices(options: Options, *numbers: int) -> Options:
    food, metal, energy = (
        numbers[start : start + DIE_SIDES] for start in range(0, len(numbers), DIE_SIDES)
    )
    confirmed = tuple(dict.fromkeys((*options.confirmed, "food_prices")))
    return replace(
        options, food_prices=food, metal_prices=metal, energy_prices=energy, confirmed=confirmed
    )


def _ships(state: GameState) -> Form:
    known = (
        (Piece(f"cost/{ship.value}", where=good), cost)
        for ship in Ship
        for bill in (getattr(state.options, ship.value) or Bill(),)
        for good, cost in zip(PAID_WITH, astuple(bill), strict=True)
    )
    return _form(state, known, _with_bills)


def _with_bills(options: Options, *numbers: int) -> Options:
    bills = (Bill(*numbers[start : start + 3]) for start in range(0, len(numbers), 3))
    changed: dict[str, Any] = dict(zip((ship.value for ship in Ship), bills, strict=True))
    return replace(options, **changed)


def _technologies(state: GameState) -> Form:
    known = ((card_of(each), state.options.cost_of(each) or 0) for each in Technology)
    return _form(state, known, _with_costs)


def _with_costs(options: Options, *numbers: int) -> Options:
    costs = map(TechnologyCost, Technology, numbers)
    return replace(options, technology_costs=tuple(costs))
