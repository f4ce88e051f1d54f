"""Steward, Engineer and Scientist (sections 4.3, 4.4 and 4.7)."""

from __future__ import annotations

from dataclasses import asdict, replace
from functools import partial
from typing import Final

from companion.games.emperor.ask.words import At, card_of, sector_piece, ship_piece
from companion.games.emperor.options import Bill
from companion.games.emperor.roles.engineer import BuildShips
from companion.games.emperor.roles.scientist import BuyTechnology
from companion.games.emperor.roles.steward import PROTEIN_SECTORS, ProduceOn, TakeFree
from companion.games.emperor.rounds import EndTurn
from companion.games.emperor.state import Sector
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.forces import FIELD_OF, Ship, Token
from companion.games.question import (
    Answer,
    Choose,
    Gain,
    Piece,
    Question,
    form_of,
    leading,
    number,
    pick,
    switch,
    text,
)

_PRODUCE: Final = text("Produce")
_BONUS: Final = {"metal": text("Bonus: one metal"), "energy": text("Bonus: one energy")}


def produce(at: At) -> Choose:
    """Ask for the bonus and for the sectors that produce."""
    state, seat, answers = at.state, at.seat, []
    if seat == state.selector and not (state.bonus_used or state.acted):
        table = At(state)  # the words say what the bonus brings
        answers += [
            table.answer(
                f"bonus-{key}", words, TakeFree(seat, metal=key == "metal"), Piece(f"cube/{key}")
            )
            for key, words in _BONUS.items()
        ]
    ready = [s for s in state.own(seat) if (s.metal or s.energy) and s.number not in state.acted]
    fed = tuple(s for s in ready if s.cubes)
    if fed:
        words = text("Tap the sectors that use a food and yield")
        asked = pick(
            words, fed, sector_piece, 1, len(fed), partial(_produced, seat), fed, verb=_PRODUCE
        )
        answers.append(leading(at.judge, "produce", _PRODUCE, asked))
    if ready and at.player.has(Technology.PROTEIN_FIELDS):
        free = text("Protein Fields: two sectors without food")
        make, two = partial(_without_food, seat), ready[:PROTEIN_SECTORS]
        asked = pick(free, ready, sector_piece, 1, PROTEIN_SECTORS, make, two, verb=_PRODUCE)
        pieces = (card_of(Technology.PROTEIN_FIELDS),)
        answers.append(leading(at.judge, "protein", free, asked, pieces))
    done = at.answer("end", text("End turn"), EndTurn(seat))
    words = text("%(name)s produces", name=at.name)
    if not fed:
        words = text("%(name)s: no food on a sector that yields", name=at.name)
    return Choose(words, (*answers, done), "produce" if fed else "end")


def _produced(seat: int, sectors: tuple[Sector, ...]) -> ProduceOn:
    return ProduceOn(seat, tuple(sorted(sector.number for sector in sectors)))


def _without_food(seat: int, sectors: tuple[Sector, ...]) -> ProduceOn:
    command = _produced(seat, sectors)
    return replace(command, without_food=command.sectors)


def build(at: At) -> Choose:
    """Ask how many ships of each kind are built; the bill is checked as a whole."""
    bases, words = _bases(at), text("%(name)s builds ships", name=at.name)
    bonus = at.seat == at.state.selector and not at.state.bonus_used
    order = BuildShips(at.seat, hex=bases[0].number if len(bases) > 1 else 0)
    tries = [replace(order, free_fighter=True)] if bonus else []
    tries += [replace(order, **{FIELD_OF[ship]: 1}) for ship in Ship]  # type: ignore[arg-type] # its fields
    found = [each for each in tries if at.judge.refuses(each) is None]
    proposal = found[0] if found else tries[0]
    parts: dict[str, Question] = {}
    for ship in Ship:
        most, field = at.player.in_reserve(ship), FIELD_OF[ship]
        now = min(getattr(proposal, field), most)
        price = _price(getattr(at.state.options, ship.value))
        parts[field] = number(ship_piece(ship, at.seat), most, now=now, price=price)
    if len(bases) > 1:
        delivered = tuple(
            Answer(str(s.number), at.place(s.number), s.number, (sector_piece(s),)) for s in bases
        )
        parts["hex"] = Choose(text("New ships go to"), delivered, str(bases[0].number))
    if bonus:
        fighter = ship_piece(Ship.FIGHTER, at.seat)
        free = proposal.free_fighter
        parts["free_fighter"] = switch(text("Bonus: a free Fighter"), fighter, on=free)
    form = form_of(words, order, parts, at.judge.refuses, verb=text("Build"))
    refused = None if found else at.judge.refuses(proposal)
    answer = Answer("build", text("Build"), form, refused=refused)
    return Choose(words, (answer, at.answer("end", text("End turn"), EndTurn(at.seat))))


def _price(bill: Bill | None) -> tuple[Gain, ...]:
    """Return what a ship costs; nothing while that is unknown."""
    costs = asdict(bill) if bill else {}
    return tuple(Gain(paid_with, cost) for paid_with, cost in costs.items() if cost)


def _bases(at: At) -> tuple[Sector, ...]:
    """Return the own Starbases on a map, the home first."""
    own = at.state.own(at.seat) if at.state.fields else ()
    return tuple(sorted((s for s in own if s.token is Token.STARBASE), key=lambda s: not s.home))


def research(at: At) -> Choose:
    """Ask which technology is bought; one that is too expensive says so."""
    held = {each for player in at.state.players for each in player.technologies}
    cards = tuple(
        at.judge.piece(each.value, card_of(each), BuyTechnology(at.seat, each))
        for each in Technology
        if each not in held | at.state.removed
    )
    done = at.answer("end", text("Pass"), EndTurn(at.seat))
    return Choose(text("%(name)s buys a technology or passes", name=at.name), (*cards, done))
