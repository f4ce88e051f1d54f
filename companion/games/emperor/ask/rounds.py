"""Direction, roles, the last battle; technologies outside the own turn (sections 3, 5, 6)."""

from collections.abc import Iterator
from dataclasses import replace

from companion.games import question as q
from companion.games.emperor.ask.economy import reroll
from companion.games.emperor.ask.regent import reserve
from companion.games.emperor.ask.words import FACES, At, card_of, die_piece
from companion.games.emperor.holdings import UseTechnology
from companion.games.emperor.roles.scientist import CAUGHT_FROM, Sabotage
from companion.games.emperor.rounds import ChooseDirection, EndDuel, SelectRole
from companion.games.emperor.state import Direction, Player, Role, Step
from companion.games.emperor.technologies import ONCE_A_ROUND, Technology
from companion.games.question import text

_WAYS = {Direction.LEFT: text("To the left"), Direction.RIGHT: text("To the right")}


def direction(at: At) -> q.Choose:
    """Ask the Throne's holder for the direction of the round."""
    answers = tuple(
        at.answer(
            way.value, words, ChooseDirection(at.seat, way), q.Piece(f"direction/{way.value}")
        )
        for way, words in _WAYS.items()
    )
    asked = text("%(name)s has the Throne and sets the direction", name=at.name)
    return q.Choose(asked, answers, Direction.LEFT.value)


def role(at: At) -> q.Choose:
    """Ask for the role; a card that is taken says so, even if it was flipped since."""
    gone = Role.EXPLORER if at.state.explorer_flipped else Role.SECOND_WARLORD
    taken, table = dict(at.state.selected), At(at.state)  # its bonus is the role's own
    answers = tuple(
        table.answer(each.value, q.shown(piece), SelectRole(at.seat, each), piece, *whose)
        for each in Role
        if each is not gone or each in taken
        for piece in (q.Piece(f"role/{each.value}"),)
        for whose in ((q.seat_piece(taken[each]),) if each in taken else (),)
    )
    return q.Choose(text("%(name)s chooses a role", name=at.name), answers)


def duel(at: At) -> q.Choose:
    """Ask the table who won the last battle."""
    tied = map(at.state.player, at.state.duel)
    winners = tuple(
        at.answer(str(p.seat), q.named(p.name), EndDuel(p.seat), q.seat_piece(p.seat)) for p in tied
    )
    nobody = at.answer("none", text("Both were destroyed"), EndDuel(None), q.Piece("destroyed"))
    return q.Choose(text("The last battle, with all ships: who won?"), (*winners, nobody))


def technologies(at: At) -> Iterator[q.Answer]:
    """Yield the uses of a player's technologies that are possible in other players' turns."""
    state, has = at.state, at.player.has
    if not state.selected or state.step is Step.OVER:
        return
    if has(Technology.TIME_WARP) and state.step is Step.MARKET_DROP:
        yield reroll(at)
    tiles = any(not sector.home for sector in state.sectors)
    if has(Technology.AMBASSADOR) and state.regent is not None and tiles:
        yield replace(reserve(at), minor=True)
    if has(Technology.SABOTEUR):
        yield from _sabotage(at)
    for each in sorted(filter(has, ONCE_A_ROUND), key=lambda technology: technology.value):
        used = UseTechnology(at.seat, each)
        words = text("%(technology)s: mark as used", technology=card_of(each))
        answer = At(state).answer(f"used-{each.value}", words, used, card_of(each))
        yield replace(answer, minor=True)


def _sabotage(at: At) -> Iterator[q.Answer]:
    """Ask for the technology, then for the die of its owner."""
    blocked = tuple(
        q.following(
            each.value,
            q.shown(card_of(each)),
            _catch(at, other, each),
            (q.seat_piece(other.seat), card_of(each)),
        )
        for other in at.others
        for each in sorted(other.technologies, key=lambda technology: technology.value)
    )
    if blocked:
        asked = q.Choose(text("Which technology does the Saboteur block?"), blocked)
        saboteur = (card_of(Technology.SABOTEUR),)
        answer = q.following("sabotage", text("Saboteur: block a technology"), asked, saboteur)
        yield replace(answer, minor=True)


def _catch(at: At, victim: Player, technology: Technology) -> q.Choose:
    faces = tuple(
        At(at.state).answer(
            str(value),
            text("caught") if value >= CAUGHT_FROM else text("blocks"),
            Sabotage(at.seat, victim.seat, technology, value),
            die_piece(value),
        )
        for value in FACES
    )
    words = text("%(name)s rolls a die: 5 or 6 catches the Saboteur", name=victim.name)
    return q.Choose(words, faces)
