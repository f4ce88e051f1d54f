"""The Gathering Storm's pages without a window: what they say and what taps bring about."""

from __future__ import annotations

import pytest

from companion.games.storm.draft import DraftStep
from companion.games.storm.goals import FIRST, MOST, Goal
from companion.games.storm.robot import RobotFace, Space
from companion.games.storm.solo import SoloStep
from kivy_ui.common.board.moves import BoardMove, MovedPieces
from kivy_ui.common.board.pages import VISIT
from kivy_ui.common.board.question_page import amount_key, answer_key, mark_key
from kivy_ui.games.storm.icons import action_card, die_face
from tests.ui.at_page import At, goal_keys

AFTER_SETTLE = mark_key(2, "yes")
LARGE = (Goal.GREATEST_INFRASTRUCTURE, Goal.GREATEST_MILITARY)
SMALL = (
    Goal.GALACTIC_STATUS,
    Goal.BUDGET_SURPLUS,
    Goal.STANDARD_OF_LIVING,
    Goal.SYSTEM_DIVERSITY,
)


def goals(*extra: str, large: tuple[Goal, ...] = LARGE) -> At:
    at = At("gathering_storm")
    at.primary()
    at.tap(*goal_keys(*large, *SMALL), *extra)
    at.primary()
    return at


def solo(*answers: str) -> At:
    at = At("gathering_storm_solo")
    at.answer("0", "3")
    at.primary()
    at.answer(*answers)
    return at


def test_a_six_cost_development_is_a_development_too() -> None:
    """One tap enters it; Galactic Status alone asks for nothing else."""
    at = goals()
    at.change(amount_key(1, "six_costs"), 1)
    counts = at.state.players[0].counts
    assert (counts.six_costs, counts.developments) == (1, 1)
    alone = goals(large=(Goal.GREATEST_MILITARY, Goal.PRODUCTION_LEADER))
    alone.change(amount_key(1, "six_costs"), 1)
    alone.primary()
    assert alone.state.tiles[2].holders == (1,)


def test_the_table_agrees_when_developments_are_counted() -> None:
    """An option that matters only where Greatest Infrastructure is in play."""
    at = goals(AFTER_SETTLE)
    assert at.state.infrastructure_after_settle
    assert not goals().state.infrastructure_after_settle
    other = At("gathering_storm")
    other.primary()
    other.tap(*goal_keys(*MOST[:2], *FIRST[:4]))
    assert AFTER_SETTLE not in other.keys


def test_who_has_ancient_race_keeps_three_cards() -> None:
    """Digest, section 1: three instead of four, in the solitaire set-up and in the draft."""
    robot = At("gathering_storm_solo")
    robot.answer("1", "0")
    assert "Draw six cards, keep four" in robot.facts
    assert "4 cards face down" in robot.facts
    robot.tap("back", "back")
    robot.answer("6", "0")
    assert "Draw six cards, keep three" in robot.facts
    robot.tap("back", "back")
    robot.answer("0", "6")
    assert "3 cards face down" in robot.facts
    draft = At("gathering_storm_draft")
    draft.primary()
    while draft.port.latest().view.step is not DraftStep.DISCARD:
        draft.primary()
    assert "Ancient Race" in draft.facts
    assert "three" in draft.facts


def test_the_next_phase_is_the_main_button() -> None:
    """Any phase can be shown; the one that follows is proposed, and the end after the last one."""
    at = goals()
    words = []
    for _ in range(4):
        words.append(at.page.primary)
        at.primary()
    assert words == ["Develop is over", "Settle is over", "Consume is over", "The round is over"]
    assert at.state.round == 2
    at.tap("phase:III")
    assert at.page.primary == "Settle is over"
    at.primary()
    assert at.page.primary == "Consume is over"
    for _ in range(4):
        at.change(amount_key(1, "chips"), 10)
    assert at.page.primary == "Consume is over"
    at.tap("phase:round_end")
    at.primary()
    assert at.page.primary == "End of the game"


@pytest.mark.parametrize(("players", "drawn"), [(2, "132 65 13 2"), (3, "130 40 8 10")])
def test_the_draft_is_drawn_by_number_of_players(players: int, drawn: str) -> None:
    """Section 4: the deck, what everybody drafts, packets, what is left; then step by step."""
    at = At("gathering_storm_draft")
    if players == 3:
        at.change("players", 1)
    piles = {pile.count: pile.text for pile in at.page.piles}
    deck, drafted, packets, left = drawn.split()
    assert set(piles) == {"2+4", "2", deck, drafted}
    assert piles[drafted].startswith(f"{packets} packets of five")
    assert f"; {left} cards" in piles[drafted]
    at.primary()
    seen = []
    while at.page.piles:
        seen.append([pile.count for pile in at.page.piles])
        at.primary()
    picks = [["5", "1", "« 4" if n % 2 == 0 else "4 »"] for n in range(int(packets))]
    assert seen == [["2+4"], ["2", deck], *picks, [drafted, "6", left]]
    asked = [each.name for each in at.page.people if each.active]
    assert asked == ["Ann"]
    at.answer("0")
    assert not at.key("0")
    assert [each.name for each in at.page.people if each.active] == ["Bo"]


def test_a_goal_that_changes_hands_is_told() -> None:
    """From the centre to its owner, with what of the tile's words the table reads."""
    at = goals()
    at.change(amount_key(1, "six_costs"), 1)
    at.primary()
    assert at.moves == ("1 × Galactic Status: centre of the table » Ann",)


def test_the_robots_part_is_told_step_by_step() -> None:
    """Dice onto the mat, the markers of the tracks, cards onto its stack."""
    at = solo("explore", "produce", "develop", "match")
    assert "1 × die with Develop: tray » Develop" in at.moves
    assert "1 × die with Match: tray » Produce" in at.moves
    at.primary()
    assert any("the robot's draw stack" in line for line in at.moves)


def test_a_move_is_drawn_with_where_it_goes() -> None:
    """A die onto an action's space; several of a kind have their number on the picture."""
    at = solo("explore", "produce", "develop", "match")
    die = next(move for move in at.page.moves if move.said.startswith("1 × die with Match"))
    assert [icon.name for icon in die.icons] == [
        die_face(RobotFace.MATCH),
        "arrow",
        action_card(Space.PRODUCE),
    ]
    two = BoardMove((MovedPieces(2, "card", "cards"),), "the supply", "Ann")
    assert [(icon.name, icon.badge) for icon in two.icons] == [("cards", "2"), ("arrow", "")]


def test_a_game_over_begins_with_the_winner_and_leads_on() -> None:
    """The crown's line, the winner's row lit; a new game is the main button, results beside."""
    at = goals()
    at.tap("phase:round_end", answer_key(0, "end"))
    at.change("mark:1", 10)
    at.primary()
    page = at.page
    assert page.headline is not None
    assert page.headline.text == "Bo"
    assert page.table is not None
    assert [line.lit for line in page.table.lines] == [True, False, False]
    assert [option.key for option in page.beside] == [f"{VISIT}history"]
    at.primary()
    assert at.presenters.ui.visiting == "start"


def test_many_chips_are_few_taps() -> None:
    """Everybody's chips have a button for ten."""
    at = goals()
    at.tap("phase:IV")
    for more in (10, 10, 1):
        at.change(amount_key(1, "chips"), more)
    assert at.state.players[0].vp_chips == 21
    at.change(amount_key(1, "chips"), -1)
    assert at.state.players[0].vp_chips == 20


def test_a_develop_phase_of_three_is_a_tap_for_each_card_and_one_for_the_test() -> None:
    """Everybody's numbers stand side by side: nobody has to be chosen first."""
    at = goals()
    for seat in (1, 2, 3):
        at.change(amount_key(seat, "developments"), 1)
    at.primary()
    assert [player.counts.developments for player in at.state.players] == [1, 1, 1]


def test_a_large_goal_says_how_far_its_holder_is_ahead() -> None:
    at = goals()
    for _ in range(7):
        at.change(amount_key(1, "general_military"), 1)
    for _ in range(5):
        at.change(amount_key(2, "general_military"), 1)
    at.primary()
    table = at.page.table
    assert table is not None
    line = next(each for each in table.lines if each.label == "Greatest Military")
    assert line.note == "Ann +2"
    assert [cell.number.value for cell in line.cells if cell.number] == [7, 5, 0]
    assert [cell.leads for cell in line.cells] == [True, False, False]


def test_each_phase_asks_only_for_what_its_goals_look_at() -> None:
    """Develop, Settle, Consume, the end of the round: the goals that are tested then."""
    at = goals()
    seen = {}
    for phase in ("II", "III", "IV", "round_end"):
        at.tap(f"phase:{phase}")
        table = at.page.table
        seen[phase] = [line.label for line in table.lines] if table is not None else []
        if table is None:
            seen[phase] = [key for key in at.keys if key.startswith("discarded")]
        if phase in ("IV", "round_end"):
            goal = "Galactic Standard of Living" if phase == "IV" else "Budget Surplus"
            assert goal in at.facts
    assert seen == {
        "II": ["Greatest Infrastructure", "Greatest Military", "Galactic Status"],
        "III": ["Greatest Military", "System Diversity"],
        "IV": ["Ann", "Bo", "Cy"],
        "round_end": ["discarded:1", "discarded:2", "discarded:3"],
    }


def test_cards_by_name_are_a_page_of_their_own() -> None:
    """A letter, a card, and the table of the phase is back with the number that it counts."""
    at = At("gathering_storm")
    at.tap("names:1", mark_key(3, "3"))
    at.primary()
    at.primary()
    at.tap(*goal_keys(*LARGE, *SMALL))
    at.primary()
    at.tap(answer_key(1, "place"), "letter:S")
    at.answer("space_marines")
    table = at.page.table
    assert table is not None
    line = next(each for each in table.lines if each.label == "Greatest Military")
    option = line.cells[0].option
    assert option is not None
    assert option.key == answer_key(1, "place")  # leads to the next card
    assert option.icons[0].text == "4"


def test_a_placed_card_and_the_end_of_the_phase_are_one_tap() -> None:
    """Two only in Settle: Improved Logistics places a second world (section 5)."""
    at = solo("develop", "settle", "develop", "settle")
    assert not at.key("2")
    at.answer("1")
    assert at.state.player_tableau == 2
    at = solo("settle", "produce", "settle", "produce")
    assert at.key("2")


@pytest.mark.parametrize(("first", "again"), [("produce", False), ("develop", True)])
def test_the_same_action_again_is_offered_only_where_it_may_be_chosen(
    first: str, again: bool
) -> None:
    at = solo(first)
    assert ("same again" in at.page.status) is again


def test_cards_that_did_not_fit_and_chips_are_one_tap_each() -> None:
    at = solo("develop", "x2", "develop", "x2")
    while at.state.step is SoloStep.PLAYER:
        answer = at.key(4) or at.key("0")
        at.tap(answer) if answer else at.primary()
    assert at.state.step is SoloStep.FLIP
    stack = at.state.robot.stack
    at.answer(2, "2")
    assert at.state.robot.stack < stack
