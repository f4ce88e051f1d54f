"""Facts of the owner's copy, read off its board and cards: prices and costs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import astuple, replace
from functools import partial
from typing import Any, Final

from companion.games.emperor.ask.words import At, card_of, die_piece
from companion.games.emperor.options import DIE_SIDES, GOODS, Bill, Options, TechnologyCost
from companion.games.emperor.set_up import SetOptions
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
    number,
    shown,
    text,
)

PAID_WITH: Final = ("counter/marks", "cube/metal", "cube/energy")
_MOST: Final = 20
_COPIED: Final = text("Copy them once from your board and cards")
_READINGS: Final = {
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


def _form(at: At, parts: Iterable[Amount], changed: Callable[..., Options]) -> Form:
    make = partial(_set, changed)
    return Form(_COPIED, tuple(parts), make, at.judge.refuses, verb=text("Save"))


def _set(changed: Callable[..., Options], *numbers: int) -> SetOptions:
    return SetOptions(changed(*numbers))


def _prices(at: At) -> Choose:
    """Ask for a good, then for its marks by the value of its die."""
    goods = (Answer(good, shown(piece), Later(_prices_of, (at, good)), (piece,))
             for good in GOODS for piece in (Piece(f"cube/{good}"),))  # fmt: skip
    return Choose(text("Market prices"), tuple(goods))


def _prices_of(at: At, good: str) -> Form:
    known = getattr(at.state.options, f"{good}_prices") or (0,) * DIE_SIDES
    parts = (
        number(die_piece(value), _MOST, now=price, words=text("Die %(value)s", value=value))
        for value, price in enumerate(known, 1)
    )
    return _form(at, parts, partial(_with_prices, at.state.options, good))


def _with_prices(options: Options, good: str, *numbers: int) -> Options:
    confirmed = tuple(dict.fromkeys((*options.confirmed, f"{good}_prices")))
    changed: dict[str, Any] = {f"{good}_prices": numbers, "confirmed": confirmed}
    return replace(options, **changed)


def _ships(at: At) -> Choose:
    """Ask for a ship, then for what it costs."""
    ships = (Answer(ship.value, shown(piece), Later(_costs_of, (at, ship)), (piece,))
             for ship in Ship for piece in (Piece(f"ship/{ship.value}"),))  # fmt: skip
    return Choose(text("Costs of ships"), tuple(ships))


def _costs_of(at: At, ship: Ship) -> Form:
    bill = getattr(at.state.options, ship.value) or Bill()
    parts = (
        number(Piece(key), _MOST, now=cost)
        for key, cost in zip(PAID_WITH, astuple(bill), strict=True)
    )
    return _form(at, parts, partial(_with_bill, at.state.options, ship))


def _with_bill(options: Options, ship: Ship, *numbers: int) -> Options:
    changed: dict[str, Any] = {ship.value: Bill(*numbers)}
    return replace(options, **changed)


def _technologies(at: At) -> Form:
    parts = (
        number(card_of(each), _MOST, now=at.state.options.cost_of(each) or 0) for each in Technology
    )
    return _form(at, parts, partial(_with_costs, at.state.options))


def _with_costs(options: Options, *numbers: int) -> Options:
    costs = map(TechnologyCost, Technology, numbers)
    return replace(options, technology_costs=tuple(costs))
