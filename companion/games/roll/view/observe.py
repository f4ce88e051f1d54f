"""Converts a state to its visible part (R-12.1)."""

from collections.abc import Mapping
from typing import Final

from companion.games.refusals import RefusedError
from companion.games.roll.ask.seat import seldom, tasks
from companion.games.roll.decide.combined import accepted, asked_tile
from companion.games.roll.model.dice import KINDS, PHASES, DieType, Phase, PlacedDie
from companion.games.roll.model.holdings import UNKNOWN, Dice, Holdings
from companion.games.roll.model.state import (
    GameState,
    Step,
    end_reasons,
    holdings,
    timing_order,
    tracking,
)
from companion.games.roll.phases.build import TileCompleted, asks_whether_complete
from companion.games.roll.phases.manage import is_managed, may_recruit
from companion.games.roll.phases.round import must_act
from companion.games.roll.rules.lookup import Rules, stack_of
from companion.games.roll.rules.managing import must_recall
from companion.games.roll.rules.mats import selection, workers
from companion.games.roll.rules.needs import needs
from companion.games.roll.rules.reassign import Judgement, judge
from companion.games.roll.view.table_view import (
    PhaseStatus,
    PhaseView,
    Proposal,
    SeatTracking,
    SeatView,
    StackView,
    TableTracking,
    TableView,
)

_HIDDEN: Final = (Step.SETUP, Step.ASSIGN)
_ROLLING: Final = (Step.ASSIGN, Step.REVEAL)
_ON_MATS: Final = (*_ROLLING, Step.PHASE)


def view(rules: Rules, state: GameState, seat: int | None) -> TableView:  # noqa: ARG001 - nothing is private yet
    """Return what *seat* may see of the table, or everybody if it is None.

    With the tiles in *rules* the view of a fully tracked game includes all pieces and the legal
    actions.

    A mat recorded before Reveal appears in no view, the owner's included: the touchscreen is
    visible to all.
    """
    final = _ranks(state) if state.step is Step.OVER else {}
    tracked = bool(rules.catalog.tiles) and state.tracking is not None
    return TableView(
        step=state.step,
        round=state.round.number,
        seats=tuple(
            _seat_view(rules, state, each, final.get(each), tracked=tracked)
            for each in timing_order(state)
        ),
        vp_pool=state.vp_pool,
        vp_beyond_pool=state.vp_beyond_pool,
        phases=tuple(_phase_view(state, phase) for phase in PHASES),
        current_phase=state.round.current,
        spare_die=state.round.spare_die,
        needs=needs(state),
        end_reasons=state.ended_by or end_reasons(state),
        computers=state.computers,
        seldom=None if state.step is Step.SETUP else seldom(rules, state),
        tracking=TableTracking(_seen(rules, state), expected_dice(state)) if tracked else None,
    )


def _ranks(state: GameState) -> dict[int, int]:
    """Return seat -> rank; ties share a rank.

    At a table that keeps its counters by hand the costs of the tiles, 6+ bonuses and the dice of
    the tie-break are unknown: the rank is by VP chips, then credits. That is not a final score and
    the screen must not call it one.
    """
    if state.tracking is not None and state.tracking.scores:
        return {score.seat: score.rank for score in state.tracking.scores}
    keys = {empire.seat: (empire.vp_chips, empire.credits) for empire in state.empires}
    return {seat: 1 + sum(other > mine for other in keys.values()) for seat, mine in keys.items()}


def _seat_view(
    rules: Rules, state: GameState, seat: int, final_rank: int | None, *, tracked: bool
) -> SeatView:
    empire, part = state.empire(seat), state.assignment(seat)
    dice = None if state.step in _HIDDEN else part.dice
    player = empire.player
    return SeatView(
        seat=seat,
        name=player.name,
        colour=player.colour,
        faction=player.faction,
        home_world=player.home_world,
        ready=part.ready,
        credits=empire.credits,
        vp_chips=empire.vp_chips,
        tiles=empire.tiles,
        recorded=dice is not None,
        dice=dice or (),
        selected=selection(dice or ()),
        workers=workers(dice or (), state.round.active),
        to_cup=part.returned,
        final_rank=final_rank,
        computer=state.computers.at(seat),
        tracking=_tracked(rules, state, seat, dice or ()) if tracked else None,
    )


def _phase_view(state: GameState, phase: Phase) -> PhaseView:
    chosen_by = () if state.step in _HIDDEN else _selected_by(state, phase)
    return PhaseView(phase, _phase_status(state, phase), chosen_by)


def _selected_by(state: GameState, phase: Phase) -> tuple[int, ...]:
    return tuple(
        seat
        for seat in timing_order(state)
        if selection(state.assignment(seat).dice or ()) is phase
    )


def _phase_status(state: GameState, phase: Phase) -> PhaseStatus:
    active, current = state.round.active, state.round.current
    if not active:
        return PhaseStatus.UNKNOWN
    if phase not in active:
        return PhaseStatus.INACTIVE
    if phase is current:
        return PhaseStatus.CURRENT
    if current is not None and phase.number > current.number:
        return PhaseStatus.WAITING
    return PhaseStatus.DONE


# --- fully tracked games -------------------------------------------------------------------------


def _tracked(rules: Rules, state: GameState, seat: int, mat: tuple[PlacedDie, ...]) -> SeatTracking:
    held, empire = holdings(state, seat), state.empire(seat)
    cup = _in_order((*held.cup, *(die.type for die in held.rolled)))
    recalls = state.step is Step.MANAGE and not may_recruit(empire)
    return SeatTracking(
        cup=cup,
        citizenry=_in_order(held.citizenry),
        columns=held.columns,
        goods=held.goods,
        developments=_stack(rules, held, Phase.DEVELOP),
        worlds=_stack(rules, held, Phase.SETTLE),
        tableau=held.tableau,
        borrowed=held.turn.borrowed,
        hand=len(held.turn.hand),
        must_act=_waited_for(rules, state, seat),
        proposal=_proposal(rules, state, seat),
        question=tasks(rules, state, seat),
        not_on_mat=_not_on(mat, cup) if state.step in _ROLLING else (),
        must_recall=recalls and must_recall(held.cup, held.recallable, state.options),
        judgement=_judgement(rules, state, seat, mat),
        score=next((each for each in tracking(state).scores if each.seat == seat), None),
        asked=asked_tile(state, seat),
    )


def _not_on(mat: tuple[PlacedDie, ...], cup: Dice) -> Dice:
    """Dice still to be entered by hand; mats stay secret before Reveal (R-12.1)."""
    left = list(cup)
    for placed in mat:
        if placed.type in left:
            left.remove(placed.type)
    return tuple(left)


def _stack(rules: Rules, held: Holdings, phase: Phase) -> StackView:
    tiles, workers, kind = stack_of(held, phase)
    if not tiles or tiles[0] == UNKNOWN:
        return StackView(len(tiles), UNKNOWN, workers)
    side = rules.side_of(tiles[0], kind)
    needed = rules.needed(side, held.tableau)
    return StackView(len(tiles), tiles[0], workers, needed)


def _waited_for(rules: Rules, state: GameState, seat: int) -> bool:
    if state.step is Step.PHASE:
        return must_act(rules, state, seat) or asks_whether_complete(state, seat)
    return state.step is Step.MANAGE and not is_managed(state, seat)


def _proposal(rules: Rules, state: GameState, seat: int) -> Proposal:
    """Return the effect of accepting all proposals; empty if the rules would refuse one."""
    if state.step not in (Step.PHASE, Step.MANAGE):
        return Proposal()
    try:
        done = accepted(rules, state, (seat,))
    except RefusedError:  # after a manual correction a proposal may be refused
        return Proposal()
    before, after = state.empire(seat), done.state.empire(seat)
    return Proposal(
        commands=tuple(done.commands),
        credits=after.credits - before.credits,
        vp=after.vp_chips - before.vp_chips,
        built=tuple(event.side for event in done.events if isinstance(event, TileCompleted)),
    )


def _judgement(
    rules: Rules, state: GameState, seat: int, mat: tuple[PlacedDie, ...]
) -> Judgement | None:
    if state.step is not Step.REVEAL or not mat:
        return None
    return judge(mat, rules.powers(state, seat))


def _seen(rules: Rules, state: GameState) -> frozenset[int]:
    """Tiles that everybody can see: built ones, and named top tiles of the stacks (R-12.1)."""
    owners = rules.catalog.tile_by_side
    found = set()
    for seat in state.seats:
        held = holdings(state, seat)
        found |= {owners[key].id for key in held.tableau if key in owners}
        found |= {stack[0] for stack in (held.developments, held.worlds) if stack}
    return frozenset(found - {UNKNOWN})


def _in_order(dice: Dice) -> Dice:
    return tuple(sorted(dice, key=KINDS.index))


def expected_dice(state: GameState) -> Mapping[str, Mapping[str, int]]:
    """Return mat -> kind -> number of dice, in the form of ``companion scan --expect``.

    Until Reveal is confirmed the rolled dice are on their owner's mat (the whole cup if no roll was
    entered), after that the unused workers. In other steps, and before set-up, nothing is expected.

    Raises:
        RefusedError: the table keeps its counters by hand.
    """
    if state.step not in _ON_MATS:
        return {}
    return {f"strip-{seat}": _by_kind(_on_mat(state, seat)) for seat in state.seats}


def _on_mat(state: GameState, seat: int) -> Dice:
    held = holdings(state, seat)
    if state.step in _ROLLING and not held.rolled:
        return held.cup
    return held.strip


def _by_kind(dice: Dice) -> dict[str, int]:
    counts = {die.value: dice.count(die) for die in DieType}
    return {kind: count for kind, count in counts.items() if count}
