"""Applies events to the state. Total: an event is a fact and is never refused here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from companion.games.rule import events as happened
from companion.games.rule.cards import IN_BOX, Card, Cards, bundle, minus, plus, whole_box
from companion.games.rule.commands import Pile, Place
from companion.games.rule.options import LANES
from companion.games.rule.state import GameState, Player, Posted, Step
from companion.games.rule.units import TILES, Unit, UnitKind


def apply(state: GameState, event: happened.Event) -> GameState:  # noqa: C901  # one case an event
    """Return the state after the event."""
    match event:
        case happened.GameStarted():
            return _started(event)
        case happened.OptionsSet(options=options):
            return replace(state, options=options)
        case happened.CardTaken(seat=seat, card=card):
            player = state.player(seat)
            drawn = replace(state, deck=minus(state.deck, (card,)), drew=True)
            return with_player(drawn, replace(player, taken=plus(player.taken, (card,))))
        case happened.Bombarded(seat=seat, lost=lost):
            return _bombarded(state, seat, lost)
        case happened.DeckRenewed():
            back = (Card.BOMBARDMENT,) * state.bombardments
            deck = bundle((*state.deck, *state.discard, *back))
            return replace(state, deck=deck, discard=(), bombardments=0)
        case happened.DrawingStopped(seat=seat):
            player = state.player(seat)
            kept = replace(player, hand=plus(player.hand, player.taken), taken=())
            return with_player(replace(state, step=Step.SHOOT), kept)
        case happened.UnitDestroyed():
            return _destroyed(state, event)
        case happened.CardsSwapped():
            return _swapped(state, event)
        case happened.TurnEnded():
            last = state.active + 1 == len(state.players)
            return replace(
                state,
                active=0 if last else state.active + 1,
                step=Step.REGROUP if last else Step.DRAW,
                drew=False,
            )
        case happened.MovementMarkerFlipped():
            return replace(state, white_up=not state.white_up)
        case happened.UnitsAdvanced(entered=entered):
            board = tuple(replace(posted, row=posted.row + 1) for posted in state.board)
            return _after_markers(replace(state, board=board, entered=entered))
        case happened.MarkerShown(lane=lane, value=value):
            return _marker_shown(state, lane, value)
        case happened.CardsDiscarded(seat=seat, cards=cards):
            player = state.player(seat)
            left = replace(player, hand=minus(player.hand, cards), owes=0)
            discarded = replace(state, discard=plus(state.discard, cards))
            return _after_markers(with_player(discarded, left))
        case happened.WavePlaced(wave=wave):
            return replace(_placed(state, wave), step=Step.ROUND_END)
        case happened.RoundBegan(number=number):
            return replace(state, round=number, step=Step.DRAW)
        case happened.GameEnded(outcome=outcome):
            return replace(state, step=Step.OVER, outcome=outcome)
        case happened.CardsMoved(cards=cards, source=source, target=target):
            moved = _pile(_pile(state, source, cards, -1), target, cards, +1)
            return _after_markers(moved) if moved.step is Step.DISCARD else moved
        case happened.FieldSet(lane=lane, row=row, unit=unit):
            return _field_set(state, lane, row, unit)
        case happened.TilesSet(seat=seat, tiles=tiles):
            return _tiles_set(state, seat, tiles)


def with_player(state: GameState, player: Player) -> GameState:
    """Return the state with one player replaced."""
    players = tuple(player if p.seat == player.seat else p for p in state.players)
    return replace(state, players=players)


def free_lanes(state: GameState) -> tuple[int, ...]:
    """Return the lanes whose start field is empty."""
    return tuple(lane for lane in range(1, LANES + 1) if state.at(lane, 1) is None)


def _started(event: happened.GameStarted) -> GameState:
    players = tuple(Player(p.seat, p.name, (p.first_card,)) for p in event.players)
    dealt = (player.first_card for player in event.players)
    state = GameState(
        step=Step.DRAW,
        options=event.options,
        players=players,
        deck=minus(whole_box(), dealt),
        markers=frozenset(range(1, LANES + 1)),
        stack=sum(TILES.values()),
    )
    if state.few_players:
        state = replace(state, stack=state.stack - TILES[UnitKind.FLAMETROOPER])
    return _placed(state, event.wave)


def _placed(state: GameState, wave: tuple[Unit, ...]) -> GameState:
    lanes = free_lanes(state)
    new = tuple(Posted(lane, 1, unit) for lane, unit in zip(lanes, wave, strict=False))
    return replace(state, board=_sorted((*state.board, *new)), stack=state.stack - len(wave))


def _sorted(board: Iterable[Posted]) -> tuple[Posted, ...]:
    return tuple(sorted(board, key=lambda posted: (posted.lane, posted.row)))


def _bombarded(state: GameState, seat: int, lost: Cards) -> GameState:
    player = state.player(seat)
    return with_player(
        replace(
            state,
            deck=minus(state.deck, (Card.BOMBARDMENT,)),
            bombardments=state.bombardments + 1,
            discard=plus(state.discard, lost),
            drew=True,
            step=Step.SHOOT if lost else state.step,
        ),
        replace(player, taken=minus(player.taken, lost)),
    )


def _destroyed(state: GameState, event: happened.UnitDestroyed) -> GameState:
    player = state.player(event.seat)
    target = state.at(event.lane, event.row)
    tiles = list(player.tiles)
    for used in event.infiltrators:
        tiles.remove(used)
    if target is not None:
        tiles.append(target.unit)
    paid = replace(player, hand=minus(player.hand, event.cards), tiles=tuple(tiles))
    return with_player(
        replace(
            state,
            board=tuple(posted for posted in state.board if posted is not target),
            discard=plus(state.discard, event.cards),
            box=(*state.box, *event.infiltrators),
        ),
        paid,
    )


def _swapped(state: GameState, event: happened.CardsSwapped) -> GameState:
    mine, other = state.player(event.seat), state.player(event.other)
    from_hand: Cards = ()
    from_taken: Cards = ()
    for card in event.gives:  # cards at risk are given last
        if mine.hand.count(card) > from_hand.count(card):
            from_hand = (*from_hand, card)
        else:
            from_taken = (*from_taken, card)
    mine = replace(
        mine,
        hand=plus(minus(mine.hand, from_hand), event.gets),
        taken=minus(mine.taken, from_taken),
    )
    other = replace(other, hand=plus(minus(other.hand, event.gets), event.gives))
    return with_player(with_player(state, mine), other)


def _marker_shown(state: GameState, lane: int, value: int) -> GameState:
    players = tuple(replace(p, owes=min(p.owes + value, len(p.hand))) for p in state.players)
    return _after_markers(
        replace(
            state,
            players=players,
            markers=state.markers - {lane},
            shown_markers=(*state.shown_markers, value),
            entered=tuple(each for each in state.entered if each != lane),
        )
    )


def _after_markers(state: GameState) -> GameState:
    """Return the state in the next step of the advance (section 3.4)."""
    players = tuple(replace(p, owes=min(p.owes, len(p.hand))) for p in state.players)
    step = Step.ROUND_END
    if state.entered:
        step = Step.MARKERS
    elif any(player.owes for player in players):
        step = Step.DISCARD
    elif state.stack:
        step = Step.WAVE
    return replace(state, players=players, step=step)


def _pile(state: GameState, place: Place, cards: Cards, sign: int) -> GameState:
    change = plus if sign > 0 else minus
    match place.pile:
        case Pile.DECK:
            return replace(state, deck=change(state.deck, cards))
        case Pile.DISCARD:
            return replace(state, discard=change(state.discard, cards))
        case Pile.BESIDE:
            count = state.bombardments + sign * len(cards)
            return replace(state, bombardments=max(0, min(count, IN_BOX[Card.BOMBARDMENT])))
        case Pile.HAND:
            player = state.player(place.seat)
            if sign > 0:
                return with_player(state, replace(player, hand=plus(player.hand, cards)))
            safe = tuple(
                c for i, c in enumerate(cards) if cards[:i].count(c) < player.hand.count(c)
            )
            at_risk = minus(cards, safe)
            left = replace(
                player, hand=minus(player.hand, safe), taken=minus(player.taken, at_risk)
            )
            return with_player(state, left)


def _field_set(state: GameState, lane: int, row: int, unit: Unit | None) -> GameState:
    before = state.at(lane, row)
    board = [posted for posted in state.board if posted is not before]
    if unit is not None:
        board.append(Posted(lane, row, unit))
    changed = replace(state, board=_sorted(board))
    return _exchanged(changed, (before.unit,) if before else (), (unit,) if unit else ())


def _tiles_set(state: GameState, seat: int, tiles: tuple[Unit, ...]) -> GameState:
    player = state.player(seat)
    changed = with_player(state, replace(player, tiles=tiles))
    before, after = Counter(player.tiles), Counter(tiles)
    gone, come = (before - after).elements(), (after - before).elements()
    return _exchanged(changed, tuple(gone), tuple(come))


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
