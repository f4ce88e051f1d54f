"""Direction, roles, the last battle (sections 3 and 6)."""

from __future__ import annotations

from companion.games.emperor.ask.words import judge_of, seat_piece
from companion.games.emperor.ending import EndDuel
from companion.games.emperor.rounds import ChooseDirection, SelectRole
from companion.games.emperor.state import Direction, GameState, Role
from companion.games.question import Choose, Piece, named, text

_WAYS = {Direction.LEFT: text("To the left"), Direction.RIGHT: text("To the right")}


def direction(state: GameState, seat: int) -> Choose:
    """Ask the Throne's holder for the direction of the round."""
    judge, name = judge_of(state), state.player(seat).name
    answers = tuple(
        judge.answer(way.value, words, ChooseDirection(seat, way)) for way, words in _WAYS.items()
    )
    asked = text("%(name)s has the Throne and sets the direction", name=name)
    return Choose(asked, answers, Direction.LEFT.value)


def role(state: GameState, seat: int) -> Choose:
    """Ask for the role; a card that is taken says so."""
    judge = judge_of(state, seat)
    gone = Role.EXPLORER if state.explorer_flipped else Role.SECOND_WARLORD
    answers = tuple(
        judge.piece(each.value, piece, SelectRole(seat, each))
        for each in Role
        if each is not gone
        for piece in (Piece(f"role/{each.value}"),)
    )
    return Choose(text("%(name)s chooses a role", name=state.player(seat).name), answers)


def duel(state: GameState) -> Choose:
    """Ask the table who won the last battle."""
    judge = judge_of(state)
    winners = tuple(
        judge.answer(str(seat), named(state.player(seat).name), EndDuel(seat), (seat_piece(seat),))
        for seat in state.duel
    )
    nobody = judge.answer("none", text("Both were destroyed"), EndDuel(None))
    return Choose(text("Last battle"), (*winners, nobody))
