"""What a seat may do now, as questions; seat 0 is the table: set-up, chance, corrections."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from companion.games import question as q
from companion.games.messages import apply
from companion.games.question import text
from companion.games.rule.advance import DiscardCards, PlaceWave, ShowMarker
from companion.games.rule.cards import HAND_CARDS, HEROES, Card, Cards, bundle
from companion.games.rule.corrections import corrections
from companion.games.rule.options import (
    DEFAULT_OPTIONS,
    LANES,
    MARKER_VALUES,
    MOST_PLAYERS,
    Options,
    points_of,
)
from companion.games.rule.pieces import card_piece, unit_answers, unit_key, unit_piece
from companion.games.rule.planning import Shot, affordable, best_plan, can_shoot, least_wanted
from companion.games.rule.rules import decide
from companion.games.rule.set_up import NewPlayer, StartGame
from companion.games.rule.state import (
    GameState,
    Player,
    Posted,
    Step,
    free_lanes,
    tiles_fit,
    tiles_left,
)
from companion.games.rule.turn import DrawCard, EndTurn, Shoot, StopDrawing, Trade
from companion.games.rule.units import INFILTRATOR, UNITS, Unit

_ANY_WAVE: Final = tuple(INFILTRATOR[hero] for hero in HEROES)
_USUAL_PLAYERS: Final = 3


def question(state: GameState, seat: int) -> q.Question | None:
    """Return what *seat* may do now; None if others have to act."""
    if seat == 0:
        return set_up() if state.step is Step.SET_UP else _table(state)
    player = next((each for each in state.players if each.seat == seat), None)
    if player is None:
        return None
    if state.step is Step.DISCARD and player.owes:
        return _discard(state, player)
    if state.step in (Step.DRAW, Step.SHOOT) and player is state.on_turn:
        return _draw(state, player) if state.step is Step.DRAW else _shoot(state, player)
    return None


def _judge(state: GameState) -> q.Judge:
    return decide.judge(state, gains=partial(_gains, state))


def _gains(state: GameState, events: Sequence[object]) -> tuple[q.Gain, ...]:
    """Return the points of the destroyed units."""
    units = (state.at(e.lane, e.row) for e in events if isinstance(e, Shoot))
    points = sum(points_of(each.unit.kind, state.options) for each in units if each is not None)
    return (q.Gain("points", points),) if points else ()


# --- set-up --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _People:
    """Who plays, by seat; then in the order of turns."""

    names: tuple[str, ...]
    options: Options
    first: int = 1

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats in the order of turns."""
        seats = range(1, len(self.names) + 1)
        return (*seats[self.first - 1 :], *seats[: self.first - 1])

    def started(self, dealt: Cards, wave: tuple[Unit, ...]) -> StartGame:
        players = zip(self.seats, dealt, strict=True)
        new = (NewPlayer(seat, self.names[seat - 1], card) for seat, card in players)
        return StartGame(tuple(new), wave, self.options)


def set_up(
    names: tuple[str, ...] = q.seat_names(MOST_PLAYERS), options: Options = DEFAULT_OPTIONS
) -> q.Amount:
    """Return the question before the game: how many play, who begins, cards dealt, first units."""
    return q.how_many(names, 1, MOST_PLAYERS, partial(_who_begins, options), _USUAL_PLAYERS)


def _who_begins(options: Options, names: tuple[str, ...]) -> q.Question:
    people = _People(names, options)
    if len(names) == 1:
        return _deal(people, ())
    answers = tuple(
        q.of_person(player, q.Later(_deal, (replace(people, first=player.seat), ())))
        for player in map(Player, people.seats, people.names)
    )
    asked = text("Who begins? The best at lighting a lightsaber, or the youngest")
    return q.Choose(asked, answers, "1")


def _deal(people: _People, dealt: Cards) -> q.Choose:
    """Ask for the card dealt to the next player; chance decides."""
    place, count = len(dealt), len(people.names)
    judge = _judge(GameState())
    answers = []
    for card in Card:
        now = (*dealt, card)
        if len(now) == count:
            before = apply(
                GameState(), StartGame(people.started(now, ()).players, (), people.options)
            )
            make = partial(people.started, now)
            then = q.Later(_units, (before, GameState(), range(1, LANES + 1), make, ()))
        else:
            then = q.Later(_deal, (people, now))
        rest = (Card.REY,) * (count - len(now))
        refused = judge.refuses(people.started((*now, *rest), _ANY_WAVE))
        answers.append(q.of_piece(card_piece(card), then, refused))
    name = people.names[people.seats[place] - 1]
    asked = text("Deal everyone a card. Which did %(name)s get?", name=name)
    return q.Choose(asked, tuple(answers))


def _units(
    known: GameState,
    state: GameState,
    lanes: Sequence[int],
    make: Callable[[tuple[Unit, ...]], Any],
    wave: tuple[Unit, ...],
) -> q.Choose:
    """Ask for the tile that comes to the start field of the next of the *lanes*.

    *known* has all tiles that were seen, *state* decides, *wave* are the units of the lanes before.
    """
    judge, count = _judge(state), len(lanes)
    others = _filled(known, wave, count)[len(wave) + 1 :]

    def answer(unit: Unit) -> q.Answer:
        now = (*wave, unit)
        whole = (*now, *others)
        if not tiles_fit(known, whole):
            whole = _filled(known, now, count)
        last = len(now) == count
        then = make(now) if last else q.Later(_units, (known, state, lanes, make, now))
        return q.of_piece(unit_piece(unit), then, judge.refuses(make(whole)), key=unit_key(unit))

    lane = lanes[len(wave)]
    asked = text("Lay the top tile in lane %(lane)s: what is its strength?", lane=lane)
    return q.Choose(asked, unit_answers(answer))


def _filled(known: GameState, wave: tuple[Unit, ...], count: int) -> tuple[Unit, ...]:
    """Return the units with others that are still there, so that ``decide`` can judge the first."""
    left, found = tiles_left(known, wave), wave
    for unit in UNITS:
        some = max(min(left[unit], left[unit.kind], count - len(found)), 0)
        found += (unit,) * some
        left[unit.kind] -= some
    return (*found, *wave[-1:] * (count - len(found)))


# --- a turn --------------------------------------------------------------------------------------


def _draw(state: GameState, player: Player) -> q.Choose:
    judge, seat = _judge(state), player.seat
    cards = tuple(judge.piece(card_piece(k), DrawCard(seat, k)) for k in Card)
    asked = text("%(name)s draws a card: which one?", name=player.name)
    if state.drew:
        asked = text("Does %(name)s draw again? Which card?", name=player.name)
    finish = q.Steps((StopDrawing(seat), EndTurn(seat)))
    safe = replace(player, hand=bundle(player.cards), taken=())
    ends = judge.answer("finish", text("End turn"), finish)
    stop = judge.answer("stop", text("Stop drawing"), StopDrawing(seat))
    shoots = can_shoot(state, safe)
    answers = (
        q.following("draw", text("Draw a card"), q.Choose(asked, cards)),
        replace(stop, minor=not (shoots and state.drew)),
        replace(ends, minor=shoots or not state.drew),
        *_swap(state, player),
    )
    return q.Choose(asked, answers, "" if state.drew else "draw")


def _shoot(state: GameState, player: Player) -> q.Choose:
    shots, plan = affordable(state, player), best_plan(state, player)
    judge, seat = _judge(state), player.seat
    together: tuple[q.Answer, ...] = ()
    if len(plan.shots) > 1:
        command = q.Steps(tuple(_shot(seat, shot) for shot in plan.shots))
        pieces = tuple(unit_piece(shot.target.unit) for shot in plan.shots)
        both = judge.answer("plan", text("Destroy all of these"), command, pieces)
        together = (replace(both, gains=(q.Gain("points", plan.points),)),)
    asked = text("%(name)s: tap a unit in a red frame to destroy it", name=player.name)
    paid = {(shot.target.lane, shot.target.row): shot for shot in shots}
    ahead = sorted(state.board, key=lambda posted: (posted.lane, posted.row) not in paid)
    order = (*(shot.target for shot in shots), *ahead[len(shots) :])
    units = tuple(
        _target(state, player, posted, paid.get((posted.lane, posted.row))) for posted in order
    )
    which = q.Choose(asked, units, units[0].key if shots else "")
    other = q.Choose(
        text("Which unit does %(name)s pay for differently?", name=player.name),
        tuple(_payment(state, player, shot) for shot in shots),
    )
    pay = replace(q.following("pay", text("Pay with other cards"), other), minor=True)
    answers = (
        *together,
        *((q.following("shoot", text("Destroy a unit"), which),) if shots else units),
        judge.answer("end", text("End turn"), EndTurn(seat)),
        *((pay,) if shots else ()),
        *_swap(state, player),
    )
    if not shots:
        asked = text("%(name)s cannot pay for a unit: end the turn", name=player.name)
    return q.Choose(asked, answers, "plan" if together else "shoot" if shots else "end")


def _shot(seat: int, shot: Shot) -> Shoot:
    return Shoot(seat, shot.target.lane, shot.target.row, shot.cards, shot.infiltrators)


def _target(state: GameState, player: Player, posted: Posted, shot: Shot | None) -> q.Answer:
    """Return a unit with the payment that is usual; refused with the reason if there is none."""
    command = _shot(player.seat, shot) if shot else None
    if command is None:
        cards, used = _purse(player, posted)
        paid = tuple(card for card in player.hand if card in cards)
        tiles = tuple(tile for tile in player.tiles if tile in used)
        command = Shoot(player.seat, posted.lane, posted.row, paid, tiles)
    return _judge(state).answer(*_place(posted), command, (unit_piece(posted.unit),))


def _place(posted: Posted) -> tuple[str, q.Text]:
    """Return key and name of a unit's field."""
    lane, row = posted.lane, posted.row
    return f"{lane}-{row}", text("Lane %(lane)s, field %(row)s", lane=lane, row=row)


def _purse(player: Player, posted: Posted) -> tuple[Cards, tuple[Unit, ...]]:
    """Return the kinds of cards and infiltrators of a player that can pay for a unit."""
    hero = posted.unit.hero
    cards = (k for k in HAND_CARDS if k in player.hand and (hero in (None, k) or k is Card.BB8))
    used = (u for u in INFILTRATOR.values() if u in player.tiles and hero in (None, u.hero))
    return tuple(cards), tuple(used)


def _payment(state: GameState, player: Player, shot: Shot) -> q.Answer:
    """Ask what a player pays for a unit."""
    posted, judge = shot.target, _judge(state)
    cards, used = _purse(player, posted)
    most = posted.unit.strength
    parts = tuple(
        q.Amount(q.shown(piece), 0, min(most, held), int, (piece,), default=proposed)
        for piece, held, proposed in (
            *((card_piece(k), player.hand.count(k), shot.cards.count(k)) for k in cards),
            *((unit_piece(u), player.tiles.count(u), shot.infiltrators.count(u)) for u in used),
        )
    )
    piece = unit_piece(posted.unit)
    asked, make = (
        text("Pay for %(unit)s", unit=piece),
        partial(_paid, player.seat, posted, cards, used),
    )
    points = points_of(posted.unit.kind, state.options)
    form = q.Form(asked, parts, make, judge.refuses)
    return q.Answer(*_place(posted), form, (piece,), (q.Gain("points", points),))


def _paid(seat: int, posted: Posted, cards: Cards, used: tuple[Unit, ...], *counts: int) -> Shoot:
    spent = zip((*cards, *used), counts, strict=True)
    pieces = tuple(piece for piece, count in spent for _ in range(count))
    return Shoot(
        seat,
        posted.lane,
        posted.row,
        tuple(each for each in pieces if isinstance(each, Card)),
        tuple(each for each in pieces if isinstance(each, Unit)),
    )


def _swap(state: GameState, player: Player) -> Iterator[q.Answer]:
    """Yield the swap of a card; several cards are swapped one after the other."""
    others = tuple(each for each in state.players if each is not player)
    if not others:
        return
    judge, mine = _judge(state), player.cards if state.options.swap_taken else player.hand
    people = []
    for other in others:
        some = Trade(
            player.seat, other.seat, mine[:1] or (Card.REY,), other.hand[:1] or (Card.REY,)
        )
        then = q.Later(_given, (state, player, other, mine))
        people.append(q.of_person(other, then, judge.refuses(some)))
    asked = text("With whom does %(name)s swap a card?", name=player.name)
    able = [each for each in people if each.refused is None]
    yield replace(
        q.one_of("swap", text("Swap a card with another player"), able or people, ask=asked),
        minor=True,
    )


def _given(state: GameState, player: Player, other: Player, mine: Cards) -> q.Choose:
    judge, seats = _judge(state), (player.seat, other.seat)

    def gets(give: Card) -> q.Choose:
        cards = tuple(
            judge.piece(card_piece(get), Trade(*seats, (give,), (get,)))
            for get in dict.fromkeys(other.hand)
        )
        return q.Choose(text("Which card does %(name)s get?", name=player.name), cards)

    answers = tuple(
        q.of_piece(card_piece(give), gets(give)) for give in dict.fromkeys(bundle(mine))
    )
    return q.Choose(text("Which card does %(name)s give?", name=player.name), answers)


# --- between turns -------------------------------------------------------------------------------


def _discard(state: GameState, player: Player) -> q.Question:
    judge = _judge(state)
    words = text(
        "%(name)s discards %(count)s card: tap it",
        "%(name)s discards %(count)s cards: tap them",
        name=player.name,
        count=player.owes,
    )
    usual = least_wanted(state, player.hand)[: player.owes]
    make = partial(DiscardCards, player.seat)
    then = q.pick(words, player.hand, card_piece, player.owes, player.owes, make, usual)
    if q.is_question(then):
        found: q.Question = then
        return found
    pieces = tuple(map(card_piece, usual))
    return q.Choose(words, (judge.answer("discard", text("Discard"), then, pieces),))


def _table(state: GameState) -> q.Choose:
    """Return what the table may do: what chance decides now, and corrections."""
    due: tuple[q.Answer, ...] = ()
    words = text("Correct it")
    if state.step is Step.MARKERS:
        words = text("Turn up the marker that a unit has reached")
        lanes = tuple(_marker(state, lane) for lane in state.entered)
        due = (q.one_of("marker", words, lanes),)
    elif state.step is Step.WAVE:
        words = text("New units come onto the board")
        lane_order = free_lanes(state)[: state.stack]
        due = (q.following("wave", words, _units(state, state, lane_order, PlaceWave, ())),)
    wrong = q.mistake(q.Later(corrections, (state,)))
    return q.Choose(words, (*due, wrong), due[0].key if due else "", bool(due))


def _marker(state: GameState, lane: int) -> q.Answer:
    judge = _judge(state)
    values = tuple(
        judge.answer(
            str(value),
            text(
                "Everybody discards %(count)s card",
                "Everybody discards %(count)s cards",
                count=value,
            )
            if value
            else text("Nothing happens"),
            ShowMarker(lane, value),
            (q.Piece(f"marker/{value}"),),
        )
        for value in dict.fromkeys(MARKER_VALUES)
    )
    asked = text("Turn up the marker in lane %(lane)s: which number?", lane=lane)
    field = q.Piece(f"field/{lane}-{state.options.marker_rows[lane - 1]}")
    words = text("Lane %(lane)s", lane=lane)
    return q.following(str(lane), words, q.Choose(asked, values), (field,))
