"""The Merchant's market: the dropped die, trade, Star Pirate (sections 4.2 and 5)."""

from __future__ import annotations

from functools import partial

from companion.games.emperor.ask.box import facts
from companion.games.emperor.ask.words import (
    card_of,
    die_piece,
    judge_of,
    place_text,
    seat_piece,
    sector_piece,
)
from companion.games.emperor.holdings import Cubes
from companion.games.emperor.options import DIE_SIDES
from companion.games.emperor.roles.merchant import Dealings, DropDie, Pirate, Reroll, TradeGoods
from companion.games.emperor.state import (
    CUBES_LIMIT,
    ENERGY_LIMIT,
    METAL_LIMIT,
    GameState,
    Sector,
)
from companion.games.emperor.technologies import Technology
from companion.games.question import (
    Amount,
    Answer,
    Choose,
    Form,
    Piece,
    following,
    named,
    one_of,
    shown,
    text,
)


def drop(state: GameState, seat: int) -> Choose:
    """Ask for the die that is dropped; equal dice leave the same prices."""
    judge = judge_of(state)
    answers = tuple(
        judge.piece(str(value), die, DropDie(index))
        for value, index in _first_of(state)
        for die in (die_piece(value),)
    )
    if all(each.refused is not None for each in answers):
        answers = (*answers, *facts(state))
    return Choose(text("%(name)s: tap the die to drop", name=state.player(seat).name), answers)


def _first_of(state: GameState) -> list[tuple[int, int]]:
    first = {value: index for index, value in reversed(tuple(enumerate(state.market)))}
    return sorted(first.items())


def reroll(state: GameState, seat: int) -> Answer:
    """Ask for the die that a Time Warp rolls again, then for its new value."""
    judge, card = judge_of(state), card_of(Technology.TIME_WARP)
    asked = text("What does the die show now?")
    dice = tuple(
        following(
            str(old),
            shown(die_piece(old)),
            Choose(
                asked,
                tuple(
                    judge.piece(str(new), die, Reroll(seat, index, new))
                    for new in range(1, DIE_SIDES + 1)
                    for die in (die_piece(new),)
                ),
            ),
            (die_piece(old),),
        )
        for old, index in _first_of(state)
    )
    return following("warp", shown(card), Choose(shown(card), dice), (card,))


def trade(state: GameState, seat: int) -> Choose:
    """Ask what is bought and sold, and for the food on the sectors; Star Pirate comes first."""
    judge, player = judge_of(state, seat), state.player(seat)
    supplied = tuple(s for s in state.own(seat) if s.metal or s.energy or s.cubes)
    room = sum(CUBES_LIMIT - s.cubes for s in supplied if s.metal or s.energy)
    parts = (
        _good("food", 0, room),
        _good("metal", -player.metal, METAL_LIMIT - player.metal),
        _good("energy", -player.energy, ENERGY_LIMIT - player.energy),
        *(
            Amount(
                place_text(state, s.number),
                0,
                CUBES_LIMIT if s.metal or s.energy else s.cubes,
                int,
                (sector_piece(s),),
                default=s.cubes,
            )
            for s in supplied
        ),
    )
    words = text("%(name)s trades: + buys, \N{MINUS SIGN} sells", name=player.name)
    form = Form(words, parts, partial(_traded, seat, supplied), judge.refuses)
    deal = Answer("trade", text("Finish trading"), form)
    pirate = (_pirate(state, seat),) if player.has(Technology.STAR_PIRATE) else ()
    return Choose(words, (deal, *pirate), "trade")


def _good(good: str, low: int, high: int) -> Amount:
    piece = Piece(f"cube/{good}")
    return Amount(shown(piece), low, high, int, (piece,), default=0)


def _traded(seat: int, supplied: tuple[Sector, ...], *entered: int) -> TradeGoods:
    lies = tuple(
        Cubes(sector.number, count)
        for sector, count in zip(supplied, entered[3:], strict=True)
        if count != sector.cubes
    )
    return TradeGoods(seat, Dealings(*entered[:3]), lies)


def _pirate(state: GameState, seat: int) -> Answer:
    judge, card = judge_of(state, seat), card_of(Technology.STAR_PIRATE)
    metal = tuple(
        judge.answer(
            f"metal-{each.seat}",
            named(each.name),
            Pirate(seat, each.seat),
            (seat_piece(each.seat), Piece("cube/metal")),
        )
        for each in state.players
        if each.seat != seat
    )
    food = tuple(
        judge.answer(
            f"food-{each.number}",
            place_text(state, each.number),
            Pirate(seat, each.owner, each.number),
            (sector_piece(each), Piece("cube/food")),
        )
        for each in state.sectors
        if each.owner not in (None, seat) and each.cubes
    )
    return one_of("pirate", text("Star Pirate"), (*metal, *food), pieces=(card,))
