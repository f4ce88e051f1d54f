"""Direction, roles, the last battle (sections 3 and 6)."""

from __future__ import annotations

from companion.games.emperor.ask.words import At, seat_piece
from companion.games.emperor.ending import EndDuel
from companion.games.emperor.rounds import ChooseDirection, SelectRole
from companion.games.emperor.state import Direction, Role
from companion.games.question import Choose, Piece, named, text

_WAYS = {Direction.LEFT: text("To the left"), Direction.RIGHT: text("To the right")}


def direction(at: At) -> Choose:
    """Ask the Throne's holder for the direction of the round."""
    answers = tuple(
        at.answer(way.value, words, ChooseDirection(at.seat, way)) for way, words in _WAYS.items()
    )
    asked = text("%(name)s has the Throne and sets the direction", name=at.name)
    return Choose(asked, answers, Direction.LEFT.value)


def role(at: At) -> Choose:
    """Ask for the role; a card that is taken says so, even if it was flipped since."""
    gone = Role.EXPLORER if at.state.explorer_flipped else Role.SECOND_WARLORD
    taken = {role for role, _ in at.state.selected}
    answers = tuple(
        at.judge.piece(each.value, Piece(f"role/{each.value}"), SelectRole(at.seat, each))
        for each in Role
        if each is not gone or each in taken
    )
    return Choose(text("%(name)s chooses a role", name=at.name), answers)


def duel(at: At) -> Choose:
    """Ask the table who won the last battle."""
    tied = map(at.state.player, at.state.duel)
    winners = tuple(
        at.answer(str(p.seat), named(p.name), EndDuel(p.seat), seat_piece(p.seat)) for p in tied
    )
    nobody = at.answer("none", text("Both were destroyed"), EndDuel(None))
    return Choose(text("Last battle"), (*winners, nobody))
