"""The pages of a round: what is asked, what a touch sends, what the main button does."""

from dataclasses import replace

import pytest

from companion.games.question import Steps
from companion.games.roll.decide.combined import Accept, Build
from companion.games.roll.model.dice import DieType, Phase
from companion.games.roll.model.effects import Category
from companion.games.roll.model.holdings import UNKNOWN, Good, Placing, Spot
from companion.games.roll.model.seating import Computers, ComputerSeat
from companion.games.roll.model.state import Step
from companion.games.roll.phases.build import LeaveUnfinished, PlaceWorkers
from companion.games.roll.phases.counters import ChangeCredits, Correct, Correctable
from companion.games.roll.phases.drawing import PlaceTiles, ReturnTile
from companion.games.roll.phases.explore import Rearrange, Scout, Stock
from companion.games.roll.phases.goods import Produce, Ship
from companion.games.roll.phases.manage import Recall, Recruit
from companion.games.roll.phases.round import FinishPhase, SignalReady, WithdrawReady
from companion.games.roll.phases.set_up import SeatComputers
from kivy_ui.art.files import SIZES_PX
from kivy_ui.asking.draft import Why
from kivy_ui.common.stacked_pages import do
from kivy_ui.pages.check import faults
from kivy_ui.pages.forms import Form
from kivy_ui.pages.listing import List, Moves
from kivy_ui.pages.opening import Table
from kivy_ui.pages.page import Cards, Doing, Look, PhaseState, Picture
from kivy_ui.pages.rounds import Lanes
from kivy_ui.window.presenters import Presenters
from tests.games.roll.tracked_table import RULES, Played, a_game
from tests.some import of, there
from tests.ui import fake_table as fake
from tests.ui.at_round import AtRound
from tests.ui.at_source import LANGUAGES
from tests.ui.contexts import a_context

HOME, MILITARY = DieType.HOME, DieType.MILITARY
DEVELOPMENT, WORLD = Category.DEVELOPMENT, Category.WORLD


# --- Explore -------------------------------------------------------------------------------------


def explored(**held: object) -> Played:
    game = a_game()
    for seat in (1, 2, 3):
        game.hold(seat, cup=(HOME,) * 2, goods=())
    game.hold(1, **held)
    return game.reveal(p1=Phase.EXPLORE, p2=Phase.EXPLORE, p3=Phase.SHIP)


def exploring(**held: object) -> AtRound:
    return AtRound(explored(**held))


def scout_to(seat: int, stack: Category) -> Steps:
    """What a touch on a stack sends: the tile is drawn already."""
    scout = Scout(seat, HOME, (), (UNKNOWN,))
    return Steps((scout, PlaceTiles(seat, (Placing(UNKNOWN, stack),))))


def test_an_explorer_is_one_touch() -> None:
    """Stock, or scout for a stack; all players at once, in the order of the seats."""
    at = exploring()
    assert [lane.seat.number for lane in at.body(Lanes).lanes] == [1, 2, 3]
    assert at.page.question == "Explorers: stock or scout?"
    assert dict(at.page.phases)["explore"] is PhaseState.CURRENT
    assert at.labels(1) == ["+2 Stock", "Scout: development", "Scout: world"]
    assert (at.lane(3).seat.doing, at.lane(3).seat.reason) == (Doing.IDLE, "No explorer")
    assert (at.main_button.text, at.main_button.key) == ("2 players to go", None)
    at.give(1, "Stock")
    assert at.sent == [Stock(1, HOME)]
    assert [die.look for die in at.lane(1).pictures] == [Look.DONE, Look.NORMAL]
    at.touch(at.lane(1).answers[2].key)
    assert at.sent[-1] == scout_to(1, WORLD)
    assert (at.lane(1).seat.doing, at.lane(1).seat.reason) == (Doing.IDLE, "Done")
    at.undo()
    at.moved()
    assert at.lane(1).seat.doing is Doing.ACTS, "drawing and placing are one step"


def test_a_scout_is_refused_with_its_rule() -> None:
    """R-5.6: the last tile belongs to the explorer before; a touch says why."""
    game = explored()
    box = replace(there(game.state.tracking), bag=(UNKNOWN,))
    game.state = replace(game.state, tracking=box)
    at = AtRound(game)
    stock, scout, _ = at.lane(2).answers
    assert scout.picture.look is Look.LEAVES
    assert isinstance(scout.key, Why)
    assert not isinstance(stock.key, Why)
    at.touch(scout.key)
    assert there(at.said)[2:] == ("R-5.6",)
    assert at.sent == []


def test_powers_decide_which_explorer_stocks() -> None:
    """Alien Archaeology pays more for an Alien Technology die: it stocks, the other scouts."""
    at = exploring(cup=(HOME, DieType.ALIEN_TECHNOLOGY), tableau=("alien_archaeology",))
    stock, scout, _ = at.lane(1).answers
    assert stock.number == "+4"
    assert [each.picture.over[0].piece for each in (stock, scout)] == [
        "die/alien_technology",
        "die/home",
    ]
    at.touch(stock.key)
    assert at.sent == [Stock(1, DieType.ALIEN_TECHNOLOGY)]


def test_several_drawn_tiles_are_placed_one_by_one() -> None:
    """Tiles are abandoned in the question in full; each seat keeps what it has placed."""
    at = exploring()
    at.open(1)
    at.choose("Abandon tiles, then scout")
    at.touch(at.cards[0].key)
    at.main()
    assert at.sent == [Scout(1, HOME, (Spot(DEVELOPMENT, 0),), (UNKNOWN,) * 2)]
    assert at.page.question == "Where does the drawn tile go?"
    assert [each.picture.number for each in at.lane(1).answers] == ["1/2", "1/2"]
    at.give(1, "Developments")
    at.give(2, "Stock")
    assert [each.picture.number for each in at.lane(1).answers] == ["2/2", "2/2"]
    at.give(1, "Worlds")
    placed = (Placing(UNKNOWN, DEVELOPMENT), Placing(UNKNOWN, WORLD))
    assert at.sent[-1] == PlaceTiles(1, placed)


def test_a_power_lets_tiles_go_on_top() -> None:
    """Improved Reconnaissance: the question in full has both ends of both stacks."""
    game = explored(tableau=("improved_reconnaissance",))
    game.do(Scout(1, HOME, (), (UNKNOWN,)))
    at = AtRound(game)
    assert len(at.lane(1).answers) == 2
    at.open(1)
    assert len(at.cards) == 4
    at.tap("Worlds, on top")
    assert at.sent == [PlaceTiles(1, (Placing(UNKNOWN, WORLD, on_top=True),))]


def test_the_zone_is_rearranged_in_the_order_of_touching() -> None:
    """Advanced Logistics: it starts as it is; then each tile gets its place."""
    game = explored(tableau=("advanced_logistics",), developments=(0, 0), worlds=(0,))
    at = AtRound(game)
    at.open(1)
    at.choose("Rearrange the construction zone")
    assert [card.suggested for card in at.cards] == [True] * 3
    at.press("Start again")
    at.tap("Top world: Developments", "Development 2: Developments")
    assert at.main_button.key is None, "one is missing"
    at.tap("Top development: Developments")
    at.main()
    world, lower = Spot(WORLD, 0), Spot(DEVELOPMENT, 1)
    assert at.sent == [Rearrange(1, (0, 0, 0), (), (world, lower, Spot(DEVELOPMENT, 0)))]


def test_an_opened_answer_leads_back() -> None:
    """To the question before, then to the lanes; nothing was sent."""
    at = exploring(cup=(HOME, MILITARY))
    at.open(1)
    at.choose("Stock")
    assert {"Home", "Military"} <= set(at.titles)
    at.touch(at.page.back)
    assert "Abandon tiles, then scout" in [*at.titles, at.page.main and at.page.main.text]
    at.touch(at.page.back)
    assert isinstance(at.page.body, Lanes)
    assert at.sent == []


def test_a_short_bag_asks_for_a_tile_back() -> None:
    """R-6.5: who must return one chooses which; then the rest is drawn."""
    game = explored(developments=(0, 0, 0), worlds=(0,))
    game.state = replace(game.state, tracking=replace(there(game.state.tracking), bag=()))
    game.do(Scout(1, HOME, (Spot(DEVELOPMENT, 2), Spot(WORLD, 0)), (UNKNOWN,) * 2))
    at = AtRound(game)
    at.give(1, "Worlds")
    at.give(1, "Worlds")
    assert at.page.question == "The bag is empty: return a tile"
    at.give(1, "Choose the tile")
    at.tap("Development 2")
    assert at.sent[-1] == ReturnTile(1, Spot(DEVELOPMENT, 1))
    assert at.labels(1) == ["Draw 1 tile"]
    assert at.lane(1).answers[0].suggested, "the main button draws for all"
    at.main()
    assert at.page.question == "Where does the drawn tile go?"


# --- Develop and Settle --------------------------------------------------------------------------


def built(count: int = 3, **held: object) -> Played:
    game = a_game().hold(1, cup=(HOME,) * (count - 1) + (MILITARY,), **held)
    return game.reveal(p1=Phase.DEVELOP, p2=Phase.SHIP, p3=Phase.SHIP)


def test_an_unnamed_tile_is_completed_or_only_built_on() -> None:
    """Nobody names a tile before it is complete; then its name completes it."""
    at = AtRound(built())
    assert at.labels(1) == ["Unfinished", "Complete"]
    at.give(1, "Complete")
    card = next(each for each in at.cards if "3" in each.pictures[0].number)
    at.touch(card.key)
    assert isinstance(at.sent[-1], Build)
    assert next(each.tiles for each in at.view.seats if each.seat == 1) == 4


def test_all_workers_on_an_unnamed_tile_are_one_touch() -> None:
    """The tile costs more than there are dice; what lies there already is shown, too."""
    at = AtRound(built(2, developers=(HOME,)))
    assert len(at.lane(1).pictures) == 3
    at.give(1, "Unfinished")
    assert at.sent == [LeaveUnfinished(1)]


def test_a_tile_that_was_left_can_still_be_completed() -> None:
    """While others build: somebody had looked at the wrong tile."""
    game = a_game().hold(1, cup=(HOME,) * 3).hold(2, cup=(HOME,))
    at = AtRound(game.reveal(p1=Phase.DEVELOP, p2=Phase.DEVELOP, p3=Phase.SHIP))
    at.give(1, "Unfinished")
    assert at.lane(1).seat.doing is Doing.IDLE
    at.open(1)
    at.choose("Complete")
    assert at.page.question == "P1: which tile is complete?"


def test_a_named_tile_is_proposed() -> None:
    """With its name the companion knows what it takes: the main button builds it."""
    tile = next(t.id for t in RULES.catalog.tiles if t.development.cost == 3)
    at = AtRound(built(developments=(tile,)))
    at.main()
    assert at.sent == [Accept((1, 2, 3))]
    assert next(each.tiles for each in at.view.seats if each.seat == 1) == 4


def test_other_workers_than_proposed_can_be_placed() -> None:
    """The proposal is ticked; a tick less is a worker less."""
    tile = next(t.id for t in RULES.catalog.tiles if t.development.cost == 4)
    at = AtRound(built(developments=(tile,)))
    assert len(at.ticked(1)) == 3
    assert at.page.question == "P1: put developers on the top tile", "the only one who acts"
    assert {each.suggested for each in at.lane(1).picks} == {True}, "nobody has chosen yet"
    assert there(at.lane(1).leaves).label, "the tile is named"
    at.pick(1, 0)
    assert [each.chosen for each in at.lane(1).picks] == [False, True, True]
    at.main()
    (sent,) = at.sent
    assert isinstance(sent, Steps)
    accepted, own = sent.commands
    assert accepted == Accept((2, 3)), "first: what a seat gives itself may end the phase"
    assert isinstance(own, PlaceWorkers)
    assert sorted(die.value for die in own.dice) == ["home", "military"]


def test_tiles_that_are_not_built_yet_cost_one_touch_for_all() -> None:
    """They are ticked; the goods of the next phase are not accepted with them."""
    game = a_game().hold(1, cup=(HOME,) * 2).hold(2, cup=(HOME,) * 2).hold(3, goods=())
    at = AtRound(game.reveal(p1=Phase.DEVELOP, p2=Phase.DEVELOP, p3=Phase.PRODUCE))
    at.main()
    assert at.sent == [Steps((Accept((3,)), LeaveUnfinished(1), LeaveUnfinished(2)))]
    assert at.view.current_phase is Phase.PRODUCE
    assert at.tracking(3).must_act


def test_what_a_tile_takes_can_be_chosen() -> None:
    """Information Tech takes a die: any die in any place can be given up (R-7.4)."""
    tile = RULES.catalog.tile_by_side["information_tech"].id
    game = built(1, developments=(tile,), developers=(HOME,) * 3).do(PlaceWorkers(1, (MILITARY,)))
    at = AtRound(game)
    at.open(1)
    while at.page.question != "Given up for the tile's effect":
        at.main()
    at.touch(next(card.key for card in at.cards if not card.suggested))
    at.main()
    assert "information_tech" in at.tracking(1).tableau


# --- Produce and Ship ----------------------------------------------------------------------------


def shipping(seats: int = 3) -> AtRound:
    game = a_game(6, 2, 3, 4, 5) if seats > 3 else a_game(6, 2, 3)
    game.hold(1, tableau=("pilgrimage_world", "spice_world"), cup=(HOME, HOME, DieType.NOVELTY))
    goods = Good("pilgrimage_world", HOME), Good("spice_world", DieType.NOVELTY)
    game.hold(1, goods=goods)
    for seat in game.state.seats[1:]:
        game.hold(seat, goods=())
    return AtRound(game.reveal(**{f"p{seat}": Phase.SHIP for seat in game.state.seats}))


def test_the_only_good_is_traded_or_consumed_by_one_touch() -> None:
    """What each brings is shown; what the main button takes is ticked."""
    game = a_game(6, 2, 3)
    game.hold(1, goods=(Good("pilgrimage_world", DieType.NOVELTY),), cup=(HOME, HOME))
    game.hold(2, goods=()).hold(3, goods=())
    at = AtRound(game.reveal(p1=Phase.SHIP, p2=Phase.SHIP, p3=Phase.SHIP))
    assert at.labels(1) == ["+3 Trade", "+2 Consume"]
    assert sum(each.suggested for each in at.lane(1).answers) == 1
    assert at.lane(2).seat.reason == "No good"
    at.give(1, "Trade")
    assert isinstance(at.sent[0], Ship)
    assert at.tracking(1).goods == ()
    assert at.view.vp_pool == 36, "traded, not consumed"


def test_each_of_several_goods_has_its_answers_and_ticks() -> None:
    """In a lane with room; a touch ships that good at once."""
    at = shipping()
    offers = at.lane(1).offers
    assert [[f"{a.number} {a.label}" for a in offer.answers] for offer in offers] == [
        ["+3 Trade", "+2 Consume"]
    ] * 2
    assert all(sum(answer.suggested for answer in offer.answers) == 1 for offer in offers)
    at.touch(offers[0].answers[0].key)
    assert at.tracking(1).goods == (Good("spice_world", DieType.NOVELTY),)
    assert at.labels(1) == ["+3 Trade", "+3 Consume"], "the other good is asked about alone"


def test_among_many_players_goods_are_shipped_together() -> None:
    """One answer says what all of them bring; each of them is a page away."""
    at = shipping(5)
    together, each = at.lane(1).answers
    assert (together.label, together.number, together.suggested) == ("Consume 2", "+4 VP", True)
    at.touch(each.key)
    assert isinstance(at.page.body, Cards)
    assert len(at.cards) == 2
    at.touch(at.page.back)
    at.main()
    assert at.sent == [Accept((2, 3, 4, 5, 1))]
    assert at.tracking(1).goods == ()


def test_the_die_that_ships_can_be_chosen() -> None:
    """In full: the good, then what happens, then which die."""
    at = shipping()
    at.open(1)
    at.tap("Home on Pilgrimage World", "Trade", "Novelty")
    (sent,) = at.sent
    assert isinstance(sent, Ship)
    assert sent.shipper is DieType.NOVELTY


def test_other_goods_than_proposed_can_be_produced() -> None:
    """One touch takes a good away from its world, another one gives it another place."""
    game = a_game(6, 2, 3).hold(1, goods=(), cup=(HOME, MILITARY))
    game.hold(1, tableau=("pilgrimage_world", "spice_world"))
    at = AtRound(game.reveal(p1=Phase.PRODUCE, p2=Phase.SHIP, p3=Phase.SHIP))
    assert at.labels(1) == ["Produce 2"]
    at.open(1)
    assert [card.suggested for card in at.cards] == [True, True]
    at.main()
    (sent,) = at.sent
    assert isinstance(sent, Produce)
    assert len(sent.goods) == 2


# --- Manage Empire -------------------------------------------------------------------------------


def managed() -> Played:
    game = a_game(2, 4, 9)
    game.hold(1, citizenry=(HOME, HOME, HOME, MILITARY), goods=(), cup=(HOME,), developers=(HOME,))
    for seat in (2, 3):
        game.hold(seat, citizenry=(), goods=(), cup=(HOME,))
    return game.reveal(p1=Phase.SHIP, p2=Phase.SHIP, p3=Phase.SHIP)


def test_recruiting_is_ticked_and_can_be_changed() -> None:
    """R-10.1: as many as can be paid; the head says what is left; the button ends the round."""
    at = AtRound(managed())
    assert at.view.step is Step.MANAGE
    lane = at.lane(1)
    assert at.ticked(1) == ["die/military"]
    assert lane.cost == "Pay $1; $0 » $1"
    assert (lane.seat.money, lane.seat.money_after) == ("1", "")
    at.pick(1, 0)
    assert at.ticked(1) == ["die/home"], "the oldest tick gives way"
    at.pick(1, 0)
    assert (at.main_button.text, at.main_button.key) == ("1 die to go", None)
    at.pick(1, 0)
    assert at.page.main is not None
    assert at.main_button.text == "Pay, end round"
    at.main()
    (sent,) = at.sent
    assert isinstance(sent, Steps)
    assert sent.commands[0] == Recruit(1, (HOME,))
    assert (at.view.step, at.view.round) == (Step.ASSIGN, 2)
    at.undo()
    assert (at.view.step, at.view.round) == (Step.MANAGE, 1), "one touch, one undo"


@pytest.mark.parametrize("size_px", SIZES_PX)
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_dice_to_recruit_are_on_one_page(size_px: tuple[int, int], language: str) -> None:
    """Eight of each of five players, with what they cost: no part of the page is further on."""
    game = a_game(2, 4, 9, 6, 3)
    for seat in game.state.seats:
        game.hold(seat, citizenry=(HOME,) * 5 + (MILITARY,) * 3, goods=(), cup=(HOME,))
        poor = replace(game.state.empire(seat), credits=1)
        game.state = game.state.with_empire(poor)
    at = AtRound(game.reveal(**{f"p{each}": Phase.SHIP for each in game.state.seats}),
                 size_px, language)  # fmt: skip
    assert [len(at.lane(seat).picks) for seat in game.state.seats] == [8] * 5
    scene = at.scene(0)
    assert (faults(scene, size_px), scene.parts) == ([], 1)


def test_a_computers_tile_is_named_or_left_before_all_is_accepted() -> None:
    """Nothing of that lane is ticked: the main button asks for the tile."""
    computers = Computers((ComputerSeat(1, "normal"),), virtual_dice=True, seed="1")
    game = a_game().do(SeatComputers(computers)).hold(1, cup=(HOME,) * 3)
    at = AtRound(game.reveal(p1=Phase.DEVELOP, p2=Phase.SHIP, p3=Phase.SHIP))
    while not isinstance(at.page.body, Lanes):
        at.touch(at.page.back)
    assert at.labels(1) == ["Name the tile", "Do not build"]
    assert at.main_button.text == "Name the tile"
    at.main()
    assert "which development is on top" in at.page.question


def test_a_computers_tile_is_no_longer_asked_for_once_the_round_went_on() -> None:
    """Somebody else has named it, or left it."""
    computers = Computers((ComputerSeat(1, "normal"),), virtual_dice=True, seed="1")
    game = a_game().do(SeatComputers(computers)).hold(1, cup=(HOME,) * 3)
    at = AtRound(game.reveal(p1=Phase.DEVELOP, p2=Phase.SHIP, p3=Phase.SHIP))
    assert "which development is on top" in at.page.question
    at.port.put(managed().state)
    assert "which development is on top" not in at.page.question


def test_dice_are_recalled_by_choice() -> None:
    """R-10.2: it is nobody's task, and a touch on the seat away."""
    game = managed().do(Recruit(1, (HOME,)))
    game.hold(1, settlers=(MILITARY,))
    at = AtRound(game)
    assert at.lane(1).seat.doing is Doing.IDLE
    at.open(1)
    assert {each.piece for each in at.card("Recall").pictures} == {"die/home", "die/military"}
    at.choose("Recall")
    at.tap("Military (world stack)")
    at.main()
    assert at.sent == [Recall(1, settlers=(MILITARY,))]


def test_the_places_where_a_tile_can_be_are_told_apart() -> None:
    """A tableau takes it as a development or as a world: the picture says which."""
    at = AtRound(managed())
    at.presenters.rounds.in_full(0, ("correct", "tiles"))
    for title in ("P1", "Top world: Worlds, tile 1", "P2"):
        at.tap(title)
    shown = [(each.title, each.pictures[0].piece) for each in at.cards]
    assert [title for title, _ in shown].count("Tableau") == 2
    assert len(set(shown)) == len(shown)


# --- what stands around --------------------------------------------------------------------------


def test_nothing_is_accepted_where_nothing_is_ticked() -> None:
    """While somebody is asked the button says how many; then it finishes the phase."""
    at = exploring()
    for _ in range(2):
        for seat in (1, 2):
            assert at.main_button.key is None
            at.give(seat, "Stock")
    assert at.view.current_phase is not Phase.EXPLORE, "a phase without tasks ends by itself"
    assert FinishPhase() not in at.sent


def test_the_moves_of_a_step_are_in_the_foot_and_can_be_ticked() -> None:
    """Several are a button with their number; ticked ones are counted no more."""
    at = exploring()
    at.give(1, "Stock")
    (button,) = at.page.side
    assert button.text == "2 moves to make"
    at.touch(button.key)
    body = at.body(Moves)
    assert [move.done for move in body.moves] == [False, False]
    at.touch(there(body.moves[0].key))
    at.touch(at.page.back)
    assert at.page.side == ()
    assert at.page.move_now is not None
    at.touch(at.page.move_now.key)
    assert at.page.move_now is None
    assert there(at.page.note).lines == ("36 VP left in the pool",)


def test_moves_stay_while_players_get_ready() -> None:
    """Who is ready is seen beside them; what was ticked stays ticked."""
    at = AtRound(managed())
    at.main()
    assert isinstance(at.page.body, Moves)
    assert [chip.done for chip in at.page.chips] == [False] * 3
    at.touch(at.page.body.moves[0].key)
    at.port.post(SignalReady(2))
    assert at.body(Moves).moves[0].done
    assert [chip.done for chip in at.page.chips] == [False, True, False]


def test_what_was_moved_before_can_be_looked_up() -> None:
    """All moves of this round, the newest first."""
    at = exploring()
    at.give(1, "Stock")
    at.give(2, "Stock")
    at.touch(at.page.side[0].key)
    at.press("Log")
    assert [move.seat.number for move in at.body(Moves).moves if move.seat][:4] == [2, 2, 1, 1]
    at.touch(at.page.back)
    assert at.page.question.startswith("Make these ")


def test_the_last_round_is_announced_with_its_reason() -> None:
    """In the small line and in the foot."""
    game = explored()
    game.state = replace(game.state, vp_pool=0)
    at = AtRound(game)
    assert at.page.above == "Final round \u00b7 Explore"
    assert there(at.page.note).lines[0] == "Last round: the VP pool is used up"


# --- the wait for everybody ----------------------------------------------------------------------


def test_everybody_says_when_they_are_ready() -> None:
    """A touch on the seat, a second one takes it back; a button for all."""
    at = AtRound(a_game()).moved()
    body = at.body(Table)
    assert at.page.question == "Roll"
    assert [ready.text for ready in body.seats] == ["Tap when ready"] * 3
    at.touch(body.seats[1].key)
    body = at.body(Table)
    assert body.seats[1].ready
    at.touch(body.seats[1].key)
    at.presenters.rounds.toggle_ready(3)
    at.presenters.rounds.toggle_ready(9)
    assert at.sent == [SignalReady(2), WithdrawReady(2), SignalReady(3)]
    at.main()
    assert at.view.step is Step.REVEAL


@pytest.mark.parametrize("size_px", SIZES_PX)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [2, 4])
def test_the_wait_is_told_beside_the_dice(
    size_px: tuple[int, int], language: str, players: int
) -> None:
    """Two rows of seats leave the least room: no text lies on the dice of the background."""
    at = AtRound(a_game(*range(1, players + 1)), size_px, language).moved()
    assert faults(at.scene(), size_px) == []


def test_a_computer_players_cup_is_entered_by_touch() -> None:
    """People roll it: a touch for each die, then it has decided."""
    computers = Computers((ComputerSeat(2, "normal"),), virtual_dice=False, seed="1")
    at = AtRound(a_game().do(SeatComputers(computers))).moved()
    body = at.body(Table)
    assert body.line == "Roll the cup of P2, or enter its dice."
    at.touch(body.seats[1].key)
    form = at.body(Form)
    for field in form.fields:
        assert at.main_button.key is None
        at.touch(field.choices[0].key)
    at.main()
    assert at.tracking(2).cup
    assert next(seat.ready for seat in at.view.seats if seat.seat == 2)


# --- what somebody has, corrections --------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "pl", "hu"])
def test_what_a_computer_player_has_fits_beside_its_counters(language: str) -> None:
    computers = Computers((ComputerSeat(1, "easy"),), virtual_dice=True, seed="1")
    at = AtRound(a_game().do(SeatComputers(computers)), (480, 800), language)
    at.presenters.rounds.whole(1)
    at.scene()


def test_everything_that_a_player_has_is_listed() -> None:
    """Dice by place, stacks, every tile with what it does."""
    at = exploring()
    at.touch(at.lane(3).key)
    body = at.body(List)
    titles = [row.title for row in body.rows]
    assert titles[:2] == ["Cup", "Citizenry"]
    assert [row.title for row in body.rows if row.text][-3:] == titles[-3:]
    assert at.side[:2] == ["Correct", "Who plays?"]


def test_a_die_is_moved_by_corrections() -> None:
    """Whose, which, where it is; several can be made one after the other."""
    at = AtRound(a_game()).moved()
    at.presenters.ui.visit("table")
    at.tap_row("P1")
    at.press("Correct")
    at.tap("Dice", "P1", "Home: Cup", "P1", "Citizenry")
    if isinstance(at.page.body, Cards) and "1" in at.titles:
        at.tap("1")
    assert len(at.tracking(1).citizenry) == 4
    assert at.page.question == "Change what differs on the table"
    at.tap("Counters", "P2")
    form = at.body(Form)
    at.touch(there(form.fields[0].number).more)
    at.main()
    assert at.sent[-1] == Correct(Correctable.CREDITS, 2, 2, "by hand")


def test_who_plays_is_chosen_on_the_seats_page() -> None:
    """Every touch takes effect at once."""
    at = exploring()
    at.touch(at.lane(3).key)
    at.press("Who plays?")
    body = at.body(Form)
    medium = next(each for field in body.fields for each in field.choices if each.label == "medium")
    at.touch(medium.key)
    assert next(seat.computer for seat in at.view.seats if seat.seat == 3) is not None


# --- counters that are changed by hand -----------------------------------------------------------


def test_counters_are_changed_with_steppers() -> None:
    """The counter of the phase first, the others a touch away; legal changes are commands."""
    ui, table = a_context(fake.playing(3))
    pages = Presenters(ui).rounds
    form = of(Form, pages.page().body)
    assert [field.label for field in form.fields] == list(fake.NAMES[:3])
    assert [tab.label for tab in form.tabs] == ["Credits", "VP chips", "Tiles"]
    assert {field.price for field in form.fields} == {(Picture("tile"),)}, "what is counted"
    pages.touch(do(pages.count, Correctable.CREDITS))
    form = of(Form, pages.page().body)
    pages.touch(there(form.fields[0].number).more)
    assert table.posted == [ChangeCredits(1, 1)]
    pages.touch(there(pages.page().main).key)
    assert table.posted[-1] == FinishPhase()
