"""Whole games of the other boxes for the tests of the history, played through the real session."""

import random
from typing import Any

from companion.games.emperor.set_up import NewPlayer as EmperorNewPlayer
from companion.games.emperor.set_up import StartGame as EmperorStartGame
from companion.games.registry import GAMES
from companion.games.rule import set_up as rule
from companion.games.rule.cards import HAND_CARDS
from companion.games.storm import goals
from companion.games.storm.cards import Counts
from companion.games.storm.draft import Drafter, StartDraft
from companion.games.storm.goal_tiles import EndPhase
from companion.games.storm.robot import Difficulty, RobotFace, Space
from companion.games.storm.solo_round import ChooseActions, EndSolo, PlayerDone, RollDice, StartSolo
from companion.games.storm.tableaus import (
    EndTable,
    EnteredVp,
    NewPlayer,
    SetChips,
    SetCounts,
    StartTable,
)
from companion.session.ports import EventLog, GameHeader
from companion.session.session import GameSession
from tests.fakes import ManualClock
from tests.games.emperor.known_copy import COPY
from tests.games.emperor.test_emperor_invariants import onward
from tests.games.rule.test_rule_invariants import Box, sensible

IN_PLAY = (*goals.MOST[:2], *goals.FIRST[:4])


def _open(log: EventLog, key: str) -> tuple[GameSession, ManualClock]:
    clock = ManualClock()
    return GameSession.begin(GAMES[key], log, clock), clock


def _of(log: EventLog, key: str) -> GameHeader:
    return next(header for header in log.games() if header.game == key)


def play_rule(log: EventLog, *names: str, seed: int = 1, steps: int = 4000) -> GameHeader:
    """Rule the Galaxy by chance, to its end unless *steps* are fewer."""
    session, clock = _open(log, "rule_the_galaxy")
    chance = random.Random(seed)
    box = Box(len(names), chance)
    dealt = tuple(
        rule.NewPlayer(i + 1, name, chance.choice(HAND_CARDS)) for i, name in enumerate(names)
    )
    session.execute(rule.StartGame(dealt, box.take(4)))
    for _ in range(steps):
        if session.game.is_over(session.state):
            break
        clock.advance(1.0)
        session.execute(sensible(session.state, box, chance))
    return _of(log, "rule_the_galaxy")


def play_emperor(log: EventLog, *names: str, seed: int = 3, steps: int = 3000) -> GameHeader:
    """Galactic Emperor by chance, to its end unless *steps* are fewer."""
    session, clock = _open(log, "galactic_emperor")
    chance = random.Random(seed)
    seats = tuple(EmperorNewPlayer(i + 1, name, food=1, metal=1) for i, name in enumerate(names))
    session.execute(EmperorStartGame(seats, 1, COPY))
    for _ in range(steps):
        if session.game.is_over(session.state):
            break
        clock.advance(1.0)
        session.execute(onward(session.state, chance))
    return _of(log, "galactic_emperor")


def play_goals(log: EventLog, *names: str) -> GameHeader:
    """A round with a large goal for the first player, then the end."""
    session, clock = _open(log, "gathering_storm")
    players = tuple(NewPlayer(i + 1, name) for i, name in enumerate(names))
    session.execute(StartTable(players, IN_PLAY))
    session.execute(SetCounts(1, Counts(general_military=6)))
    session.execute(SetChips(1, 9))
    session.undo()
    session.execute(SetChips(1, 4))
    session.execute(EndPhase(goals.Moment.SETTLE))
    clock.advance(3600.0)
    entered = tuple(EnteredVp(player.seat, 20) for player in players)
    session.execute(EndTable(entered))
    return _of(log, "gathering_storm")


def play_solo(log: EventLog, name: str) -> GameHeader:
    """The robot has nothing to turn over; the chips of the first round end the game."""
    session, _ = _open(log, "gathering_storm_solo")
    commands: tuple[Any, ...] = (
        StartSolo(Difficulty.EASY, 2, 6, player=name),
        ChooseActions((Space.TRADE, Space.PRODUCE)),
        RollDice((RobotFace.PRODUCE, RobotFace.TRADE)),
        PlayerDone(chips=24),
        EndSolo(10, 3),
    )
    for command in commands:
        session.execute(command)
    return _of(log, "gathering_storm_solo")


def begin_draft(log: EventLog) -> GameHeader:
    """A draft has no result."""
    session, _ = _open(log, "gathering_storm_draft")
    session.execute(StartDraft((Drafter(1, "Ann"), Drafter(2, "Bo"))))
    return _of(log, "gathering_storm_draft")
