"""Every kind of power at its moment in the round, through commands and events (R-5.4)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.roll.decide import explanation as explaining
from companion.games.roll.model.dice import Phase
from companion.games.roll.model.errors import RulesError
from companion.games.roll.model.holdings import Turn
from companion.games.roll.model.notation import write
from companion.games.roll.model.options import (
    BankersMoment,
    FreedWorkers,
    ReconnaissanceScope,
    TableOptions,
    UnprintedMoment,
)
from companion.games.roll.model.state import GameState, holdings, tracking
from companion.games.roll.model.steps import Step
from companion.games.roll.model.task_events import (
    AssignmentUnexplained,
    DiceGained,
    DieGivenUp,
    TileCompleted,
    TilesDrawn,
    WorkersBorrowed,
    WorkersReassigned,
)
from companion.games.roll.rules.reassign import Judgement, Verdict
from tests.games.roll.tracked_positions import (
    ANN,
    BOB,
    EVE,
    begun,
    dice,
    follow,
    front,
    goods,
    manage,
    paid,
    phase,
    play,
    refused,
    rules,
    shown,
    tile,
    told,
)

# --- Assign: Reassign powers, Dictate ------------------------------------------------------------

MOVED = "WorkersReassigned seat=1 moves=home/develop/settle"
TWO_MOVED = f"{MOVED},genes/settle/produce"
OUT_OF_PLACE = "home:explore!,home:explore,home:develop@ship"
ONE_DICTATE = "home:ship!,home:explore@dictate,home:develop@settle"


def revealing(built: str, rolled: str) -> GameState:
    """Seat 1 has rolled these dice (``kind:face``) and shows its mat next."""
    state = front(begun(), built=built, cup=dice(" ".join(w.split(":")[0] for w in rolled.split())))
    state = play(state, f"RollDice seat=1 dice={rolled.replace(' ', ',').replace(':', '/')}")
    return play(state, "SignalReady seat=1", "SignalReady seat=2")


@pytest.mark.parametrize(
    ("built", "mat"),
    [
        ("local_subsidies", OUT_OF_PLACE),
        ("galactic_influence", OUT_OF_PLACE),
        ("shipping_affinity", OUT_OF_PLACE),
        ("nanotechnology", "home:explore!,home:explore@ship,home:develop@settle"),
        ("isolation_policy", "home:develop!,home:explore@ship,home:explore@settle"),
        ("executive_power", "home:ship@settle!,home:explore@settle,home:explore@settle"),
        ("homeworld_patriotism", "home:ship!,home:explore@ship,home:develop@ship"),
        ("propaganda_campaign", "home:ship!,military:develop@ship,home:explore@ship"),
        ("space_mercenaries", "home:ship!,military:develop@produce"),
        ("hydroponics_guild", "home:ship!,genes:settle@produce"),
        ("diversification", "home:ship!,home:explore@produce"),
        ("operations_affinity", "home:ship!,home:develop@produce"),
        ("colonial_affinity", "home:ship!,home:develop@settle"),
        ("technology_affinity", "home:ship!,home:explore@develop"),
        ("system_diversification", "home:ship!,genes:settle@produce,novelty:ship@explore"),
        ("mad_scientists spice_world", "home:ship!,genes:settle@produce"),
        # Dictate itself, as often as wanted, and with three workers for one.
        ("", ONE_DICTATE),
        (
            "backup_planning",
            f"{ONE_DICTATE},home:explore@dictate,home:develop@settle",
        ),
        (
            "galactic_mandate",
            f"{ONE_DICTATE},home:develop@settle,home:explore@settle",
        ),
    ],
)
def test_powers_while_assigning(built: str, mat: str) -> None:
    """R-3.3, R-3.4: with the power the mat is taken, without it refused; Dictate is everybody's."""
    rolled = " ".join(die.partition("@")[0].rstrip("!") for die in mat.split(","))
    state = revealing(built, rolled)
    assert play(shown(state, mat), "ConfirmReveal").step is Step.PHASE
    if built:
        assert refused(shown(revealing("", rolled), mat), "ConfirmReveal") == "assignment"


def test_mad_scientists_need_the_lead_or_a_tie() -> None:
    """Section 6: nobody with a Novelty world is a tie; behind another the power is idle."""
    # Bob has the Space Mall.
    state = shown(
        revealing("mad_scientists", "home:ship genes:settle"), "home:ship!,genes:settle@produce"
    )
    assert refused(state, "ConfirmReveal") == "assignment"
    play(front(state, built="spice_world"), "ConfirmReveal")
    nobody = replace(holdings(state, 2), tableau=("consumer_markets", "new_sparta"))
    play(state.with_empire(replace(state.empire(2), holdings=nobody)), "ConfirmReveal")


@pytest.mark.parametrize(
    ("built", "mat", "lines"),
    [
        (
            "diversification",
            "home:ship!,home:explore@produce",
            ["WorkersReassigned seat=1 moves=home/explore/produce reason=diversification"],
        ),
        (
            "",
            ONE_DICTATE,
            [f"{MOVED} reason=R%2D3.4 aside=home"],
        ),
        (
            "backup_planning",
            f"{ONE_DICTATE},military:explore@dictate,genes:settle@produce",
            [
                "WorkersReassigned seat=1 moves=genes/settle/produce reason=R%2D3.4 aside=home",
                f"{MOVED} reason=R%2D3.4 aside=military helped_by=backup_planning",
            ],
        ),
        (
            "galactic_mandate",
            f"{ONE_DICTATE},genes:settle@produce",
            [
                f"{TWO_MOVED} reason=R%2D3.4 aside=home helped_by=galactic_mandate",
            ],
        ),
    ],
)
def test_the_log_says_which_powers_were_used(built: str, mat: str, lines: list[str]) -> None:
    """R-3.3, R-3.4: each use with its dice, and what made a further Dictate possible."""
    rolled = " ".join(die.partition("@")[0].rstrip("!") for die in mat.split(","))
    events = told(shown(revealing(built, rolled), mat), "ConfirmReveal")
    assert [write(event) for event in events if isinstance(event, WorkersReassigned)] == lines


def test_a_mat_that_cannot_be_judged_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """D-17: nobody is accused where the judge gives up, and the log says so."""
    monkeypatch.setattr(explaining, "judge", lambda *_: Judgement(Verdict.UNDECIDED))
    state = shown(revealing("", "home:ship home:explore"), "home:ship!,home:explore@settle")
    assert AssignmentUnexplained(1) in told(state, "ConfirmReveal")


# --- Explore -------------------------------------------------------------------------------------


def test_stock_value() -> None:
    """Alien Archaeology: a yellow explorer earns 4 instead of 2."""
    state = phase(Phase.EXPLORE, built="alien_archaeology", workers="alien_technology home")
    assert paid(told(state, "Stock seat=1 die=alien_technology")) == {"alien_archaeology": (4, 0)}
    assert paid(told(state, "Stock seat=1 die=home")) == {"R-6.2": (2, 0)}


def test_extra_workers() -> None:
    """Borrowed workers come with the phase, act like own ones and vanish (Alien Research Ship)."""
    state = front(begun(ANN, BOB), built="alien_research_ship major_research_labs")
    state = front(state, cup=dice("home"))
    state = front(state, 2, cup=dice("home"))
    state = play(state, "SignalReady seat=1", "SignalReady seat=2")
    state = play(state, "RecordMat seat=1 dice=home:explore!", "RecordMat seat=2 dice=home:ship!")
    state = play(state, "RecordSpareDie face=explore")
    events = told(state, "ConfirmReveal")
    lent = {each.reason: each.dice for each in events if isinstance(each, WorkersBorrowed)}
    assert lent == {
        "alien_research_ship": dice("home alien_technology"),
        "major_research_labs": dice("home"),
    }
    state = follow(state, events)
    used = len(holdings(state, 1).citizenry)
    state = play(state, "Stock seat=1 die=alien_technology borrowed=yes")
    state = play(state, "Stock seat=1 die=home borrowed=yes", "Stock seat=1 die=home borrowed=yes")
    assert len(holdings(state, 1).citizenry) == used
    assert refused(state, "Stock seat=1 die=home borrowed=yes") == "no_such_worker"
    assert len(holdings(play(state, "Stock seat=1 die=home"), 1).citizenry) == used + 1


def test_rearranging() -> None:
    """Advanced Logistics: any order and side, workers stay; not after the extra draw."""
    mine = {"developments": (3, 4), "worlds": (5,), "developers": dice("home")}
    state = phase(Phase.EXPLORE, built="advanced_logistics", **mine)
    line = "Rearrange seat=1 developments=5 worlds=4,3"
    held = holdings(play(state, line), 1)
    assert (held.developments, held.worlds, held.developers) == ((5,), (4, 3), dice("home"))
    assert refused(state, "Rearrange seat=1 developments=5 worlds=4") == "no_such_tile"
    assert refused(phase(Phase.EXPLORE, **mine), line) == "no_power"
    assert refused(front(state, 2, turn=Turn(extra_drawn=True)), line) == "no_power"


def test_scout_placement() -> None:
    """Improved Reconnaissance: scouted tiles may go on top, tile by tile."""
    state = phase(Phase.EXPLORE, built="improved_reconnaissance", workers="home", worlds=(7,))
    state = play(state, "Scout seat=1 die=home drawn=9")
    assert holdings(play(state, "PlaceTiles seat=1 placings=9/world/yes"), 1).worlds == (9, 7)
    assert holdings(play(state, "PlaceTiles seat=1 placings=9/world/no"), 1).worlds == (7, 9)
    other = phase(Phase.EXPLORE, workers="home", worlds=(7,))
    other = play(other, "Scout seat=1 die=home drawn=9")
    assert refused(other, "PlaceTiles seat=1 placings=9/world/yes") == "placing"


def test_draw_at_the_end_of_explore() -> None:
    """Alien Research Team: after all tasks, one tile; $1 if a yellow explorer scouted, once."""
    state = phase(Phase.EXPLORE, built="alien_research_team")
    state = front(state, workers="alien_technology alien_technology")
    state = front(state, 2, workers="home")
    assert refused(state, "DrawExtra seat=1 drawn=3") == "timing"
    state = play(state, "Stock seat=2 die=home", "Scout seat=1 die=alien_technology drawn=3")
    state = play(state, "PlaceTiles seat=1 placings=3/world/no")
    state = play(state, "Scout seat=1 die=alien_technology drawn=4")
    state = play(state, "PlaceTiles seat=1 placings=4/world/no")
    assert refused(state, "FinishPhase") == "work_left"
    events = told(state, "DrawExtra seat=1 drawn=5")
    assert events == (TilesDrawn(1, (5,), "alien_research_team", 0, scouted=False),)
    state = follow(state, events)
    assert refused(state, "DrawExtra seat=1 drawn=6") == "no_power"
    state = play(state, "PlaceTiles seat=1 placings=5/development/no")
    assert paid(told(state, "FinishPhase")) == {"alien_research_team": (1, 0)}


def test_a_yellow_explorer_that_stocked_earns_nothing() -> None:
    """Alien Research Team: stocking is no scouting."""
    state = phase(Phase.EXPLORE, built="alien_research_team", workers="alien_technology")
    state = play(state, "Stock seat=1 die=alien_technology", "DrawExtra seat=1 drawn=3")
    state = play(state, "PlaceTiles seat=1 placings=3/world/no")
    assert paid(told(state, "FinishPhase")) == {}


@pytest.mark.parametrize("scope", ReconnaissanceScope)
def test_reconnaissance_and_the_extra_draw(scope: ReconnaissanceScope) -> None:
    """D-8: a table decides whether the extra tile may go on top."""
    by = rules(TableOptions(reconnaissance_scope=scope))
    built = "alien_research_team improved_reconnaissance"
    state = play(phase(Phase.EXPLORE, built=built), "DrawExtra seat=1 drawn=3", by=by)
    line = "PlaceTiles seat=1 placings=3/world/yes"
    if scope is ReconnaissanceScope.EVERY_DRAW:
        assert holdings(play(state, line, by=by), 1).worlds[0] == 3
    else:
        assert refused(state, line) == "placing"


# --- Develop and Settle --------------------------------------------------------------------------


def building(what: Phase, side: str, workers: str, built: str = "", **mine: object) -> GameState:
    """The top tile of seat 1's stack has these workers."""
    if what is Phase.DEVELOP:
        stack = {"developments": (tile(side),), "developers": dice(workers)}
    else:
        stack = {"worlds": (tile(side),), "settlers": dice(workers)}
    return phase(what, built=built, **{"citizenry": (), "cup": (), **stack, **mine})


@pytest.mark.parametrize(
    ("what", "side", "workers", "built", "gains"),
    [
        (Phase.DEVELOP, "export_duties", "home home", "public_works", {"public_works": (1, 0)}),
        (Phase.SETTLE, "spice_world", "home home", "public_works", {}),
        (Phase.DEVELOP, "public_works", "home", "", {}),
        (Phase.DEVELOP, "galactic_recycling", "home home", "", {}),
        (
            Phase.SETTLE,
            "spice_world",
            "home home",
            "galactic_recycling terraforming_robots",
            {"galactic_recycling": (1, 0), "terraforming_robots": (1, 0)},
        ),
        (
            Phase.SETTLE,
            "silicon_world",
            "home home home home",
            "terraforming_robots",
            {"silicon_world": (1, 0), "terraforming_robots": (2, 0)},
        ),
    ],
)
def test_gains_for_completions(
    what: Phase, side: str, workers: str, built: str, gains: dict[str, tuple[int, int]]
) -> None:
    """R-5.4: every later completion pays, the tile itself does not where it says so."""
    state = building(what, side, workers, built)
    assert paid(told(state, "CompleteTile seat=1")) == gains


@pytest.mark.parametrize(
    ("what", "side", "built", "needed"),
    [
        (Phase.DEVELOP, "space_tourism", "", 3),
        (Phase.DEVELOP, "space_tourism", "investment_credits", 2),
        (Phase.DEVELOP, "galactic_influence", "biological_adaptation investment_credits", 1),
        (Phase.DEVELOP, "space_tourism", "biological_adaptation", 3),
        (Phase.SETTLE, "spice_world", "replicant_robots", 1),
        (Phase.SETTLE, "tourist_world", "free_trade_zone", 2),
        (Phase.SETTLE, "tourist_world", "free_trade_zone replicant_robots", 1),
        (Phase.SETTLE, "distant_world", "alien_uplift_blueprints", 3),
        (Phase.SETTLE, "distant_world", "alien_uplift_blueprints replicant_robots", 2),
    ],
)
def test_discounts(what: Phase, side: str, built: str, needed: int) -> None:
    """R-5.5: the tile takes exactly so many workers, and they complete it."""
    state = front(building(what, side, "", built), workers="home " * 5)
    too_many = ",".join(["home"] * (needed + 1))
    assert refused(state, f"PlaceWorkers seat=1 dice={too_many}") == "too_many_workers"
    state = play(state, f"PlaceWorkers seat=1 dice={too_many.removesuffix(',home')}")
    assert holdings(play(state, "CompleteTile seat=1"), 1).tableau[-1] == side


def test_return_workers_to_cup() -> None:
    """New Galactic Order and Galactic Exchange add up (D-9); Federation spares later ones only."""
    state = building(Phase.SETTLE, "spice_world", "military home", "new_galactic_order")
    assert refused(state, "CompleteTile seat=1") == "completion_choice"
    assert refused(state, "CompleteTile seat=1 to_cup=military,home") == "completion_choice"
    held = holdings(play(state, "CompleteTile seat=1 to_cup=military"), 1)
    assert held.citizenry == dice("home")
    assert dice("military")[0] in held.cup
    both = front(state, built="galactic_exchange")
    (completed, *_) = told(both, "CompleteTile seat=1 to_cup=military,home")
    assert isinstance(completed, TileCompleted)
    assert completed.freed_by == ("new_galactic_order", "galactic_exchange")
    own = building(Phase.DEVELOP, "galactic_federation", "home " * 6)
    assert refused(own, "CompleteTile seat=1 to_cup=home") == "completion_choice"
    play(own, "CompleteTile seat=1")


def test_freeing_may_be_declined_where_the_table_says_so() -> None:
    """D-4: "at least one" by default."""
    state = building(Phase.SETTLE, "spice_world", "home home", "galactic_exchange")
    assert refused(state, "CompleteTile seat=1") == "completion_choice"
    may = rules(TableOptions(freed_workers=FreedWorkers.MAY_DECLINE))
    play(state, "CompleteTile seat=1", by=may)


def test_instant_effects_of_developments() -> None:
    """Space Marines: a die is given up, then $1, then a red die into the cup (R-7.4)."""
    state = building(Phase.DEVELOP, "space_marines", "home home home", cup=dice("genes"))
    assert refused(state, "CompleteTile seat=1") == "completion_choice"
    assert refused(state, "CompleteTile seat=1 give_up=novelty/cup/-/") == "completion_choice"
    events = told(state, "CompleteTile seat=1 give_up=genes/cup/-/")
    kinds = [type(event).__name__ for event in events]
    assert kinds == ["TileCompleted", "DieGivenUp", "CreditsPaid", "DiceGained"]
    assert {getattr(event, "reason", "space_marines") for event in events} == {"space_marines"}
    after = follow(state, events)
    assert holdings(after, 1).cup == dice("military")
    assert sum(tracking(after).stock) == sum(tracking(state).stock)


@pytest.mark.parametrize(
    ("side", "where", "die", "count"),
    [
        ("information_tech", "cup", "novelty", 2),
        ("conscription", "cup", "military", 2),
        ("former_penal_colony", "cup", "military", 1),
        ("rebel_miners", "citizenry", "military", 2),
    ],
)
def test_instant_effects_take_a_die_that_paid(side: str, where: str, die: str, count: int) -> None:
    """The die given up may be one that has just been used: it is in the Citizenry by then."""
    what = Phase.DEVELOP if side in ("information_tech", "conscription") else Phase.SETTLE
    workers = "home " * (4 if what is Phase.DEVELOP else 2)
    if side == "former_penal_colony":
        workers = "home"
    state = building(what, side, workers)
    events = told(state, "CompleteTile seat=1 give_up=home/citizenry/-/")
    assert any(isinstance(event, DieGivenUp) for event in events)
    held = holdings(follow(state, events), 1)
    assert getattr(held, where).count(dice(die)[0]) == count
    assert held.citizenry.count(dice("home")[0]) == len(workers.split()) - 1


@pytest.mark.parametrize(
    ("what", "place", "mine"),
    [
        (Phase.SETTLE, "genes/column/ship/", {}),
        (Phase.SETTLE, "genes/developers/-/", {"developers": dice("genes")}),
        (Phase.SETTLE, "genes/good/-/spice_world", {"goods": goods("spice_world/genes")}),
        (Phase.SETTLE, "genes/citizenry/-/", {"citizenry": dice("genes")}),
    ],
)
def test_a_die_is_given_up_from_anywhere(what: Phase, place: str, mine: dict[str, object]) -> None:
    """R-7.4: cup, strip, construction zone, worlds or Citizenry."""
    built = "spice_world" if "goods" in mine else ""
    state = building(what, "rebel_miners", "home home", built, **mine)
    columns = ((), (), (), (), dice("genes") if "column" in place else ())
    state = front(state, columns=columns)
    before = tracking(state).stock
    after = play(state, f"CompleteTile seat=1 give_up={place}")
    assert tracking(after).stock[5] == before[5] + 1


def test_dice_that_have_run_out_are_lost() -> None:
    """R-7.5: what the stock no longer has is lost, and said."""
    state = building(Phase.SETTLE, "galactic_trendsetters", "home " * 6)
    stock = list(tracking(state).stock)
    stock[2] = 1
    state = replace(state, tracking=replace(tracking(state), stock=tuple(stock)))
    events = told(state, "CompleteTile seat=1")
    gained = [event for event in events if isinstance(event, DiceGained)]
    assert [(event.count, event.lost) for event in gained] == [(1, 1)]


# --- Produce -------------------------------------------------------------------------------------


def test_goods_limit() -> None:
    """Galactic Reserves: two goods a world that is not gray."""
    mine = {"built": "spice_world", "workers": "home home home"}
    line = "Produce seat=1 goods=spice_world/home,spice_world/home"
    assert refused(phase(Phase.PRODUCE, **mine), line) == "no_room"
    state = front(phase(Phase.PRODUCE, **mine), built="galactic_reserves")
    state = play(state, line)
    assert refused(state, "Produce seat=1 goods=spice_world/home") == "no_room"
    assert refused(state, "Produce seat=1 goods=old_earth/home") == "no_room"


# --- ends of phases ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "mine", "gains"),
    [
        (Phase.DEVELOP, {"built": "galactic_investors"}, {"galactic_investors": (2, 0)}),
        (
            Phase.DEVELOP,
            {"built": "galactic_religion", "citizenry": dice("novelty home novelty")},
            {"galactic_religion": (2, 0)},
        ),
        (Phase.SETTLE, {"built": "robot_surveyors"}, {"robot_surveyors": (2, 0)}),
        (Phase.PRODUCE, {"built": "merchant_guild"}, {"merchant_guild": (2, 0)}),
        (
            Phase.PRODUCE,
            {
                "built": "mining_league silicon_world spice_world",
                "goods": goods("silicon_world/home spice_world/rare_elements"),
            },
            {"mining_league": (1, 0)},
        ),
        (
            Phase.PRODUCE,
            {
                "built": "consumer_markets genetics_lab silicon_world spice_world",
                "goods": goods("silicon_world/genes spice_world/home"),
            },
            {"consumer_markets": (1, 0), "genetics_lab": (4, 0)},
        ),
        (Phase.SHIP, {"built": "free_trade_association"}, {"free_trade_association": (2, 0)}),
        (
            Phase.SHIP,
            {"built": "space_piracy", "citizenry": dice("military military military")},
            {"space_piracy": (2, 0)},
        ),
        (Phase.SHIP, {"built": "galactic_salon"}, {"galactic_salon": (0, 1)}),
        (Phase.SHIP, {"built": "space_tourism"}, {"space_tourism": (2, 0)}),
        (Phase.PRODUCE, {"built": "technology_unions"}, {"technology_unions": (1, 0)}),
        (Phase.EXPLORE, {"built": "technology_unions"}, {"technology_unions": (1, 0)}),
    ],
)
def test_gains_of_a_phase(
    what: Phase, mine: dict[str, object], gains: dict[str, tuple[int, int]]
) -> None:
    """Paid once, without any worker, whoever selected the phase (R-5.4)."""
    # Genetics Lab is half of Ann's own faction, so that it is paid for both its copies here.
    assert paid(told(phase(what, **mine), "FinishPhase")) == gains


def test_comparisons_look_at_everybody() -> None:
    """Space Tourism and Technology Unions: a tie pays nothing more."""
    state = phase(Phase.SHIP, built="space_tourism tourist_world")
    assert paid(told(front(state, 2, built="distant_world"), "FinishPhase")) == {
        "space_tourism": (1, 0)
    }
    state = front(phase(Phase.PRODUCE, built="technology_unions"), 2, built="public_works")
    assert paid(told(state, "FinishPhase")) == {}


@pytest.mark.parametrize("moment", UnprintedMoment)
def test_unprinted_moments(moment: UnprintedMoment) -> None:
    """D-5: Galactic Salon pays when the phase begins or when it ends, never twice."""
    by = rules(TableOptions(unprinted_moment=moment))
    state = phase(Phase.PRODUCE, built="galactic_salon")
    state = replace(state, round=replace(state.round, active=(Phase.PRODUCE, Phase.SHIP)))
    begins = told(state, "FinishPhase", by)
    ends = told(follow(state, begins), "FinishPhase", by)
    at_start = moment is UnprintedMoment.PHASE_START
    assert paid(begins) == ({"galactic_salon": (0, 1)} if at_start else {})
    assert paid(ends) == ({} if at_start else {"galactic_salon": (0, 1)})


# --- Ship ----------------------------------------------------------------------------------------


def shipping(built: str, good: str, shipper: str = "home", **mine: object) -> GameState:
    world = good.split("/")[0]
    return phase(Phase.SHIP, built=f"{world} {built}", goods=goods(good), workers=shipper, **mine)


@pytest.mark.parametrize(
    ("built", "good", "task", "gains"),
    [
        ("", "spice_world/home", "trade", {"R-9.2": (3, 0)}),
        ("export_duties", "spice_world/home", "trade", {"R-9.2": (3, 0), "export_duties": (1, 0)}),
        (
            "galactic_demand jumpdrive_research",
            "spice_world/home",
            "trade",
            {"R-9.2": (3, 0), "galactic_demand": (2, 0)},
        ),
        (
            "galactic_demand jumpdrive_research",
            "silicon_world/home",
            "trade",
            {"R-9.2": (4, 0), "jumpdrive_research": (1, 0)},
        ),
        ("", "spice_world/home", "consume", {"R-9.3": (0, 1)}),
        (
            "galactic_renaissance new_economy trade_levies",
            "spice_world/novelty",
            "consume",
            {
                "R-9.3": (0, 2),
                "galactic_renaissance": (0, 1),
                "new_economy": (2, 0),
                "trade_levies": (1, 0),
            },
        ),
        (
            "space_refineries mining_industry",
            "silicon_world/consumption",
            "consume",
            {"R-9.3": (0, 2), "space_refineries": (0, 1), "mining_industry": (1, 0)},
        ),
        (
            "minor_research_labs",
            "distant_world/home",
            "consume",
            {"R-9.3": (0, 1), "minor_research_labs": (0, 1)},
        ),
    ],
)
def test_gains_of_shipping(
    built: str, good: str, task: str, gains: dict[str, tuple[int, int]]
) -> None:
    """R-9.2, R-9.3 and every power of Trade and Consume."""
    state = shipping(built, good)
    assert paid(told(state, f"Ship seat=1 shipper=home good={good} task={task}")) == gains


def test_pay_for_vp_chip() -> None:
    """Galactic Bankers: a credit of the Trade for a VP; it must be there by then (D-6)."""
    line = "Ship seat=1 shipper=home good=spice_world/home task=trade buy_vp=yes"
    state = shipping("galactic_bankers", "spice_world/home", credits=0)
    assert paid(told(state, line)) == {"R-9.2": (3, 0), "galactic_bankers": (-1, 1)}
    assert refused(shipping("", "spice_world/home"), line) == "no_power"
    early = rules(TableOptions(bankers_moment=BankersMoment.BEFORE_INCOME))
    with pytest.raises(RulesError):
        told(state, line, early)
    rich = front(state, credits=10)
    assert play(rich, line, by=early).empire(1).credits == 10
    assert play(rich, line).empire(1).credits == 9


def test_organic_shipyards() -> None:
    """Section 6: the borrowed green shipper matches a Genes world, and is gone afterwards."""
    state = shipping("organic_shipyards", "distant_world/genes", shipper="")
    state = front(state, turn=Turn(borrowed=dice("home genes")))
    line = "Ship seat=1 shipper=genes good=distant_world/genes task=consume borrowed=yes"
    events = told(state, line)
    assert paid(events) == {"R-9.3": (0, 3)}
    held = holdings(follow(state, events), 1)
    assert held.turn.borrowed == dice("home")
    assert held.citizenry == (*holdings(state, 1).citizenry, *dice("genes"))


def test_a_tie_break_and_the_scores_at_the_end() -> None:
    """R-10.4, R-11.1, R-11.5: the last FinishRound counts everybody's points."""
    state = replace(manage(credits=5, citizenry=(), recruited=True), vp_pool=0)
    state = front(state, 2, recruited=True)
    over = play(state, "FinishRound")
    assert over.step is Step.OVER
    scores = {score.seat: score for score in tracking(over).scores}
    assert scores[1].tiles == sum((2, 0, 3))
    assert scores[1].tiebreak == len(holdings(over, 1).cup) + 5
    assert {score.rank for score in scores.values()} <= {1, 2}


def test_three_players_sit_down() -> None:
    """R-1.6, R-1.7: dice and credits of factions and home worlds."""
    state = begun(ANN, BOB, EVE)
    assert state.empire(3).credits == 8
    assert holdings(state, 1).citizenry == dice("home home genes consumption")
    assert holdings(state, 2).cup == dice("home home home novelty")
