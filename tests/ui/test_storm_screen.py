"""The Gathering Storm's three games by touches on pages of questions."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.games.storm.draft import DraftStep
from companion.games.storm.goals import FIRST, MOST, Goal
from companion.games.storm.robot import Difficulty, RobotFace, Space
from companion.games.storm.solo import SoloPhase, SoloStep
from companion.games.storm.solo_round import ChooseActions, PlayerDone, RollDice, StartSolo
from companion.session.table_port import ScanUpdate
from kivy_ui.asking.draft import Give, Mark, More, Part
from kivy_ui.asking.game_pages import Moved, Play, Throw
from kivy_ui.asking.results import Explain
from kivy_ui.asking.tray import TrayAction
from kivy_ui.pages.forms import Form
from kivy_ui.pages.listing import List, TableTop
from kivy_ui.pages.page import Cards, PhaseState
from kivy_ui.pages.photos import Photo
from kivy_ui.pages.scores import Result, Tally, Why
from tests.ui.at_source import AtScreen
from tests.ui.trays import a_tray

LARGE = (Goal.GREATEST_INFRASTRUCTURE, Goal.GREATEST_MILITARY)
SMALL = (
    Goal.GALACTIC_STATUS,
    Goal.BUDGET_SURPLUS,
    Goal.STANDARD_OF_LIVING,
    Goal.SYSTEM_DIVERSITY,
)


def pick(at: AtScreen, group: tuple[Goal, ...], goals: tuple[Goal, ...]) -> None:
    picked: tuple[int, ...] = ()
    for goal in goals:
        picked = (*picked, group.index(goal))
        at.touch(Mark(0, picked))
    at.main()


def goals(
    *ways: object, large: tuple[Goal, ...] = LARGE, small: tuple[Goal, ...] = SMALL
) -> AtScreen:
    """A game of three; *ways* are the answers after the goals."""
    at = AtScreen("gathering_storm")
    at.answer(3)
    at.laid_out()
    pick(at, MOST, large)
    pick(at, FIRST, small)
    for way in ways or ("develop", "numbers"):
        at.answer(way)
    return at


def solo(*answers: str) -> AtScreen:
    at = AtScreen("gathering_storm_solo")
    at.answer("easy", "0", "3")
    at.laid_out()
    at.answer(*answers)
    return at


def thrown(at: AtScreen) -> Any:
    """The faces of the last step, a throw."""
    step: Any = at.port.latest().step
    return step.events[0].faces


def ticked(at: AtScreen) -> Iterator[str]:
    """Tick the moves on the table; yield what each moves."""
    while Moved() in at.keys:
        move = at.page.move_now
        if move is not None:
            yield f"{move.pictures[0].piece} {move.to.piece}"
        at.touch(Moved())


def offers(at: AtScreen) -> dict[int, list[str]]:
    """What each player can count now: the pieces of the goals."""
    body = at.body(Form)
    found: dict[int, list[str]] = {}
    for field in body.fields:
        assert [each.pictures[0].number for each in field.choices] == ["1", "2", "3"]
        goal = field.pictures[0].piece.removeprefix("goal/")
        for key in (each.key for each in field.choices):
            if not isinstance(key, Give):
                continue
            counted = found.setdefault(key.seat, [])
            counted.extend({goal} - set(counted))
    return found


# --- goals ---------------------------------------------------------------------------------------


def test_what_is_new_in_a_phase_is_one_touch_for_each_player_and_one_for_the_test() -> None:
    """Everybody's numbers stand side by side: nobody has to be chosen first."""
    at = goals()
    for seat in (1, 2, 3):
        at.touch(Give(seat, ("developments", 1)))
    assert at.main_button.text == "Develop is over"
    at.main()
    assert [player.counts.developments for player in at.state.players] == [1, 1, 1]


def test_the_table_agrees_when_developments_are_counted() -> None:
    """Asked only where Greatest Infrastructure is in play."""
    assert goals("settle", "numbers").state.infrastructure_after_settle
    assert not goals().state.infrastructure_after_settle
    assert goals("numbers", large=MOST[:2]).state.players


def test_the_set_up_says_what_is_laid_out_for_two_and_for_five_only() -> None:
    """Section 1: the fifth player's cards; two experienced players have nine action cards each."""

    def laid(count: int) -> str:
        at = AtScreen("gathering_storm")
        at.answer(count)
        return " ".join(row.title for row in at.body(TableTop).rows)

    assert "nine action cards" in laid(2)
    assert "start world 5" in laid(5)
    assert "action cards" not in laid(3)
    assert "start world" not in laid(4)


def test_each_phase_asks_only_for_what_its_goals_look_at() -> None:
    """Develop, Settle, Consume; phases without a goal are left out."""
    at = goals()
    seen = []
    for _ in range(3):
        seen.append(offers(at)[1])
        at.main()
    assert seen == [
        ["greatest_infrastructure", "greatest_military", "galactic_status"],
        ["greatest_military", "system_diversity"],
        ["chip"],
    ]
    assert at.page.question == "Who had too many cards and discarded?"
    assert at.main_button.text == "Nobody discarded"
    at.touch(Mark(0, (1,)))
    assert at.main_button.text == "The round is over"
    at.main()
    assert at.state.round == 2
    small = (*SMALL[:2], Goal.OVERLORD_DISCOVERIES, Goal.INNOVATION_LEADER)
    without = goals("numbers", large=(MOST[0], MOST[1]), small=small)
    plates = [plate for plate, _ in without.page.phases]
    assert plates == ["develop", "settle"]
    assert without.page.phases[0][1] is PhaseState.CURRENT


def test_goals_are_tested_when_a_phase_is_said_to_be_over_and_their_tiles_move() -> None:
    at = goals()
    at.touch(Give(1, ("six_costs", 1)))
    at.main()
    assert at.state.tiles[2].holders == (1,)
    assert list(ticked(at)) == ["goal/galactic_status seat"]
    while at.page.question != "Who had too many cards and discarded?":
        at.main()
    at.touch(Mark(0, (1,)))
    at.main()
    assert at.state.tiles[3].holders == (2,)


def test_the_end_of_the_round_shows_who_holds_what_and_a_touch_corrects_it() -> None:
    small = (Goal.GALACTIC_STATUS, Goal.SYSTEM_DIVERSITY, *FIRST[:1], Goal.INNOVATION_LEADER)
    at = goals(small=small)
    at.touch(Give(1, ("six_costs", 1)))
    for _ in range(3):
        at.main()
        list(ticked(at))
    body = at.body(List)
    row = next(row for row in body.rows if row.title == "Galactic Status")
    assert [(badge.number, badge.text) for badge in row.figures] == [
        ("1", "\u00d71"),
        ("2", "\u00d70"),
        ("3", "\u00d70"),
    ]
    assert row.value == "Ann"
    assert body.rows[0].value == "≥ 4"
    at.answer(Goal.GALACTIC_STATUS.value)
    at.touch(Mark(0, (0, 2)))
    at.main()
    assert next(t.holders for t in at.state.tiles if t.goal is Goal.GALACTIC_STATUS) == (1, 3)


def test_many_chips_are_few_touches_and_any_number_can_be_typed() -> None:
    at = goals()
    at.main()
    at.main()
    for number in (5, 10, 11):
        at.touch(Give(1, ("chips", number)))
    assert at.state.players[0].vp_chips == 11
    at.more()
    at.touch(More(2))
    at.answer("chips")
    at.touch(Mark(0, 7))
    at.main()
    assert at.state.players[1].vp_chips == 7
    assert isinstance(at.page.body, Form)


def test_other_ends_are_a_touch_further_and_the_game_ends_after_the_last_round() -> None:
    at = goals()
    at.more("III")
    assert at.main_button.text == "Consume is over"
    players = tuple(replace(each, vp_chips=12) for each in at.state.players)
    at.port.put(replace(at.state, players=players))
    assert "last round" in at.note
    at.main()
    at.main()
    assert at.page.question == "Ann: VP chips"


def test_the_game_ends_with_everybodys_chips_and_cards_and_says_why_who_won() -> None:
    at = goals()
    at.touch(Give(1, ("six_costs", 1)))
    at.main()
    at.more("end")
    assert isinstance(at.page.body, Tally)
    for seat, (chips, cards) in enumerate(((4, 3), (0, 9), (0, 1))):
        at.touch(Part(2 * seat + 1))  # the player, or the step: first what nobody has counted
        at.touch(Mark(2 * seat + 1, cards))
        at.touch(Part(2 * seat))
        if chips:
            at.touch(Mark(2 * seat, chips))
    at.main()
    assert at.port.over
    assert at.page.question == "Winner: Ann"
    body = at.body(Result)
    assert [(rank.seat.name, rank.points) for rank in body.ranks] == [
        ("Ann", 10),
        ("Bo", 9),
        ("Cy", 1),
    ]
    at.touch(Explain(1))
    why = at.body(Why)
    assert [(reason.title, reason.points) for reason in why.reasons] == [("Galactic Status", 3)]
    at.touch(Explain(1, "cards"))
    assert [reason.points for reason in at.body(Why).reasons] == [3]


def test_a_card_by_name_is_a_letter_and_the_card() -> None:
    at = goals("develop", "first", "3", "numbers", "numbers")
    at.touch(Give(1, ("place",)))
    at.answer("S", "space_marines")
    assert at.state.players[0].counts.general_military == 4
    assert isinstance(at.page.body, Form)
    at.more()
    at.touch(More(1))
    at.answer("drop", "space_marines")
    assert at.state.players[0].cards == ("new_sparta",)


# --- the robot -----------------------------------------------------------------------------------


def test_who_has_ancient_race_keeps_three_cards() -> None:
    """Digest, section 1: three instead of four; the robot's stack is smaller by one."""

    def laid(mine: str, its: str) -> str:
        at = AtScreen("gathering_storm_solo")
        at.answer("easy", mine, its)
        if at.can("develop"):
            at.answer("develop")
        return " ".join(row.text for row in at.body(TableTop).rows)

    assert "keep four" in laid("1", "0")
    assert "4 cards face down" in laid("1", "0")
    assert "keep three" in laid("6", "0")
    assert "3 cards face down" in laid("0", "6")


def test_the_robots_part_is_told_step_by_step() -> None:
    """Dice onto the mat, cards onto its stack: each until it is ticked."""
    at = solo("explore", "produce", "develop", "match")
    assert list(ticked(at)) == [
        "robot/develop action/develop",
        "robot/match action/produce",
        "storm/back storm/stack",
    ]


def test_the_phases_of_the_round_and_the_bonus_are_shown() -> None:
    at = solo("develop", "settle", "develop", "settle")
    list(ticked(at))
    current = [plate for plate, state in at.page.phases if state is PhaseState.CURRENT]
    assert current == ["develop"]
    assert "it costs one card less" in at.note


def test_a_placed_card_and_the_end_of_the_phase_are_one_touch() -> None:
    """Two only in Settle: Improved Logistics places a second world (section 5)."""
    at = solo("develop", "settle", "develop", "settle")
    assert not at.can("2")
    at.answer("1")
    assert at.state.player_tableau == 2
    assert solo("settle", "produce", "settle", "produce").can("2")


@pytest.mark.parametrize(("first", "again"), [("produce", False), ("develop", True)])
def test_the_same_action_again_is_offered_only_where_it_may_be_chosen(
    first: str, again: bool
) -> None:
    at = solo(first)
    assert ("same again" in at.page.question) is again


def test_cards_that_did_not_fit_and_their_vp_are_one_touch_each() -> None:
    at = solo("develop", "x2", "develop", "x2")
    while at.state.step is SoloStep.PLAYER:
        at.answer("0")
    assert at.page.question == "Robot's stack: turn over until a development"
    stack = at.state.robot.stack
    at.answer(2)
    assert at.page.question == "Robot's stack: turn over until a development"
    at.answer("2")
    assert at.state.robot.stack < stack
    assert at.state.robot.vp > 0


def test_the_first_card_that_fits_is_one_touch_and_none_is_the_main_button() -> None:
    at = solo("develop", "settle", "develop", "settle")
    at.answer("0")
    before = at.state.robot
    at.answer("3")
    assert at.state.robot.vp == before.vp + 3
    at.port.undo()
    at.main()
    assert at.state.robot.vp == before.vp


def test_numbers_of_both_sides_can_be_corrected() -> None:
    at = solo()
    at.more("correct", "my_chips")
    at.touch(Mark(0, 5))
    at.main()
    at.answer("stack")
    at.touch(Mark(0, 9))
    at.main()
    assert (at.state.player_chips, at.state.robot.stack) == (5, 9)


def test_facts_of_the_box_are_entered_once_and_remembered() -> None:
    """Six faces of each die; what contradicts the certain facts is asked again."""
    at = AtScreen("gathering_storm_solo")
    at.more("dice", *(["develop"] * 12))
    assert at.page.question == "Exactly one die has two robot faces. Are they right?"
    at.answer("again")
    first = ["explore", "develop", "develop", "settle", "settle", "match"]
    second = ["robot", "robot", "match", "trade", "x2", "produce"]
    at.answer(*first, *second)
    at.answer("easy", "0", "4", "settle")
    boxes = at.presenters.ui.settings.services.boxes
    at.laid_out()
    known = boxes.of("gathering_storm_solo")
    assert [face.value for face in known.dice[1]] == second
    assert [(each.start_world, each.equals) for each in known.equals] == [(4, Space.SETTLE)]
    at.port.undo()
    at.answer("hard", "0", "4")
    assert at.state.robot.equals is Space.SETTLE
    assert at.state.dice_known


def test_what_the_mat_says_can_be_changed() -> None:
    at = AtScreen("gathering_storm_solo")
    at.more("mat", "2", "trade", "easy", "0", "2")
    assert at.state.robot.equals is Space.TRADE


# --- its dice ------------------------------------------------------------------------------------


def test_a_doubtful_throw_is_agreed_with_by_one_touch() -> None:
    at = solo("develop", "produce")
    at.port.scan = a_tray(("robot_a", "white", "settle?"), ("robot_b", "white", "match"))
    assert at.page.question == "Do the dice show this: Settle and Match?"
    at.main()
    assert [face.value for face in thrown(at)] == ["settle", "match"]


def test_faces_can_be_tapped_while_the_camera_looks_on() -> None:
    at = solo("develop", "produce")
    at.port.scan = a_tray(("robot_a", "white", "settle?"), ("robot_b", "white", "match"))
    at.answer("develop", "x2")
    assert [face.value for face in thrown(at)] == ["develop", "x2"]


def test_the_state_of_the_tray_is_said_and_its_picture_is_a_touch_away() -> None:
    at = solo("develop", "produce")
    assert at.page.note is not None
    assert at.presenters.board.asked.live
    at.port.scan = a_tray()
    assert " ".join(at.page.note.lines) == "Roll the dice onto the tray."
    at.touch(TrayAction.LOOK)
    assert isinstance(at.page.body, Photo)
    at.touch(at.page.back)
    assert isinstance(at.page.body, Cards)
    at.port.scan = replace(a_tray(), wanted_mats=())
    at.touch(TrayAction.READ)
    assert at.port.rescans == 1
    at.port.scan = ScanUpdate()
    at.answer("develop", "x2")
    assert at.page.phases
    assert not at.presenters.board.asked.live


def test_dice_can_be_rolled_on_the_screen() -> None:
    at = solo("develop", "produce")
    at.touch(Throw())
    first, second = thrown(at)
    one, other = at.state.dice
    assert first in one
    assert second in other


# --- the end -------------------------------------------------------------------------------------


def finished() -> AtScreen:
    at = AtScreen("gathering_storm_solo")
    for command in (
        StartSolo(Difficulty.EASY, 0, 6, player="Ann"),
        ChooseActions((Space.TRADE, Space.PRODUCE)),
        RollDice((RobotFace.PRODUCE, RobotFace.TRADE)),
        PlayerDone(chips=24),
    ):
        at.port.post(command)
    assert at.state.step is SoloStep.FINAL
    list(ticked(at))
    return at


def test_named_cards_take_the_place_of_the_entered_number() -> None:
    """Section 6: Galactic Renaissance scores the chips and the named Research Labs."""
    at = finished()
    at.answer("cards", "first")
    at.main()
    at.answer("G", "galactic_renaissance", "R", "research_labs", "O")
    assert "Old Earth" not in at.titles  # the start world stays in the tableau
    at.touch(at.page.back)
    at.more("without-research_labs", "R", "research_labs")
    assert at.page.question == "First letter of your card? (3 cards so far)"
    at.main()
    assert at.state.score.player == 24 + 2 + 11 + 2
    at.touch(Explain(1))
    why = at.body(Why)
    assert [(reason.title, reason.points) for reason in why.reasons] == [
        ("Old Earth", 2),
        ("Galactic Renaissance", 11),
        ("Research Labs", 2),
    ]
    assert "VP chips 8" in why.reasons[1].text


def test_points_as_a_number_are_typed_and_the_robots_are_explained() -> None:
    at = finished()
    assert at.main_button.key is None  # nothing is saved before a number is typed
    at.touch(Mark(0, 1))
    at.touch(Mark(0, 12))
    at.main()
    at.main()
    assert at.page.question == "You win."
    assert at.state.score.player == 36
    at.touch(Explain(0))
    assert at.page.question == "Robot"
    assert sum(source.points for source in at.body(Why).sources) == at.state.score.robot


def test_the_consume_phase_asks_for_the_chips() -> None:
    at = solo("trade", "x2", "trade", "x2")
    assert at.state.tasks[0].phase is SoloPhase.CONSUME
    at.answer("more")
    assert at.page.question.startswith("Your Consume phase")
    at.touch(at.page.back)
    at.answer("4")
    assert at.state.player_chips == 4


# --- the draft -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "drawn"), [(2, "132 65 13 2"), (3, "130 40 8 10")])
def test_the_draft_says_what_to_do_with_how_many_cards(players: int, drawn: str) -> None:
    """Section 4: the deck, what everybody drafts, packets, what is left; then step by step."""
    at = AtScreen("gathering_storm_draft")
    at.answer(players)
    deck, drafted, packets, left = drawn.split()
    seen = []
    while at.port.latest().view.step is not DraftStep.DISCARD:
        body = at.body(TableTop)
        seen.append([row.pictures[0].caption for row in body.rows])
        if len(seen) == 2:
            told = body.rows[-1].title
            assert told.startswith(f"{packets} packets of five")
            assert f"; {left} cards" in told
        at.main()
    assert seen == [
        ["×2", "×4"],
        ["2", deck, drafted],
        *[["5", "1", "4"]] * int(packets),
        [drafted, "6", left],
    ]


def test_everybody_reveals_another_start_world_and_the_goals_follow() -> None:
    at = AtScreen("gathering_storm_draft")
    at.answer(2)
    while at.page.main is not None:
        at.main()
    assert "with Ancient Race keep three" in at.note
    at.answer("0")
    assert at.page.question == "Which start world does Bo reveal?"
    assert not at.can("0")
    at.more()
    at.touch(More(1))
    at.answer("6", "0")
    assert [player.start_world for player in at.state.players] == [6, 0]
    at.touch(Play("gathering_storm"))
    assert at.port.begun == ["gathering_storm"]
