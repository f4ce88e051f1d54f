"""Whole games of the other boxes as text: ``other_games/KEY.NAME.txt``, KEY of the registry.

The form is that of ``regenerate.py``; commands are in the words of ``notation.py``.
"""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from companion.catalog.storm_loader import load_storm_cards
from companion.games.definition import GameDefinition
from companion.games.emperor.state import GameState as EmperorState
from companion.games.emperor.state import pool_left, tokens_left
from companion.games.registry import GAMES
from companion.games.rule.cards import Card, Cards
from companion.games.rule.scoring import score
from companion.games.rule.state import GameState as RuleState
from companion.games.rule.units import Unit
from companion.games.storm import with_cards
from companion.games.storm.draft import DraftState
from companion.games.storm.solo import SoloState
from companion.games.storm.table import TableState
from companion.session.session import GameSession
from companion.storage.memory_log import MemoryEventLog
from tests.fakes import ManualClock
from tests.golden.lines import anew
from tests.golden.notation import Notation, commands_of, write_value

FOLDER = Path(__file__).parent / "other_games"


@cache
def game_of(key: str) -> GameDefinition:
    """Return the game with the cards that its rules may know."""
    if key == "gathering_storm":
        return with_cards(lambda second: load_storm_cards(second_edition=second))
    return GAMES[key]


def files() -> list[Path]:
    return sorted(FOLDER.glob("*.txt"))


def played(path: Path, text: str) -> str:
    """Return the text with everything but commands and comments written anew."""
    key = path.name.partition(".")[0]
    game = game_of(key)
    notation = Notation((*commands_of(game), *game.event_types))
    session = GameSession.begin(game, MemoryEventLog(), ManualClock())
    return anew(
        text,
        session,
        read=notation.read,
        write=notation.write,
        standing=lambda: standing(session.state),
    )


def standing(state: Any) -> str:
    """Return the table in one line; of a game without a line below, its state as it is."""
    return _STANDING.get(type(state), write_value)(state)


def _rule(state: RuleState) -> str:
    points = score(tuple((p.name, p.tiles) for p in state.players), state.options)
    people = " ".join(
        f"{'*' if state.outcome is None and p is state.on_turn else ''}{p.name}:"
        f"{_cards(p.hand)}{'+' + _cards(p.taken) if p.taken else ''}"
        f"{f',owes{p.owes}' if p.owes else ''},{each.tiles}t{each.points}p"
        for p, each in zip(state.players, points, strict=True)
    )
    board = " ".join(f"{each.lane}.{each.row}:{_unit(each.unit)}" for each in state.board)
    side = f" {'white' if state.white_up else 'red'}" if state.few_players else ""
    bad = state.deck.count(Card.BOMBARDMENT)
    outcome = f" {state.outcome.value}" if state.outcome else ""
    return (
        f"r{state.round} {state.step.value}{outcome}{side} | {people}"
        f" | deck {len(state.deck)}/{bad} discard {len(state.discard)} stack {state.stack}"
        f" | {board}"
    ).rstrip()


def _cards(cards: Cards) -> str:
    return "".join(f"{card.value}{cards.count(card)}" for card in Card if card in cards) or "-"


def _unit(unit: Unit) -> str:
    return unit.kind.value + (f"/{unit.hero.value}" if unit.hero else "")


def _emperor(state: EmperorState) -> str:
    people = " ".join(
        f"{'*' if state.turns[:1] == (p.seat,) else ''}{p.seat}:{p.vp}vp,{p.marks}$,"
        f"{p.metal}m{p.energy}e,{p.fighters}/{p.cruisers}/{p.dreadnoughts},"
        f"{tokens_left(state, p.seat)}t,{len(state.own(p.seat))}s{',' if p.technologies else ''}"
        + "+".join(sorted(each.value for each in p.technologies))
        for p in state.players
    )
    role = f" {state.role.value}" if state.role else ""
    ends = f" winners {state.winners}" if state.winners else ""
    return (
        f"r{state.round} {state.step.value}{role}{ends} throne {state.throne} pool"
        f" {pool_left(state) if state.players else 0} | {people} | tiles"
        f" {state.hidden}+{state.revealed}"
    )


def _goals(state: TableState) -> str:
    people = " ".join(f"{p.seat}:{p.vp_chips}vp,{len(p.cards)}c" for p in state.players)
    goals = " ".join(
        f"{tile.goal.value}:{','.join(str(seat) for seat in tile.holders)}"
        for tile in state.tiles
        if tile.holders
    )
    scores = " ".join(f"{each.seat}:{each.total}#{each.rank}" for each in state.scores)
    return f"r{state.round} {state.step.value} pool {state.pool} | {people} | {goals} | {scores}"


def _solo(state: SoloState) -> str:
    robot = state.robot
    if robot is None:
        return state.step.value
    tasks = " ".join(
        f"{task.phase.value}{'+' * len(task.bonus)}{'*' * len(task.robot)}" for task in state.tasks
    )
    score = state.score
    ends = f" | {score.player}:{score.robot} won {score.won}" if score else ""
    return (
        f"r{state.round} {state.step.value} | player {state.player_chips}vp,{state.player_tableau}c"
        f" | robot {robot.chips}vp,credit{robot.credit},economy{robot.economy},stack{robot.stack},"
        f"{robot.tableau}c{robot.vp}p,{robot.placed}/{robot.unplaced} ={robot.equals.value}"
        f" | {tasks}{ends}"
    )


def _draft(state: DraftState) -> str:
    people = " ".join(
        p.name + (f":{p.start_world}" if p.start_world is not None else "") for p in state.players
    )
    step = state.step.value if state.step else "over"
    return f"{step} {state.done} | {people}"


_STANDING: Final[Mapping[type, Callable[[Any], str]]] = MappingProxyType(
    {
        RuleState: _rule,
        EmperorState: _emperor,
        TableState: _goals,
        SoloState: _solo,
        DraftState: _draft,
    }
)
