"""Hints and win probabilities from the running game's log and the players' networks."""

import logging
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeVar

from companion.app.computer_players import value_network
from companion.errors import CompanionError
from companion.games.roll import GAME
from companion.games.roll.model.holdings import RolledDie
from companion.games.roll.model.state import GameState, Step, holdings
from companion.games.roll.phases.round import RoundStarted
from companion.games.roll.rules.lookup import Rules
from companion.history.archive import Archive
from companion.history.tracked import effective_events
from companion.players.hints import Hint, HintGiver, MoveHint, mat_hints, move_hints
from companion.players.lookahead_policy import LookaheadPolicy, ValueFunction
from companion.players.observation import observe
from companion.players.review import before_reveal
from companion.players.win_probability import win_chances

T = TypeVar("T")

log = logging.getLogger(__name__)


class GameHints(HintGiver):
    """Implements ``HintGiver``.

    Args:
        archive: the games, including the running one.
        rules: loads the tiles and rule variants at the first use.
    """

    def __init__(self, archive: Archive, rules: Callable[[], Rules]) -> None:
        self._archive = archive
        self._rules = cache(rules)

    def hints(self, game_id: str, seat: int, rolled: Sequence[RolledDie]) -> tuple[Hint, ...]:
        """Return the best options; none if the roll does not fit, or the network is missing."""

        def ask(state: GameState, network: ValueFunction) -> tuple[Hint, ...]:
            rules, cup = self._rules(), holdings(state, seat).cup
            fits = cup and Counter(die.type for die in rolled) == Counter(cup)
            if state.step is not Step.ASSIGN or not fits:
                return ()
            known = before_reveal(state, seat, rolled)
            return mat_hints(rules, LookaheadPolicy(rules, network), known, seat)

        return self._asked(game_id, ask)

    def move_hints(self, game_id: str, seat: int) -> tuple[MoveHint, ...]:
        """Return the best options; none if the seat has no decision, or the network is missing."""

        def ask(state: GameState, network: ValueFunction) -> tuple[MoveHint, ...]:
            if state.step not in (Step.PHASE, Step.MANAGE):
                return ()
            policy = LookaheadPolicy(self._rules(), network)
            return move_hints(self._rules(), policy, observe(state, seat))

        return self._asked(game_id, ask)

    def win_chances(self, game_id: str) -> tuple[float, ...]:
        """Return the win probabilities at the start of the round; empty if unavailable."""

        def ask(state: GameState, network: ValueFunction) -> tuple[float, ...]:
            return win_chances(self._rules(), network, state)

        return self._asked(game_id, ask, RoundStarted)

    def _asked(
        self,
        game_id: str,
        ask: Callable[[GameState, ValueFunction], tuple[T, ...]],
        after: type = object,
    ) -> tuple[T, ...]:
        """Return *ask* applied to the state after the last event of the type *after*."""
        try:
            state = found = GameState()
            for stored in effective_events(self._archive.events(game_id)):
                state = GAME.apply(state, stored.event)
                if isinstance(stored.event, after):
                    found = state
            if found.tracking is None:
                return ()
            return ask(found, value_network(len(found.empires)))
        except CompanionError as error:
            log.warning("no hints are available", extra={"reason": error.message})
        except Exception:  # corrections can lead to unusual positions
            log.exception("no hints are available")
        return ()
