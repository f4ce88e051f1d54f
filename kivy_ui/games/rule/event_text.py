"""Log sentences for Rule the Galaxy events."""

from collections.abc import Callable
from types import MappingProxyType
from typing import Any, Final

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
from companion.i18n import N_
from kivy_ui.common.event_text import (
    EventContext,
    EventTexts,
    after,
    begun,
    corrected,
    sentence,
)
from kivy_ui.games.rule.words import card_word, cards_words, unit_words


def _cards(kind: str) -> Callable[[EventContext, Any], str]:
    return lambda t, event: cards_words(t.translate, getattr(event, kind))


def _paid(t: EventContext, event: Shoot) -> str:
    used = (unit_words(t.translate, unit) for unit in event.infiltrators)
    return ", ".join(filter(None, (cards_words(t.translate, event.cards), *used)))


_HARMLESS: Final = sentence(N_("%(who)s draws a bombardment: harmless."))
_LOST: Final = sentence(
    N_("%(who)s draws a bombardment and loses %(cards)s."), cards=_cards("lost")
)


def _ended(t: EventContext, event: GameEnded) -> str:
    if event.outcome is Outcome.LOST:
        return t.translate("A unit broke through: everybody loses.")
    return t.translate("All units are destroyed.")


EVENT_TEXTS: Final = EventTexts(
    MappingProxyType(
        {
            StartGame: begun,
            SetOptions: sentence(N_("Box data was entered.")),
            DrawCard: sentence(
                N_("%(who)s draws %(card)s."),
                card=lambda t, each: card_word(t.translate, each.card),
            ),
            Bombarded: lambda t, event: (_LOST if event.lost else _HARMLESS)(t, event),
            DeckRenewed: sentence(
                N_("The ninth bombardment: all piles are shuffled into a new deck.")
            ),
            StopDrawing: sentence(N_("%(who)s stops drawing.")),
            Shoot: sentence(
                N_("%(who)s destroys the unit in lane %(lane)s, field %(row)s: %(cards)s."),
                cards=_paid,
            ),
            Trade: sentence(
                N_("%(who)s gives %(gives)s to %(other)s for %(gets)s."),
                other=lambda t, event: t.name(event.other),
                gives=_cards("gives"),
                gets=_cards("gets"),
            ),
            EndTurn: sentence(N_("%(who)s ends the turn.")),
            MovementMarkerFlipped: sentence(N_("The movement marker is flipped.")),
            UnitsAdvanced: sentence(N_("All units advance one field.")),
            ShowMarker: sentence(
                N_("The marker in lane %(lane)s: everybody discards %(count)s."),
                count=lambda _, event: event.value,
            ),
            DiscardCards: sentence(N_("%(who)s discards %(cards)s."), cards=_cards("cards")),
            PlaceWave: sentence(
                N_("New units: %(units)s"),
                units=lambda t, event: ", ".join(unit_words(t.translate, u) for u in event.wave),
            ),
            GameEnded: _ended,
            **dict.fromkeys((MoveCards, SetField, SetTiles), corrected),
        }
    ),
    begins=StartGame,
    ends=GameEnded,
    rounds=after(RoundBegan),
)
