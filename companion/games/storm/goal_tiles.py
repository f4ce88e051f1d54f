"""Goal tiles move: tests at the end of a phase, losses, corrections (sections 2.3 and 2.4)."""

from dataclasses import replace
from typing import Final

from companion.games.messages import Command, apply
from companion.games.refusals import NOT_NOW
from companion.games.storm import errors
from companion.games.storm.cards import Decks
from companion.games.storm.goals import MOST, TESTED, Goal, Moment, keeps, meeting, tested
from companion.games.storm.table import Event, Step, TableState, check_step


class MoveGoal(Command, Event):
    """The new holders of a goal; *reason* is a section of the digest, empty for a correction."""

    goal: Goal
    holders: tuple[int, ...]
    reason: str = ""

    def decide(self, _decks: Decks, state: TableState) -> None:
        check_step(state, Step.PLAY)
        seats = {player.seat for player in state.players}
        holders = self.holders
        if self.goal not in {tile.goal for tile in state.tiles} or not set(holders) <= seats:
            raise errors.HOLDER()
        if len(set(holders)) != len(holders) or (self.goal in MOST and len(holders) > 1):
            raise errors.HOLDER()

    def apply(self, state: TableState) -> TableState:
        tiles = (
            replace(tile, holders=self.holders) if tile.goal is self.goal else tile
            for tile in state.tiles
        )
        return replace(state, tiles=tuple(tiles))


def lost(state: TableState) -> tuple[MoveGoal, ...]:
    """Return the tiles of holders who dropped below the threshold (section 2.4, step 1)."""
    return tuple(
        MoveGoal(tile.goal, (), "2.4.1")
        for tile in state.tiles
        if tile.holder is not None and keeps(tile.goal, tile.holder, state.standings) is None
    )


class EndPhase(Command, Event):
    """A phase is over: goals are tested; at a round's end with those who discarded to the limit."""

    moment: Moment
    discarded: tuple[int, ...] = ()

    def decide(self, _decks: Decks, state: TableState) -> tuple[object, ...]:
        check_step(state, Step.PLAY)
        if self.discarded and self.moment is not Moment.ROUND_END:
            raise NOT_NOW()
        standings = state.standings
        for seat in self.discarded:
            standings[seat] = replace(state.player(seat).standing, discarded=1)
        moved = []
        due = tested_at(state, self.moment)
        for tile in (each for each in state.tiles if each.goal in due):
            if tile.goal in MOST:
                before = keeps(tile.goal, tile.holder, standings)
                after = tested(tile.goal, before, standings)
                if after != tile.holder:
                    moved.append(MoveGoal(tile.goal, () if after is None else (after,), "2.4.2"))
            elif not tile.holders and (who := meeting(tile.goal, standings)):
                moved.append(MoveGoal(tile.goal, who, "2.3"))
        for event in moved:
            state = apply(state, event)
        return (*moved, self, *lost(state))

    def apply(self, state: TableState) -> TableState:
        ends = self.moment is Moment.ROUND_END
        return replace(state, round=state.round + ends, ended=self.moment)


TESTS: Final = (Moment.DEVELOP, Moment.SETTLE, Moment.CONSUME, Moment.ROUND_END)
"""The moments at which a goal can be tested, in their order."""


def tested_at(state: TableState, moment: Moment) -> tuple[Goal, ...]:
    """Return the goals in play that are tested at a moment (section 2.2).

    Greatest Infrastructure is also tested after Settle where the table agreed on it.
    """
    also = state.infrastructure_after_settle and moment is Moment.SETTLE
    goals = (tile.goal for tile in state.tiles)
    return tuple(
        goal
        for goal in goals
        if moment in TESTED[goal] or (also and goal is Goal.GREATEST_INFRASTRUCTURE)
    )


def next_moment(state: TableState) -> Moment:
    """Return the next moment at which a goal in play is tested, or the round ends."""
    start = TESTS.index(state.ended) + 1 if state.ended in TESTS else 0
    order = (*TESTS[start:], *TESTS[:start])
    ends = Moment.ROUND_END
    return next(each for each in order if each is ends or tested_at(state, each))
