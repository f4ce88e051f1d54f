"""How many taps the other games take: ``python -m tests.ui.game_taps`` prints the figures.

Simulated players tap through the pages; what lies on the table (cards, tiles, dice) is decided by
chance. A tap on a stepper counts for each step. Choosing what to do, and moving pieces, is not
measured.
"""

import random
import sys
from collections import defaultdict
from collections.abc import Callable
from dataclasses import asdict, astuple, replace
from functools import partial
from itertools import product
from statistics import fmean, median
from typing import Final

from companion.catalog.storm_loader import load_storm_cards
from companion.games.emperor.galaxy.fields import Fleet
from companion.games.emperor.options import TileKind
from companion.games.emperor.roles.explorer import PlaceTile
from companion.games.emperor.rounds import SelectRole
from companion.games.emperor.state import Role, Step
from companion.games.emperor.war.battle import Fire, throws
from companion.games.emperor.war.forces import Ship, Target, targets
from companion.games.rule.cards import HAND_CARDS
from companion.games.rule.planning import worth_of_drawing
from companion.games.rule.set_up import NewPlayer, StartGame
from companion.games.rule.state import Step as RuleStep
from companion.games.rule.state import free_lanes
from companion.games.storm.cards import Card, CardType, Counts
from companion.games.storm.cards import count as count_cards
from companion.games.storm.goal_tiles import next_moment
from companion.games.storm.goals import FIRST, MOST, Moment
from companion.games.storm.robot import RobotFace, Space
from companion.games.storm.solo import Find, SoloPhase, SoloStep
from companion.games.storm.solo_round import RollDice
from kivy_ui.asking.draft import Give, Mark
from kivy_ui.pages.maps import Map
from tests.games.emperor import test_emperor_invariants as emperor_games
from tests.games.emperor.positions import at_war, begun, with_fleets
from tests.games.rule import test_rule_invariants as rule_games
from tests.games.rule.test_rule_questions import path_to
from tests.ui.at_source import AtScreen

Found = dict[str, list[int]]
"""Taps of each turn, round or battle, by what it is."""

TARGETS: Final = {
    "Rule the Galaxy: turn": 4,
    "Rule the Galaxy: wave": 8,
    "robot: round": 6,
    "goals: Develop phase of three": 4,
    "Emperor: Explorer": 8,
    "Emperor: Explorer, first game": 9,
    "Emperor: Regent": 6,
    "Emperor: battle, dice by camera": 6,
    "Emperor: battle, hits by hand": 10,
}


# --- Rule the Galaxy -----------------------------------------------------------------------------


class Touched(AtScreen):
    """A screen whose touches are counted."""

    taps = 0

    def touch(self, key: object) -> int:
        part = super().touch(key)
        self.taps += 1 + part
        return part

    def on(self, number: int) -> None:
        """Touch a hex of the board."""
        self.touch(self.body(Map).places[number - 1].key)

    def taken(self) -> int:
        """The touches since the last call; moves on the table are ticked, not counted."""
        taps, self.taps = self.taps, 0
        return taps


def rule_game(seed: int) -> Found:
    """Three draw one to four cards, more while it is worth it, and take what they can pay for."""
    chance, found = random.Random(seed), defaultdict(list)
    box = rule_games.Box(3, chance)
    at = Touched("rule_the_galaxy")
    dealt = tuple(NewPlayer(i, f"P{i}", chance.choice(HAND_CARDS)) for i in (1, 2, 3))
    at.port.post(StartGame(dealt, box.take(4)))
    while at.state.step is not RuleStep.OVER:
        if at.state.step in (RuleStep.DRAW, RuleStep.SHOOT):
            _rule_turn(at, chance)
            found["Rule the Galaxy: turn"].append(at.taken())
        elif at.state.step is RuleStep.WAVE:
            full = len(free_lanes(at.state)) == 4
            for unit in box.take(min(len(free_lanes(at.state)), at.state.stack)):
                at.answer(*path_to(unit))
            taps = at.taken()
            if full:
                found["Rule the Galaxy: wave"].append(taps)
        else:
            at.port.post(rule_games.sensible(at.state, box, chance))
    return found


def _shots(at: AtScreen) -> list[Give]:
    keys = (key for key in at.keys if isinstance(key, Give))
    return [key for key in keys if key.path[0] in ("plan", "shoot")]


def _rule_turn(at: Touched, chance: random.Random) -> None:
    turn = (at.state.round, at.state.active)
    wanted = chance.randint(1, 4)

    def goes_on() -> bool:
        steps = RuleStep.DRAW, RuleStep.SHOOT
        return at.state.step in steps and (at.state.round, at.state.active) == turn

    while goes_on() and at.state.step is RuleStep.DRAW:
        wanted -= 1
        worth = worth_of_drawing(at.state)
        if wanted >= 0 or worth.again > worth.stop:
            at.answer(chance.choice(at.state.deck).value)
        elif at.can("finish"):
            at.answer("finish")
        else:
            at.answer("stop")
    while goes_on() and (shots := _shots(at)):
        at.touch(shots[0])
    if goes_on():
        at.answer("end")


# --- The Gathering Storm -------------------------------------------------------------------------

_FITS: Final = 0.4
"""Share of the cards that fit what the robot looks for."""


def robot_game(seed: int) -> Found:
    """Two actions by chance; the camera reads the robot's dice."""
    chance, found = random.Random(seed), defaultdict(list)
    at = Touched("gathering_storm_solo")
    at.answer("easy", "0", str(chance.choice((3, 7))))
    at.laid_out()
    at.taken()
    while at.state.step not in (SoloStep.FINAL, SoloStep.OVER):
        number = at.state.round
        while at.state.round == number and at.state.step not in (SoloStep.FINAL, SoloStep.OVER):
            _robot_step(at, chance)
        found["robot: round"].append(at.taken())
    return found


def _robot_step(at: Touched, chance: random.Random) -> None:
    match at.state.step:
        case SoloStep.ACTIONS:
            at.answer(*(s.value for s in chance.sample(list(Space), 2)))
        case SoloStep.DICE:
            faces = chance.choice(list(RobotFace)), chance.choice(list(RobotFace))
            at.port.post(RollDice(faces))  # the camera has read them without doubt
        case SoloStep.PLAYER:
            phase = at.port.latest().view.task.phase
            if phase in (SoloPhase.DEVELOP, SoloPhase.SETTLE):
                at.answer("1" if chance.random() < 0.7 else "0")
            elif phase is SoloPhase.CONSUME:
                at.answer(str(chance.randint(0, 3)))
            else:
                at.main()
        case _:
            misses = 0
            while chance.random() > _FITS:
                misses += 1
            pile = at.state.flip.find is Find.RICH_WORLD
            if not pile and misses >= at.state.robot.stack:
                at.answer("none") if at.can("none") else at.main()
                return
            points = str(chance.randint(3, 5) if pile else chance.randint(1, 4))
            if misses or not at.can(points):
                at.answer(misses) if at.can(misses) else _type(at, misses)
            at.answer(points)


def _type(at: Touched, number: int) -> None:
    """Type a number that stands at nothing, and confirm it."""
    shown = 0
    for digit in str(number) if number else "":
        shown = shown * 10 + int(digit)
        at.touch(Mark(0, shown))
    at.main()


def goals_game(seed: int) -> Found:
    """Each of three places a development of the deck in two phases of three."""
    chance, found = random.Random(seed), defaultdict(list)
    at = _goals_begun(chance)
    deck = [card for card in load_storm_cards().values() if card.start_world is None]
    chance.shuffle(deck)
    lying: dict[int, list[Card]] = {1: [], 2: [], 3: []}
    for _ in range(8):
        number = at.state.round
        while at.state.round == number:
            at.taken()
            development = next_moment(at.state) is Moment.DEVELOP
            if next_moment(at.state) in (Moment.DEVELOP, Moment.SETTLE):
                for seat, cards in lying.items():
                    if chance.random() < 2 / 3:
                        kind = CardType.DEVELOPMENT if development else CardType.WORLD
                        card = next(each for each in deck if each.type is kind)
                        deck.remove(card)
                        cards.append(card)
                        _count(at, seat, count_cards(cards))
            at.main()
            if development:
                found["goals: Develop phase of three"].append(at.taken())
    return found


def _goals_begun(chance: random.Random) -> Touched:
    at = Touched("gathering_storm")
    at.answer(3)
    at.laid_out()
    for group, count in ((MOST, 2), (FIRST, 4)):
        picked = tuple(chance.sample(range(len(group)), count))
        for number in range(1, count + 1):
            at.touch(Mark(0, picked[:number]))
        at.main()
    for way in ("develop", "numbers"):
        if at.can(way):
            at.answer(way)
    return at


def _count(at: Touched, seat: int, after: Counts) -> None:
    """Change what is shown to what lies there; what follows by itself needs no tap."""
    for name in ("six_costs", *asdict(after)):
        while (shown := getattr(at.state.player(seat).counts, name)) < getattr(after, name):
            key = Give(seat, (name, shown + 1))
            if key not in at.keys:
                break
            at.touch(key)


# --- Galactic Emperor ----------------------------------------------------------------------------


def emperor_game(seed: int, *, seen: bool = True) -> Found:
    """Three players on the map; the Explorer and the Regent are tapped, the rest is posted.

    Args:
        seen: the companion has kept the kinds of tiles of an earlier game.
    """
    chance, found = random.Random(seed), defaultdict(list)
    at = Touched("galactic_emperor")
    state = emperor_games.begin(3, on_map=True)
    at.port.put(replace(state, options=state.options.with_tiles(COPY)) if seen else state)
    for _ in range(1500):
        state = at.state
        if state.step is Step.OVER:
            break
        command = emperor_games.onward(state, chance)
        if not isinstance(command, SelectRole) or command.role not in _ROLES:
            at.port.post(command)
            continue
        at.port.post(command)  # which role is chosen is not measured
        while at.state.role is command.role and at.state.step in _ROLES[command.role]:
            if command.role is Role.EXPLORER:
                _explore(at, emperor_games.onward(at.state, chance), chance)
            else:
                _influence(at, chance)
        first = ", first game" if command.role is Role.EXPLORER and not seen else ""
        found[f"Emperor: {command.role.value.title()}{first}"].append(at.taken())
    assert not at.port.refused, at.port.refused
    return found


_ROLES: Final = {
    Role.EXPLORER: (Step.EXPLORE,),
    Role.REGENT: (Step.BUY_INFLUENCE, Step.PLACE_INFLUENCE, Step.RETREAT),
}


COPY: Final = tuple(
    TileKind(planets, *yields)
    for planets, *yields in (
        *((1, 1, 0, 0), (1, 2, 0, 0), (1, 3, 0, 0), (2, 1, 0, 0), (2, 2, 0, 0)),
        *((1, 0, 1, 0), (1, 0, 2, 0), (2, 0, 2, 0), (1, 0, 0, 1), (2, 0, 0, 1), (1, 0, 1, 1)),
    )
)
"""Sectors of food, and those that turn it into metal and energy; the printed tiles are unknown."""


def _explore(at: Touched, tile: object, chance: random.Random) -> None:
    """The tile as it is shown, composed where the companion has not seen its kind; then its hex.

    The free Empire is always taken.
    """
    if not isinstance(tile, PlaceTile):  # a technology, a correction
        at.port.post(tile)
        return
    if tile.black_hole:
        at.answer("black_hole")
        if at.page.main is not None:  # Long Range Scanners are asked for
            at.main()
        return
    if not tile.planets:
        at.answer("sun" if tile.sun else "empty")
        at.on(tile.hex)
        return
    kind = chance.choice(COPY)
    planets, *yields = astuple(kind)
    if at.can(kind.key):
        at.answer(kind.key)
        at.on(tile.hex)
        return
    at.more("other")
    for part, number in enumerate((planets - 1, *yields)):
        for step in range(1, number + 1):
            at.touch(Mark(part, step + (part == 0)))
    at.on(tile.hex)  # what it yields is entered: there it lies


def _influence(at: Touched, chance: random.Random) -> None:
    """One more token is bought in one turn of eight; tokens are split in one turn of four."""
    if at.state.step is Step.BUY_INFLUENCE:
        if chance.random() < 1 / 8 and at.can("buy"):
            at.answer("buy")
        else:
            at.answer("nobody") if at.can("nobody") else at.main()
        return
    if at.state.step is Step.RETREAT:
        at.on(chance.choice(at.state.retreats[0].targets))
        return
    seat = at.state.turns[0]
    split = chance.random() < 1 / 4 and at.can("split")
    if split:
        at.answer("split")
    while at.state.step is Step.PLACE_INFLUENCE and at.state.turns[:1] == (seat,):
        able = [key for key in at.keys if isinstance(key, Give | Mark) and _is_place(key)]
        at.touch(chance.choice(able))


def _is_place(key: Give | Mark) -> bool:
    """Whether a touch puts a token somewhere."""
    return (isinstance(key, Mark) and bool(key.element)) or (
        isinstance(key, Give) and (key.path[-1] == "0" or not isinstance(key.path[-1], str)
                                   or key.path[-1].isdigit()))  # fmt: skip


def battles(seed: int, *, camera: bool) -> Found:
    """Fleets of chance, from the hex of the ships that attack to the end, without withdrawing."""
    chance, found = random.Random(seed), defaultdict(list)
    name = "Emperor: battle, dice by camera" if camera else "Emperor: battle, hits by hand"
    for _ in range(10):
        fleets = [
            Fleet(seat, number, ship, ships)
            for seat, number in ((1, 8), (2, 9))
            for ship, least, most in ((Ship.FIGHTER, 1, 4), (Ship.CRUISER, 0, 2))
            if (ships := chance.randint(least, most))
        ]
        at = Touched("galactic_emperor")
        at.port.put(with_fleets(at_war(begun()), *fleets))
        at.on(8)
        at.on(9)
        at.main()
        while at.state.battle is not None:
            _battle_step(at, chance, camera=camera)
        found[name].append(at.taken())
    return found


def _battle_step(at: Touched, chance: random.Random, *, camera: bool) -> None:
    state, battle = at.state, at.state.battle
    match state.step:
        case Step.EXTRA_DIE:
            at.answer(next(ship.value for ship in Ship if at.can(ship.value)))
        case Step.FIRE:
            sides = throws(battle)
            dice = [tuple(chance.randint(1, 6) for _ in range(t.dice)) for t in sides]
            if camera:  # the whole throw lies on the tray: it counts when it is read
                at.port.post(Fire(*dice))
                return
            due = at.port.latest().view.due
            for side in (each for each in (0, 1) if due[each]):
                at.answer(sum(d >= sides[side].hits_from for d in dice[side]))
        case Step.LOSSES:
            side = 0 if battle.hits[0] else 1
            at.answer(targets(battle.forces[side])[0].value)
            while at.state.step is Step.LOSSES and at.state == state:
                at.answer(next(target.value for target in Target if at.can(target.value)))
        case _:
            at.answer("on")


# --- figures -------------------------------------------------------------------------------------


def measured(games: int) -> Found:
    """Return the taps of so many games of each kind."""
    found: Found = {name: [] for name in TARGETS}
    kinds: tuple[Callable[[int], Found], ...] = (
        rule_game,
        robot_game,
        goals_game,
        emperor_game,
        lambda seed: emperor_game(seed, seen=False),
    )
    plays = [partial(play, seed) for seed in range(games) for play in kinds]
    each = product(range(2 * games), (True, False))  # ten battles are too few for a median
    plays += [partial(battles, seed, camera=camera) for seed, camera in each]
    for play in plays:
        for name, taps in play().items():
            found[name] += taps
    return found


def main() -> int:
    """Print the figures."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    for name, taps in measured(games).items():
        sys.stdout.write(
            f"{name}: median {median(taps):g} (target {TARGETS[name]}), mean {fmean(taps):.1f}, "
            f"most {max(taps)}, {len(taps)} measured\n"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
