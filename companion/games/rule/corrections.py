"""Manual corrections; the physical table is always right."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final

from companion.games import question as q
from companion.games.messages import Command
from companion.games.question import text
from companion.games.refusals import NOT_NOW
from companion.games.rule import errors
from companion.games.rule.advance import after_markers
from companion.games.rule.cards import Card, Cards, bundle, holds, minus, plus
from companion.games.rule.options import LANES, OPEN_FACTS, ROWS
from companion.games.rule.pieces import card_piece, unit_answers, unit_key, unit_piece
from companion.games.rule.rules import Event, decide
from companion.games.rule.set_up import SetOptions
from companion.games.rule.state import (
    GameState,
    Player,
    Posted,
    Step,
    by_field,
    tiles_fit,
)
from companion.games.rule.turn import without_cards
from companion.games.rule.units import Unit


class Pile(Enum):
    """The places of cards."""

    DECK = "deck"
    DISCARD = "discard"
    BESIDE = "beside"
    HAND = "hand"


@dataclass(frozen=True, slots=True)
class Place:
    """A pile; a hand needs its *seat*."""

    pile: Pile
    seat: int = 0


class MoveCards(Command, Event):
    """Cards are at another place than recorded; their totals do not change."""

    cards: Cards
    source: Place
    target: Place

    def decide(self, state: GameState) -> tuple[object, ...]:
        if state.step is Step.SET_UP:
            raise NOT_NOW()
        there, cards = lying(state, self.source), bundle(self.cards)
        lying(state, self.target)  # refuses the hand of an empty seat
        if not cards or not holds(there, cards):
            raise errors.NO_SUCH_CARD(card=cards[0].value if cards else "-")
        target = self.target.pile
        for card in cards:
            beside = card is Card.BOMBARDMENT
            if target is not Pile.DECK and (target is Pile.BESIDE) != beside:
                raise errors.NO_SUCH_CARD(card=card.value)
        return (replace(self, cards=cards),)

    def apply(self, state: GameState) -> GameState:
        source, cards = self.source, self.cards
        if source.pile is Pile.HAND:
            state = without_cards(state, source.seat, cards)
        else:
            state = _with_pile(state, source, minus(lying(state, source), cards))
        if self.target.pile is Pile.HAND:
            hand = plus(state.player(self.target.seat).hand, cards)
            state = state.with_player(self.target.seat, hand=hand)
        else:
            state = _with_pile(state, self.target, plus(lying(state, self.target), cards))
        return after_markers(state) if state.step is Step.DISCARD else state


def lying(state: GameState, place: Place) -> Cards:
    match place.pile:
        case Pile.DECK:
            return state.deck
        case Pile.DISCARD:
            return state.discard
        case Pile.BESIDE:
            return (Card.BOMBARDMENT,) * state.bombardments
        case Pile.HAND:
            return state.player(place.seat).cards


def _with_pile(state: GameState, place: Place, cards: Cards) -> GameState:
    if place.pile is Pile.BESIDE:
        return replace(state, bombardments=len(cards))
    changed: dict[str, Any] = {place.pile.value: cards}
    return replace(state, **changed)


class _TilesCorrected(Command, Event):
    def decide(self, state: GameState) -> None:
        """Refuse a correction that needs more tiles than the box has."""
        if state.step is Step.SET_UP:
            raise NOT_NOW()
        after = self.apply(state)
        if after.stack < 0 or not tiles_fit(after):
            raise errors.UNIT_COUNT()


class SetField(_TilesCorrected):
    """The unit on a field; None moves the present one to the box."""

    lane: int
    row: int
    unit: Unit | None

    def decide(self, state: GameState) -> None:
        if not (1 <= self.lane <= LANES and 1 <= self.row <= ROWS):
            raise NOT_NOW()
        super().decide(state)

    def apply(self, state: GameState) -> GameState:
        before, unit = state.at(self.lane, self.row), self.unit
        board = [posted for posted in state.board if posted is not before]
        if unit is not None:
            board.append(Posted(self.lane, self.row, unit))
        changed = replace(state, board=by_field(board))
        return _exchanged(changed, (before.unit,) if before else (), (unit,) if unit else ())


class SetTiles(_TilesCorrected):
    """The tiles in front of a player."""

    seat: int
    tiles: tuple[Unit, ...]

    def apply(self, state: GameState) -> GameState:
        before, after = Counter(state.player(self.seat).tiles), Counter(self.tiles)
        gone, come = (before - after).elements(), (after - before).elements()
        return _exchanged(state.with_player(self.seat, tiles=self.tiles), tuple(gone), tuple(come))


def _exchanged(state: GameState, gone: tuple[Unit, ...], come: tuple[Unit, ...]) -> GameState:
    """Update box and stack; pairs of removed and added tiles count as renamed."""
    box = [*state.box, *gone[len(come) :]]
    stack = state.stack
    for unit in come[len(gone) :]:
        if unit in box:
            box.remove(unit)
        else:
            stack -= 1
    return replace(state, box=tuple(box), stack=stack)


_MOST_POINTS: Final = 5
_POINTS: Final = ("stormtrooper", "flametrooper", "sergeant", "phasma")
_AGREED: Final = {
    "two_of_each_colour": text("Strength 2 and 3 twice in each colour"),
    "trading": text("Cards may be swapped"),
    "swap_taken": text("Cards at risk may be swapped, too"),
    "overpay": text("An infiltrator may overpay"),
}


def corrections(state: GameState) -> q.Choose:
    """Return the corrections: the table is right, not what was recorded."""
    where, whose = text("Where is the extra card?"), text("Whose tiles are different?")
    deck, unit = (q.Piece("pile/deck"),), (q.Piece("unit/infiltrator"),)
    fields, facts = q.Later(_fields, (state,)), q.Later(_facts, (state,))
    answers = (
        *q.branch("cards", text("Cards"), where, _sources, state, pieces=deck),
        q.Answer("fields", text("Fields"), fields, (q.Piece("unit/back"),)),
        *q.branch("tiles", text("Captured tiles"), whose, _owners, state, pieces=unit),
        q.Answer("box", text("Box and table"), facts, (q.Piece("box"),)),
    )
    return q.Choose(text("What is different on the table?"), answers, urgent=False)


# --- cards ---------------------------------------------------------------------------------------


def _places(state: GameState) -> dict[str, tuple[Place, q.Text]]:
    words = {
        "deck": text("deck"),
        "discard": text("discard pile"),
        "beside": text("bombardments"),
        **{str(each.seat): q.named(each.name) for each in state.players},
    }
    return {
        key: (Place(Pile.HAND, int(key)) if key.isdigit() else Place(Pile(key)), word)
        for key, word in words.items()
    }


def _piece(place: Place) -> q.Piece:
    return q.Piece("seat", place.seat) if place.seat else q.Piece(f"pile/{place.pile.value}")


def _sources(state: GameState) -> Iterator[q.Answer]:
    asked = text("Which card is not there?")
    for key, (place, name) in _places(state).items():
        yield from q.branch(key, name, asked, _cards, state, key, pieces=(_piece(place),))


def _cards(state: GameState, source: str) -> Iterator[q.Answer]:
    for card in dict.fromkeys(lying(state, _places(state)[source][0])):
        piece, said = card_piece(card), q.shown(card_piece(card))
        asked = text("Where is %(card)s now?", card=piece)
        yield from q.branch(piece.name, said, asked, _targets, state, source, card, pieces=(piece,))


def _targets(state: GameState, source: str, card: Card) -> Iterator[q.Answer]:
    judge, places = decide.judge(state), _places(state)
    for key, (place, name) in places.items():
        if key != source:
            move = MoveCards((card,), places[source][0], place)
            yield judge.answer(key, name, move, (_piece(place),))


# --- units ---------------------------------------------------------------------------------------


def _fields(state: GameState) -> q.Choose:
    answers = tuple(
        q.Answer(
            f"{lane}-{row}",
            text("Lane %(lane)s, field %(row)s", lane=lane, row=row),
            q.Later(_field, (state, lane, row)),
        )
        for lane in range(1, LANES + 1)
        for row in range(1, ROWS + 1)
    )
    return q.Choose(text("What is on the field?"), answers)


def _field(state: GameState, lane: int, row: int) -> q.Choose:
    judge = decide.judge(state)
    units = unit_answers(lambda unit: _unit(judge, unit, SetField(lane, row, unit)))
    nothing = judge.answer("nothing", text("No unit"), SetField(lane, row, None))
    return q.Choose(text("What is on the field?"), (*units, nothing))


def _unit(judge: q.Judge, unit: Unit, command: SetField | SetTiles) -> q.Answer:
    return judge.piece(unit_piece(unit), command, key=unit_key(unit))


def _owners(state: GameState) -> Iterator[q.Answer]:
    for each in state.players:
        asked, badge = text("What has %(name)s captured?", name=each.name), q.seat_piece(each.seat)
        yield from q.branch(
            str(each.seat), q.named(each.name), asked, _tiles, state, each, pieces=(badge,)
        )


def _tiles(state: GameState, player: Player) -> Iterator[q.Answer]:
    """Ask which tile a player has not captured, or has captured without a record."""
    away, asked = text("Tap a tile to remove it"), text("Which tile is missing?")
    yield from q.branch("away", text("Remove a tile"), away, _removed, state, player)
    yield from q.branch("add", text("Add a tile"), asked, _added, state, player)


def _removed(state: GameState, player: Player) -> Iterator[q.Answer]:
    for unit in dict.fromkeys(player.tiles):
        left = list(player.tiles)
        left.remove(unit)
        command = SetTiles(player.seat, tuple(left))
        yield _unit(decide.judge(state), unit, command)


def _added(state: GameState, player: Player) -> tuple[q.Answer, ...]:
    judge, seat, tiles = decide.judge(state), player.seat, player.tiles
    return unit_answers(lambda unit: _unit(judge, unit, SetTiles(seat, (*tiles, unit))))


# --- facts of the box ----------------------------------------------------------------------------


def _facts(state: GameState) -> q.Choose:
    """Ask for a fact of the box or an agreement; what is set here counts as compared."""
    options, answers = state.options, []
    for kind in _POINTS:
        word = text("Points of %(unit)s", unit=q.Piece(f"unit/{kind}"))
        fact = f"{kind}_points"
        points = {str(count): count for count in range(_MOST_POINTS + 1)}
        answers.append(q.following(fact, word, _values(state, word, fact, points)))
    for lane in range(1, LANES + 1):
        word = text("Field of the marker in lane %(lane)s", lane=lane)
        before, after = options.marker_rows[: lane - 1], options.marker_rows[lane:]
        rows = {str(row): (*before, row, *after) for row in range(1, ROWS + 1)}
        answers.append(
            q.following(f"marker_{lane}", word, _values(state, word, "marker_rows", rows))
        )
    for fact, word in _AGREED.items():
        flags = {"no": False, "yes": True}
        answers.append(q.following(fact, word, _values(state, word, fact, flags)))
    return q.Choose(text("Box and table"), tuple(answers))


def _values(state: GameState, asked: q.Text, fact: str, values: Mapping[str, object]) -> q.Choose:
    judge = decide.judge(state)
    confirmed = dict.fromkeys((*state.options.confirmed, *({fact} & set(OPEN_FACTS))))
    words = {"no": text("No"), "yes": text("Yes")}
    answers = []
    for key, value in values.items():
        changed: dict[str, Any] = {fact: value, "confirmed": tuple(confirmed)}
        word = words.get(key) or text("%(number)s", number=key)
        answers.append(judge.answer(key, word, SetOptions(replace(state.options, **changed))))
    return q.Choose(asked, tuple(answers))
