"""Phases II and III: Develop and Settle."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.roll.model.dice import Phase
from companion.games.roll.model.state import tracking
from companion.games.roll.model.task_events import DiceGained, DieGivenUp
from tests.games.roll.by_rule.scenario import (
    CATALOG,
    DEVELOP,
    EXPLORE,
    PRODUCE,
    SETTLE,
    SHIP,
    Table,
    in_phase,
    managing,
)
from tests.games.roll.tracked_positions import dice
from tests.some import some


def test_workers_go_on_the_top_tile() -> None:
    """R-7.1: developers left, settlers right; nobody works on the tile below."""
    table = in_phase(SETTLE, worlds="spice_world comet_zone", workers="home home home")
    assert table.refuses("PlaceWorkers seat=1 dice=home,home,home") == "too_many_workers"
    table.tell("PlaceWorkers seat=1 dice=home,home")
    assert len(table.held().settlers) == 2
    assert table.refuses("PlaceWorkers seat=1 dice=home") == "too_many_workers"


def test_a_completed_tile_moves_to_the_tableau() -> None:
    """R-7.2, FAQ (pl, hu) 63: its workers go to the Citizenry; one worker short it stays."""
    table = in_phase(DEVELOP, developments="export_duties", workers="home military")
    table.tell("PlaceWorkers seat=1 dice=home")
    assert table.refuses("CompleteTile seat=1") == "not_complete"
    table.tell("PlaceWorkers seat=1 dice=military", "CompleteTile seat=1")
    assert (table.built(), table.citizenry()) == (("export_duties",), "home military")
    assert table.view().seats[1].tiles == 4


def test_several_tiles_in_one_phase() -> None:
    """R-7.2: the next workers go on the next tile; unfinished, their dice stay."""
    table = in_phase(
        DEVELOP, developments="public_works diversification conscription", workers="home " * 5
    )
    for _ in range(2):
        table.tell("PlaceWorkers seat=1 dice=home", "CompleteTile seat=1")
    table.tell("PlaceWorkers seat=1 dice=home,home,home", "FinishPhase")
    assert table.built() == ("public_works", "diversification")
    assert (len(table.held().developers), table.citizenry()) == (3, "home home")


def test_an_empty_stack() -> None:
    """R-7.3: who has nothing left to build gets the workers back at once."""
    table = in_phase(SETTLE, worlds="secluded_world", workers="home genes military")
    table.tell("PlaceWorkers seat=1 dice=home", "CompleteTile seat=1")
    assert table.refuses("PlaceWorkers seat=1 dice=genes") == "no_such_tile"
    table.tell("FinishPhase")
    assert table.cup() == "genes military"


@pytest.mark.parametrize("phase", [DEVELOP, SETTLE])
def test_workers_left_in_the_place_of_an_empty_stack(phase: Phase) -> None:
    """R-7.3, D-19: the last tile is complete, so whoever is not used returns."""
    place = "developers" if phase is DEVELOP else "settlers"
    stack = "developments" if phase is DEVELOP else "worlds"
    side = "public_works" if phase is DEVELOP else "secluded_world"
    table = in_phase(phase).seat(**{place: "home genes military", stack: side})
    table.tell("CompleteTile seat=1 workers=home")
    assert (table.cup(), getattr(table.held(), place)) == ("genes military", ())
    more = in_phase(phase).seat(**{place: "home genes military", stack: f"{side} spice_world"})
    more.tell("CompleteTile seat=1 workers=home")
    assert getattr(more.held(), place) == dice("genes military")


def test_the_die_that_an_effect_takes_does_not_return() -> None:
    """R-7.3, R-7.4: it may be one of those that were left over."""
    table = in_phase(DEVELOP, developers="home home home home genes", developments="conscription")
    line = "CompleteTile seat=1 workers=home,home,home,home give_up=genes/developers/-/"
    table.tell(line)
    assert (table.held().developers, "genes" in table.cup()) == ((), False)


def test_every_world_gives_once() -> None:
    """R-7.4: when it is placed, and never again."""
    table = in_phase(
        SETTLE, worlds="terraformed_world secluded_world", settlers="home " * 5, workers="home"
    )
    assert table.pays("CompleteTile seat=1") == {"terraformed_world": (2, 0)}
    assert table.citizenry().split().count("consumption") == 1
    table.tell("PlaceWorkers seat=1 dice=home")
    assert table.pays("CompleteTile seat=1") == {}
    assert table.citizenry().split().count("consumption") == 1


PLACES = {
    "genes/cup/-/": {"cup": "genes"},
    "genes/citizenry/-/": {"citizenry": "genes"},
    "genes/column/settle/": {"workers": "genes"},
    "genes/developers/-/": {"developers": "genes"},
    "genes/good/-/spice_world": {"built": "spice_world", "goods": "spice_world/genes"},
}


@pytest.mark.parametrize("place", PLACES)
def test_any_die_may_be_given_up(place: str) -> None:
    """R-7.4, FAQ (pl, hu) 24, 25: from anywhere, with no other consequence, to the stock."""
    table = in_phase(SETTLE, worlds="rebel_miners", settlers="home home").seat(**PLACES[place])
    stock = tracking(table.state).stock[5]
    events = table.tell(f"CompleteTile seat=1 give_up={place}")
    assert sum(isinstance(event, DieGivenUp) for event in events) == 1
    assert tracking(table.state).stock[5] == stock + 1
    assert "genes" not in f"{table.cup()} {table.citizenry()} {table.goods()}"


def test_the_die_given_up_must_exist() -> None:
    """R-7.4: one die, neither none nor two, and one's own."""
    table = in_phase(SETTLE, worlds="rebel_miners", settlers="home home", cup="genes novelty")
    assert table.refuses("CompleteTile seat=1") == "completion_choice"
    assert table.refuses("CompleteTile seat=1 give_up=military/cup/-/") == "completion_choice"
    two = "CompleteTile seat=1 give_up=genes/cup/-/,novelty/cup/-/"
    assert table.refuses(two) == "completion_choice"


@pytest.mark.parametrize(
    ("phase", "stack", "side", "place"),
    [
        (DEVELOP, "developments", "conscription", "developers"),
        (SETTLE, "worlds", "rebel_miners", "settlers"),
    ],
)
def test_dice_that_paid_are_in_the_citizenry(
    phase: Phase, stack: str, side: str, place: str
) -> None:
    """R-7.2, R-7.4: they can be given up from there, not from the tile; one left over can."""
    cost = CATALOG.sides[side].cost
    table = in_phase(phase).seat(**{stack: side, place: "home " * cost + "genes"})
    workers = ",".join(["home"] * cost)
    line = f"CompleteTile seat=1 workers={workers} give_up={{}}"
    assert table.refuses(line.format(f"home/{place}/-/")) == "completion_choice"
    table.tell(line.format(f"genes/{place}/-/"))
    assert table.citizenry().split().count("home") == cost


def test_the_selecting_die_may_be_given_up() -> None:
    """R-7.4, FAQ (pl, hu) 25: the phase that it selected still happens."""
    table = in_phase(SETTLE, SHIP, worlds="rebel_miners", settlers="home home")
    table.seat(columns=in_phase(SHIP, workers="genes").held().columns)
    table.tell("CompleteTile seat=1 give_up=genes/column/ship/", "FinishPhase")
    assert table.state.round.current is SHIP
    assert table.held().workers(SHIP) == ()


def test_more_than_twelve_tiles() -> None:
    """R-7.5, FAQ (pl, hu) 16: the last round may bring more."""
    sides = [each.world.key for each in CATALOG.tiles[9:18]]  # with the start tiles: 12
    table = in_phase(
        SETTLE, built=" ".join(sides), worlds="secluded_world star_nomad_lair", workers="home home"
    )
    for _ in range(2):
        table.tell("PlaceWorkers seat=1 dice=home", "CompleteTile seat=1")
    assert table.state.empire(1).tiles == 14


def test_a_colour_that_has_run_out() -> None:
    """R-7.5, D-16: what the stock does not have is lost, and the table is told."""
    table = in_phase(SETTLE, worlds="rebel_hideout", settlers="home home")
    box = tracking(table.state)
    table.state = replace(
        table.state, tracking=replace(box, stock=(*box.stock[:1], 1, *box.stock[2:]))
    )
    gained = [event for event in table.tell("CompleteTile seat=1") if isinstance(event, DiceGained)]
    assert [(event.count, event.lost) for event in gained] == [(1, 1)]
    assert table.citizenry().split().count("military") == 1


def tables() -> list[Table]:
    return [in_phase(EXPLORE), in_phase(PRODUCE), in_phase(SHIP), managing()]


def test_building_belongs_to_its_phase() -> None:
    """R-7.1: in no other phase is anything placed or completed."""
    for table in some(tables()):
        table.seat(developments="public_works", developers="home", workers="home")
        assert table.refuses("CompleteTile seat=1") == "wrong_step"
        assert table.refuses("PlaceWorkers seat=1 dice=home") == "wrong_step"
