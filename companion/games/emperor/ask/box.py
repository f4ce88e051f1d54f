"""Facts of the owner's copy, read off its board and cards: prices and costs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import astuple
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
    "price_is_pips": (
        text("What sets the price of goods?"),
        Answer("no", text("The prices on the board"), then=False, pieces=(Piece("marks"),)),
        Answer("yes", text("The value of the die"), then=True, pieces=(die_piece(4),)),
    ),
    "stargate_is_final": (
        text("May ships that jump into a battle withdraw?"),
        Answer("no", text("They may withdraw"), then=False, pieces=(Piece("withdraw"),)),
        Answer("yes", text("They fight to the end"), then=True, pieces=(Piece("hit"),)),
    ),
}
"""Readings of rules that are ambiguous: what is asked, and the answers with the fact's value."""


def facts(at: At) -> tuple[Answer, ...]:
    """Return what is entered from the copy; it counts as compared with it."""
    asked = {
        "prices": (text("Market prices"), _prices),
        "ships": (text("Costs of ships"), _ships),
        "technologies": (text("Costs of technologies"), _technologies),
    }
    numbers = (Answer(key, words, Later(ask, (at,))) for key, (words, ask) in asked.items())
    return (*numbers, *(_reading(at, name, *asked) for name, asked in _READINGS.items()))


def _reading(at: At, name: str, words: Text, *values: Answer) -> Answer:
    answers = tuple(
        at.answer(
            each.key,
            each.text,
            SetOptions(at.state.options.with_fact(name, each.then)),
            *each.pieces,
        )
        for each in values
    )
    return following(name, words, Choose(words, answers))


def _form(at: At, fact: str, of: Callable[..., Any], parts: Iterable[Amount]) -> Form:
    """Ask for the numbers of a fact; *of* makes its value of them."""
    make = partial(_set, at.state.options, fact, of)
    return Form(_COPIED, tuple(parts), make, at.judge.refuses, verb=text("Save"))


def _set(options: Options, fact: str, of: Callable[..., Any], *numbers: int) -> SetOptions:
    return SetOptions(options.with_fact(fact, of(*numbers)))


def _prices(at: At) -> Choose:
    """Ask for a good, then for its marks by the value of its die."""
    goods = (Answer(good, shown(piece), Later(_prices_of, (at, good)), (piece,))
             for good in GOODS for piece in (Piece(f"cube/{good}"),))  # fmt: skip
    return Choose(text("Market prices"), tuple(goods))


def _prices_of(at: At, good: str) -> Form:
    fact = f"{good}_prices"
    known = getattr(at.state.options, fact) or (0,) * DIE_SIDES
    parts = (
        number(die_piece(value), _MOST, now=price, words=text("Die %(value)s", value=value))
        for value, price in enumerate(known, 1)
    )
    return _form(at, fact, _tuple, parts)


def _tuple(*values: Any) -> tuple[Any, ...]:
    return values


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
    return _form(at, ship.value, Bill, parts)


def _technologies(at: At) -> Form:
    parts = (
        number(card_of(each), _MOST, now=at.state.options.cost_of(each) or 0) for each in Technology
    )
    return _form(at, "technology_costs", _costs, parts)


def _costs(*numbers: int) -> tuple[TechnologyCost, ...]:
    return tuple(map(TechnologyCost, Technology, numbers))
