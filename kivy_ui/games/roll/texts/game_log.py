"""The log of Roll for the Galaxy: each event as a sentence, with its rule."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.roll.phases.round import RevealStarted, RoundStarted
from companion.games.roll.phases.set_up import GameStarted
from companion.session.ports import StoredEvent
from kivy_ui.common.event_text import LogLine, clock_of
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.roll.texts.event_text import Sentences
from kivy_ui.games.roll.texts.rule_texts import RULES, rule_title
from kivy_ui.games.roll.texts.words import Words
from kivy_ui.games.roll.tiles.localised_tiles import LocalisedTiles


class RollLog:
    """Implements ``GameLog``; secret information behind a screen is not shown."""

    explained = True

    def lines(self, ui: UiContext, events: Sequence[StoredEvent]) -> list[LogLine]:
        """Return a line for each event, the oldest first."""
        names = {
            player.seat: player.name
            for each in events
            if isinstance(each.event, GameStarted)
            for player in each.event.players
        }
        tiles = LocalisedTiles(ui.language)
        sentences = Sentences(Words(ui.translate), tiles, names)
        last_reveal = _last(events, RevealStarted)
        behind = _last(events, RoundStarted)
        lines, number = [], 0
        for index, each in enumerate(events):
            if isinstance(each.event, RoundStarted):
                number = each.event.number
            hidden = behind > last_reveal and index > behind
            text, why = sentences.say(each.event, hidden=hidden), sentences.rule(each.event)
            known = why in tiles.catalog.sides
            note = tiles.name(why) if known else rule_title(ui.translate, why)
            lines.append(LogLine(number, text, clock_of(each), why, note))
        return lines

    def why(self, ui: UiContext, line: LogLine) -> tuple[str, str]:
        """Return the title and text of the rule or tile that explains a line."""
        tiles = LocalisedTiles(ui.language)
        if line.why in RULES:
            return line.note, ui.translate(RULES[line.why])
        if line.why in tiles.catalog.sides:
            return line.note, tiles.text(line.why)
        return line.note, ui.translate("Set by hand: what is on the table counts.")


def _last(events: Sequence[StoredEvent], kind: type) -> int:
    """Return the index of the last event of a type; -1 if there is none."""
    found = [index for index, each in enumerate(events) if isinstance(each.event, kind)]
    return found[-1] if found else -1
