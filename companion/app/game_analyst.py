"""Analysis of a game of Roll from its log with the computer players' networks."""

import logging
from collections.abc import Callable
from functools import cache
from typing import Final

from companion.app.computer_players import value_network
from companion.errors import CompanionError
from companion.games.roll import GAME
from companion.games.roll.model.state import GameState
from companion.games.roll.phases.reveal import PhasesActivated
from companion.games.roll.phases.round import GameEnded, RoundStarted
from companion.games.roll.rules.lookup import Rules
from companion.history.archive import Archive
from companion.history.game_analysis import Analyst, GameAnalysis, MissedChance
from companion.history.tracked import effective_events
from companion.players.lookahead_policy import LookaheadPolicy
from companion.players.review import before_reveal, rated_mat, roll_luck, selected
from companion.players.seeded_random import SeededRandom
from companion.players.win_probability import win_chances

log = logging.getLogger(__name__)

_LEAST_LOSS: Final = 0.02
_MOST_MISSED: Final = 5


class GameAnalyst(Analyst):
    """Implements ``Analyst``.

    Args:
        archive: the stored games.
        rules: loads the tiles and rule variants at the first use.
    """

    def __init__(self, archive: Archive, rules: Callable[[], Rules]) -> None:
        self._archive = archive
        self._rules = cache(rules)

    def analyse(self, game_id: str) -> GameAnalysis | None:
        """Return the analysis of a fully tracked game; None if its network cannot be used."""
        try:
            return self._analyse(game_id)
        except CompanionError as error:
            log.warning("a game cannot be analysed", extra={"reason": error.message})
            return None

    def _analyse(self, game_id: str) -> GameAnalysis | None:
        rules, state = self._rules(), GameState()
        chances: list[tuple[float, ...]] = []
        missed: list[MissedChance] = []
        luck: dict[int, float] = {}
        for stored in effective_events(self._archive.events(game_id)):
            event = stored.event
            if isinstance(event, PhasesActivated) and state.tracking is not None:
                missed += self._round(rules, state, luck)
            state = GAME.apply(state, event)
            if isinstance(event, RoundStarted | GameEnded) and state.tracking is not None:
                network = value_network(len(state.empires))
                chances.append(win_chances(rules, network, state))
        if state.tracking is None or len(chances) < 2:
            return None
        largest = sorted(missed, key=lambda each: -each.loss)[:_MOST_MISSED]
        fortunes = tuple(luck.get(seat, 0.0) for seat in state.seats)
        return GameAnalysis(state.seats, tuple(chances), fortunes, tuple(largest))

    def _round(self, rules: Rules, state: GameState, luck: dict[int, float]) -> list[MissedChance]:
        """Add the luck of all rolls of this round to *luck*; return its missed chances."""
        policy = LookaheadPolicy(rules, value_network(len(state.empires)))
        found = []
        for part in state.round.assignments:
            seat, mat = part.seat, part.dice or ()
            known = before_reveal(state, seat, mat)
            rng = SeededRandom(f"luck/1 {state.round.number} {seat}")
            luck[seat] = luck.get(seat, 0.0) + roll_luck(rules, known, seat, rng)
            rated = rated_mat(policy, known, seat, mat)
            phase = selected(mat)
            if rated is None or phase is None:
                continue
            mine, best = rated
            loss = best.chance - mine.chance
            if loss >= _LEAST_LOSS:
                number = state.round.number
                found.append(MissedChance(number, seat, phase.value, best.phase.value, loss))
        return found
