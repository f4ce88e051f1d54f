"""Log sentences for Rule the Galaxy events."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from companion.games.rule import events as e
from companion.games.rule.state import Outcome
from kivy_ui.common.event_text import EventContext, EventTexts, corrected
from kivy_ui.games.rule.words import card_word, cards_words, unit_words


def _bombarded(t: EventContext, event: e.Bombarded) -> str:
    if not event.lost:
        return t.translate("%(who)s draws a bombardment: harmless.", who=t.name(event.seat))
    return t.translate(
        "%(who)s draws a bombardment and loses %(cards)s.",
        who=t.name(event.seat),
        cards=cards_words(t.translate, event.lost),
    )


def _destroyed(t: EventContext, event: e.UnitDestroyed) -> str:
    used = [unit_words(t.translate, unit) for unit in event.infiltrators]
    paid = ", ".join(part for part in (cards_words(t.translate, event.cards), *used) if part)
    return t.translate(
        "%(who)s destroys the unit in lane %(lane)s, field %(row)s: %(cards)s.",
        who=t.name(event.seat),
        lane=event.lane,
        row=event.row,
        cards=paid,
    )


def _swapped(t: EventContext, event: e.CardsSwapped) -> str:
    return t.translate(
        "%(who)s gives %(gives)s to %(other)s for %(gets)s.",
        who=t.name(event.seat),
        other=t.name(event.other),
        gives=cards_words(t.translate, event.gives),
        gets=cards_words(t.translate, event.gets),
    )


def _ended(t: EventContext, event: e.GameEnded) -> str:
    if event.outcome is Outcome.LOST:
        return t.translate("A unit broke through: everybody loses.")
    return t.translate("All units are destroyed.")


EVENT_TEXTS: Final = EventTexts(
    MappingProxyType(
        {
            e.GameStarted: lambda t, event: t.translate(
                "The game begins: %(who)s.", who=t.all(p.seat for p in event.players)
            ),
            e.OptionsSet: lambda t, _: t.translate("Box data was entered."),
            e.CardTaken: lambda t, event: t.translate(
                "%(who)s draws %(card)s.",
                who=t.name(event.seat),
                card=card_word(t.translate, event.card),
            ),
            e.Bombarded: _bombarded,
            e.DeckRenewed: lambda t, _: t.translate(
                "The ninth bombardment: all piles are shuffled into a new deck."
            ),
            e.DrawingStopped: lambda t, event: t.translate(
                "%(who)s stops drawing.", who=t.name(event.seat)
            ),
            e.UnitDestroyed: _destroyed,
            e.CardsSwapped: _swapped,
            e.TurnEnded: lambda t, event: t.translate(
                "%(who)s ends the turn.", who=t.name(event.seat)
            ),
            e.MovementMarkerFlipped: lambda t, _: t.translate("The movement marker is flipped."),
            e.UnitsAdvanced: lambda t, _: t.translate("All units advance one field."),
            e.MarkerShown: lambda t, event: t.translate(
                "The marker in lane %(lane)s: everybody discards %(count)s.",
                lane=event.lane,
                count=event.value,
            ),
            e.CardsDiscarded: lambda t, event: t.translate(
                "%(who)s discards %(cards)s.",
                who=t.name(event.seat),
                cards=cards_words(t.translate, event.cards),
            ),
            e.WavePlaced: lambda t, event: t.translate(
                "New units: %(units)s",
                units=", ".join(unit_words(t.translate, unit) for unit in event.wave),
            ),
            e.GameEnded: _ended,
            e.CardsMoved: corrected,
            e.FieldSet: corrected,
            e.TilesSet: corrected,
        }
    ),
    begins=e.GameStarted,
    ends=e.GameEnded,
    next_round=lambda event: isinstance(event, e.RoundBegan),
)
