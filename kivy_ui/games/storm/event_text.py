"""Log sentences for The Gathering Storm: goals, robot, draft."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from companion.games.storm import drafting as d
from companion.games.storm import solo as s
from companion.games.storm import table as g
from companion.games.storm.goals import Moment
from companion.i18n import N_
from kivy_ui.common.event_text import EventContext, EventTexts, corrected, game_over
from kivy_ui.games.storm.words import face_word, goal_word, space_word

_MOMENTS: Final = MappingProxyType(
    {
        Moment.DEVELOP: N_("Develop is over"),
        Moment.SETTLE: N_("Settle is over"),
        Moment.CONSUME: N_("Consume is over"),
        Moment.ROUND_END: N_("The round is over"),
    }
)


def _moved(t: EventContext, event: g.GoalMoved) -> str:
    word = goal_word(t.translate, event.goal)
    if not event.holders:
        return t.translate("%(goal)s goes back to the centre.", goal=word)
    return t.translate("%(goal)s: %(who)s.", goal=word, who=t.all(event.holders))


def _tableau(t: EventContext, event: g.TableauChanged) -> str:
    if not event.cards:
        return t.translate("Numbers of %(who)s are entered.", who=t.name(event.seat))
    return t.translate(
        "Tableau of %(who)s: %(count)s cards.", who=t.name(event.seat), count=len(event.cards)
    )


GOALS_EVENT_TEXTS: Final = EventTexts(
    MappingProxyType(
        {
            g.TableStarted: lambda t, event: t.translate(
                "The game begins: %(who)s.", who=t.all(p.seat for p in event.players)
            ),
            g.TableauChanged: _tableau,
            g.ChipsSet: lambda t, event: t.translate(
                "%(who)s has %(count)s VP in chips.",
                who=t.name(event.seat),
                count=event.vp_chips,
            ),
            g.Discarded: lambda t, event: t.translate(
                "Discarded to the hand limit: %(who)s.", who=t.all(event.seats)
            ),
            g.PhaseEnded: lambda t, event: (
                t.translate(_MOMENTS[event.moment]) if event.moment in _MOMENTS else ""
            ),
            g.GoalMoved: _moved,
            g.TableEnded: game_over,
        }
    ),
    begins=g.TableStarted,
    ends=g.TableEnded,
    next_round=lambda event: isinstance(event, g.PhaseEnded) and event.moment is Moment.ROUND_END,
)


def _robot(t: EventContext, event: s.RobotChanged) -> str:
    changes = {
        t.translate("credit"): event.credit,
        t.translate("economy"): event.economy,
        t.translate("draw stack"): event.stack,
        t.translate("VP chips"): event.chips,
    }
    words = ", ".join(f"{what} {number:+d}" for what, number in changes.items() if number)
    return t.translate("Robot: %(what)s", what=words) if words else ""


def _flipped(t: EventContext, event: s.CardsFlipped) -> str:
    if event.found is None:
        return t.translate("The robot turns over %(count)s cards: none fits.", count=event.misses)
    return t.translate(
        "The robot turns over %(count)s cards and keeps the last one.", count=event.misses + 1
    )


def _played(t: EventContext, event: s.PlayerPlayed) -> str:
    if not event.chips and not event.cards:
        return ""
    return t.translate(
        "Player: VP chips %(chips)s, cards %(cards)s.",
        chips=f"{event.chips:+d}",
        cards=f"{event.cards:+d}",
    )


SOLO_EVENT_TEXTS: Final = EventTexts(
    MappingProxyType(
        {
            s.SoloStarted: lambda t, event: t.translate(
                "The game begins: %(who)s.", who=event.player or t.translate("Against the robot")
            ),
            s.ActionsChosen: lambda t, event: t.translate(
                "You chose: %(actions)s",
                actions=", ".join(space_word(t.translate, each) for each in event.actions),
            ),
            s.DicePlaced: lambda t, event: t.translate(
                "The robot's dice: %(faces)s.",
                faces=", ".join(face_word(t.translate, face) for face in event.faces),
            ),
            s.PlayerPlayed: _played,
            s.RobotChanged: _robot,
            s.CounterPlaced: lambda t, _: t.translate("The robot places a 6-cost counter."),
            s.CardsFlipped: _flipped,
            s.StartWorldRemoved: lambda t, _: t.translate(
                "Doomed World leaves the robot's tableau."
            ),
            s.EqualsChanged: lambda t, event: t.translate(
                "A robot face means: %(action)s", action=space_word(t.translate, event.equals)
            ),
            s.SoloRoundEnded: lambda t, _: t.translate("The round is over"),
            s.SoloEnded: game_over,
            s.RobotCorrected: corrected,
            s.PlayerCorrected: corrected,
        }
    ),
    begins=s.SoloStarted,
    ends=s.SoloEnded,
    next_round=lambda event: isinstance(event, s.SoloRoundEnded),
)

DRAFT_EVENT_TEXTS: Final = EventTexts(
    MappingProxyType(
        {
            d.DraftStarted: lambda t, event: t.translate(
                "The game begins: %(who)s.", who=t.all(p.seat for p in event.players)
            ),
            d.DraftWentOn: lambda t, _: t.translate("A step of the draft is done."),
            d.StartWorldRevealed: lambda t, event: t.translate(
                "%(who)s reveals start world %(number)s.",
                who=t.name(event.seat),
                number=event.number,
            ),
        }
    ),
    begins=d.DraftStarted,
    ends=d.StartWorldRevealed,
    next_round=lambda _event: False,
)
