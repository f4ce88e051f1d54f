"""The phases where everything is counted: what is asked, what a tap sends, double taps."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.roll.model.commands import (
    LeaveUnfinished,
    PlaceWorkers,
    Recall,
    Recruit,
    ReturnTile,
    Ship,
    Spot,
    Stock,
)
from companion.games.roll.model.dice import DieType, Phase
from companion.games.roll.model.effects import Category
from companion.games.roll.model.holdings import UNKNOWN, Good
from companion.games.roll.model.macros import Accept, Build, Goal, PlaceDrawn, RearrangeBy, ScoutTo
from companion.games.roll.model.steps import Step
from companion.history.archive import StoredScoreEntry
from companion.scorefile.score_entry import ScoreEntryPlayer, document
from companion.session.steps import PlayedStep, StepKind
from kivy_ui.common.frame import Primary
from kivy_ui.games.roll.choosing.chooser import Chooser
from kivy_ui.games.roll.choosing.shipping import BEST, ShippingChoices
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.frame import RollFramePresenter
from kivy_ui.games.roll.tiles.tile_finder import TileFinder
from kivy_ui.games.roll.tiles.tile_frequency import TileFrequency
from kivy_ui.games.roll.turn.table import TablePresenter
from kivy_ui.games.roll.turn.tasks import TaskAction, TaskLine, TasksPresenter
from tests.games.roll.tracked_table import GAME, RULES, Played, a_game
from tests.ui import fake_table as fake
from tests.ui.contexts import a_context

HOME, MILITARY = DieType.HOME, DieType.MILITARY
DEVELOPMENTS, WORLDS = Goal(Category.DEVELOPMENT), Goal(Category.WORLD)


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

    def deeds(self, seat: int) -> list[TaskAction]:
        return [button.action for button in self.line(seat).buttons]

    def tap(self, seat: int, action: TaskAction) -> object | None:
        """Tap, and let the table answer; returns what was sent."""
        self.now_s += 1.0
        self.tasks.press(seat, action, self.now_s)
        return self.answer()

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


def test_an_explorer_is_one_tap() -> None:
    """Stock, or scout for a stack; others are not asked."""
    taps = exploring()
    assert taps.deeds(1) == [TaskAction.STOCK, TaskAction.TO_DEVELOPMENTS, TaskAction.TO_WORLDS]
    assert taps.deeds(3) == []
    assert taps.tap(1, TaskAction.STOCK) == Stock(1, HOME)
    assert taps.line(1).news == "+2 $"
    assert taps.tap(1, TaskAction.TO_WORLDS) == ScoutTo(1, HOME, to=(WORLDS,))
    assert not taps.line(1).waiting
    assert taps.tap(1, TaskAction.STOCK) is None, "the explorers are used up"


def test_scout_is_offered_while_the_bag_has_a_tile_for_it() -> None:
    """R-5.6: the last tile belongs to the explorer before; decide refuses the scout, too."""
    taps = exploring()
    state = taps.game.state
    assert state.tracking is not None
    taps.game.state = replace(state, tracking=replace(state.tracking, bag=(UNKNOWN,)))
    taps.ui.take(fake.an_update(taps.game.view))
    assert TaskAction.TO_WORLDS in taps.deeds(1)
    assert taps.deeds(2) == [TaskAction.STOCK]


def test_a_second_tap_at_once_is_a_slip() -> None:
    """Before the answer, and for a moment after it; another player's tap counts."""
    taps = exploring()
    taps.tasks.press(1, TaskAction.STOCK, 9.7)  # the first tap counts at any time of the clock
    taps.tasks.press(1, TaskAction.STOCK, 20.0)
    assert len(taps.table.posted) == 1
    taps.tasks.press(2, TaskAction.STOCK, 20.0)
    assert taps.table.posted == [Stock(1, HOME), Stock(2, HOME)]
    taps.table.posted.pop()
    taps.answer()
    taps.tasks.press(1, TaskAction.STOCK, 9.9)
    assert taps.table.posted == []
    taps.tasks.press(1, TaskAction.STOCK, 21.0)
    assert taps.table.posted == [Stock(1, HOME)]


def test_powers_decide_which_explorer_stocks() -> None:
    """Consumer Markets pays more for some dice: they stock, the others scout."""
    key = "consumer_markets"
    taps = exploring(cup=(HOME, DieType.CONSUMPTION), tableau=(key,))
    best = max(each.credits for each in taps.game.tracking(1).options)
    (stock, *_) = taps.line(1).buttons
    assert stock.text == f"Stock +{best} $"
    assert not taps.line(1).dice, "the buttons show which die each of them takes"
    sent = taps.tap(1, TaskAction.STOCK)
    assert isinstance(sent, Stock)
    assert stock.dice == (sent.die.value,)
    assert {each.command.die for each in taps.game.tracking(1).options} == (  # type: ignore[union-attr]
        {HOME, DieType.CONSUMPTION} - {sent.die}
    )


def test_several_drawn_tiles_are_placed_one_by_one() -> None:
    """The last tap sends all; the placing can be forgotten before."""
    taps = exploring()
    chooser = Chooser(taps.ui, 1)
    chooser.mark("spots", 0)
    model = chooser.model()
    assert model is not None
    scout = next(a.command for a in model.actions if isinstance(a.command, ScoutTo))
    assert scout == ScoutTo(1, HOME, abandon=(Spot(Category.DEVELOPMENT, 0),))
    taps.table.post(scout)
    taps.answer()
    assert taps.line(1).text == "Under which stack: drawn tile 1 of 2"
    assert taps.tap(1, TaskAction.TO_WORLDS) is None
    assert taps.line(1).text == "Under which stack: drawn tile 2 of 2"
    assert TaskAction.FORGET_PLACING in taps.deeds(1)
    taps.tap(1, TaskAction.FORGET_PLACING)
    taps.tap(1, TaskAction.TO_DEVELOPMENTS)
    assert taps.tap(1, TaskAction.TO_WORLDS) == PlaceDrawn(1, (DEVELOPMENTS, WORLDS))
    assert taps.game.tracking(1).worlds.size == 2


def test_a_power_lets_tiles_go_on_top() -> None:
    """Improved Reconnaissance: the panel offers both ends of both stacks."""
    taps = exploring(tableau=("improved_reconnaissance",))
    taps.table.post(ScoutTo(1, HOME))
    taps.answer()
    model = Chooser(taps.ui, 1).model()
    assert model is not None
    assert len(model.groups[0].items) == 4
    chooser = Chooser(taps.ui, 1)
    chooser.mark("tile0", 3)
    assert chooser.command(0) == PlaceDrawn(1, (Goal(Category.WORLD, on_top=True),))


def test_the_zone_is_rearranged_by_places() -> None:
    """Advanced Logistics: chosen tiles go on top of a stack, in the order of choosing."""
    taps = exploring(tableau=("advanced_logistics",), developments=(0, 0), worlds=(0,))
    chooser = Chooser(taps.ui, 1)
    chooser.mark("spots", 2)
    chooser.mark("spots", 1)
    model = chooser.model()
    assert model is not None
    sent = next(a.command for a in model.actions if isinstance(a.command, RearrangeBy))
    world, lower = Spot(Category.WORLD, 0), Spot(Category.DEVELOPMENT, 1)
    assert sent == RearrangeBy(1, (world, lower, Spot(Category.DEVELOPMENT, 0)), ())
    taps.game.do(sent)


def test_a_short_bag_asks_for_a_tile_back() -> None:
    """R-6.5: who must return one chooses which; then the rest is drawn."""
    taps = exploring(developments=(0, 0, 0), worlds=(0,))
    state = taps.game.state
    assert state.tracking is not None
    taps.game.state = replace(state, tracking=replace(state.tracking, bag=()))
    spots = (Spot(Category.DEVELOPMENT, 2), Spot(Category.WORLD, 0))
    taps.table.post(ScoutTo(1, HOME, abandon=spots))
    taps.answer()
    taps.tap(1, TaskAction.TO_WORLDS)
    taps.tap(1, TaskAction.TO_WORLDS)
    assert taps.line(1).text == "Return a tile to the bag"
    chooser = Chooser(taps.ui, 1)
    chooser.mark("return", 1)
    sent = chooser.command(0)
    assert sent == ReturnTile(1, Spot(Category.DEVELOPMENT, 1))
    taps.table.post(sent)
    taps.answer()
    assert taps.deeds(1) == [TaskAction.DRAW]
    taps.tap(1, TaskAction.DRAW)
    assert taps.line(1).text == "Under which stack: drawn tile 1 of 1"


# --- Develop and Settle --------------------------------------------------------------------------


def building(count: int = 3, **held: object) -> Taps:
    game = a_game().hold(1, cup=(HOME,) * (count - 1) + (MILITARY,), **held)
    return Taps(game.reveal(p1=Phase.DEVELOP, p2=Phase.SHIP, p3=Phase.SHIP))


def test_an_unnamed_tile_is_completed_or_only_built_on() -> None:
    """Nobody names a tile before it is complete; then a cost makes the list short."""
    taps = building()
    assert taps.deeds(1) == [TaskAction.PLACE_ALL, TaskAction.NAME_TILE]
    finder = TileFinder(taps.ui, 1)
    model = finder.model()
    assert model is not None
    assert [each.text for each in model.filters if each.chosen] == ["3"]
    assert all("3" in each.note for each in model.found)
    sent = finder.choose(model.found[0].key)
    assert isinstance(sent, Build)
    taps.table.post(sent)
    taps.answer()
    assert taps.game.state.empire(1).tiles == 4


def test_all_workers_on_an_unnamed_tile_are_one_tap() -> None:
    """The tile costs more than there are dice."""
    taps = building(2)
    assert taps.line(1).text == "Top development: are 2 workers enough?"
    sent = taps.tap(1, TaskAction.PLACE_ALL)
    assert sent == LeaveUnfinished(1)


def test_workers_that_lie_on_a_tile_are_counted_apart() -> None:
    """People see on the table what is already there."""
    taps = building(2, developers=(HOME,))
    assert taps.line(1).text == "Top development: are 1 there + 2 enough?"


@pytest.mark.parametrize(
    ("letters", "language", "found"),
    [
        ("gal dem", "en", "galactic_demand"),
        ("porzadek", "pl", "new_galactic_order"),
        ("new gal", "hu", "new_galactic_order"),
    ],
)
def test_tiles_are_found_by_letters_of_any_language(
    letters: str, language: str, found: str
) -> None:
    """Accents need not be typed; letters look through all costs."""
    taps = Taps(building().game, language)
    finder = TileFinder(taps.ui, 1)
    for letter in letters:
        finder.type(letter)
    assert finder.first() == found
    finder.erase()
    model = finder.model()
    assert model is not None
    assert model.text == letters[:-1]


def test_recent_and_likely_tiles_come_first() -> None:
    """What was named and taken back, then what earlier games were full of, then the others."""
    game = a_game().hold(1, cup=(HOME,) * 2)
    taps = Taps(game.reveal(p1=Phase.SETTLE, p2=Phase.SHIP, p3=Phase.SHIP))

    def listed() -> list[str]:
        model = TileFinder(taps.ui, 1).model()
        assert model is not None
        return [each.key for each in model.found]

    usual = listed()
    archive = taps.ui.settings.services.archive
    seldom, never = usual[-1], usual[-2]
    built = ScoreEntryPlayer("Ann", 1, 1, 4, "doomed_world", (seldom,))
    others = (ScoreEntryPlayer("Bo", 1, 1, 5, "old_earth"),)
    archive.keep(StoredScoreEntry("t1", "2026-01-01T10:00:00+00:00", document((built, *others))))
    taps.ui.tile_frequency = TileFrequency(archive)
    listed()
    taps.ui.tile_frequency.wait()
    assert listed() == [seldom, *(key for key in usual if key != seldom)]
    TileFinder(taps.ui, 1).choose(never)
    assert listed()[:2] == [never, seldom]


def test_filters_narrow_and_widen_the_list() -> None:
    """A cost or a colour; the same tap again takes it away. Built tiles are not offered."""
    game = a_game().hold(1, cup=(HOME,) * 2).hold(2, tableau=("spice_world",))
    taps = Taps(game.reveal(p1=Phase.SETTLE, p2=Phase.SHIP, p3=Phase.SHIP))
    finder = TileFinder(taps.ui, 1)
    finder.narrow("novelty")
    model = finder.model()
    assert model is not None
    assert {each.die for each in model.found} == {"novelty"}
    assert "spice_world" not in [each.key for each in model.found]
    finder.narrow("novelty")
    finder.narrow("2")
    model = finder.model()
    assert model is not None
    assert len(model.found) == 54, "every world of the box but the one that is built"


def test_a_named_tile_is_proposed() -> None:
    """With its name the companion knows what it takes: one tap builds it."""
    tile = next(t.id for t in RULES.catalog.tiles if t.development.cost == 3)
    taps = building(developments=(tile,))
    (accept,) = taps.line(1).buttons
    assert accept.action is TaskAction.ACCEPT
    assert accept.text.startswith("Build ")
    assert taps.tap(1, TaskAction.ACCEPT) == Accept((1,))
    assert taps.game.state.empire(1).tiles == 4


def test_other_workers_than_proposed_can_be_placed() -> None:
    """The panel marks the dice of the proposal; a mark less is a worker less."""
    taps = building()
    chooser = Chooser(taps.ui, 1)
    chooser.mark("workers", 0)
    command = chooser.command(0)
    assert isinstance(command, PlaceWorkers)
    assert sorted(die.value for die in command.dice) == ["home", "military"]


def test_what_a_tile_takes_can_be_chosen() -> None:
    """Information Tech takes a die: the panel offers every die in every place (R-7.4)."""
    tile = RULES.catalog.tile_by_side["information_tech"].id
    taps = building(1, developments=(tile,), developers=(HOME,) * 3)
    taps.table.post(PlaceWorkers(1, (MILITARY,)))
    taps.answer()
    chooser = Chooser(taps.ui, 1)
    model = chooser.model()
    assert model is not None
    given = next(group for group in model.groups if group.key == "given")
    other = next(i for i in range(len(given.items)) if i not in given.marked)
    chooser.mark("given", other)
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
    assert isinstance(taps.tap(1, TaskAction.TRADE), Ship)
    assert taps.game.tracking(1).goods == ()
    assert taps.game.state.vp_pool == 36, "traded, not consumed"


def test_every_good_offers_trade_and_consume_with_its_result() -> None:
    """The choice of a die is there only where it brings something else."""
    game = a_game(6, 2, 3)
    plain, matching = Good("pilgrimage_world", HOME), Good("spice_world", DieType.NOVELTY)
    game.hold(1, tableau=("pilgrimage_world", "spice_world"), goods=(plain, matching))
    game.hold(1, cup=(HOME, HOME, DieType.NOVELTY)).hold(2, goods=()).hold(3, goods=())
    taps = Taps(game.reveal(p1=Phase.SHIP, p2=Phase.SHIP, p3=Phase.SHIP))
    assert taps.deeds(1) == [TaskAction.ACCEPT]
    assert taps.tasks.ships(1)
    choices = ShippingChoices(taps.ui, 1)
    model = choices.model()
    assert model is not None
    assert [len(row.buttons) for row in model.goods] == [2, 2]
    for index, row in enumerate(model.goods):
        results = set()
        for mark in row.shippers or ():
            choices.choose(index, mark.number)
            shown = choices.model()
            assert shown is not None
            assert shown.goods[index].shippers[mark.number].chosen
            results.add(tuple(button.text for button in shown.goods[index].buttons))
            command = shown.goods[index].buttons[1].command
            assert (command.shipper.value, command.borrowed) == (mark.die, mark.borrowed)
        assert len(results) != 1, "a choice that changes nothing"
        for back in (0, BEST):  # the same one again, or none in particular
            choices.choose(index, 0)
            choices.choose(index, back)
            shown = choices.model()
            assert shown is not None
            assert not any(mark.chosen for mark in shown.goods[index].shippers)
    first = model.goods[0].buttons[0]
    taps.table.post(first.command)
    taps.answer()
    left = choices.model()
    assert left is not None
    assert len(left.goods) == 1
    assert ShippingChoices(taps.ui, 3).model() is None


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
    chooser.mark("recruit", 0)
    assert chooser.command(0) == Recruit(1, (HOME,))
    assert taps.tap(1, TaskAction.ACCEPT) == Accept((1,))
    assert taps.game.tracking(1).recruits == 0


def test_dice_are_recalled_by_choice() -> None:
    """R-10.2: nothing is marked at first, and nothing can be sent then."""
    taps = managing()
    taps.table.post(Recruit(1, (HOME,)))
    taps.answer()
    chooser = Chooser(taps.ui, 1)
    assert chooser.command(0) is None
    chooser.mark("developers", 0)
    assert chooser.command(0) == Recall(1, developers=(HOME,))


def test_nobody_is_asked_where_only_recalling_is_left() -> None:
    """Manage Empire: what is not wanted needs no tap; the main button ends the round for all."""
    taps = managing()
    assert not taps.line(2).buttons
    assert (taps.line(2).text, taps.line(2).more) == ("nothing to do", False)
    frame = RollFramePresenter(taps.ui)
    assert frame.model().status == "Recruit, $1 a die: P1"
    assert taps.line(1).more_text == "Other dice"
    taps.table.post(Recruit(1, (HOME,)))
    taps.answer()
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
    assert TileFinder(taps.ui, 1).model() is None
    ui, _ = a_context(None)
    assert Chooser(ui, 1).model() is None
