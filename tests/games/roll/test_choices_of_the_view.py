"""In the view: choices in Ship, dice still to be entered, what Reveal has brought."""

from dataclasses import replace

from companion.games.question import Answer, Choose, Gain
from companion.games.roll.model.dice import DieType, Phase
from companion.games.roll.model.holdings import Good, ShipTask, Turn
from companion.games.roll.model.state import holdings
from companion.games.roll.phases.goods import Ship
from companion.games.roll.phases.reveal import RecordMat
from companion.games.roll.phases.round import SignalReady
from tests.games.roll.tracked_table import Played, a_game, laid

HOME, GENES, NOVELTY = DieType.HOME, DieType.GENES, DieType.NOVELTY
WORLD = "jungle_world"
"""A Genes world: a good brings $5."""


def shipping(*cup: DieType, credits_now: int = 1, powers: tuple[str, ...] = ()) -> Played:
    """Player 1 ships one good of a Genes world and one of a Novelty world."""
    game = a_game(1, 2, 3)
    tableau = (*holdings(game.state, 1).tableau, WORLD, "spice_world", *powers)
    goods = (Good(WORLD, HOME), Good("spice_world", HOME))
    game.hold(1, cup=cup, tableau=tableau, goods=goods).hold(2, goods=()).hold(3, goods=())
    empire = game.state.empire(1)
    game.state = game.state.with_empire(replace(empire, credits=credits_now))
    return game.reveal(p1=Phase.SHIP, p2=Phase.SHIP, p3=Phase.SHIP)


def tasks(game: Played, world: str = WORLD) -> dict[str, Answer]:
    """What can be done with the good of a world, by key."""
    asked = game.tracking(1).question
    assert isinstance(asked, Choose)
    goods = (each.then for each in asked.answers if each.key.startswith(world))
    then = next(goods, asked)
    assert isinstance(then, Choose)
    return {each.key: each for each in then.answers}


def dice(answer: Answer) -> list[str]:
    """The dice that can do it, the best first."""
    assert isinstance(answer.then, Choose)
    return [each.key for each in answer.then.answers]


def results(answer: Answer) -> set[tuple[Gain, ...]]:
    """What each of the dice brings."""
    assert isinstance(answer.then, Choose)
    return {each.gains for each in answer.then.answers}


def test_each_good_can_be_traded_and_consumed() -> None:
    """Both with their results; only the die that consumes matters (R-9.2, R-9.3)."""
    found = tasks(shipping(HOME, GENES))
    assert found.keys() == {"trade", "consume"}
    assert found["trade"].gains == (Gain("credits", 5),)
    assert found["consume"].gains == (Gain("vp", 2),)
    assert (len(results(found["trade"])), len(results(found["consume"]))) == (1, 2)
    assert (dice(found["trade"])[0], dice(found["consume"])[0]) == ("home", "genes")


def test_dice_of_one_kind_are_no_choice() -> None:
    """Nothing else could be taken."""
    assert isinstance(tasks(shipping(HOME, HOME))["consume"].then, Ship)


def test_a_die_that_matches_another_good_is_kept_for_it() -> None:
    """The one that nothing else needs goes first; a borrowed one before all (R-5.2)."""
    assert dice(tasks(shipping(NOVELTY, HOME))["trade"]) == ["home", "novelty"]
    game = shipping(HOME, HOME).hold(1, turn=Turn(borrowed=(GENES,)))
    assert dice(tasks(game)["trade"]) == ["genes-lent", "home"]


def test_results_keep_the_limit_of_ten() -> None:
    """R-5.3: what is lost is not promised, with Galactic Bankers neither."""
    found = tasks(shipping(HOME, HOME, credits_now=8, powers=("galactic_bankers",)))
    assert found["trade"].gains == (Gain("credits", 2, lost=3),)
    assert {gain.key: gain.amount for gain in found["trade-vp"].gains} == {"vp": 1, "credits": 1}
    game = shipping(HOME, HOME, credits_now=8)
    before = game.state.empire(1).credits
    command = tasks(game)["trade"].then
    assert isinstance(command, Ship)
    assert command.task is ShipTask.TRADE
    game.do(command)
    assert game.state.empire(1).credits - before == 2


def test_what_is_still_to_be_entered() -> None:
    """R-12.1: the whole cup before Reveal, then what the recorded mat does not have."""
    game = a_game().hold(1, cup=(GENES, HOME, HOME))
    assert game.tracking(1).not_on_mat == (HOME, HOME, GENES)
    for seat in (1, 2, 3):
        game.do(SignalReady(seat))
    game.do(RecordMat(1, (laid(HOME, Phase.SHIP, selecting=True), laid(HOME, Phase.SHIP))))
    assert game.tracking(1).not_on_mat == (GENES,)
