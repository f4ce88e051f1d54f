"""What changed, what is corrected, what the judge says and how the score comes about, in words."""

from companion.games.roll.model.dice import DieType, Face, Phase, Place, PlacedDie
from companion.games.roll.phases.reveal import RecordMat
from companion.games.roll.phases.round import SignalReady
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.mats.mat_verdict import check
from kivy_ui.window.presenters import Presenters
from tests.games.roll.tracked_table import RULES, Played, a_game, laid
from tests.some import there
from tests.ui import fake_table as fake
from tests.ui.contexts import a_context

HOME, MILITARY = DieType.HOME, DieType.MILITARY


def show(ui: RollContext, game: Played) -> None:
    ui.take(fake.an_update(game.view, version=ui.update.version + 1))


# --- Reveal --------------------------------------------------------------------------------------


def revealed(*dice: PlacedDie, factions: tuple[int, ...] = (2, 4, 9)) -> tuple[RollContext, Played]:
    game = a_game(*factions)
    for seat in (1, 2, 3):
        game.do(SignalReady(seat))
    game.hold(1, cup=tuple(die.type for die in dice)).do(RecordMat(1, dice))
    ui, _ = a_context(game.view)
    return ui, game


def said(ui: RollContext) -> tuple[str, bool]:
    """What is said of the first mat, and whether it is fine."""
    found = check(ui, there(ui.seat(1)))
    return found.text, not found.do


def test_a_plain_mat_needs_no_words() -> None:
    """Sorted and selected: nothing is said."""
    ui, _ = revealed(laid(HOME, Phase.SHIP, selecting=True), laid(HOME, Phase.DEVELOP))
    assert said(ui) == ("", True)


def test_what_allows_a_mat_is_named() -> None:
    """Dictate, in the player's language."""
    ui, _ = revealed(
        laid(HOME, Phase.SHIP, selecting=True),
        PlacedDie(HOME, Face.SHIP, Place(None)),
        PlacedDie(HOME, Face.DEVELOP, Place(Phase.SETTLE)),
    )
    assert said(ui) == ("These dice are allowed by Dictate", True)
    ui.choose_language("pl")
    assert said(ui) == ("Pozwala na to: Dyktat", True)


def test_the_smallest_fault_is_said_and_holds_the_reveal() -> None:
    """In words, and the main button waits."""
    ui, _ = revealed(
        laid(HOME, Phase.SHIP, selecting=True), PlacedDie(HOME, Face.DEVELOP, Place(Phase.SETTLE))
    )
    found = said(ui)
    assert "shows Develop but is under Settle" in found[0]
    assert not found[1]
    wrong = check(ui, there(ui.seat(1)))
    assert (wrong.do, sorted(wrong.dice)) == ("P1: correct the marked die", [1])
    assert Presenters(ui).screen == "reveal"


def test_other_dice_than_in_the_cup_are_named() -> None:
    """By the tracking: what is missing, and what is too many."""
    ui, game = revealed(laid(HOME, Phase.SHIP, selecting=True), laid(HOME, Phase.SHIP))
    game.hold(1, cup=(HOME, MILITARY))
    show(ui, game)
    assert said(ui) == ("Missing from the cup: 1 × Military; Home: 2 here, 1 in the cup", False)
    seat = ui.seat(1)
    assert seat is not None
    wrong = check(ui, seat)
    assert (wrong.do, len(wrong.dice)) == ("P1: which marked die is wrong?", 2)


def test_a_doubtful_die_comes_before_the_judge() -> None:
    """A reading that nobody has looked at is no fault of the player."""
    ui, _ = revealed(
        laid(HOME, Phase.SHIP, selecting=True),
        PlacedDie(HOME, Face.DEVELOP, Place(Phase.SETTLE), doubtful=True),
    )
    assert said(ui) == ("", True)


def test_every_tile_has_a_name_in_every_language() -> None:
    """Also keys that nobody knows do not break a screen."""
    ui, _ = a_context(None)
    for language in ("en", "pl", "hu"):
        ui.choose_language(language)
        assert all(ui.tiles.name(key) for key in RULES.catalog.sides)
        assert ui.tiles.name("a_tile_of_tomorrow") == "a_tile_of_tomorrow"
