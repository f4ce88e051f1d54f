"""Log sentences for Rule the Galaxy events."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from companion.games.rule.advance import (
    DiscardCards,
    GameEnded,
    MovementMarkerFlipped,
    PlaceWave,
    RoundBegan,
    ShowMarker,
    UnitsAdvanced,
)
from companion.games.rule.corrections import MoveCards, SetField, SetTiles
from companion.games.rule.set_up import SetOptions, StartGame
from companion.games.rule.state import Outcome
from companion.games.rule.turn import (
    Bombarded,
    DeckRenewed,
    DrawCard,
    EndTurn,
    Shoot,
    StopDrawing,
    Trade,
)
from kivy_ui.common.event_text import EventContext, EventTexts, after, corrected
from kivy_ui.games.rule.words import card_word, cards_words, unit_words


def _bombarded(t: EventContext, event: Bombarded) -> str:
    if not event.lost:
        return t.translate("%(who)s draws a bombardment: harmless.", who=t.name(event.seat))
    return t.translate(
        "%(who)s draws a bombardment and loses %(cards)s.",
        who=t.name(event.seat),
        cards=cards_words(t.translate, event.lost),
    )


def _destroyed(t: EventContext, event: Shoot) -> str:
    used = [unit_words(t.translate, unit) for unit in event.infiltrators]
    paid = ", ".join(part for part in (cards_words(t.translate, event.cards), *used) if part)
    return t.translate(
        "%(who)s destroys the unit in lane %(lane)s, field %(row)s: %(cards)s.",
        who=t.name(event.seat),
        lane=event.lane,
        row=event.row,
        cards=paid,
    )


def _swapped(t: EventContext, event: Trade) -> str:
    return t.translate(
        "%(who)s gives %(gives)s to %(other)s for %(gets)s.",
        who=t.name(event.seat),
        other=t.name(event.other),
        gives=cards_words(t.translate, event.gives),
        gets=cards_words(t.translate, event.gets),
    )


def _ended(t: EventContext, event: GameEnded) -> str:
    if event.outcome is Outcome.LOST:
        return t.translate("A unit broke through: everybody loses.")
    return t.translate("All units are destroyed.")


EVENT_TEXTS: Final = EventTexts(
    MappingProxyType(
        {
            StartGame: lambda t, event: t.translate(
                "The game begins: %(who)s.", who=t.all(p.seat for p in event.players)
            ),
            SetOptions: lambda t, _: t.translate("Box data was entered."),
            DrawCard: lambda t, event: t.translate(
                "%(who)s draws %(card)s.",
                who=t.name(event.seat),
                card=card_word(t.translate, event.card),
            ),
            Bombarded: _bombarded,
            DeckRenewed: lambda t, _: t.translate(
                "The ninth bombardment: all piles are shuffled into a new deck."
            ),
            StopDrawing: lambda t, event: t.translate(
                "%(who)s stops drawing.", who=t.name(event.seat)
            ),
            Shoot: _destroyed,
            Trade: _swapped,
            EndTurn: lambda t, event: t.translate("%(who)s ends the turn.", who=t.name(event.seat)),
            MovementMarkerFlipped: lambda t, _: t.translate("The movement marker is flipped."),
            UnitsAdvanced: lambda t, _: t.translate("All units advance one field."),
            ShowMarker: lambda t, event: t.translate(
                "The marker in lane %(lane)s: everybody discards %(count)s.",
                lane=event.lane,
                count=event.value,
            ),
            DiscardCards: lambda t, event: t.translate(
                "%(who)s discards %(cards)s.",
                who=t.name(event.seat),
                cards=cards_words(t.translate, event.cards),
            ),
            PlaceWave: lambda t, event: t.translate(
                "New units: %(units)s",
                units=", ".join(unit_words(t.translate, unit) for unit in event.wave),
            ),
            GameEnded: _ended,
            MoveCards: corrected,
            SetField: corrected,
            SetTiles: corrected,
        }
    ),
    begins=StartGame,
    ends=GameEnded,
    rounds=after(RoundBegan),
)
