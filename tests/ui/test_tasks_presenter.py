"""The phases where everything is counted: what is asked, what a tap sends, double taps."""

from __future__ import annotations

from dataclasses import replace

from companion.games.question import Steps
from companion.games.roll.decide.combined import Accept, Build
from companion.games.roll.model.dice import DieType, Phase
from companion.games.roll.model.effects import Category
from companion.games.roll.model.holdings import UNKNOWN, Good, Placing, Spot
from companion.games.roll.model.steps import Step
from companion.games.roll.phases.build import LeaveUnfinished, PlaceWorkers
from companion.games.roll.phases.drawing import PlaceTiles, ReturnTile
from companion.games.roll.phases.explore import Rearrange, Scout, Stock
from companion.games.roll.phases.goods import Produce, Ship
from companion.games.roll.phases.manage import Recall, Recruit
from companion.session.steps import PlayedStep, StepKind
from kivy_ui.common.board.question_page import answer_key, mark_key
from kivy_ui.common.frame import Primary
from kivy_ui.games.roll.choosing.chooser import Chooser
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.frame import RollFramePresenter
from kivy_ui.games.roll.tiles.sought import completed
from kivy_ui.games.roll.turn.buttons import ACCEPT, FORGET, MORE, NAME
from kivy_ui.games.roll.turn.table import TablePresenter
from kivy_ui.games.roll.turn.tasks import TaskLine, TasksPresenter
from tests.games.roll.tracked_table import GAME, RULES, Played, a_game
from tests.ui import fake_table as fake
from tests.ui.contexts import a_context

HOME, MILITARY = DieType.HOME, DieType.MILITARY
DEVELOPMENT, WORLD = Category.DEVELOPMENT, Category.WORLD


class Taps:
    """Presenters over a real game: what a tap sends is decided, and shown again."""

    def __init__(self, game: Played, language: str = "en") -> None:
        self.game = game
        self.ui: RollContext
        self.ui, self.table = a_context(game.view, language=language)
        self.tasks = TasksPresenter(self.ui, TablePresenter(self.ui))
        self.now_s = 0.0

    def line(self, seat: int) -> TaskLine:
        return next(line for line in self.tasks.model().lines if line.seat == seat)

    def keys(self, seat: int) -> list[str]:
        return [button.key for button in self.line(seat).buttons]

    def tap(self, seat: int, key: str) -> object | None:
        """Tap, and let the table answer; returns what was sent."""
        self.now_s += 1.0
        self.tasks.press(seat, key, self.now_s)
        return self.answer()

    def send(self, command: object) -> None:
        assert command is not None
        self.table.post(command)
        self.answer()

    def answer(self) -> object | None:
        if not self.table.posted:
            return None
        sent = self.table.posted.pop()
        before, version = self.game.state, self.ui.update.version + 1
        events = tuple(GAME.decide(before, sent))
        self.game.do(sent)
        moves = GAME.instructions(before, events)
        step = PlayedStep(version, StepKind.DONE, events, moves)
        update = fake.an_update(self.game.view, version=version, step=step)
        self.table.update = update
        self.ui.take(update)
        return sent


def exploring(**held: object) -> Taps:
    game = a_game()
    for seat in (1, 2, 3):
        game.hold(seat, cup=(HOME,) * 2, goods=())
    game.hold(1, **held)
    return Taps(game.reveal(p1=Phase.EXPLORE, p2=Phase.EXPLORE, p3=Phase.SHIP))


# --- Explore -------------------------------------------------------------------------------------


def scout_to(seat: int, stack: Category) -> Steps:
    """What a tap on a stack sends: the tile is drawn already."""
    scout = Scout(seat, HOME, (), (UNKNOWN,))
    return Steps((scout, PlaceTiles(seat, (Placing(UNKNOWN, stack),))))


STOCK, TO_WORLDS = answer_key(1, "stock"), answer_key(1, "world")


def test_an_explorer_is_one_tap() -> None:
    """Stock, or scout for a stack; others are not asked."""
    taps = exploring()
    assert taps.keys(1) == [STOCK, answer_key(1, "development"), TO_WORLDS]
    assert taps.keys(3) == []
    assert taps.tap(1, STOCK) == Stock(1, HOME)
    assert taps.line(1).news == "+2 $"
    assert taps.tap(1, TO_WORLDS) == scout_to(1, WORLD)
    assert not taps.line(1).waiting
    assert taps.tap(1, STOCK) is None, "the explorers are used up"


def test_scout_is_offered_while_the_bag_has_a_tile_for_it() -> None:
    """R-5.6: the last tile belongs to the explorer before; decide refuses the scout, too."""
    taps = exploring()
    state = taps.game.state
    assert state.tracking is not None
    taps.game.state = replace(state, tracking=replace(state.tracking, bag=(UNKNOWN,)))
    taps.ui.take(fake.an_update(taps.game.view))
    assert [each.refused for each in taps.line(1).buttons] == [None] * 3
    stock, *scouts = taps.line(2).buttons
    assert stock.refused is None
    assert len([each for each in scouts if each.refused is not None]) == 2
    assert taps.tap(2, scouts[0].key) is None


def test_a_second_tap_at_once_is_a_slip() -> None:
    """Before the answer, and for a moment after it; another player's tap counts."""
    taps = exploring()
    taps.tasks.press(1, STOCK, 9.7)  # the first tap counts at any time of the clock
    taps.tasks.press(1, STOCK, 20.0)
    assert len(taps.table.posted) == 1
    taps.tasks.press(2, answer_key(2, "stock"), 20.0)
    assert taps.table.posted == [Stock(1, HOME), Stock(2, HOME)]
    taps.table.posted.pop()
    taps.answer()
    taps.tasks.press(1, STOCK, 9.9)
    assert taps.table.posted == []
    taps.tasks.press(1, STOCK, 21.0)
    assert taps.table.posted == [Stock(1, HOME)]


def test_powers_decide_which_explorer_stocks() -> None:
    """Alien Archaeology pays more for an Alien Technology die: it stocks, the other scouts."""
    taps = exploring(cup=(HOME, DieType.ALIEN_TECHNOLOGY), tableau=("alien_archaeology",))
    stock, scout, _ = taps.line(1).buttons
    assert (stock.text, stock.dice) == ("Stock +4 $", ("alien_technology",))
    assert scout.dice == ("home",)
    assert not taps.line(1).dice, "the buttons show which die each of them takes"
    assert taps.tap(1, stock.key) == Stock(1, DieType.ALIEN_TECHNOLOGY)


def test_several_drawn_tiles_are_placed_one_by_one() -> None:
    """The last tap sends all; the placing can be forgotten before."""
    taps = exploring()
    chooser = Chooser(taps.ui, 1)
    open_answer(chooser, "Abandon tiles, then scout")
    chooser.mark(first_group(chooser), 0)
    scout = chooser.command(0)
    assert scout == Scout(1, HOME, (Spot(DEVELOPMENT, 0),), (UNKNOWN,) * 2)
    taps.send(scout)
    assert taps.line(1).text == "Under which stack: drawn tile 1 of 2"
    assert taps.tap(1, mark_key(0, "world")) is None
    assert taps.line(1).text == "Under which stack: drawn tile 2 of 2"
    assert FORGET in taps.keys(1)
    taps.tap(1, FORGET)
    taps.tap(1, mark_key(0, "development"))
    assert taps.tap(1, mark_key(0, "world")) is None, "the first tile has its place"
    placed = taps.tap(1, mark_key(1, "world"))
    assert placed == PlaceTiles(1, (Placing(UNKNOWN, DEVELOPMENT), Placing(UNKNOWN, WORLD)))
    assert taps.game.tracking(1).worlds.size == 2


def open_answer(chooser: Chooser, text: str) -> object | None:
    """Tap an item that acts at once."""
    model = chooser.model()
    assert model is not None
    found = ((g.key, n) for g in model.groups for n, i in enumerate(g.items) if i.text == text)
    return chooser.mark(*next(found))


def first_group(chooser: Chooser) -> str:
    model = chooser.model()
    assert model is not None
    return model.groups[0].key


def test_a_power_lets_tiles_go_on_top() -> None:
    """Improved Reconnaissance: the panel offers both ends of both stacks."""
    taps = exploring(tableau=("improved_reconnaissance",))
    taps.send(Scout(1, HOME, (), (UNKNOWN,)))
    chooser = Chooser(taps.ui, 1)
    model = chooser.model()
    assert model is not None
    assert len(model.groups[0].items) == 4
    assert model.actions[0].command is None, "nothing is marked yet"
    chooser.mark(model.groups[0].key, 3)
    assert chooser.command(0) == PlaceTiles(1, (Placing(UNKNOWN, WORLD, on_top=True),))


def test_the_zone_is_rearranged_by_places() -> None:
    """Advanced Logistics: chosen tiles go on top of a stack, in the order of choosing."""
    taps = exploring(tableau=("advanced_logistics",), developments=(0, 0), worlds=(0,))
    chooser = Chooser(taps.ui, 1)
    open_answer(chooser, "Rearrange the construction zone")
    assert chooser.command(0) is None, "nothing is marked yet"
    chooser.mark("order", 2)
    chooser.mark("order", 1)
    world, lower = Spot(WORLD, 0), Spot(DEVELOPMENT, 1)
    sent = chooser.command(0)
    assert sent == Rearrange(1, (0, 0, 0), (), (world, lower, Spot(DEVELOPMENT, 0)))
    taps.game.do(sent)


def test_an_opened_answer_leads_back() -> None:
    """Only where there is something to go back to."""
    taps = exploring(cup=(HOME, MILITARY))
    chooser = Chooser(taps.ui, 1)
    model = chooser.model()
    assert model is not None
    assert not model.back
    assert open_answer(chooser, "Stock +2 $") is None, "which die?"
    opened = chooser.model()
    assert opened is not None
    assert opened.back
    assert open_answer(chooser, "Military +2 $") == Stock(1, MILITARY)
    chooser.back()
    assert chooser.model() == model


def test_a_short_bag_asks_for_a_tile_back() -> None:
    """R-6.5: who must return one chooses which; then the rest is drawn."""
    taps = exploring(developments=(0, 0, 0), worlds=(0,))
    state = taps.game.state
    assert state.tracking is not None
    taps.game.state = replace(state, tracking=replace(state.tracking, bag=()))
    spots = (Spot(DEVELOPMENT, 2), Spot(WORLD, 0))
    taps.send(Scout(1, HOME, spots, (UNKNOWN,) * 2))
    taps.tap(1, mark_key(0, "world"))
    taps.tap(1, mark_key(1, "world"))
    assert taps.line(1).text == "Return a tile to the bag"
    assert taps.keys(1) == [MORE]
    sent = open_answer(Chooser(taps.ui, 1), "Development 2")
    assert sent == ReturnTile(1, Spot(DEVELOPMENT, 1))
    taps.send(sent)
    (draw,) = taps.line(1).buttons
    assert (draw.text, draw.primary) == ("Draw 1 tile", True)
    taps.tap(1, draw.key)
    assert taps.line(1).text == "Under which stack: drawn tile 1 of 1"


# --- Develop and Settle --------------------------------------------------------------------------


def building(count: int = 3, **held: object) -> Taps:
    game = a_game().hold(1, cup=(HOME,) * (count - 1) + (MILITARY,), **held)
    return Taps(game.reveal(p1=Phase.DEVELOP, p2=Phase.SHIP, p3=Phase.SHIP))


def test_an_unnamed_tile_is_completed_or_only_built_on() -> None:
    """Nobody names a tile before it is complete; then a cost makes the list short."""
    taps = building()
    assert taps.keys(1) == [answer_key(1, "leave"), NAME]
    sought = completed(taps.ui, 1)
    assert sought is not None
    taps.send(Build(1, taps.ui.tiles.number(sought.sides(taps.ui, sought.begun(taps.ui))[0].key)))
    assert taps.game.state.empire(1).tiles == 4


def test_all_workers_on_an_unnamed_tile_are_one_tap() -> None:
    """The tile costs more than there are dice."""
    taps = building(2)
    assert taps.line(1).text == "Top development: are 2 workers enough?"
    sent = taps.tap(1, answer_key(1, "leave"))
    assert sent == LeaveUnfinished(1)


def test_a_tile_that_was_left_can_still_be_completed() -> None:
    """While others build: somebody had looked at the wrong tile."""
    game = a_game().hold(1, cup=(HOME,) * 3).hold(2, cup=(HOME,))
    taps = Taps(game.reveal(p1=Phase.DEVELOP, p2=Phase.DEVELOP, p3=Phase.SHIP))
    taps.tap(1, answer_key(1, "leave"))
    assert (taps.line(1).waiting, taps.keys(1), taps.line(1).more) == (False, [], True)
    assert open_answer(Chooser(taps.ui, 1), "Yes: complete it") == NAME


def test_workers_that_lie_on_a_tile_are_counted_apart() -> None:
    """People see on the table what is already there."""
    taps = building(2, developers=(HOME,))
    assert taps.line(1).text == "Top development: are 1 there + 2 enough?"


def test_a_named_tile_is_proposed() -> None:
    """With its name the companion knows what it takes: one tap builds it."""
    tile = next(t.id for t in RULES.catalog.tiles if t.development.cost == 3)
    taps = building(developments=(tile,))
    (accept,) = taps.line(1).buttons
    assert accept.key == ACCEPT
    assert accept.text.startswith("Build ")
    assert taps.tap(1, ACCEPT) == Accept((1,))
    assert taps.game.state.empire(1).tiles == 4


def test_other_workers_than_proposed_can_be_placed() -> None:
    """The panel marks the dice of the proposal; a mark less is a worker less."""
    taps = building()
    chooser = Chooser(taps.ui, 1)
    chooser.mark(first_group(chooser), 0)
    command = chooser.command(0)
    assert isinstance(command, PlaceWorkers)
    assert sorted(die.value for die in command.dice) == ["home", "military"]


def test_what_a_tile_takes_can_be_chosen() -> None:
    """Information Tech takes a die: the panel offers every die in every place (R-7.4)."""
    tile = RULES.catalog.tile_by_side["information_tech"].id
    taps = building(1, developments=(tile,), developers=(HOME,) * 3)
    taps.send(PlaceWorkers(1, (MILITARY,)))
    chooser = Chooser(taps.ui, 1)
    model = chooser.model()
    assert model is not None
    given = next(each for each in model.groups if each.title == "Given up for the tile's effect")
    other = next(i for i in range(len(given.items)) if i not in given.marked)
    assert given.items[other].text == "Home (Citizenry)"
    chooser.mark(given.key, other)
    command = chooser.command(0)
    taps.game.do(command)
    assert "information_tech" in taps.game.tracking(1).tableau


# --- Produce, Ship, Manage Empire ----------------------------------------------------------------


def shipping() -> Taps:
    game = a_game(6, 2, 3)
    game.hold(1, goods=(Good("pilgrimage_world", DieType.NOVELTY),), cup=(HOME, HOME))
    game.hold(2, goods=()).hold(3, goods=())
    return Taps(game.reveal(p1=Phase.SHIP, p2=Phase.SHIP, p3=Phase.SHIP))


def test_a_proposal_says_what_it_brings_and_can_be_changed() -> None:
    """Of the only good, trade and consume have a button each; one is what the main one takes."""
    taps = shipping()
    trade, consume = taps.line(1).buttons
    assert (trade.text, consume.text) == ("Trade +3 $", "Consume +2 VP")
    assert (trade.icon, trade.gain, consume.icon, consume.gain) == ("credits", "+3", "chip", "+2")
    assert [trade.primary, consume.primary].count(True) == 1, "what the main button takes"
    assert taps.line(1).text == "Good: Novelty on Pilgrimage World"
    assert (taps.line(1).short, taps.line(1).asks_in_words) == ("Pilgrimage World", True)
    assert isinstance(taps.tap(1, trade.key), Ship)
    assert taps.game.tracking(1).goods == ()
    assert taps.game.state.vp_pool == 36, "traded, not consumed"


def test_every_good_offers_trade_and_consume_with_its_result() -> None:
    """The choice of a die is there only where it brings something else."""
    game = a_game(6, 2, 3)
    plain, matching = Good("pilgrimage_world", HOME), Good("spice_world", DieType.NOVELTY)
    game.hold(1, tableau=("pilgrimage_world", "spice_world"), goods=(plain, matching))
    game.hold(1, cup=(HOME, HOME, DieType.NOVELTY)).hold(2, goods=()).hold(3, goods=())
    taps = Taps(game.reveal(p1=Phase.SHIP, p2=Phase.SHIP, p3=Phase.SHIP))
    assert taps.keys(1) == [ACCEPT]
    chooser = Chooser(taps.ui, 1)
    model = chooser.model()
    assert model is not None
    assert [each.title for each in model.groups] == [
        "Home on Pilgrimage World",
        "Novelty on Spice World",
    ]
    goods = [[item.text for item in group.items] for group in model.groups]
    assert goods == [["Trade +3 $", "Consume +2 VP", "Which die?"]] * 2
    assert all(marked for marked in model.marked), "the proposal is ticked"
    assert chooser.mark(model.groups[0].key, 2) is None
    dice = chooser.model()
    assert dice is not None
    trade, consume = dice.groups
    assert len(trade.items) == len(consume.items) == 2
    assert len({item.text for item in consume.items}) == 2, "the die brings something else"
    sent = chooser.mark(trade.key, 1)
    assert isinstance(sent, Ship)
    taps.send(sent)
    left = Chooser(taps.ui, 1).model()
    assert left is not None
    assert [each.title for each in left.groups] == ["Good: Novelty on Spice World"]
    assert Chooser(taps.ui, 3).model() is None


def test_other_goods_than_proposed_can_be_produced() -> None:
    """One tap a good, on each world that has room."""
    game = a_game(6, 2, 3).hold(1, goods=(), cup=(HOME, MILITARY))
    game.hold(1, tableau=("pilgrimage_world", "spice_world"))
    taps = Taps(game.reveal(p1=Phase.PRODUCE, p2=Phase.SHIP, p3=Phase.SHIP))
    sent = open_answer(Chooser(taps.ui, 1), "Military on Spice World")
    assert sent == Produce(1, (Good("spice_world", MILITARY),))


def test_the_main_button_accepts_for_everybody() -> None:
    """Once for the whole phase; it waits for those who must choose themselves."""
    taps = shipping()
    frame = RollFramePresenter(taps.ui)
    assert frame.model().primary is Primary.ACCEPT_ALL
    frame.act(1.0)
    assert taps.answer() == Accept((1,))
    asking = RollFramePresenter(exploring().ui).model()
    assert (asking.primary, asking.primary_enabled) == (Primary.FINISH_PHASE, False)
    assert asking.status.endswith("look, tap its stack.\nWaiting for P1 and P2")


def managing() -> Taps:
    game = a_game(2, 4, 9)
    game.hold(1, citizenry=(HOME, HOME, HOME, MILITARY), goods=(), cup=(HOME,), developers=(HOME,))
    for seat in (2, 3):
        game.hold(seat, citizenry=(), goods=(), cup=(HOME,))
    game.reveal(p1=Phase.SHIP, p2=Phase.SHIP, p3=Phase.SHIP)
    return Taps(game)


def test_recruiting_is_proposed_and_can_be_changed() -> None:
    """R-10.1: as many as can be paid, other dice than proposed by two marks."""
    taps = managing()
    assert taps.game.step is Step.MANAGE
    recruit = taps.line(1).buttons[0]
    assert (recruit.dice, recruit.text) == (("military",), "Recruit: pay $1")
    assert taps.line(1).text == "Recruit 1 of 4 dice; all paid: marker on $1"
    assert RollFramePresenter(taps.ui).model().primary_text == "Recruit, end round"
    chooser = Chooser(taps.ui, 1)
    chooser.mark(first_group(chooser), 0)
    assert chooser.command(0) == Recruit(1, (HOME,))
    assert taps.tap(1, ACCEPT) == Accept((1,))
    assert taps.game.tracking(1).recruits == 0


def test_dice_are_recalled_by_choice() -> None:
    """R-10.2: nothing is marked at first, and nothing can be sent then."""
    taps = managing()
    taps.send(Recruit(1, (HOME,)))
    assert open_answer(Chooser(taps.ui, 1), "Recall") == Recall(1, developers=(HOME,))
    taps.game.hold(1, settlers=(MILITARY,))
    taps.ui.take(fake.an_update(taps.game.view))
    chooser = Chooser(taps.ui, 1)
    assert chooser.command(0) is None
    chooser.mark(first_group(chooser), 1)
    assert chooser.command(0) == Recall(1, settlers=(MILITARY,))


def test_nobody_is_asked_where_only_recalling_is_left() -> None:
    """Manage Empire: what is not wanted needs no tap; the main button ends the round for all."""
    taps = managing()
    assert not taps.line(2).buttons
    assert (taps.line(2).text, taps.line(2).more) == ("nothing to do", False)
    frame = RollFramePresenter(taps.ui)
    assert frame.model().status == "Recruit, $1 a die: P1"
    assert taps.line(1).more_text == "Other dice"
    taps.send(Recruit(1, (HOME,)))
    assert (taps.line(1).text, taps.line(1).more_text) == ("nothing to recruit", "Recall")
    assert (frame.model().primary_text, frame.model().status) == (
        "Finish round",
        "Finish the round.\nDice may be recalled first.",
    )
    frame.act(1.0)
    taps.answer()
    assert (taps.game.step, taps.game.state.round.number) == (Step.ASSIGN, 2)


def test_nothing_to_choose_is_no_panel() -> None:
    """For a seat without tasks, for nobody's seat, without a game."""
    taps = exploring()
    assert Chooser(taps.ui, 3).model() is None
    assert Chooser(taps.ui, 5).model() is None
    assert completed(taps.ui, 1) is None
    ui, _ = a_context(None)
    assert Chooser(ui, 1).model() is None
