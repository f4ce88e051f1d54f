"""Applies the events of the solitaire game to its state (section 3)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.storm import solo
from companion.games.storm.solo import Robot, SoloEvent, SoloState, SoloStep


def apply_solo(state: SoloState, event: SoloEvent) -> SoloState:  # noqa: C901  # one case an event
    """Return the state after the event; never refuses."""
    robot = state.robot
    match event:
        case solo.SoloStarted():
            return SoloState(
                step=SoloStep.ACTIONS,
                difficulty=event.difficulty,
                dice=event.dice,
                dice_known=event.dice_known,
                equals_known=event.equals_known,
                player=event.player,
                player_start=event.player_start,
                robot=event.robot,
            )
        case solo.ActionsChosen(actions=actions):
            return replace(state, actions=actions, step=SoloStep.DICE)
        case solo.DicePlaced(faces=faces, tasks=tasks, once=once):
            return replace(state, faces=faces, tasks=tasks, once=once, step=SoloStep.PLAYER)
        case solo.PlayerPlayed(chips=chips, cards=cards):
            mine, tableau = state.player_chips + chips, state.player_tableau + cards
            return replace(state, player_chips=mine, player_tableau=tableau)
        case solo.FlipBegan(flip=flip):
            return replace(state, flip=flip, step=SoloStep.FLIP)
        case solo.TaskEnded():
            return replace(state, tasks=state.tasks[1:], flip=None, step=SoloStep.PLAYER)
        case solo.SoloRoundEnded(last=last):
            step = SoloStep.FINAL if last else SoloStep.ACTIONS
            return replace(state, round=state.round + 1, step=step, actions=(), faces=())
        case solo.SoloEnded(score=score):
            return replace(state, score=score, step=SoloStep.OVER)
        case solo.PlayerCorrected(chips=chips, tableau=tableau):
            return replace(state, player_chips=chips, player_tableau=tableau)
        case solo.RobotCorrected(robot=corrected):
            return replace(state, robot=corrected)
        case _:
            return state if robot is None else replace(state, robot=_robot_after(robot, event))


def _robot_after(robot: Robot, event: SoloEvent) -> Robot:
    match event:
        case solo.RobotChanged(credit=credit, economy=economy, stack=stack, chips=chips):
            return replace(
                robot,
                credit=robot.credit + credit,
                economy=robot.economy + economy,
                stack=robot.stack + stack,
                chips=robot.chips + chips,
            )
        case solo.CounterPlaced(credit=credit):
            return replace(
                robot,
                credit=robot.credit - credit,
                placed=robot.placed + 1,
                unplaced=robot.unplaced - 1,
            )
        case solo.CardsFlipped(misses=misses, found=found, credit=credit, from_stack=from_stack):
            stack = robot.stack - (misses if from_stack else 0)
            if found is None:
                return replace(robot, stack=stack)
            return replace(
                robot,
                stack=stack - from_stack,
                credit=robot.credit + credit,
                tableau=robot.tableau + 1,
                vp=robot.vp + (0 if found.six_cost else found.vp),
                six_costs=robot.six_costs + found.six_cost,
            )
        case solo.StartWorldRemoved(vp=vp):
            return replace(robot, tableau=robot.tableau - 1, vp=robot.vp - vp, special_used=True)
        case solo.EqualsChanged(equals=equals, special_used=used):
            return replace(robot, equals=equals, special_used=robot.special_used or used)
        case _:
            return robot
