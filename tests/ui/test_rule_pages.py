"""Rule the Galaxy's pages without a window: payments, what is told of the table."""

from __future__ import annotations

from dataclasses import replace

from companion.games.rule.cards import HEROES, Card, bundle, minus, whole_box
from companion.games.rule.set_up import NewPlayer, StartGame
from companion.games.rule.state import GameState, Posted, Step
from companion.games.rule.units import Unit, UnitKind
from kivy_ui.common.board.question_page import answer_key, mark_key
from kivy_ui.games.rule.icons import card_face, unit_face
from tests.ui.at_page import At

REY, FINN, POE = Card.REY, Card.FINN, Card.POE
KYLO = Unit(UnitKind.KYLO_REN)
SNOW = Unit(UnitKind.SNOWTROOPER, REY)
INFILTRATOR = Unit(UnitKind.INFILTRATOR, REY)


def lines(at: At) -> str:
    """What is said beside icons."""
    found = at.page.lines
    return "\n".join(text for line in found for text in (*(s.text for s in line.icons), line.text))


def shooting(hand: tuple[Card, ...], board: tuple[Posted, ...], *tiles: Unit) -> At:
    """Ann shoots; two others have nothing."""
    at = At("rule_the_galaxy")
    wave = tuple(Unit(UnitKind.SNOWTROOPER, hero) for hero in HEROES)
    people = tuple(NewPlayer(seat, name, REY) for seat, name in enumerate(("Ann", "Bo", "Cy"), 1))
    at.port.post(StartGame(people, wave))
    state: GameState = at.state
    ann = replace(state.players[0], hand=bundle(hand), tiles=tiles)
    others = tuple(replace(p, hand=()) for p in state.players[1:])
    at.port.put(
        replace(
            state,
            players=(ann, *others),
            board=board,
            deck=minus(whole_box(), hand),
            step=Step.SHOOT,
            drew=True,
        )
    )
    return at


def _shot(field: str, *payment: list[int]) -> str:
    return answer_key(1, "shoot", field, *payment)


HAND = (REY,) * 5 + (FINN,) * 3 + (POE,) * 2
BOARD = (Posted(1, 3, KYLO), Posted(2, 2, SNOW))


def test_two_units_are_taken_in_one_tap() -> None:
    """The proposal for Kylo Ren leaves what the snowtrooper costs."""
    at = shooting(HAND, BOARD, INFILTRATOR)
    found = {o.key: o for o in at.page.options}
    paid = tuple((icon.name, icon.text) for icon in found[_shot("1-3", [3, 3, 2, 0])].icons[1:])
    assert paid == ((card_face(REY), "3"), (card_face(FINN), "3"), (card_face(POE), "2"))
    assert found[answer_key(1, "plan")].note == "7 points"
    at.tap(answer_key(1, "plan"))
    assert not at.state.board


def test_a_payment_can_be_chosen() -> None:
    """Cards and infiltrators by tap; what is wrong cannot be paid."""
    at = shooting(HAND, BOARD, INFILTRATOR)
    at.tap("otherwise", _shot("2-2"))
    assert at.page.facts[0].endswith("3 of 3")
    assert at.page.primary_enabled
    at.tap(mark_key(1, 1))
    assert not at.page.primary_enabled
    at.tap(mark_key(0, 2), mark_key(0, 1))
    assert at.page.facts[0].endswith("3 of 3")
    at.primary()
    ann = at.state.players[0]
    assert ann.hand.count(REY) == 4
    assert ann.tiles == (SNOW,)
    assert at.state.box == (INFILTRATOR,)


def test_a_card_of_any_colour_is_offered_as_payment() -> None:
    """Section 3.2: BB-8 is any colour; cards of another colour cannot pay."""
    at = shooting((REY, REY, REY, FINN, Card.BB8), BOARD)
    at.tap("otherwise", _shot("2-2"))
    assert [key for key in at.keys if key.startswith("mark:")] == [
        *(mark_key(0, 2),) * 3,
        mark_key(1, 1),
    ]
    at.tap(mark_key(0, 2), mark_key(1, 1))
    at.primary()
    assert at.state.players[0].hand == (REY, FINN)


def test_a_payment_can_be_given_up() -> None:
    at = shooting(HAND, BOARD)
    at.tap("otherwise", _shot("1-3"), "unpaid")
    assert _shot("1-3") in at.keys
    assert len(at.state.board) == 2


def test_the_table_is_told_to_advance_and_what_is_paid() -> None:
    """Section 3.4: one sentence for all units; the marker that was entered has its own question."""
    at = shooting(HAND, BOARD, INFILTRATOR)
    at.tap(_shot("1-3", [3, 3, 2, 0]))
    assert at.moves == (
        "3 × Rey, 3 × Finn, 2 × Poe: cards of Ann » discard pile",
        "1 × Kylo Ren (8): lane 1, field 3 » tiles of Ann",
    )
    state = replace(at.state, active=2)
    at.port.put(state)
    at.primary()
    assert "All units advance one field." in at.moves


def test_the_table_is_told_to_shuffle_after_the_ninth_bombardment() -> None:
    at = shooting((REY,), BOARD)
    deck = minus(at.state.deck, (Card.BOMBARDMENT,) * 8)
    at.port.put(replace(at.state, step=Step.DRAW, deck=deck, bombardments=8))
    at.tap(answer_key(1, "draw", "bombardment"))
    assert any("shuffled into a new deck" in line for line in at.moves)


def test_a_wave_is_four_taps() -> None:
    """Each unit with its colour in one; what is in play already is not offered again."""
    at = shooting((), (), SNOW, SNOW)
    at.port.put(replace(at.state, step=Step.WAVE, board=()))
    assert not at.key("snowtrooper/rey")
    at.answer("kylo_ren")
    assert not at.key("kylo_ren")
    at.answer("snowtrooper/finn", "phasma", "infiltrator/poe")
    assert at.state.board[0].unit == KYLO
    assert len(at.state.board) == 4


def test_the_odds_stand_where_one_decides_and_can_be_turned_off() -> None:
    """Of each kind of card on its button, and what one more is worth; how many are left stays."""
    at = shooting((REY, REY), BOARD)
    at.port.put(replace(at.state, step=Step.DRAW))
    cards = {o.key: o.icons[0].text for o in at.page.options if o.icons}
    assert cards[answer_key(1, "draw", "bombardment")] == "17 %"
    assert "on average" in lines(at)
    at.tap("weigh")
    assert not any(o.icons[0].text for o in at.page.options if o.icons)
    assert "on average" not in lines(at)
    assert at.page.progress.startswith("9 of 53 cards are bombardments")


def test_cards_are_swapped_one_question_at_a_time() -> None:
    """With whom, what is given, what is got; a single partner needs no question."""
    at = shooting((REY, REY), BOARD)
    bo, cy = (
        replace(p, hand=(card,)) for p, card in zip(at.state.players[1:], (FINN, POE), strict=True)
    )
    at.port.put(replace(at.state, players=(at.state.players[0], bo, cy)))
    swap = answer_key(1, "swap")
    at.tap(swap)
    assert at.page.progress == "1 of 3"
    at.tap(answer_key(1, "swap", "2"), answer_key(1, "swap", "2", "rey"))
    assert at.page.progress == "3 of 3"
    assert at.keys[0] == answer_key(1, "swap", "2", "rey", "finn")
    at.tap(answer_key(1, "swap", "2", "rey", "finn"))
    assert at.state.players[0].hand == (REY, FINN)
    assert at.state.players[1].hand == (REY,)
    at.tap(swap)
    at.primary()
    assert at.state.players[0].hand == (REY, FINN)
    assert swap in at.keys


def test_a_unit_on_the_board_is_destroyed_by_a_tap_on_its_field() -> None:
    at = shooting(HAND, BOARD)
    lanes = at.page.lanes
    assert lanes is not None
    assert {(mark.lane, mark.row) for mark in lanes.fields if mark.tappable} == {(1, 3), (2, 2)}
    at.board.tap("field:2:2")
    assert [posted.unit for posted in at.state.board] == [KYLO]


def test_the_set_up_says_what_stays_in_the_box() -> None:
    """Section 5: with one or two players the four tiles of strength 5 are left out."""
    at = At("rule_the_galaxy")
    assert at.page.piles[0].icons[0].text == "\u00d712"
    assert "Strength 5 stays in the box" not in at.facts
    at.change("players", -1)
    assert at.page.piles[0].icons[0].text == "\u00d710"
    assert "Strength 5 stays in the box" in at.facts
    at.primary()
    at.answer("rey", "finn")
    assert at.key("snowtrooper/rey")
    assert not at.key("flametrooper/rey")


def test_who_begins_is_asked_and_the_others_follow_clockwise() -> None:
    """Section 2: the first player is agreed on; seat 1 is proposed."""
    at = At("rule_the_galaxy")
    assert [o.key for o in at.page.options if o.chosen] == ["first:1"]
    at.tap("first:3")
    at.change("players", -1)
    assert [o.key for o in at.page.options if o.chosen] == ["first:2"]
    at.change("players", 1)
    at.primary()
    at.answer("rey", "finn", "poe")
    at.answer("kylo_ren", *(f"snowtrooper/{hero}" for hero in ("rey", "finn", "poe")))
    at.primary()
    assert [(player.seat, player.hand) for player in at.state.players] == [
        (2, (REY,)),
        (3, (FINN,)),
        (1, (POE,)),
    ]
    assert at.state.on_turn.name == "Bo"


def test_who_plays_alone_begins() -> None:
    at = At("rule_the_galaxy")
    at.change("players", -2)
    assert not [key for key in at.keys if key.startswith("first")]


def test_the_set_up_is_taken_back_step_by_step() -> None:
    """Units, then the dealt cards, then what was laid out."""
    at = At("rule_the_galaxy")
    at.primary()
    at.answer("rey", "finn", "poe", "kylo_ren")
    at.tap("back")
    assert at.page.progress == "3 of 3"
    at.tap("back")
    assert at.page.progress == "2 of 3"
    at.tap("back", "back", "back")
    assert at.page.progress == "1 of 3"


def test_a_turn_that_can_destroy_nothing_ends_with_one_tap() -> None:
    at = shooting((), BOARD)
    at.port.put(replace(at.state, step=Step.DRAW, drew=False))
    finish = answer_key(1, "finish")
    assert finish not in at.keys
    at.tap(answer_key(1, "draw", "finn"), finish)
    assert at.state.on_turn.seat == 2
    able = shooting((REY,) * 3, BOARD)
    able.port.put(replace(able.state, step=Step.DRAW))
    assert finish not in able.keys


def test_rows_of_units_and_captured_infiltrators_are_shown() -> None:
    """Section 3.2: each on its field; an infiltrator counts for 2 once it is captured."""
    at = shooting((REY,), (Posted(1, 1, SNOW), Posted(1, 2, KYLO)), INFILTRATOR)
    lanes = at.page.lanes
    assert lanes is not None
    faces = {(mark.lane, mark.row): mark.face for mark in lanes.fields if mark.row < 3}
    assert faces == {(1, 1): unit_face(SNOW), (1, 2): unit_face(KYLO)}
    assert [mark.tappable for mark in lanes.fields if mark.row < 3] == [True, False]
    assert unit_face(INFILTRATOR) in [icon.name for icon in at.page.people[0].goods]
    assert "counts for 2" in lines(at)
