"""Command handler and event application of goal tracking (section 2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from companion.games.names import same_name
from companion.games.refusals import NOT_NOW
from companion.games.storm import errors, table
from companion.games.storm.cards import Card, Counts, Deck, count, tableau_points
from companion.games.storm.goals import (
    CHIP_VP,
    FIRST,
    FIRST_IN_PLAY,
    FIRST_VP,
    MOST,
    MOST_IN_PLAY,
    MOST_VP,
    Goal,
    Moment,
    is_tested,
    keeps,
    meeting,
    tested,
    tied_at_the_end,
)
from companion.games.storm.table import (
    GoalTile,
    Player,
    Step,
    TableCommand,
    TableEvent,
    TableScore,
    TableState,
)

FEWEST_PLAYERS, MOST_PLAYERS = 2, 5
MOST_CHIPS = 99
LEAST_MILITARY = -9
LEAST_CARD_VP, MOST_CARD_VP = -20, 300
LIMITS = Counts(
    production_worlds=30,
    novelty_rare_worlds=30,
    developments=30,
    alien_cards=13,
    kinds=4,
    rows=6,
    general_military=31,
    six_costs=15,
)
"""Upper limits above those of any possible tableau."""


def decide_table(deck: Deck, state: TableState, command: TableCommand) -> tuple[TableEvent, ...]:
    """Return the events of a command, resulting moves of goal tiles included.

    Args:
        deck: all cards; empty if tableaus are only entered as numbers.
        state: the game.
        command: the command to decide.

    Raises:
        RefusedError: it is refused.
    """
    events = list(_asked(deck, state, command))
    for event in events:
        state = apply_table(state, event)
    if state.step is Step.PLAY and not isinstance(command, table.CorrectGoal):
        events += _lost(state)
    return tuple(events)


def _asked(  # noqa: C901  # one case a command
    deck: Deck, state: TableState, command: TableCommand
) -> tuple[TableEvent, ...]:
    if isinstance(command, table.StartTable):
        return _start(deck, state, command)
    if state.step is not Step.PLAY:
        raise NOT_NOW()
    match command:
        case table.PlaceCard() | table.DropCard():
            return (_changed(deck, state, command),)
        case table.SetCounts(seat=seat, counts=counts):
            player = _player(state, seat)
            if player.by_cards:
                raise NOT_NOW()
            _check_counts(state, counts)
            return (table.TableauChanged(seat, (), counts),)
        case table.SetChips(seat=seat, vp_chips=chips):
            player = _player(state, seat)
            if not 0 <= chips <= MOST_CHIPS:
                raise errors.CHIPS(name=player.name)
            return (table.ChipsSet(seat, chips),)
        case table.EndPhase():
            return _end_phase(state, command)
        case table.EndTable():
            return (_end(deck, state, command),)
        case table.CorrectGoal():
            return (_correct(state, command),)


def _start(deck: Deck, state: TableState, command: table.StartTable) -> tuple[TableEvent, ...]:
    if state.step is not Step.SET_UP:
        raise NOT_NOW()
    players = command.players
    names = {same_name(player.name) for player in players}
    seats = {player.seat for player in players}
    fits = FEWEST_PLAYERS <= len(players) <= MOST_PLAYERS
    if not fits or {len(names), len(seats)} != {len(players)} or "" in names:
        raise errors.PLAYERS()
    goals = set(command.goals)
    most, first = len(goals & set(MOST)), len(goals & set(FIRST))
    if len(goals) != len(command.goals) or (most, first) != (MOST_IN_PLAY, FIRST_IN_PLAY):
        raise errors.GOALS_IN_PLAY()
    started = table.TableStarted(
        players, command.goals, command.second_edition, command.infrastructure_after_settle
    )
    dealt: list[table.TableauChanged] = []
    for player in players:
        if player.start_world is not None:
            card = _card(deck, player.start_world)
            if card.start_world is None or card.key in [event.cards[0] for event in dealt]:
                raise errors.CARD_GONE(card=card.name)
            dealt.append(table.TableauChanged(player.seat, (card.key,), count((card,))))
    return started, *dealt


def _changed(
    deck: Deck, state: TableState, command: table.PlaceCard | table.DropCard
) -> table.TableauChanged:
    player = _player(state, command.seat)
    if not player.by_cards:
        raise NOT_NOW()
    card = _card(deck, command.card)
    keys = list(player.cards)
    if isinstance(command, table.PlaceCard):
        in_play = Counter(key for each in state.players for key in each.cards)
        if in_play[card.key] >= card.copies:
            raise errors.CARD_GONE(card=card.name)
        keys.append(card.key)
    elif card.key in keys:
        keys.remove(card.key)
    else:
        raise errors.CARD_NOT_THERE(name=player.name, card=card.name)
    return table.TableauChanged(command.seat, tuple(keys), count(_card(deck, key) for key in keys))


def _check_counts(state: TableState, counts: Counts) -> None:
    """Check the ranges; numbers that no goal in play uses may be left at 0."""
    for name in Counts.__slots__:
        low = LEAST_MILITARY if name == "general_military" else 0
        if not low <= getattr(counts, name) <= getattr(LIMITS, name):
            raise errors.COUNTS()
    developments_count = Goal.GREATEST_INFRASTRUCTURE in {tile.goal for tile in state.tiles}
    if developments_count and counts.six_costs > counts.developments:
        raise errors.COUNTS()


def _lost(state: TableState) -> tuple[TableEvent, ...]:
    """Tiles of holders who dropped below the threshold (section 2.4, step 1)."""
    return tuple(
        table.GoalMoved(tile.goal, (), "2.4.1")
        for tile in state.tiles
        if tile.holder is not None and keeps(tile.goal, tile.holder, state.standings) is None
    )


def _end_phase(state: TableState, command: table.EndPhase) -> tuple[TableEvent, ...]:
    events: list[TableEvent] = []
    if command.discarded and command.moment is not Moment.ROUND_END:
        raise NOT_NOW()
    for seat in command.discarded:
        _player(state, seat)
    if command.discarded:
        events.append(table.Discarded(command.discarded))
        state = apply_table(state, events[0])
    for tile in state.tiles:
        after_settle = state.infrastructure_after_settle
        if not is_tested(tile.goal, command.moment, infrastructure_after_settle=after_settle):
            continue
        if tile.goal in MOST:
            before = keeps(tile.goal, tile.holder, state.standings)
            after = tested(tile.goal, before, state.standings)
            if after != tile.holder:
                holders = () if after is None else (after,)
                events.append(table.GoalMoved(tile.goal, holders, "2.4.2"))
        elif not tile.holders and (who := meeting(tile.goal, state.standings)):
            events.append(table.GoalMoved(tile.goal, who, "2.3"))
    return (*events, table.PhaseEnded(command.moment))


def _end(deck: Deck, state: TableState, command: table.EndTable) -> table.TableEnded:
    scores = table_scores(deck, state, {each.seat: each.vp for each in command.card_vp})
    if any(not LEAST_CARD_VP <= each.card_vp <= MOST_CARD_VP for each in scores):
        raise errors.COUNTS()
    return table.TableEnded(scores)


def table_scores(
    deck: Deck, state: TableState, entered: Mapping[int, int]
) -> tuple[TableScore, ...]:
    """Return everybody's points with every line, and the ranks (sections 2.5, 2.6).

    Args:
        deck: all cards.
        state: the table at its end.
        entered: seat -> points of the cards of players whose cards were not entered.

    Raises:
        RefusedError: a tableau has a card that is not in the deck.
    """
    rows = []
    for player in state.players:
        points = tableau_points(tuple(_card(deck, key) for key in player.cards), player.vp_chips)
        card_vp = (
            sum(each.vp for each in points) if player.by_cards else entered.get(player.seat, 0)
        )
        goals = goal_points(state, player.seat)
        total = player.vp_chips + card_vp + sum(vp for _, vp in goals)
        rows.append((player, card_vp, points, goals, total))
    totals = [row[-1] for row in rows]
    return tuple(
        TableScore(
            player.seat,
            player.vp_chips,
            card_vp,
            points,
            goals,
            total,
            1 + sum(other > total for other in totals),
        )
        for player, card_vp, points, goals, total in rows
    )


def goal_points(state: TableState, seat: int) -> tuple[tuple[Goal, int], ...]:
    """Return the points of each goal for a player at the end (sections 2.3 to 2.6)."""
    lines: list[tuple[Goal, int]] = []
    for tile in state.tiles:
        if tile.goal in FIRST and seat in tile.holders:
            lines.append((tile.goal, FIRST_VP))
        elif tile.holder == seat:
            lines.append((tile.goal, MOST_VP))
        elif tile.goal in MOST and seat in tied_at_the_end(tile.goal, tile.holder, state.standings):
            lines.append((tile.goal, CHIP_VP))
    return tuple(lines)


def _correct(state: TableState, command: table.CorrectGoal) -> table.GoalMoved:
    seats = {player.seat for player in state.players}
    holders = command.holders
    if command.goal not in {tile.goal for tile in state.tiles} or not set(holders) <= seats:
        raise errors.HOLDER()
    if len(set(holders)) != len(holders) or (command.goal in MOST and len(holders) > 1):
        raise errors.HOLDER()
    return table.GoalMoved(command.goal, holders, command.reason)


def _player(state: TableState, seat: int) -> Player:
    try:
        return state.player(seat)
    except KeyError:
        raise NOT_NOW() from None


def _card(deck: Deck, key: str) -> Card:
    card = deck.get(key)
    if card is None:
        raise errors.NO_SUCH_CARD(card=key)
    return card


def apply_table(state: TableState, event: TableEvent) -> TableState:
    """Return the state after the event; never refuses."""
    match event:
        case table.TableStarted():
            players = tuple(
                Player(new.seat, new.name, new.start_world is not None) for new in event.players
            )
            tiles = tuple(GoalTile(goal) for goal in event.goals)
            return TableState(
                Step.PLAY,
                players,
                tiles,
                second_edition=event.second_edition,
                infrastructure_after_settle=event.infrastructure_after_settle,
            )
        case table.TableauChanged(seat=seat, cards=cards, counts=counts):
            return _with(state, replace(state.player(seat), cards=cards, counts=counts))
        case table.ChipsSet(seat=seat, vp_chips=chips):
            return _with(state, replace(state.player(seat), vp_chips=chips))
        case table.Discarded(seats=seats):
            for seat in seats:
                state = _with(state, replace(state.player(seat), discarded=1))
            return state
        case table.PhaseEnded(moment=Moment.ROUND_END):
            players = tuple(replace(player, discarded=0) for player in state.players)
            return replace(state, players=players, round=state.round + 1)
        case table.PhaseEnded():
            return state
        case table.GoalMoved(goal=goal, holders=holders):
            tiles = tuple(
                replace(tile, holders=holders) if tile.goal is goal else tile
                for tile in state.tiles
            )
            return replace(state, tiles=tiles)
        case table.TableEnded(scores=scores):
            return replace(state, scores=scores, step=Step.OVER)


def _with(state: TableState, player: Player) -> TableState:
    players = tuple(player if p.seat == player.seat else p for p in state.players)
    return replace(state, players=players)
