"""Rule the Galaxy's pages without a window: payments, what is told of the table."""

from __future__ import annotations

from dataclasses import replace

from companion.games.rule.cards import HEROES, Card, bundle, minus, whole_box
from companion.games.rule.commands import NewPlayer, StartGame
from companion.games.rule.state import GameState, Posted, Step
from companion.games.rule.units import Unit, UnitKind
from tests.ui.at_page import At

REY, FINN, POE = Card.REY, Card.FINN, Card.POE
KYLO = Unit(UnitKind.KYLO_REN)
SNOW = Unit(UnitKind.SNOWTROOPER, REY)
INFILTRATOR = Unit(UnitKind.INFILTRATOR, REY)


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


HAND = (REY,) * 5 + (FINN,) * 3 + (POE,) * 2
BOARD = (Posted(1, 3, KYLO), Posted(2, 2, SNOW))


def test_two_units_are_taken_in_one_tap() -> None:
    """The proposal for Kylo Ren leaves what the snowtrooper costs."""
    at = shooting(HAND, BOARD, INFILTRATOR)
    texts = {o.key: o.text for row in at.page.rows for o in row.options}
    assert "3 Rey, 3 Finn, 2 Poe" in texts["shoot:1:3"]
    assert "(7 points)" in texts["together"]
    at.tap("together")
    assert not at.state.board


def test_a_payment_can_be_chosen() -> None:
    """Cards by number, infiltrators by tap; what is wrong cannot be paid."""
    at = shooting(HAND, BOARD, INFILTRATOR)
    at.tap("otherwise", "shoot:2:2")
    assert at.page.facts[0].endswith("3 of 3")
    assert at.page.primary_enabled
    at.tap("tile:0")
    assert not at.page.primary_enabled
    at.change("pay:rey", -1)
    at.change("pay:rey", -1)
    assert at.page.facts[0].endswith("3 of 3")
    at.primary()
    ann = at.state.players[0]
    assert ann.hand.count(REY) == 4
    assert ann.tiles == (SNOW,)
    assert at.state.box == (INFILTRATOR,)


def test_a_payment_can_be_given_up() -> None:
    at = shooting(HAND, BOARD)
    at.tap("otherwise", "shoot:1:3", "unpaid")
    assert "shoot:1:3" in at.keys
    assert len(at.state.board) == 2


def test_the_table_is_told_to_advance_and_what_is_paid() -> None:
    """Section 3.4: one sentence for all units; the marker that was entered has its own question."""
    at = shooting(HAND, BOARD, INFILTRATOR)
    at.tap("shoot:1:3")
    assert at.page.moves == (
        "3 × Rey, 3 × Finn, 2 × Poe: cards of Ann » discard pile",
        "1 × Kylo Ren (8): lane 1, field 3 » tiles of Ann",
    )
    state = replace(at.state, active=2)
    at.port.put(state)
    at.primary()
    assert "All units advance one field." in at.page.moves


def test_the_table_is_told_to_shuffle_after_the_ninth_bombardment() -> None:
    at = shooting((REY,), BOARD)
    deck = minus(at.state.deck, (Card.BOMBARDMENT,) * 8)
    at.port.put(replace(at.state, step=Step.DRAW, deck=deck, bombardments=8))
    at.tap("draw:bombardment")
    assert any("shuffled into a new deck" in line for line in at.page.moves)


def test_a_wave_is_four_taps() -> None:
    """Each unit with its colour in one; what is in play already is not offered again."""
    at = shooting((), (), SNOW, SNOW)
    at.port.put(replace(at.state, step=Step.WAVE, board=()))
    assert "unit:snowtrooper:rey" not in at.keys
    at.tap("unit:kylo_ren")
    assert "unit:kylo_ren" not in at.keys
    at.tap("unit:snowtrooper:finn", "unit:phasma", "unit:infiltrator:poe")
    assert at.state.board[0].unit == KYLO
    assert len(at.state.board) == 4


def test_drawing_on_is_weighed_only_when_asked() -> None:
    at = shooting((REY, REY), BOARD)
    at.port.put(replace(at.state, step=Step.DRAW))
    assert "on average" not in at.facts
    at.tap("weigh")
    assert "Next card: Rey" in at.facts
    assert "on average" in at.facts


def test_the_set_up_says_what_stays_in_the_box() -> None:
    """Section 5: with one or two players the four tiles of strength 5 are left out."""
    at = At("rule_the_galaxy")
    assert "12 tiles; on them 12 others" in at.facts
    at.change("players", -1)
    assert "strength 5 stay in the box" in at.facts
    assert "unit:flametrooper:rey" not in at.keys


def test_a_turn_that_can_destroy_nothing_ends_with_one_tap() -> None:
    at = shooting((), BOARD)
    at.port.put(replace(at.state, step=Step.DRAW, drew=False))
    assert "finish" not in at.keys
    at.tap("draw:finn", "finish")
    assert at.state.on_turn.seat == 2
    able = shooting((REY,) * 3, BOARD)
    able.port.put(replace(able.state, step=Step.DRAW))
    assert "finish" not in able.keys


def test_rows_of_units_and_captured_infiltrators_are_shown() -> None:
    """Section 3.2: the front unit first; an infiltrator counts for 2 once it is captured."""
    at = shooting((REY,), (Posted(1, 1, SNOW), Posted(1, 2, KYLO)), INFILTRATOR)
    cards = {card.title: card.text for card in at.page.cards}
    assert cards["Lane 1: field 2 of 7"] == "Kylo Ren (8), Snowtrooper Rey (3)"
    assert cards["Lane 2"] == "\u2013"
    assert cards["Ann"] == "Infiltrator Rey (1), counts for 2"
