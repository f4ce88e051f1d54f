"""The log in words for the other games: every kind of event, whole games, nothing hidden."""

from __future__ import annotations

import pytest

from companion.games.emperor import events as emperor
from companion.games.registry import GAMES
from companion.history.archive import MemoryArchive
from companion.i18n import LANGUAGES
from companion.session.table_port import TableUpdate
from companion.storage.memory_log import MemoryEventLog
from kivy_ui.common.event_text import EventTexts
from kivy_ui.registry import GAME_UIS
from kivy_ui.settings import Services
from kivy_ui.window.event_log import EventLogPresenter
from tests.history import other_evenings as play
from tests.ui.contexts import a_context

LEADING_ON = {
    "galactic_emperor": {
        *(emperor.StepBegan, emperor.CubesLaid, emperor.ShipNamed, emperor.PhaseBegan),
        *(emperor.InfluenceDealt, emperor.RoleEnded, emperor.TrayRead, emperor.TrayCounted),
        *(emperor.DieAdded, emperor.DiceForgotten, emperor.DiceColoursSet),
    }
}
"""Kinds that say nothing a person would look up."""

PLAYS = {
    "rule_the_galaxy": lambda log: play.play_rule(log, "Ann", "Bo", seed=4),
    "galactic_emperor": lambda log: play.play_emperor(log, "Ann", "Bo", "Cy"),
    "gathering_storm": lambda log: play.play_goals(log, "Ann", "Bo"),
    "gathering_storm_solo": lambda log: play.play_solo(log, "Ann"),
    "gathering_storm_draft": play.begin_draft,
}


def shown(log: MemoryEventLog, language: str = "en") -> EventLogPresenter:
    header = log.games()[0]
    stored = log.load(header.game_id)
    archive = MemoryArchive([header], {header.game_id: stored})
    ui, _ = a_context(None, language=language, services=Services(archive=archive))
    ui.update = TableUpdate(
        stored[-1].version, header.game_id, header.game, None, can_undo=True, can_redo=False
    )
    return EventLogPresenter(ui)


@pytest.mark.parametrize("language", [language.key for language in LANGUAGES])
@pytest.mark.parametrize("key", PLAYS)
def test_whole_games_are_told_by_round(key: str, language: str) -> None:
    """Sentences without holes, in each language; what was undone is not told."""
    log = MemoryEventLog()
    PLAYS[key](log)
    evening = shown(log, language)
    rounds = evening.rounds()
    assert rounds[0] == 1
    texts = []
    for _ in rounds:
        texts += [line.text for line in evening.lines()]
        evening.step(-1)
    assert texts
    assert not any("%(" in text or not text.strip() for text in texts)
    assert evening.why(evening.lines()[0])[1] == ""


@pytest.mark.parametrize("key", PLAYS)
def test_every_kind_of_event_has_a_sentence_or_leads_on(key: str) -> None:
    """A new kind of event is either told or said to be of no interest here."""
    kinds = set(GAMES[key].event_types)
    texts = GAME_UIS[key].log
    assert isinstance(texts, EventTexts)
    told = set(texts.sentences)
    assert told <= kinds
    assert texts.begins in kinds
    assert texts.ends in kinds
    silent = {kind.__name__ for kind in kinds - told - LEADING_ON.get(key, set())}
    assert silent <= {"RoundBegan", "FlipBegan", "TaskEnded"}


def test_points_are_told_only_when_the_game_is_over() -> None:
    """Section 1 of Galactic Emperor: VP are collected hidden."""
    log = MemoryEventLog()
    play.play_emperor(log, "Ann", "Bo", "Cy", steps=250)
    running = [line.text for line in shown(log)._all()]
    assert any("takes VP from the pool" in text for text in running)
    assert not any(" VP." in text for text in running)
    log = MemoryEventLog()
    play.play_emperor(log, "Ann", "Bo", "Cy")
    assert any(text.endswith(" VP.") for text in (line.text for line in shown(log)._all()))
