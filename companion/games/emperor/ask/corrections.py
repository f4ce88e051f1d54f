"""Corrections: counters, technologies, sectors, ships, tiles; the table is always right."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from companion.games.emperor.ask.words import (
    card_of,
    judge_of,
    place_text,
    seat_piece,
    sector_piece,
    ship_piece,
)
from companion.games.emperor.corrections import (
    MOST,
    CorrectCounter,
    CorrectFleet,
    CorrectHex,
    CorrectSector,
    CorrectTechnology,
    CorrectThrone,
    CorrectTiles,
    Counter,
)
from companion.games.emperor.galaxy.fields import Ground, force_of
from companion.games.emperor.galaxy.hexes import NEIGHBOURS
from companion.games.emperor.roles.explorer import MOST_PLANETS, MOST_YIELD
from companion.games.emperor.state import CUBES_LIMIT, GameState, Player, Sector, tiles_left
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.forces import Ship, Token
from companion.games.question import (
    Amount,
    Answer,
    Choose,
    Command,
    Later,
    Piece,
    Text,
    following,
    named,
    shown,
    text,
)

_VP_STEPS: Final = (-5, -1, 1, 5)
_OPEN: Final = tuple(counter for counter in Counter if counter is not Counter.VP)
_GROUNDS: Final = MappingProxyType(
    {
        "none": (text("No tile"), None),
        "empty": (text("No planet"), Ground.EMPTY),
        "sun": (text("A Sun"), Ground.SUN),
    }
)
_NUMBERS: Final = MappingProxyType(
    {
        "planets": (text("Planets"), (1, MOST_PLANETS)),
        "food": (text("Food"), (0, MOST_YIELD)),
        "metal": (text("Metal"), (0, MOST_YIELD)),
        "energy": (text("Energy"), (0, MOST_YIELD)),
        "cubes": (text("Food there"), (0, CUBES_LIMIT)),
    }
)


def corrections(state: GameState) -> tuple[Answer, ...]:
    """Return the corrections of what is open; refused in a battle or a conflict."""
    blocked = judge_of(state).refuses(CorrectThrone(state.throne))
    asked: dict[str, tuple[Text, Callable[[GameState], Choose]]] = {
        "counters": (text("Goods"), partial(_owners, _counters)),
        "cards": (text("Technologies"), partial(_owners, _cards)),
        "sectors": (text("Sectors"), _sectors),
        "tiles": (text("Board"), _tiles),
        "throne": (text("Who has the Throne?"), _throne),
    }
    if state.fleets:
        asked["fleets"] = text("Move a ship"), _fleets
    if blocked or any(each.refused is None for each in _tiles_on_hexes(state)):
        asked["hexes"] = text("Map"), _hexes
    return tuple(
        Answer(key, words, Later(ask, (state,)), refused=blocked)
        for key, (words, ask) in asked.items()
    )


def hidden_vp(state: GameState, seat: int) -> Answer:
    """Ask for more or fewer VP of a player, who alone knows them."""
    player = state.player(seat)
    words = text("VP of %(name)s, which stay hidden: more or fewer", name=player.name)
    refused = judge_of(state).refuses(CorrectCounter(seat, Counter.VP, player.vp))
    steps = Later(_vp_steps, (state, player, words))
    return Answer("vp", words, steps, (Piece("vp"),), refused=refused, minor=True)


def _vp_steps(state: GameState, player: Player, words: Text) -> Choose:
    judge = judge_of(state)
    steps = tuple(
        judge.answer(
            f"{step:+d}",
            text("%(number)s", number=f"{step:+d}"),
            _counted(player.seat, Counter.VP, max(0, player.vp + step)),
        )
        for step in _VP_STEPS
    )
    return Choose(words, steps)


def _owners(ask: Callable[[GameState, Player], Choose], state: GameState) -> Choose:
    people = tuple(
        Answer(str(p.seat), named(p.name), Later(ask, (state, p)), (seat_piece(p.seat),))
        for p in state.players
    )
    return Choose(text("Change what differs on the table"), people)


def _number(
    key: str, words: Text, now: int, limits: tuple[int, int], make: Callable[[int], Command]
) -> Answer:
    return Answer(key, words, Amount(words, *limits, make, default=now))


def _counters(_state: GameState, player: Player) -> Choose:
    numbers = tuple(
        _number(
            each.value,
            shown(Piece(f"counter/{each.value}", player.seat)),
            getattr(player, each.value),
            (0, MOST[each]),
            partial(_counted, player.seat, each),
        )
        for each in _OPEN
    )
    return Choose(named(player.name), numbers)


def _counted(seat: int, counter: Counter, value: int) -> CorrectCounter:
    return CorrectCounter(seat, counter, value)


def _cards(state: GameState, player: Player) -> Choose:
    judge, seat = judge_of(state), player.seat
    cards = tuple(
        judge.answer(
            each.value,
            shown(card_of(each)),
            CorrectTechnology(seat, each, each not in player.technologies),
            (card_of(each),),
        )
        for each in Technology
    )
    return Choose(named(player.name), cards)


def _sectors(state: GameState) -> Choose:
    answers = tuple(
        Answer(
            str(each.number),
            place_text(state, each.number),
            Later(_sector, (state, each)),
            (sector_piece(each),),
        )
        for each in state.sectors
    )
    return Choose(text("A sector"), answers)


def _sector(state: GameState, sector: Sector) -> Choose:
    numbers = tuple(
        _number(field, words, getattr(sector, field), limits, partial(_changed, sector, field))
        for field, (words, limits) in _NUMBERS.items()
    )
    holder = Answer("holder", text("Who holds it"), Later(_holder, (state, sector)))
    asked = text("Change what differs on the table")
    return Choose(asked, numbers if sector.home else (*numbers, holder))


def _changed(sector: Sector, field: str, value: int) -> CorrectSector:
    changed: dict[str, Any] = {field: value}
    return CorrectSector(replace(sector, **changed))


def _holder(state: GameState, sector: Sector) -> Choose:
    judge = judge_of(state)
    free = CorrectSector(replace(sector, owner=None, token=Token.NONE))
    owners = tuple(
        judge.answer(
            f"{p.seat}-{token.value}",
            text("%(name)s: %(token)s", name=p.name, token=piece),
            CorrectSector(replace(sector, owner=p.seat, token=token)),
            (seat_piece(p.seat), piece),
        )
        for p in state.players
        for token in (Token.EMPIRE, Token.STARBASE)
        for piece in (Piece(f"token/{token.value}", p.seat),)
    )
    nobody = judge.answer("nobody", text("nobody"), free)
    return Choose(text("Who holds it"), (nobody, *owners))


def _tiles(state: GameState) -> Choose:
    most = tiles_left(state)
    hidden, revealed = text("Hidden tiles"), text("Open tiles")
    numbers = (
        _number(
            "hidden",
            hidden,
            state.hidden,
            (0, most - state.revealed),
            lambda count: CorrectTiles(count, state.revealed),
        ),
        _number(
            "revealed",
            revealed,
            state.revealed,
            (0, most - state.hidden),
            lambda count: CorrectTiles(state.hidden, count),
        ),
    )
    return Choose(text("Board"), numbers)


def _throne(state: GameState) -> Choose:
    judge = judge_of(state)
    people = tuple(
        judge.answer(str(p.seat), named(p.name), CorrectThrone(p.seat), (seat_piece(p.seat),))
        for p in state.players
    )
    return Choose(text("Who has the Throne?"), people)


def _fleets(state: GameState) -> Choose:
    """Ask for the hex of a ship, then for the ship, then for the hex where it is."""
    starts = tuple(
        Answer(str(number), text("Hex %(hex)s", hex=number), Later(_ships, (state, number)))
        for number in dict.fromkeys(fleet.hex for fleet in state.fleets)
    )
    return Choose(text("Move a ship to another hex"), starts)


def _ships(state: GameState, start: int) -> Choose:
    there = tuple(
        Answer(
            f"{p.seat}-{ship.value}",
            shown(ship_piece(ship, p.seat)),
            Later(_targets, (state, p.seat, start, ship)),
            (ship_piece(ship, p.seat),),
        )
        for p in state.players
        for ship in Ship
        if force_of(state.fleets, p.seat, start).count(ship)
    )
    return Choose(text("Move a ship to another hex"), there)


def _targets(state: GameState, seat: int, start: int, ship: Ship) -> Choose:
    judge = judge_of(state)
    hexes = tuple(
        judge.answer(
            str(number),
            text("Hex %(hex)s", hex=number),
            CorrectFleet(seat, start, number, ship),
        )
        for number in NEIGHBOURS
    )
    return Choose(text("Tap the hex of this ship."), hexes)


def _hexes(state: GameState) -> Choose:
    return Choose(text("Map"), tuple(_tiles_on_hexes(state)))


def _tiles_on_hexes(state: GameState) -> Iterator[Answer]:
    judge = judge_of(state)
    asked = text("Change what differs on the table")
    return (
        following(
            str(number),
            text("Hex %(hex)s", hex=number),
            Choose(
                asked,
                tuple(
                    judge.answer(key, words, CorrectHex(number, ground))
                    for key, (words, ground) in _GROUNDS.items()
                ),
            ),
        )
        for number in NEIGHBOURS
    )
