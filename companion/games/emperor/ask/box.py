"""Facts of the owner's copy, read off its board and cards: prices and costs."""

from collections.abc import Callable, Iterable
from dataclasses import astuple
from typing import Any, Final

from companion.games import question as q
from companion.games.emperor.ask.words import At, card_of, die_piece
from companion.games.emperor.options import DIE_SIDES, GOODS, Bill, TechnologyCost
from companion.games.emperor.set_up import SetOptions
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.forces import Ship
from companion.games.question import text

PAID_WITH: Final = ("counter/marks", "cube/metal", "cube/energy")
_MOST: Final = 20
_READINGS: Final = {
    "price_is_pips": (
        text("What sets the price of goods?"),
        q.Answer("no", text("The prices on the board"), then=False, pieces=(q.Piece("marks"),)),
        q.Answer("yes", text("The value of the die"), then=True, pieces=(die_piece(4),)),
    ),
    "stargate_is_final": (
        text("May ships that jump into a battle withdraw?"),
        q.Answer("no", text("They may withdraw"), then=False, pieces=(q.Piece("withdraw"),)),
        q.Answer("yes", text("They fight to the end"), then=True, pieces=(q.Piece("hit"),)),
    ),
}
"""Readings of rules that are ambiguous: what is asked, and the answers with the fact's value."""


def facts(at: At, *wanted: str) -> tuple[q.Answer, ...]:
    """Return what is entered from the copy, all or what is *wanted*; it counts as compared."""
    asked: dict[str, tuple[q.Text, str, Callable[[At], q.Question]]] = {
        "prices": (text("Enter the market prices"), "cube/food", _prices),
        "ships": (text("Enter what ships cost"), "ship/cruiser", _ships),
        "technologies": (text("Enter what technologies cost"), "technologies", _technologies),
    }
    found = {
        key: q.Answer(key, words, q.Later(ask, (at,)), (q.Piece(piece),))
        for key, (words, piece, ask) in asked.items()
    }
    found |= {name: _reading(at, name, *asked) for name, asked in _READINGS.items()}
    return tuple(found[key] for key in wanted or found)


def _reading(at: At, name: str, words: q.Text, *values: q.Answer) -> q.Answer:
    answers = tuple(
        at.answer(
            each.key,
            each.text,
            SetOptions(at.state.options.with_fact(name, each.then)),
            *each.pieces,
        )
        for each in values
    )
    return q.following(name, words, q.Choose(words, answers), answers[0].pieces)


def _form(
    at: At, words: q.Text, fact: str, of: Callable[..., Any], parts: Iterable[q.Amount]
) -> q.Form:
    """Ask for the numbers of a fact; *of* makes its value of them."""

    def make(*numbers: int) -> SetOptions:
        return SetOptions(at.state.options.with_fact(fact, of(*numbers)))

    return q.Form(words, tuple(parts), make, at.judge.refuses, verb=text("Save"))


def _prices(at: At) -> q.Choose:
    """Ask for a good, then for its marks by the value of its die."""
    goods = (q.of_piece(q.Piece(f"cube/{g}"), q.Later(_prices_of, (at, g))) for g in GOODS)
    return q.Choose(text("Market prices on the board: of which good?"), tuple(goods))


def _prices_of(at: At, good: str) -> q.Form:
    fact = f"{good}_prices"
    known = getattr(at.state.options, fact) or (0,) * DIE_SIDES
    parts = (
        q.number(die_piece(value), _MOST, now=price, words=text("Die %(value)s", value=value))
        for value, price in enumerate(known, 1)
    )
    words = text("What does %(good)s cost? Copy it from the board", good=q.Piece(f"cube/{good}"))
    return _form(at, words, fact, lambda *prices: prices, parts)


def _ships(at: At) -> q.Choose:
    """Ask for a ship, then for what it costs."""
    ships = (q.of_piece(q.Piece(f"ship/{s.value}"), q.Later(_costs_of, (at, s))) for s in Ship)
    return q.Choose(text("Copy what ships cost from the reference card: tap a ship"), tuple(ships))


def _costs_of(at: At, ship: Ship) -> q.Form:
    bill = getattr(at.state.options, ship.value) or Bill()
    parts = (
        q.number(q.Piece(key), _MOST, now=cost)
        for key, cost in zip(PAID_WITH, astuple(bill), strict=True)
    )
    words = text("What does it cost? %(ship)s", ship=q.Piece(f"ship/{ship.value}"))
    return _form(at, words, ship.value, Bill, parts)


def _technologies(at: At) -> q.Form:
    parts = (
        q.number(card_of(each), _MOST, now=at.state.options.cost_of(each) or 0)
        for each in Technology
    )
    words = text("Energy that each technology costs: copy it from the cards")
    fact = "technology_costs"
    return _form(at, words, fact, lambda *n: tuple(map(TechnologyCost, Technology, n)), parts)
