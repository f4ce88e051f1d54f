"""Technologies that are used outside the own turn (section 5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.emperor.ask.dice import FACES
from companion.games.emperor.ask.market import reroll
from companion.games.emperor.ask.regent import reserve
from companion.games.emperor.ask.words import card_of, die_piece, judge_of, seat_piece
from companion.games.emperor.holdings import UseTechnology
from companion.games.emperor.roles.scientist import CAUGHT_FROM, Sabotage
from companion.games.emperor.state import GameState, Player, Step
from companion.games.emperor.technologies import ONCE_A_ROUND, Technology
from companion.games.question import Answer, Choose, following, shown, text


def technologies(state: GameState, seat: int) -> Iterator[Answer]:
    """Yield the uses of a player's technologies that are possible in other players' turns."""
    player = state.player(seat)
    if not state.selected or state.step is Step.OVER:
        return
    judge = judge_of(state)
    if player.has(Technology.TIME_WARP) and state.step is Step.MARKET_DROP:
        yield reroll(state, seat)
    if player.has(Technology.AMBASSADOR) and state.regent is not None and _tiles(state):
        yield replace(reserve(state, seat), minor=True)
    if player.has(Technology.SABOTEUR):
        yield from _sabotage(state, player)
    for each in sorted(ONCE_A_ROUND, key=lambda technology: technology.value):
        if player.has(each):
            card = card_of(each)
            used = judge.answer(
                f"used-{each.value}", text("mark as used"), UseTechnology(seat, each), (card,)
            )
            yield replace(used, minor=True)


def _tiles(state: GameState) -> bool:
    return any(not sector.home for sector in state.sectors)


def _sabotage(state: GameState, player: Player) -> Iterator[Answer]:
    """Ask for the technology, then for the die of its owner."""
    blocked = tuple(
        following(
            each.value,
            shown(card),
            _catch(state, player.seat, other, each),
            (seat_piece(other.seat), card),
        )
        for other in state.players
        if other is not player
        for each in sorted(other.technologies, key=lambda technology: technology.value)
        for card in (card_of(each),)
    )
    if blocked:
        asked = Choose(text("Which technology does the Saboteur block?"), blocked)
        saboteur = (card_of(Technology.SABOTEUR),)
        answer = following("sabotage", text("block a technology"), asked, saboteur)
        yield replace(answer, minor=True)


def _catch(state: GameState, seat: int, victim: Player, technology: Technology) -> Choose:
    judge = judge_of(state)
    faces = tuple(
        judge.answer(
            str(value),
            text("caught") if value >= CAUGHT_FROM else text("blocks"),
            Sabotage(seat, victim.seat, technology, value),
            (die_piece(value),),
        )
        for value in FACES
    )
    name = victim.name
    return Choose(text("%(name)s rolls a die: 5 or 6 catches the Saboteur", name=name), faces)
