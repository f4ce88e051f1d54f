"""Log sentences for The Gathering Storm: goals, robot, draft."""

from types import MappingProxyType
from typing import Any, Final

from companion.games.storm.draft import DraftOn, RevealStartWorld, StartDraft
from companion.games.storm.goal_tiles import EndPhase, MoveGoal
from companion.games.storm.goals import Moment
from companion.games.storm.robot_steps import (
    CounterPlaced,
    EqualsChanged,
    Flipped,
    RobotChanged,
    StartWorldRemoved,
)
from companion.games.storm.solo_round import (
    ChooseActions,
    CorrectPlayer,
    CorrectRobot,
    PlayerDone,
    RollDice,
    SoloEnded,
    SoloRoundEnded,
    StartSolo,
)
from companion.games.storm.tableaus import SetChips, StartTable, TableauChanged, TableEnded
from companion.i18n import N_
from kivy_ui.common.event_text import (
    EventContext,
    EventTexts,
    after,
    begun,
    corrected,
    game_over,
    sentence,
)
from kivy_ui.common.numbers import signed
from kivy_ui.games.storm.words import face_word, goal_word, space_word

_MOMENTS: Final = MappingProxyType(
    {
        Moment.DEVELOP: N_("Develop is over"),
        Moment.SETTLE: N_("Settle is over"),
        Moment.CONSUME: N_("Consume is over"),
        Moment.ROUND_END: N_("The round is over"),
    }
)


def _moved(t: EventContext, event: MoveGoal) -> str:
    word = goal_word(t.translate, event.goal)
    if not event.holders:
        return t.translate("%(goal)s goes back to the centre.", goal=word)
    return t.translate("%(goal)s: %(who)s.", goal=word, who=t.all(event.holders))


def _phase_ended(t: EventContext, event: EndPhase) -> str:
    over = t.translate(_MOMENTS[event.moment]) if event.moment in _MOMENTS else ""
    if not event.discarded:
        return over
    who = t.all(event.discarded)
    return f"{over}. {t.translate('Discarded to the hand limit: %(who)s.', who=who)}"


def _tableau(t: EventContext, event: TableauChanged) -> str:
    if not event.cards:
        return t.translate("Numbers of %(who)s are entered.", who=t.name(event.seat))
    return t.translate(
        "Tableau of %(who)s: %(count)s cards.", who=t.name(event.seat), count=len(event.cards)
    )


def _rounds(number: int, event: Any) -> tuple[int, int]:
    ended = isinstance(event, EndPhase) and event.moment is Moment.ROUND_END
    return number, number + ended


GOALS_EVENT_TEXTS: Final = EventTexts(
    MappingProxyType(
        {
            StartTable: begun,
            TableauChanged: _tableau,
            SetChips: sentence(
                N_("%(who)s has %(count)s VP in chips."), count=lambda _, event: event.vp_chips
            ),
            EndPhase: _phase_ended,
            MoveGoal: _moved,
            TableEnded: game_over,
        }
    ),
    begins=StartTable,
    ends=TableEnded,
    rounds=_rounds,
)


def _robot(t: EventContext, event: RobotChanged) -> str:
    changes = {
        t.translate("credit"): event.credit,
        t.translate("economy"): event.economy,
        t.translate("draw stack"): event.stack,
        t.translate("VP chips"): event.chips,
    }
    words = ", ".join(f"{what} {signed(number)}" for what, number in changes.items() if number)
    return t.translate("Robot: %(what)s", what=words) if words else ""


def _flipped(t: EventContext, event: Flipped) -> str:
    if event.found is None:
        return t.translate("The robot turns over %(count)s cards: none fits.", count=event.misses)
    return t.translate(
        "The robot turns over %(count)s cards and keeps the last one.", count=event.misses + 1
    )


def _played(t: EventContext, event: PlayerDone) -> str:
    if not event.chips and not event.cards:
        return ""
    return t.translate(
        "Player: VP chips %(chips)s, cards %(cards)s.",
        chips=signed(event.chips),
        cards=signed(event.cards),
    )


SOLO_EVENT_TEXTS: Final = EventTexts(
    MappingProxyType(
        {
            StartSolo: lambda t, event: t.translate(
                "The game begins: %(who)s.", who=event.player or t.translate("Against the robot")
            ),
            ChooseActions: lambda t, event: t.translate(
                "You chose: %(actions)s",
                actions=", ".join(space_word(t.translate, each) for each in event.actions),
            ),
            RollDice: lambda t, event: t.translate(
                "The robot's dice: %(faces)s.",
                faces=", ".join(face_word(t.translate, face) for face in event.faces),
            ),
            PlayerDone: _played,
            RobotChanged: _robot,
            CounterPlaced: sentence(N_("The robot places a 6-cost counter.")),
            Flipped: _flipped,
            StartWorldRemoved: sentence(N_("Doomed World leaves the robot's tableau.")),
            EqualsChanged: lambda t, event: t.translate(
                "A robot face means: %(action)s", action=space_word(t.translate, event.equals)
            ),
            SoloRoundEnded: sentence(N_("The round is over")),
            SoloEnded: game_over,
            CorrectRobot: corrected,
            CorrectPlayer: corrected,
        }
    ),
    begins=StartSolo,
    ends=SoloEnded,
    rounds=after(SoloRoundEnded),
)

DRAFT_EVENT_TEXTS: Final = EventTexts(
    MappingProxyType(
        {
            StartDraft: begun,
            DraftOn: sentence(N_("A step of the draft is done.")),
            RevealStartWorld: sentence(N_("%(who)s reveals start world %(number)s.")),
        }
    ),
    begins=StartDraft,
    ends=RevealStartWorld,
    rounds=lambda number, _event: (number, number),
)
