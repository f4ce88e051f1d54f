"""The log in words for the other games: every kind of event, whole games, nothing hidden."""

from functools import cache

import pytest

from companion.games.emperor.holdings import Cubes, CubesLaid
from companion.games.emperor.roles.influence import InfluenceDealt
from companion.games.emperor.rounds import RoleEnded, StepBegan
from companion.games.emperor.war.battle import NameShip, PhaseBegan
from companion.games.emperor.war.forces import Ship
from companion.games.emperor.war.rolls import (
    AddDie,
    ForgetDice,
    ReadTray,
    SetDiceColours,
    TrayCounted,
)
from companion.games.emperor.war.tray import DiceColour, DiceOwner
from companion.games.registry import GAMES
from companion.games.rule.advance import RoundBegan
from companion.games.storm.robot_steps import FlipBegan, TaskEnded
from companion.games.storm.solo_round import PlayerTold
from companion.history.archive import Archive
from companion.i18n import LANGUAGES
from companion.session.table_port import TableUpdate
from companion.storage.memory_log import MemoryEventLog
from kivy_ui.common.event_text import EventContext
from kivy_ui.games.emperor.event_text import EVENT_TEXTS
from kivy_ui.pages.listing import List
from kivy_ui.registry import GAME_UIS
from kivy_ui.settings import Services
from kivy_ui.window.event_log import EventLogPages
from tests.history import other_evenings as play
from tests.some import of
from tests.ui.contexts import a_context

LEADS = "only leads to the next step, which has its own sentence"
COUNTED = "dice on the tray: the shot or the market dice that follow name them"
SILENT = {
    StepBegan: LEADS,
    PhaseBegan: LEADS,
    RoleEnded: LEADS,
    InfluenceDealt: "the tokens are named when they are placed",
    ReadTray: COUNTED,
    TrayCounted: COUNTED,
    RoundBegan: "is the number of the round above the lines",
    FlipBegan: LEADS,
    TaskEnded: LEADS,
    PlayerTold: "is said with the moves: which phase to play, with a bonus or without",
}
"""Kinds of events without a sentence, and why."""

PLAYS = {
    "rule_the_galaxy": lambda log: play.play_rule(log, "Ann", "Bo", seed=4),
    "galactic_emperor": lambda log: play.play_emperor(log, "Ann", "Bo", "Cy"),
    "gathering_storm": lambda log: play.play_goals(log, "Ann", "Bo"),
    "gathering_storm_solo": lambda log: play.play_solo(log, "Ann"),
    "gathering_storm_draft": play.begin_draft,
}


@cache
def _log_of(key: str) -> MemoryEventLog:
    log = MemoryEventLog()
    PLAYS[key](log)
    return log


def shown(log: MemoryEventLog, language: str = "en") -> EventLogPages:
    header = log.games()[0]
    stored = log.load(header.game_id)
    archive = Archive([header], {header.game_id: stored})
    ui, _ = a_context(None, language=language, services=Services(archive=archive))
    ui.update = TableUpdate(
        stored[-1].version, header.game_id, header.game, None, can_undo=True, can_redo=False
    )
    return EventLogPages(ui)


@pytest.mark.parametrize("language", [language.key for language in LANGUAGES])
@pytest.mark.parametrize("key", PLAYS)
def test_whole_games_are_told_by_round(key: str, language: str) -> None:
    """Sentences without holes, in each language; what was undone is not told."""
    evening = shown(_log_of(key), language)
    rounds = evening.rounds()
    assert rounds[0] == 1
    texts = []
    for each in rounds:
        evening.show(each)
        texts += [line.text for line in evening.lines()]
    assert texts
    assert not any("%(" in text or not text.strip() for text in texts)
    assert all(row.key is None for row in of(List, evening.page().body).rows), "only Roll says why"


@pytest.mark.parametrize("key", list(GAMES))
def test_every_event_has_a_sentence_or_a_reason_for_none(key: str) -> None:
    """A new kind of event is told, or its silence is explained above."""
    kinds = set(GAMES[key].event_types)
    texts = GAME_UIS[key].log
    told = set(texts.sentences)
    assert kinds - told == kinds & set(SILENT)
    assert told <= kinds
    assert {texts.begins, texts.ends} <= kinds


def test_the_dice_of_a_battle_are_told() -> None:
    """Who has the extra die, whose dice are which, what was entered by hand, food on sectors."""
    ui, _ = a_context(None)
    events = (
        NameShip(1, Ship.CRUISER),
        NameShip(1, None),
        SetDiceColours((DiceColour("red", DiceOwner.DEFENDER),)),
        AddDie(0, 5),
        ForgetDice(),
        CubesLaid((Cubes(3, 2), Cubes(7, 0))),
    )
    context = EventContext(ui.translate, {})
    assert tuple(EVENT_TEXTS.say(context, event) for event in events) == (
        "The extra die goes to: Cruiser.",
        "The attacker rolls no extra die.",
        "Owners of the dice: red dice: defender.",
        "A die is entered by hand: 5.",
        "The dice are entered again.",
        "Food on the sectors: 3: 2, 7: 0.",
    )


def test_points_are_told_only_when_the_game_is_over() -> None:
    """Section 1 of Galactic Emperor: VP are collected hidden."""
    log = MemoryEventLog()
    play.play_emperor(log, "Ann", "Bo", "Cy", steps=250)
    running = [line.text for line in shown(log)._all()]
    assert any("takes VP from the pool" in text for text in running)
    assert not any(" VP." in text for text in running)
    whole = shown(_log_of("galactic_emperor"))
    assert any(line.text.endswith(" VP.") for line in whole._all())
