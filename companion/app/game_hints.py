"""Hints for people's decisions, out of the running game's log and the players' networks."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeVar

from companion.app.computer_players import value_network
from companion.errors import CompanionError
from companion.games.roll import GAME
from companion.games.roll.model.holdings import RolledDie
from companion.games.roll.model.state import GameState, holdings
from companion.games.roll.model.steps import Step
from companion.games.roll.rules.lookup import Rules
from companion.history.archive import Archive
from companion.history.standing_events import standing
from companion.players.hints import Hint, MoveHint, mat_hints, move_hints
from companion.players.lookahead_policy import LookaheadPolicy
from companion.players.observation import observe
from companion.players.review import before_reveal

T = TypeVar("T")

log = logging.getLogger(__name__)


class GameHints:
    """Implements ``HintGiver``.

    Args:
        archive: where the games are, the running one among them.
        rules: makes the tiles and the table's options when they are first needed.
    """

    def __init__(self, archive: Archive, rules: Callable[[], Rules]) -> None:
        self._archive = archive
        self._rules = cache(rules)

    def hints(self, game_id: str, seat: int, rolled: Sequence[RolledDie]) -> tuple[Hint, ...]:
        """Return the best options; none where the roll does not fit, or the network is missing."""

        def ask(state: GameState, policy: LookaheadPolicy) -> tuple[Hint, ...]:
            cup = holdings(state, seat).cup
            fits = cup and Counter(die.type for die in rolled) == Counter(cup)
            if state.step is not Step.ASSIGN or not fits:
                return ()
            return mat_hints(self._rules(), policy, before_reveal(state, seat, rolled), seat)

        return self._asked(game_id, ask)

    def move_hints(self, game_id: str, seat: int) -> tuple[MoveHint, ...]:
        """Return the best options; none where it decides nothing, or the network is missing."""

        def ask(state: GameState, policy: LookaheadPolicy) -> tuple[MoveHint, ...]:
            if state.step not in (Step.PHASE, Step.MANAGE):
                return ()
            return move_hints(self._rules(), policy, observe(state, seat))

        return self._asked(game_id, ask)

    def _asked(
        self, game_id: str, ask: Callable[[GameState, LookaheadPolicy], tuple[T, ...]]
    ) -> tuple[T, ...]:
        try:
            state = GameState()
            for stored in standing(self._archive.events(game_id)):
                state = GAME.apply(state, stored.event)
            if state.tracking is None:
                return ()
            network = value_network(len(state.empires))
            return ask(state, LookaheadPolicy(self._rules(), network))
        except CompanionError as error:
            log.warning("no hints can be given", extra={"reason": error.message})
        except Exception:  # a position that was corrected into something unusual
            log.exception("no hints can be given")
        return ()
