"""A fully tracked table as it stands at real tables: nobody names a tile before it is built."""

from dataclasses import dataclass, field, replace
from typing import Any

from companion.catalog.roll_loader import load_roll_catalog
from companion.games.answers import walk
from companion.games.roll.at_table import at_table
from companion.games.roll.model.dice import FACES, DieType, Face, Phase, Place, PlacedDie
from companion.games.roll.model.seating import PlayerSetup
from companion.games.roll.model.state import GameState, Step, holdings
from companion.games.roll.phases.reveal import ConfirmReveal, RecordMat
from companion.games.roll.phases.round import SignalReady
from companion.games.roll.phases.set_up import FirstTiles, SetUpGame
from companion.games.roll.rules.lookup import Rules
from companion.games.roll.view.table_view import SeatTracking, TableView

RULES = Rules(load_roll_catalog())
GAME = at_table(RULES)

HOMES = ("earths_lost_colony", "new_sparta", "alpha_centauri", "old_earth", "doomed_world")


def a_set_up(*factions: int) -> SetUpGame:
    """Players by seat with these factions, and home worlds in the order of ``HOMES``."""
    colours = ("blue", "orange", "green", "purple", "yellow")
    players = tuple(
        PlayerSetup(seat, f"P{seat}", colours[seat - 1], faction, HOMES[seat - 1])
        for seat, faction in enumerate(factions, 1)
    )
    return SetUpGame(players, (FirstTiles(),) * len(players))


def laid(die: DieType, phase: Phase, *, selecting: bool = False) -> PlacedDie:
    """A die that shows the phase, wild where its kind lacks the face."""
    face = Face(phase.value) if Face(phase.value) in FACES[die] else Face.WILD
    return PlacedDie(die, face, Place(phase, selecting=selecting))


@dataclass
class Played:
    """A game that is played command by command; every step can be taken back."""

    state: GameState = field(default_factory=GameState)
    before: list[GameState] = field(default_factory=list)

    def do(self, *commands: object) -> "Played":
        """Decide commands and fold their events."""
        for command in commands:
            events = GAME.decide(self.state, command)
            self.before.append(self.state)
            for event in events:
                self.state = GAME.apply(self.state, event)
        return self

    def answer(self, seat: int, *path: object) -> "Played":
        """Do what the answers to the seat's question lead to."""
        return self.do(walk(self.tracking(seat).question, path))

    def reveal(self, **phases: Phase) -> "Played":
        """Everybody lays the whole cup under one phase: ``p1=Phase.SHIP``."""
        for seat in self.state.seats:
            self.do(SignalReady(seat))
        for seat in self.state.seats:
            phase = phases[f"p{seat}"]
            cup = holdings(self.state, seat).cup
            dice = tuple(laid(die, phase, selecting=not i) for i, die in enumerate(cup))
            self.do(RecordMat(seat, dice))
        return self.do(ConfirmReveal())

    def hold(self, seat: int, **changes: Any) -> "Played":
        """Put dice and tiles where a test needs them, whatever the box says."""
        empire = self.state.empire(seat)
        held = replace(holdings(self.state, seat), **changes)
        self.state = self.state.with_empire(replace(empire, holdings=held))
        return self

    @property
    def view(self) -> TableView:
        """The shared view."""
        view = GAME.view(self.state, None)
        assert isinstance(view, TableView)
        return view

    @property
    def step(self) -> Step:
        """Where the round is."""
        return self.state.step

    def tracking(self, seat: int) -> SeatTracking:
        """What the view shows of a seat."""
        found = next(each.tracking for each in self.view.seats if each.seat == seat)
        assert found is not None
        return found


def a_game(*factions: int) -> "Played":
    """A game that has begun."""
    return Played().do(a_set_up(*(factions or (1, 2, 3))))
