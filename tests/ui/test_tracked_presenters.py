"""What changed, what is corrected, what the judge says and how the score comes about, in words."""

from __future__ import annotations

import pytest

from companion.games.roll.model.dice import DieType, Face, Phase, Place, PlacedDie
from companion.games.roll.phases.counters import Correct, Correctable
from companion.games.roll.phases.dice_corrections import MoveDice
from companion.games.roll.phases.reveal import RecordMat
from companion.games.roll.phases.round import SignalReady
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.corrections import Naming, TrackedCorrections
from kivy_ui.games.roll.empire import EmpirePresenter
from kivy_ui.games.roll.frame import RollFramePresenter
from kivy_ui.games.roll.mats.mat_verdict import check_mat, trouble
from kivy_ui.games.roll.turn.table import TablePresenter
from tests.games.roll.tracked_table import RULES, Played, a_game, laid
from tests.ui import fake_table as fake
from tests.ui.contexts import a_context

HOME, MILITARY = DieType.HOME, DieType.MILITARY


def show(ui: RollContext, game: Played) -> None:
    ui.take(fake.an_update(game.view, version=ui.update.version + 1))


# --- corrections ---------------------------------------------------------------------------------


def test_a_die_is_moved_by_two_marks() -> None:
    """What lies elsewhere and where it lies; nothing is sent before both are known."""
    game = a_game()
    ui, _ = a_context(game.view)
    corrections = TrackedCorrections(ui, 1)
    corrections.mark("page", 1)
    assert corrections.command(0) is None
    corrections.mark("die", 0)
    corrections.mark("place", 1)
    command = corrections.command(0)
    assert isinstance(command, MoveDice)
    assert command.reason
    game.do(command)
    assert len(game.tracking(1).citizenry) == 4


def test_counters_are_corrected_one_by_one() -> None:
    """Credits stop at $0 and $10; each tap is a correction with its reason."""
    game = a_game()
    ui, _ = a_context(game.view)
    corrections = TrackedCorrections(ui, 2)
    model = corrections.model()
    assert model is not None
    assert model.actions[0].text == "Credits 1: make it 0", "what is believed now, too"
    commands = [corrections.command(index) for index in range(4)]
    assert commands == [
        Correct(Correctable.CREDITS, 0, 2, "screen"),
        Correct(Correctable.CREDITS, 2, 2, "screen"),
        None,
        Correct(Correctable.VP_CHIPS, 1, 2, "screen"),
    ]
    for command in (commands[1], commands[3]):
        game.do(command)


@pytest.mark.parametrize("index", [0, 1])
def test_a_built_tile_is_put_right(index: int) -> None:
    """It is another one, or not there at all; start tiles are no choice."""
    game = a_game()
    ui, _ = a_context(game.view)
    more = TrackedCorrections(ui, 1)
    more.mark("page", 2)
    naming = more.command(1)
    assert isinstance(naming, Naming)
    game.do(naming.make(ui.tiles.number("spice_world")))
    assert game.tracking(1).tableau[3:] == ("spice_world",)
    show(ui, game)
    corrections = TrackedCorrections(ui, 1)
    corrections.mark("page", 2)
    corrections.mark("built", 0)
    command = corrections.command(index)
    if isinstance(command, Naming):
        command = command.make(ui.tiles.number("gem_world"))
    game.do(command)
    assert game.tracking(1).tableau[3:] == (("gem_world",) if index == 0 else ())


def test_stacks_are_put_right() -> None:
    """A tile lies in the other stack, in the bag, or there is one more."""
    game = a_game()
    ui, _ = a_context(game.view)
    corrections = TrackedCorrections(ui, 3)
    corrections.mark("page", 3)
    game.do(corrections.command(1))
    assert game.tracking(3).worlds.size == 2
    show(ui, game)
    corrections.mark("stacked", 0)
    game.do(corrections.command(0))
    assert (game.tracking(3).developments.size, game.tracking(3).worlds.size) == (0, 3)
    show(ui, game)
    corrections.mark("page", 3)
    corrections.mark("stacked", 2)
    game.do(corrections.command(1))
    assert game.tracking(3).worlds.size == 2


def test_a_players_panel_lists_everything() -> None:
    """Dice by place, stacks, every tile with what it does; nothing with counters kept by hand."""
    game = a_game()
    ui, _ = a_context(game.view)
    model = EmpirePresenter(ui, TablePresenter(ui)).model(1)
    assert model is not None
    assert [row.place for row in model.dice][:2] == ["Cup", "Citizenry"]
    assert [tile.key for tile in model.tiles] == list(game.tracking(1).tableau)
    assert all(tile.text for tile in model.tiles)
    counted, _ = a_context(fake.playing())
    assert EmpirePresenter(counted, TablePresenter(counted)).model(1) is None


# --- Reveal --------------------------------------------------------------------------------------


def revealed(*dice: PlacedDie, factions: tuple[int, ...] = (2, 4, 9)) -> tuple[RollContext, Played]:
    game = a_game(*factions)
    for seat in (1, 2, 3):
        game.do(SignalReady(seat))
    game.hold(1, cup=tuple(die.type for die in dice)).do(RecordMat(1, dice))
    ui, _ = a_context(game.view)
    return ui, game


def said(ui: RollContext) -> tuple[str, bool] | None:
    found = check_mat(ui, ui.seat(1))
    return (found.text, found.fine) if found is not None else None


def test_a_plain_mat_needs_no_words() -> None:
    """Sorted and selected: nothing is said."""
    ui, _ = revealed(laid(HOME, Phase.SHIP, selecting=True), laid(HOME, Phase.DEVELOP))
    assert said(ui) is None


def test_what_allows_a_mat_is_named() -> None:
    """Dictate, in the player's language."""
    ui, _ = revealed(
        laid(HOME, Phase.SHIP, selecting=True),
        PlacedDie(HOME, Face.SHIP, Place(None)),
        PlacedDie(HOME, Face.DEVELOP, Place(Phase.SETTLE)),
    )
    assert said(ui) == ("Allowed by Dictate", True)
    ui.choose_language("pl")
    assert said(ui) == ("Dozwolone przez: Dyktat", True)


def test_the_smallest_fault_is_said_and_holds_the_reveal() -> None:
    """In words, and the main button waits."""
    ui, _ = revealed(
        laid(HOME, Phase.SHIP, selecting=True), PlacedDie(HOME, Face.DEVELOP, Place(Phase.SETTLE))
    )
    found = said(ui)
    assert found is not None
    assert "shows Develop but is under Settle" in found[0]
    assert not found[1]
    seat = ui.seat(1)
    assert seat is not None
    found_trouble = trouble(ui, seat)
    assert (found_trouble.do, sorted(found_trouble.dice)) == ("P1: correct the marked die", [1])
    assert RollFramePresenter(ui).model().screen == "reveal"


def test_other_dice_than_in_the_cup_are_named() -> None:
    """By the tracking: what is missing, and what is too many."""
    ui, game = revealed(laid(HOME, Phase.SHIP, selecting=True), laid(HOME, Phase.SHIP))
    game.hold(1, cup=(HOME, MILITARY))
    show(ui, game)
    assert said(ui) == ("missing from the cup: 1 × Military; not in the cup: 1 × Home", False)


def test_a_doubtful_die_comes_before_the_judge() -> None:
    """A reading that nobody has looked at is no fault of the player."""
    ui, _ = revealed(
        laid(HOME, Phase.SHIP, selecting=True),
        PlacedDie(HOME, Face.DEVELOP, Place(Phase.SETTLE), doubtful=True),
    )
    assert said(ui) is None


def test_every_tile_has_a_name_in_every_language() -> None:
    """Also keys that nobody knows do not break a screen."""
    ui, _ = a_context(None)
    for language in ("en", "pl", "hu"):
        ui.choose_language(language)
        assert all(ui.tiles.name(key) for key in RULES.catalog.sides)
        assert ui.tiles.name("a_tile_of_tomorrow") == "a_tile_of_tomorrow"
