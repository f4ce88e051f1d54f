"""What holds after every event of goal tracking and the solitaire game; violations are messages."""

from collections.abc import Iterator

from companion.games.storm.cards import DECK
from companion.games.storm.goals import FIRST, FIRST_IN_PLAY, MOST, MOST_IN_PLAY
from companion.games.storm.robot import COUNTERS, CREDIT_LIMIT, ECONOMY_LIMIT
from companion.games.storm.solo import Robot, SoloState, SoloStep
from companion.games.storm.table import TableState
from companion.games.storm.tableaus import MOST_CHIPS, within_limits


def table_invariants(state: TableState) -> tuple[str, ...]:
    """Return the violations of a state of goal tracking; empty if there are none."""
    return tuple(_table(state)) if state.players else ()


def _table(state: TableState) -> Iterator[str]:
    goals = {tile.goal for tile in state.tiles}
    in_play = len(goals & set(MOST)), len(goals & set(FIRST))
    if in_play != (MOST_IN_PLAY, FIRST_IN_PLAY):
        yield f"{in_play} large and small goals"
    seats = {player.seat for player in state.players}
    for tile in state.tiles:
        if not set(tile.holders) <= seats or len(set(tile.holders)) < len(tile.holders):
            yield f"{tile.goal.value} is held by {tile.holders}"
        if tile.goal in MOST and len(tile.holders) > 1:
            yield f"{tile.goal.value} has several holders"
    for player in state.players:
        if not 0 <= player.vp_chips <= MOST_CHIPS:
            yield f"{player.name} has {player.vp_chips} chips"
        if not within_limits(player.counts):
            yield f"{player.name} has {player.counts}"


def solo_invariants(state: SoloState) -> tuple[str, ...]:
    """Return the violations of a state of the solitaire game; empty if there are none."""
    return () if state.robot is None else tuple(_solo(state, state.robot))


def _solo(state: SoloState, robot: Robot) -> Iterator[str]:
    if robot.placed + robot.unplaced != COUNTERS[state.difficulty]:
        yield f"{robot.placed} and {robot.unplaced} of {COUNTERS[state.difficulty]} counters"
    amounts = {
        "stack": robot.stack,
        "tableau": robot.tableau,
        "6-cost cards": robot.six_costs,
        "placed counters": robot.placed,
        "counters": robot.unplaced,
        "chips": robot.chips,
        "chips of the player": state.player_chips,
        "cards of the player": state.player_tableau,
    }
    yield from (f"{amount} {name}" for name, amount in amounts.items() if not 0 <= amount <= DECK)
    if not 0 <= robot.credit <= CREDIT_LIMIT or not 0 <= robot.economy <= ECONOMY_LIMIT:
        yield f"credit {robot.credit}, economy {robot.economy}"
    if state.step is SoloStep.FLIP and state.flip is None:
        yield "nothing to turn over"
