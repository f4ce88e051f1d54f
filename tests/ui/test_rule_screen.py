"""Rule the Galaxy on the screen, without a window: what is asked, shown and sent."""

from dataclasses import replace

from companion.games.rule.cards import HEROES, Card, bundle, minus, whole_box
from companion.games.rule.set_up import NewPlayer, StartGame
from companion.games.rule.state import GameState, Outcome, Posted, Step
from companion.games.rule.units import Unit, UnitKind
from kivy_ui.art.files import SIZES_PX
from kivy_ui.asking.draft import Confirm, Give, Mark, Why
from kivy_ui.asking.game_pages import Moved, Odds
from kivy_ui.common.page_source import Help
from kivy_ui.pages.forms import Form
from kivy_ui.pages.listing import TableTop
from kivy_ui.pages.maps import Map, SpotLook
from kivy_ui.pages.scores import Result
from tests.some import there
from tests.ui.at_source import AtScreen

REY, FINN, POE = Card.REY, Card.FINN, Card.POE
KYLO = Unit(UnitKind.KYLO_REN)
SNOW = Unit(UnitKind.SNOWTROOPER, REY)
INFILTRATOR = Unit(UnitKind.INFILTRATOR, REY)
HAND = (REY,) * 5 + (FINN,) * 3 + (POE,) * 2
BOARD = (Posted(1, 3, KYLO), Posted(2, 2, SNOW))


def shooting(
    hand: tuple[Card, ...],
    board: tuple[Posted, ...],
    *tiles: Unit,
    size_px: tuple[int, int] = SIZES_PX[0],
) -> AtScreen:
    """Ann shoots; two others have nothing."""
    at = AtScreen("rule_the_galaxy", size_px=size_px)
    wave = tuple(Unit(UnitKind.SNOWTROOPER, hero) for hero in HEROES)
    people = tuple(NewPlayer(seat, name, REY) for seat, name in enumerate(("Ann", "Bo", "Cy"), 1))
    at.port.post(StartGame(people, wave))
    state: GameState = at.state
    ann = replace(state.players[0], hand=bundle(hand), tiles=tiles)
    others = tuple(replace(p, hand=()) for p in state.players[1:])
    deck = minus(whole_box(), hand)
    players = (ann, *others)
    at.port.put(replace(state, players=players, board=board, deck=deck, step=Step.SHOOT, drew=True))
    return at


def test_all_units_that_can_be_paid_for_are_destroyed_by_one_touch() -> None:
    """The proposal for Kylo Ren leaves what the snowtrooper costs."""
    at = shooting(HAND, BOARD, INFILTRATOR)
    (plan,) = at.cards
    assert [picture.piece for picture in plan.pictures] == ["unit/kylo_ren", "unit/snowtrooper/rey"]
    assert [gain.text for gain in plan.gains] == ["+7"]
    at.touch(plan.key)
    assert not at.state.board


def test_a_unit_on_the_board_is_destroyed_by_a_touch_on_its_field() -> None:
    at = shooting(HAND, BOARD)
    offered = {(s.column, s.row) for s in at.body(Map).places if s.look is SpotLook.BATTLE}
    assert offered == {(1, 3), (2, 2)}
    at.answer("2-2")
    assert [posted.unit for posted in at.state.board] == [KYLO]


def test_a_payment_can_be_chosen() -> None:
    """What is wrong cannot be paid: the main button says why."""
    at = shooting(HAND, BOARD, INFILTRATOR)
    at.more("pay", "2-2")
    assert [field.label for field in at.body(Form).fields] == ["Rey", "Infiltrator Rey"]
    at.touch(Mark(1, 1))
    at.main()
    assert at.said is not None
    assert len(at.state.board) == 2
    at.touch(Mark(0, 2))
    at.touch(Mark(0, 1))
    at.touch(Confirm())
    ann = at.state.players[0]
    assert ann.hand.count(REY) == 4
    assert ann.tiles == (SNOW,)
    assert at.state.box == (INFILTRATOR,)


def test_a_payment_can_be_given_up() -> None:
    at = shooting(HAND, BOARD)
    at.more("pay", "1-3")
    at.touch(at.page.back)
    at.touch(at.page.back)
    assert at.can("1-3")
    assert len(at.state.board) == 2


def test_a_unit_that_cannot_be_paid_for_says_why() -> None:
    at = shooting((REY,), BOARD)
    why = [spot.key for spot in at.body(Map).places if isinstance(spot.key, Why)]
    at.touch(why[0])
    assert there(at.said)[2:] == ("3.2",)


def test_a_unit_is_its_strength_then_its_colour_and_what_is_in_play_is_not_offered_again() -> None:
    at = shooting((), (), SNOW, SNOW)
    at.port.put(replace(at.state, step=Step.WAVE, board=()))
    assert [card.short for card in at.cards] == ["1", "2", "3", "5", "6", "6", "8"]
    at.answer("snowtrooper")
    assert not at.can("rey")
    at.touch(at.page.back)
    at.answer("kylo_ren")
    assert not at.can("kylo_ren")
    at.answer("snowtrooper", "finn", "phasma", "infiltrator", "poe")
    assert at.state.board[0].unit == KYLO
    assert len(at.state.board) == 4


def test_the_board_shows_where_the_next_unit_comes_and_those_entered_before() -> None:
    """Lane 2 is taken: the third unit that is entered is that of lane 4."""
    at = shooting((), ())
    at.port.put(replace(at.state, step=Step.WAVE, board=(Posted(2, 1, SNOW),)))
    at.answer("kylo_ren", "snowtrooper", "finn")
    start = {spot.column: spot for spot in at.body(Map).places if spot.row == 1}
    assert [column for column, spot in start.items() if spot.look is SpotLook.CHOSEN] == [4]
    assert [(spot.ground or ())[0].piece for spot in list(start.values())[:3]] == [
        "unit/kylo_ren",
        "unit/snowtrooper/rey",
        "unit/snowtrooper/finn",
    ]


def test_the_odds_stand_on_the_cards_and_beside_what_one_more_is_worth() -> None:
    at = shooting((REY, REY), BOARD)
    at.port.put(replace(at.state, step=Step.DRAW))
    chances = {card.title: card.text for card in at.cards}
    assert chances["Bombardment"] == ("17%",)
    note = there(at.page.note)
    assert note.lines[0].startswith("9 of 53 cards are bombardments")
    assert note.lines[1].startswith("Expected points: stop")


def test_the_odds_can_be_turned_off_but_not_how_many_bombardments_are_left() -> None:
    at = shooting((REY, REY), BOARD)
    at.port.put(replace(at.state, step=Step.DRAW))
    at.more()
    at.touch(Odds())
    at.more()
    assert not any(card.text for card in at.cards)
    note = there(at.page.note)
    assert note.lines[0].startswith("9 of 53 cards are bombardments")
    assert not note.lines[1].startswith("Points")


def test_units_of_a_lane_and_captured_infiltrators_are_shown() -> None:
    """Section 3.2: each on its field; an infiltrator counts for 2 once it is captured."""
    at = shooting((REY,), (Posted(1, 1, SNOW), Posted(1, 2, KYLO)), INFILTRATOR)
    first = {spot.row: spot for spot in at.body(Map).places if spot.column == 1}
    assert [picture.piece for picture in first[1].ground or ()] == ["unit/snowtrooper/rey"]
    assert [picture.piece for picture in first[2].ground or ()] == ["unit/kylo_ren"]
    assert isinstance(first[1].key, Give)
    assert isinstance(first[2].key, Why)
    facts = at.page.people[0].facts
    assert ("unit/infiltrator", "1") in [(fact.piece, fact.text) for fact in facts]


def test_a_player_who_holds_all_kinds_of_cards_sees_the_points_too() -> None:
    """Five kinds of cards, the infiltrators and the points are seven facts."""
    at = shooting((*HEROES, Card.BB8), BOARD, INFILTRATOR)
    assert [fact.piece for fact in at.page.people[0].facts][-2:] == ["unit/infiltrator", "chip"]


def test_units_are_large_enough_to_touch_above_people_who_hold_much() -> None:
    """In portrait, with a move in the foot: the others' facts give way."""
    at = shooting((*HEROES, Card.BB8), BOARD, INFILTRATOR, size_px=(480, 800))
    at.touch(next(each.key for each in at.body(Map).places if isinstance(each.key, Give)))
    assert at.page.move_now is not None
    assert all(target.box.h >= 48 for target in at.scene().targets)


def test_what_to_move_on_the_table_is_said_one_move_after_the_other() -> None:
    """Section 3.4: one sentence for all units; the marker that was entered has its own question."""
    at = shooting(HAND, BOARD, INFILTRATOR)
    at.answer("1-3")
    move = there(at.page.move_now)
    assert [(each.piece, each.count) for each in move.pictures] == [("card/rey", 8)]
    assert move.to.piece == "card/back"
    at.touch(Moved())
    move = there(at.page.move_now)
    assert [each.piece for each in move.pictures] == ["unit/kylo_ren"]
    assert (move.to.piece, move.to.number) == ("seat", "1")
    at.port.put(replace(at.state, active=2))
    at.answer("end")
    while at.page.move_now is not None:
        at.touch(Moved())
    assert at.note == "All units advance one field."


def test_what_is_moved_first_stands_above_the_answers() -> None:
    at = shooting((REY,), BOARD)
    at.port.put(replace(at.state, step=Step.DRAW))
    at.answer("bombardment")
    assert at.page.move_now is not None
    tops = {target.key: target.box.y for target in at.scene().targets}
    cards = [tops[card.key] for card in at.cards if card.key in tops]
    assert cards
    assert tops[Moved()] < min(cards)


def test_the_table_is_told_to_shuffle_after_the_ninth_bombardment() -> None:
    at = shooting((REY,), BOARD)
    deck = minus(at.state.deck, (Card.BOMBARDMENT,) * 8)
    at.port.put(replace(at.state, step=Step.DRAW, deck=deck, bombardments=8))
    at.answer("bombardment")
    while at.page.move_now is not None:
        at.touch(Moved())
    assert "shuffled into a new deck" in at.note


def test_cards_are_swapped_one_question_at_a_time() -> None:
    """With whom, what is given, what is got; a step back asks again."""
    at = shooting((REY, REY), BOARD)
    bo, cy = (
        replace(p, hand=(card,)) for p, card in zip(at.state.players[1:], (FINN, POE), strict=True)
    )
    at.port.put(replace(at.state, players=(at.state.players[0], bo, cy)))
    at.more("swap", "3")
    at.touch(at.page.back)
    at.answer("2", "rey", "finn")
    assert at.state.players[0].hand == (REY, FINN)
    assert at.state.players[1].hand == (REY,)


def test_a_correction_stays_open_for_the_next_one() -> None:
    at = shooting(HAND, BOARD)
    at.more("correct", "fields", "4-7", "phasma")
    assert at.state.at(4, 7) is not None
    at.answer("1-3", "nothing")
    assert at.state.at(1, 3) is None


def test_the_box_is_remembered_for_further_games() -> None:
    at = shooting(HAND, BOARD)
    at.more("correct", "box", "phasma_points")
    able = next(key for key in at.keys if isinstance(key, Give))
    at.touch(able)
    assert at.page.question
    kept = at.presenters.ui.settings.services.boxes.of("rule_the_galaxy")
    assert kept.phasma_points == int(str(able.path[-1]))
    assert "phasma_points" in kept.confirmed


def test_the_set_up_says_what_to_lay_out_and_what_stays_in_the_box() -> None:
    """Sections 2 and 5: with one or two players the four tiles of strength 5 are left out."""
    at = AtScreen("rule_the_galaxy")
    at.answer(3)
    assert at.body(TableTop).rows[0].pictures[0].count == 12
    assert [each.seat.number for each in at.page.people] == [1, 2, 3]
    at.touch(at.page.back)
    at.answer(2)
    body = at.body(TableTop)
    assert body.rows[0].pictures[0].count == 10
    titles = [row.title for row in body.rows]
    assert "Strength 5 stays in the box" in titles
    assert "Movement marker: white side up, in front of the older player" in titles
    at.laid_out()
    at.answer("1", "rey", "finn")
    assert at.can("snowtrooper")
    assert not at.can("flametrooper")


def test_the_rule_of_a_step_is_a_touch_away() -> None:
    at = shooting(HAND, BOARD)
    assert Help("3.2") in at.keys


def test_who_begins_is_asked_and_the_others_follow_clockwise() -> None:
    """Section 2: the first player is agreed on; seat 1 is proposed."""
    at = AtScreen("rule_the_galaxy")
    at.answer(3)
    at.laid_out()
    assert [card.title for card in at.cards if card.suggested] == ["Ann"]
    at.answer("2", "rey", "finn", "poe")
    at.answer(
        "kylo_ren", *(key for hero in ("rey", "finn", "poe") for key in ("snowtrooper", hero))
    )
    assert [(player.seat, player.hand) for player in at.state.players] == [
        (2, (REY,)),
        (3, (FINN,)),
        (1, (POE,)),
    ]


def test_a_name_that_nobody_entered_is_in_the_language_of_the_screen() -> None:
    """Also in a game that was begun in another language; entered names stay as they are."""
    at = AtScreen("rule_the_galaxy", language="hu")
    names = "Player 1", "Gracz 2", "Cy"
    people = tuple(NewPlayer(seat, name, REY) for seat, name in enumerate(names, 1))
    wave = tuple(Unit(UnitKind.SNOWTROOPER, hero) for hero in HEROES)
    at.port.post(StartGame(people, wave))
    assert [each.seat.name for each in at.page.people] == ["1. játékos", "2. játékos", "Cy"]
    assert at.page.question.startswith("Az 1. játékos ")


def test_equal_points_are_decided_by_tiles_that_are_shown() -> None:
    at = shooting(HAND, BOARD, KYLO, SNOW)
    other = replace(at.state.players[1], tiles=at.state.players[0].tiles)
    players = (at.state.players[0], other, at.state.players[2])
    at.port.put(replace(at.state, players=players, step=Step.OVER, outcome=Outcome.WON))
    body = at.body(Result)
    assert [(rank.seat.name, bool(rank.wins), rank.tie) for rank in body.ranks] == [
        ("Ann", True, "2 units"), ("Bo", True, "2 units"), ("Cy", False, "")
    ]  # fmt: skip
    assert at.page.question == "Tie of Ann and Bo"


def test_a_lost_game_has_no_winner_and_a_won_one_says_who_and_why() -> None:
    at = shooting(HAND, BOARD, KYLO, SNOW)
    at.port.put(replace(at.state, step=Step.OVER, outcome=Outcome.LOST))
    (defeat,) = at.cards
    assert (defeat.title, defeat.text) == ("Everybody loses", ("Round 1", "Captured: 2 units"))
    assert defeat.pictures[0].piece.startswith("unit/")
    at.port.put(replace(at.state, outcome=Outcome.WON))
    assert at.page.question == "Winner: Ann"


def test_cards_that_are_all_alike_are_discarded_by_a_tap_on_them() -> None:
    """The marker's loss leaves no choice: the card shows what goes."""
    at = shooting((POE, POE), BOARD)
    state = at.state
    owing = (replace(state.players[0], owes=1), *state.players[1:])
    at.port.put(replace(state, step=Step.DISCARD, players=owing))
    (card,) = at.cards
    assert [picture.piece for picture in card.pictures] == ["card/poe"]
    at.touch(card.key)
    assert at.state.players[0].hand == (POE,)
