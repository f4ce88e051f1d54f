"""Hints for a person's roll, out of the running game's log and the computer players' networks."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache

from companion.app.computer_players import value_network
from companion.errors import CompanionError
from companion.games.roll import GAME
from companion.games.roll.model.holdings import RolledDie
from companion.games.roll.model.state import GameState, holdings
from companion.games.roll.model.steps import Step
from companion.games.roll.rules.lookup import Rules
from companion.history.archive import Archive
from companion.history.standing_events import standing
from companion.players.hints import Hint, mat_hints
from companion.players.lookahead_policy import LookaheadPolicy
from companion.players.review import before_reveal

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
        try:
            return self._hints(game_id, seat, rolled)
        except CompanionError as error:
            log.warning("no hints can be given", extra={"reason": error.message})
        except Exception:  # a position that was corrected into something unusual
            log.exception("no hints can be given")
        return ()

    def _hints(self, game_id: str, seat: int, rolled: Sequence[RolledDie]) -> tuple[Hint, ...]:
        state = GameState()
        for stored in standing(self._archive.events(game_id)):
            state = GAME.apply(state, stored.event)
        if state.tracking is None or state.step is not Step.ASSIGN:
            return ()
        cup = holdings(state, seat).cup
        if not cup or Counter(die.type for die in rolled) != Counter(cup):
            return ()
        rules = self._rules()
        policy = LookaheadPolicy(rules, value_network(len(state.empires)))
        return mat_hints(rules, policy, before_reveal(state, seat, rolled), seat)
