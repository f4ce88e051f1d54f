"""The Merchant's market: the dropped die, trade, Star Pirate (sections 4.2 and 5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, replace
from functools import partial

from companion.games.emperor.ask.box import facts
from companion.games.emperor.ask.words import (
    At,
    card_of,
    die_piece,
    seat_piece,
    sector_piece,
    values,
)
from companion.games.emperor.holdings import Cubes
from companion.games.emperor.options import GOODS, TileKind
from companion.games.emperor.roles.merchant import (
    Dealings,
    DropDie,
    Pirate,
    Reroll,
    TradeGoods,
    market_prices,
)
from companion.games.emperor.state import CUBES_LIMIT, ENERGY_LIMIT, METAL_LIMIT, Sector
from companion.games.emperor.technologies import Technology
from companion.games.question import (
    Amount,
    Answer,
    Choose,
    Form,
    Gain,
    Piece,
    following,
    named,
    number,
    one_of,
    shown,
    text,
)
from companion.games.refusals import RefusedError


def drop(at: At) -> Choose:
    """Ask for the die that is dropped; equal dice leave the same prices."""
    answers = tuple(
        at.judge.piece(str(value), die_piece(value), DropDie(index))
        for value, index in values(at.state.market)
    )
    if all(each.refused is not None for each in answers):
        answers = (*answers, *facts(at))
    return Choose(text("%(name)s: tap the die to drop", name=at.name), answers)


def reroll(at: At) -> Answer:
    """Ask for the die that a Time Warp rolls again, then for its new value."""
    card = card_of(Technology.TIME_WARP)
    dice = tuple(
        at.rerolled(str(old), old, partial(Reroll, at.seat, index))
        for old, index in values(at.state.market)
    )
    return following("warp", shown(card), Choose(shown(card), dice), (card,))


def trade(at: At) -> Choose:
    """Ask what is bought and sold, and for the food on the sectors; Star Pirate comes first."""
    player = at.player
    supplied = tuple(s for s in at.state.own(at.seat) if s.metal or s.energy or s.cubes)
    room = sum(CUBES_LIMIT - s.cubes for s in supplied if s.metal or s.energy)
    limits = {
        "food": (room, 0),
        "metal": (METAL_LIMIT - player.metal, -player.metal),
        "energy": (ENERGY_LIMIT - player.energy, -player.energy),
    }
    goods = (
        number(Piece(f"cube/{good}"), *limits[good], price=price) for good, price in _prices(at)
    )
    parts = (*goods, *(_food_on(at, sector) for sector in supplied))
    words = text("%(name)s trades: + buys, \N{MINUS SIGN} sells", name=player.name)
    make, verb = partial(_traded, at.seat, supplied), text("Finish trading")
    form = Form(words, parts, make, at.judge.refuses, verb=verb)
    nothing = _traded(at.seat, supplied, *(part.default or 0 for part in parts))
    refused = at.judge.refuses(nothing)
    deal = Answer("trade", verb, form, refused=refused)
    pirate = (_pirate(at),) if player.has(Technology.STAR_PIRATE) else ()
    prices = facts(at) if refused else ()
    return Choose(words, (deal, *pirate, *prices), "" if refused else "trade")


def _prices(at: At) -> Iterator[tuple[str, tuple[Gain, ...]]]:
    """Yield each good with its price; without one while it is unknown."""
    try:
        prices = asdict(market_prices(at.state.market, at.state.options))
    except RefusedError:
        prices = {}
    for good in GOODS:
        yield good, (Gain("marks", prices[good]),) if good in prices else ()


def _food_on(at: At, sector: Sector) -> Amount:
    """Ask for the food on a sector; its cubes show what it becomes."""
    most = CUBES_LIMIT if sector.metal or sector.energy else sector.cubes
    asked = number(Piece("cube/food"), most, now=sector.cubes, words=at.place(sector.number))
    kind = TileKind(sector.planets, *sector.yields)
    asked = replace(asked, pieces=(Piece(f"food_on/{kind.key}"),))
    gains = (Gain(good, getattr(sector, good)) for good in ("metal", "energy"))
    return replace(asked, price=tuple(each for each in gains if each.amount))


def _traded(seat: int, supplied: tuple[Sector, ...], *entered: int) -> TradeGoods:
    lies = tuple(
        Cubes(sector.number, count)
        for sector, count in zip(supplied, entered[3:], strict=True)
        if count != sector.cubes
    )
    return TradeGoods(seat, Dealings(*entered[:3]), lies)


def _pirate(at: At) -> Answer:
    metal = (
        at.answer(
            f"metal-{other.seat}",
            named(other.name),
            Pirate(at.seat, other.seat),
            *(seat_piece(other.seat), Piece("cube/metal")),
        )
        for other in at.others
    )
    food = (
        at.answer(
            f"food-{s.number}",
            at.place(s.number),
            Pirate(at.seat, s.owner, s.number),
            *(sector_piece(s), Piece("cube/food")),
        )
        for s in at.state.sectors
        if s.owner not in (None, at.seat) and s.cubes
    )
    card = card_of(Technology.STAR_PIRATE)
    return one_of("pirate", text("Star Pirate"), (*metal, *food), pieces=(card,))
