"""Facts of the owner's copy, read off its board and cards: prices and costs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import astuple, replace
from functools import partial
from typing import Any

from companion.games.emperor.ask.words import At, card_of
from companion.games.emperor.options import DIE_SIDES, GOODS, Bill, Options, TechnologyCost
from companion.games.emperor.set_up import SetOptions
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.forces import Ship
from companion.games.question import (
    Answer,
    Choose,
    Form,
    Later,
    Piece,
    Text,
    following,
    number,
    text,
)

PAID_WITH = ("marks", "metal", "energy")
_MOST = 20
_READINGS = {
    "price_is_pips": text("The price is the die's value"),
    "stargate_is_final": text("Ships that jump into a battle cannot withdraw"),
}


def facts(at: At) -> tuple[Answer, ...]:
    """Return what is entered from the copy; it counts as compared with it."""
    asked = {
        "prices": (text("Market prices"), _prices),
        "ships": (text("Costs of ships"), _ships),
        "technologies": (text("Costs of technologies"), _technologies),
    }
    numbers = (Answer(key, words, Later(ask, (at,))) for key, (words, ask) in asked.items())
    return (*numbers, *(_reading(at, name, words) for name, words in _READINGS.items()))


def _reading(at: At, name: str, words: Text) -> Answer:
    """Ask for the reading of a rule that is ambiguous."""
    options = at.state.options
    confirmed = tuple(dict.fromkeys((*options.confirmed, name)))
    answers = []
    for key, word, value in (("no", text("No"), False), ("yes", text("Yes"), True)):
        changed: dict[str, Any] = {name: value, "confirmed": confirmed}
        answers.append(at.answer(key, word, SetOptions(replace(options, **changed))))
    return following(name, words, Choose(words, tuple(answers)))


def _form(at: At, known: Iterable[tuple[Piece, int]], changed: Callable[..., Options]) -> Form:
    parts = tuple(number(piece, _MOST, now=now) for piece, now in known)
    make = partial(_set, partial(changed, at.state.options))
    return Form(text("Copy them once from your board and cards"), parts, make, at.judge.refuses)


def _set(changed: Callable[..., Options], *numbers: int) -> SetOptions:
    return SetOptions(changed(*numbers))


def _prices(at: At) -> Form:
    """Ask for the marks of each good by the value of its die."""
    known = (
        (Piece(f"price/{good}", where=str(value)), price)
        for good in GOODS
        for table in (getattr(at.state.options, f"{good}_prices"),)
        for value, price in enumerate(table or (0,) * DIE_SIDES, 1)
    )
    return _form(at, known, _with_prices)


def _with_prices(options: Options, *numbers: int) -> Options:
    food, metal, energy = (
        numbers[start : start + DIE_SIDES] for start in range(0, len(numbers), DIE_SIDES)
    )
    confirmed = tuple(dict.fromkeys((*options.confirmed, "food_prices")))
    return replace(
        options, food_prices=food, metal_prices=metal, energy_prices=energy, confirmed=confirmed
    )


def _ships(at: At) -> Form:
    known = (
        (Piece(f"cost/{ship.value}", where=good), cost)
        for ship in Ship
        for bill in (getattr(at.state.options, ship.value) or Bill(),)
        for good, cost in zip(PAID_WITH, astuple(bill), strict=True)
    )
    return _form(at, known, _with_bills)


def _with_bills(options: Options, *numbers: int) -> Options:
    bills = (Bill(*numbers[start : start + 3]) for start in range(0, len(numbers), 3))
    changed: dict[str, Any] = dict(zip((ship.value for ship in Ship), bills, strict=True))
    return replace(options, **changed)


def _technologies(at: At) -> Form:
    known = ((card_of(each), at.state.options.cost_of(each) or 0) for each in Technology)
    return _form(at, known, _with_costs)


def _with_costs(options: Options, *numbers: int) -> Options:
    costs = map(TechnologyCost, Technology, numbers)
    return replace(options, technology_costs=tuple(costs))
