"""Direction, roles, the last battle (sections 3 and 6)."""

from __future__ import annotations

from companion.games.emperor.ask.words import At, seat_piece
from companion.games.emperor.ending import EndDuel
from companion.games.emperor.rounds import ChooseDirection, SelectRole
from companion.games.emperor.state import Direction, Role
from companion.games.question import Choose, Piece, named, shown, text

_WAYS = {Direction.LEFT: text("To the left"), Direction.RIGHT: text("To the right")}


def direction(at: At) -> Choose:
    """Ask the Throne's holder for the direction of the round."""
    answers = tuple(
        at.answer(way.value, words, ChooseDirection(at.seat, way), Piece(f"direction/{way.value}"))
        for way, words in _WAYS.items()
    )
    asked = text("%(name)s has the Throne and sets the direction", name=at.name)
    return Choose(asked, answers, Direction.LEFT.value)


def role(at: At) -> Choose:
    """Ask for the role; a card that is taken says so, even if it was flipped since."""
    gone = Role.EXPLORER if at.state.explorer_flipped else Role.SECOND_WARLORD
    taken, table = dict(at.state.selected), At(at.state)  # its bonus is the role's own
    answers = tuple(
        table.answer(each.value, shown(piece), SelectRole(at.seat, each), piece, *whose)
        for each in Role
        if each is not gone or each in taken
        for piece in (Piece(f"role/{each.value}"),)
        for whose in ((seat_piece(taken[each]),) if each in taken else (),)
    )
    return Choose(text("%(name)s chooses a role", name=at.name), answers)


def duel(at: At) -> Choose:
    """Ask the table who won the last battle."""
    tied = map(at.state.player, at.state.duel)
    winners = tuple(
        at.answer(str(p.seat), named(p.name), EndDuel(p.seat), seat_piece(p.seat)) for p in tied
    )
    nobody = at.answer("none", text("Both were destroyed"), EndDuel(None), Piece("destroyed"))
    return Choose(text("The last battle, with all ships: who won?"), (*winners, nobody))
