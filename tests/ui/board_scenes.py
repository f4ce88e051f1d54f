"""Every page of the other games, as it stands in the middle of a game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from math import cos, radians, sin
from typing import Any

from PIL import Image, ImageDraw

from companion.app.wiring import games_at_table
from companion.games import emperor
from companion.games.emperor.galaxy.fields import Field, Fleet, Ground
from companion.games.emperor.holdings import Cubes
from companion.games.emperor.options import USUAL_TILES, Bill, TechnologyCost
from companion.games.emperor.roles.regent import PlaceInfluence
from companion.games.emperor.state import (
    Battle,
    Direction,
    GameState,
    Influence,
    Player,
    RegentState,
    Role,
    Sector,
    Step,
)
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.forces import Force, Ship, Token
from companion.games.emperor.war.tray import DiceColour, DiceOwner, TrayDie
from companion.session.ports import DieReading, DieStatus, MatReading, Reading
from companion.session.steps import PlayedStep, StepKind
from companion.session.table_port import (
    DeviceState,
    Picture,
    ScanStage,
    ScanUpdate,
    TableUpdate,
)
from kivy_ui.common.board.question_page import amount_key, answer_key, mark_key
from tests.ui import fake_table as fake
from tests.ui.hand import Hand

Point = tuple[float, float]
GAMES = games_at_table()
NAMES = ("Ann", "Béla", "Zażółcona Łucja", "Ödön")


@dataclass(frozen=True)
class BoardScene:
    """A page.

    Attributes:
        state: of the game; None is an empty one.
        taps: keys that lead to the page from there; ``+`` is the main button.
        then: a command that follows: the page tells what to move for it.
    """

    game: str
    state: Any = None
    taps: tuple[str, ...] = ()
    scan: ScanUpdate = field(default_factory=ScanUpdate)
    then: object | None = None


def after(game: str, state: Any, *commands: object) -> Any:
    """Return the state after commands."""
    definition = GAMES[game]
    state = definition.initial if state is None else state
    for command in commands:
        for event in definition.decide(state, command):
            state = definition.apply(state, event)
    return state


_SHOWN = [0]


def show(hand: Hand, table: fake.FakeTable, scene: BoardScene) -> None:
    """Bring a page onto the screen; each time it is another game to the presenters."""
    definition = GAMES[scene.game]
    state = definition.initial if scene.state is None else scene.state
    step: PlayedStep | None = None
    if scene.then is not None:
        events = definition.decide(state, scene.then)
        step = PlayedStep(1, StepKind.DONE, events, definition.instructions(state, events))
        state = after(scene.game, state, scene.then)
    _SHOWN[0] += 1
    table.scan = scene.scan
    table.update = TableUpdate(
        version=1,
        game_id=f"{scene.game}-{_SHOWN[0]}",
        game=scene.game,
        view=definition.view(state, None),
        can_undo=True,
        can_redo=False,
        step=step,
    )
    for listener in table.listeners:
        listener(table.update)
    hand.wait(2)
    board = hand.app.root.presenters.side.board
    for key in scene.taps:
        name, _, count = key.partition("+")
        if key == "+":
            board.primary()
        elif count:
            for _ in range(int(count)):
                board.change(name, 1)
        else:
            board.tap(key)
    hand.app.root.refresh()
    hand.wait(4)


# --- what the camera sees ------------------------------------------------------------------------


def a_tray(*dice: tuple[str, str, str], note: Exception | None = None) -> ScanUpdate:
    """A tray with dice: type, colour, face; a face with ``?`` is doubtful."""
    lying = tuple(
        DieReading(
            centre_px=(90.0 + 110 * (i % 5), 90.0 + 120 * (i // 5)),
            size_px=60.0,
            angle_deg=15.0 * (i % 6),
            mat="tray",
            position_mm=(30.0 + 37 * (i % 5), 30.0 + 40 * (i // 5)),
            zone="tray",
            type=kind,
            colour=colour,
            face=face.rstrip("?"),
            confidence=0.99,
            status=DieStatus.CHECK if face.endswith("?") else DieStatus.OK,
        )
        for i, (kind, colour, face) in enumerate(dice)
    )
    corners = ((20.0, 20.0), (620.0, 20.0), (620.0, 400.0), (20.0, 400.0))
    reading = Reading(640, 420, (MatReading("tray", "tray", None, corners, 0.1),), lying, ())
    picture = _tray_picture(lying)
    return ScanUpdate(
        ScanStage.SETTLED,
        DeviceState.READY,
        "camera",
        picture,
        reading,
        ("tray",),
        () if note is None else (note,),  # type: ignore[arg-type]  # a CompanionError
    )


_BODIES = {"red": (176, 40, 44), "white": (236, 232, 222)}
_PIPS = {
    "1": ((0, 0),),
    "2": ((-1, -1), (1, 1)),
    "3": ((-1, -1), (0, 0), (1, 1)),
    "4": ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    "5": ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    "6": ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def _tray_picture(dice: Iterable[DieReading]) -> Picture:
    """A felt tray with dice."""
    size = 640, 420
    image = Image.new("RGB", size, (38, 66, 50))
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, 639, 419), outline=(74, 52, 34), width=14)
    for die in dice:
        turn = radians(die.angle_deg)

        def at(x: float, y: float, die: DieReading = die, turn: float = turn) -> Point:
            across = x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)
            return die.centre_px[0] + across[0], die.centre_px[1] + across[1]

        body = _BODIES.get(die.colour, _BODIES["white"])
        shadow = [at(x + 5, y + 7) for x, y in ((-30, -30), (30, -30), (30, 30), (-30, 30))]
        draw.polygon(shadow, fill=(22, 40, 30))
        draw.polygon([at(x, y) for x, y in ((-29, -29), (29, -29), (29, 29), (-29, 29))], fill=body)
        ink = (250, 250, 250) if die.colour == "red" else (30, 30, 34)
        for x, y in _PIPS.get(die.face, ()):
            left, top = at(16 * x, 16 * y)
            draw.ellipse((left - 6, top - 6, left + 6, top + 6), fill=ink)
    return Picture(image.tobytes(), *size)


def _lies(values: str, colour: str) -> tuple[tuple[str, str, str], ...]:
    return tuple(("d6", colour, value) for value in values)


# --- Galactic Emperor ----------------------------------------------------------------------------

OPTIONS = replace(
    emperor.GAME.initial.options,
    metal_prices=(1, 1, 2, 2, 3, 3),
    energy_prices=(2, 2, 3, 3, 4, 4),
    fighter=Bill(1, 1, 0),
    cruiser=Bill(2, 1, 1),
    dreadnought=Bill(3, 2, 1),
    technology_costs=tuple(TechnologyCost(each, 2) for each in Technology),
    confirmed=("food_prices",),
)
PLAYERS = (
    Player(1, NAMES[0], 12, 8, 3, 2, 5, 3, 1, frozenset({Technology.SABOTEUR})),
    Player(2, NAMES[1], 7, 12, 6, 3, 4, 2, 0, frozenset({Technology.PLASMA_WEAPONS})),
    Player(
        3,
        NAMES[2],
        9,
        3,
        1,
        0,
        2,
        0,
        1,
        frozenset({Technology.TIME_WARP, Technology.AMBASSADOR, Technology.STAR_PIRATE}),
    ),
)
SECTORS = (
    Sector(1, 1, 1, 0, 0, 1, Token.STARBASE, home=True),
    Sector(2, 1, 0, 1, 0, 2, Token.STARBASE, home=True),
    Sector(3, 1, 0, 0, 1, 3, Token.STARBASE, home=True),
    Sector(4, 2, 2, 1, 0, 1, Token.EMPIRE, cubes=2),
    Sector(5, 1, 0, 2, 1, 2, Token.STARBASE, cubes=1),
    Sector(6, 1, 1, 0, 0),
)
BASE = GameState(
    step=Step.SELECT,
    options=OPTIONS,
    players=PLAYERS,
    sectors=SECTORS,
    throne=1,
    direction=Direction.LEFT,
    round=3,
    hidden=20,
    revealed=4,
)
FORCES = (Force(5, 3), Force(4, 2, token=Token.STARBASE))
BATTLE = Battle(1, 2, 5, began=FORCES, forces=FORCES, phase=2)
BY_COLOUR = (DiceColour("red", DiceOwner.ATTACKER), DiceColour("white", DiceOwner.DEFENDER))


def _role(role: Role, step: Step, **more: Any) -> GameState:
    return replace(BASE, selected=((role, 1),), turns=(1, 2, 3), step=step, **more)


def _fires(tray: Iterable[TrayDie] = (), **more: Any) -> GameState:
    return _role(Role.WARLORD, Step.FIRE, battle=BATTLE, tray=tuple(tray), **more)


def _tray(values: str, colour: str) -> tuple[TrayDie, ...]:
    return tuple(TrayDie(int(v[0]), colour) for v in values)


_MARKET = _role(Role.MERCHANT, Step.MARKET_DROP, market=(3, 4, 6, 6))
_USED = _role(Role.STEWARD, Step.PRODUCE)
_BLOCKS = answer_key(1, "sabotage")
_DOUBT = (TrayDie(4, "red", doubtful=True), TrayDie(5, "red"))
_E = "galactic_emperor"

_GALAXY = replace(
    BASE,
    sectors=(
        Sector(1, 1, 1, 0, 0, 1, Token.STARBASE, home=True),
        Sector(8, 2, 2, 1, 0, 1, Token.EMPIRE, cubes=2),
        Sector(9, 1, 1, 0, 0),
        Sector(13, 1, 0, 2, 1, 2, Token.STARBASE, cubes=1),
        Sector(22, 1, 0, 1, 0, 2, Token.STARBASE, home=True),
        Sector(25, 2, 1, 1, 0, 3, Token.EMPIRE),
        Sector(34, 1, 0, 0, 1, 3, Token.STARBASE, home=True),
    ),
    fields=tuple(
        Field(number, ground)
        for ground, numbers in (
            (Ground.PLANETS, (1, 8, 9, 13, 22, 25, 34)),
            (Ground.EMPTY, (7, 20)),
            (Ground.SUN, (24,)),
            (Ground.BLACK_HOLE, (19,)),
        )
        for number in numbers
    ),
    fleets=(
        Fleet(1, 8, Ship.FIGHTER, 3),
        Fleet(1, 8, Ship.CRUISER, 3),
        Fleet(1, 8, Ship.DREADNOUGHT, 1),
        Fleet(1, 19, Ship.FIGHTER, 2),
        Fleet(2, 13, Ship.CRUISER, 2),
        Fleet(2, 22, Ship.FIGHTER, 4),
        Fleet(3, 25, Ship.FIGHTER, 2),
        Fleet(3, 34, Ship.DREADNOUGHT, 1),
    ),
)


_OPTIONS = BASE.options
_TILES = tuple(kind for kind in USUAL_TILES if kind.food < 3)
"""What was seen of a copy."""


def _on_map(role: Role, step: Step, **more: Any) -> GameState:
    return replace(_GALAXY, selected=((role, 1),), turns=(1, 2, 3), step=step, **more)


EMPEROR = {
    "set-up": BoardScene(_E, None, (f"{amount_key(0)}+3",)),
    "lay-out": BoardScene(_E, None, (f"{amount_key(0)}+1", "+")),
    "layout": BoardScene(_E, None, (f"{amount_key(0)}+1", "+", "+", "hex:1")),
    "yields": BoardScene(_E, None, (mark_key(1, "no"), "+", "+")),
    "map-explore": BoardScene(
        _E, replace(_on_map(Role.EXPLORER, Step.EXPLORE), options=_OPTIONS.with_tiles(_TILES))
    ),
    "map-explored": BoardScene(
        _E, _on_map(Role.EXPLORER, Step.EXPLORE), (answer_key(1, "1-1-0-0"),)
    ),
    "map-tile": BoardScene(
        _E, _on_map(Role.EXPLORER, Step.EXPLORE), (answer_key(1, "other"), "hex:14")
    ),
    "map-war": BoardScene(_E, _on_map(Role.WARLORD, Step.WAR)),
    "map-move": BoardScene(_E, _on_map(Role.WARLORD, Step.WAR), ("hex:8",)),
    "map-attack": BoardScene(_E, _on_map(Role.WARLORD, Step.WAR), ("hex:8", "hex:13")),
    "map-jump": BoardScene(_E, _on_map(Role.WARLORD, Step.WAR), ("hex:19", mark_key(3, "yes"))),
    "map-place": BoardScene(
        _E,
        _on_map(
            Role.REGENT,
            Step.PLACE_INFLUENCE,
            regent=RegentState(((1, 3), (2, 3), (3, 2)), 1, (Influence(2, 9, 1),)),
        ),
    ),
    "map-build": BoardScene(
        _E,
        replace(
            _on_map(Role.ENGINEER, Step.BUILD),
            sectors=tuple(
                replace(s, token=Token.STARBASE) if s.owner == 1 else s for s in _GALAXY.sectors
            ),
        ),
    ),
    "map": BoardScene(_E, _GALAXY, ("open:map", "hex:8")),
    "map-right": BoardScene(_E, _GALAXY, ("open:map", "hex:8", "mend:sector")),
    "map-ships": BoardScene(_E, _GALAXY, ("open:map", "hex:8", "mend:ships")),
    "map-right-empty": BoardScene(_E, _GALAXY, ("open:map", "hex:7", "mend:sector")),
    "menu": BoardScene(_E, _on_map(Role.WARLORD, Step.WAR), ("open:menu",)),
    "direction": BoardScene(_E, replace(BASE, step=Step.DIRECTION)),
    "role": BoardScene(_E, replace(BASE, selected=((Role.STEWARD, 1),))),
    "explore": BoardScene(
        _E, replace(_role(Role.EXPLORER, Step.EXPLORE), options=_OPTIONS.with_tiles(_TILES))
    ),
    "market": BoardScene(_E, _role(Role.MERCHANT, Step.MARKET_THROW)),
    "market-camera": BoardScene(
        _E,
        _role(Role.MERCHANT, Step.MARKET_THROW, tray=_tray("34665", "white")),
        scan=a_tray(*_lies("34665", "white")),
    ),
    "drop": BoardScene(_E, _MARKET),
    "trade": BoardScene(_E, replace(_MARKET, step=Step.TRADE, market=(3, 4, 6), turns=(3, 1))),
    "produce": BoardScene(_E, _role(Role.STEWARD, Step.PRODUCE)),
    "build": BoardScene(_E, _role(Role.ENGINEER, Step.BUILD)),
    "war": BoardScene(_E, _role(Role.WARLORD, Step.WAR)),
    "attack": BoardScene(
        _E,
        _role(Role.WARLORD, Step.WAR),
        (answer_key(1, "attack-5"), mark_key(2, 0), mark_key(4, 2)),
    ),
    "extra": BoardScene(_E, _role(Role.WARLORD, Step.EXTRA_DIE, battle=replace(BATTLE, phase=1))),
    "fire": BoardScene(_E, _fires()),
    "fire-doubt": BoardScene(
        _E, _fires(_DOUBT), scan=a_tray(("d6", "red", "4?"), ("d6", "red", "5"))
    ),
    "fire-colours": BoardScene(
        _E,
        _fires((*_tray("456", "red"), *_tray("44", "white"))),
        scan=a_tray(*_lies("456", "red"), *_lies("44", "white")),
    ),
    "fire-spare": BoardScene(
        _E,
        _fires((*_tray("456", "red"), *_tray("44444444", "white")), dice_colours=BY_COLOUR),
        scan=a_tray(*_lies("456", "red"), *_lies("44444444", "white")),
    ),
    "fire-portion": BoardScene(
        _E,
        _fires((*_tray("456", "red"), *_tray("44", "white")), dice_colours=BY_COLOUR),
        scan=a_tray(*_lies("456", "red"), *_lies("44", "white")),
    ),
    "losses": BoardScene(_E, _role(Role.WARLORD, Step.LOSSES, battle=replace(BATTLE, hits=(2, 3)))),
    "go-on": BoardScene(_E, _role(Role.WARLORD, Step.GO_ON, battle=replace(BATTLE, phase=3))),
    "influence": BoardScene(
        _E,
        _role(Role.REGENT, Step.BUY_INFLUENCE, regent=RegentState(((1, 2), (2, 3), (3, 2)), 1)),
    ),
    "place": BoardScene(
        _E,
        _role(
            Role.REGENT,
            Step.PLACE_INFLUENCE,
            regent=RegentState(((1, 3), (2, 3), (3, 2)), 1, (Influence(2, 6, 1),)),
        ),
    ),
    "regent": BoardScene(
        _E,
        replace(
            _role(
                Role.REGENT,
                Step.PLACE_INFLUENCE,
                regent=RegentState(((1, 2),), 1, (Influence(2, 6, 1), Influence(3, 5, 3))),
            ),
            turns=(1,),
        ),
        then=PlaceInfluence(1, (Cubes(4, 1), Cubes(0, 1))),
    ),
    "time-warp": BoardScene(
        _E,
        _role(
            Role.WARLORD,
            Step.FIRE,
            battle=replace(BATTLE, thrown=((4, 1, 6, 2, 5, 3), (2, 6, 1, 3, 4, 4, 1))),
        ),
        (answer_key(3, "0-1"),),
    ),
    "research": BoardScene(_E, _role(Role.SCIENTIST, Step.RESEARCH)),
    "technologies": BoardScene(_E, _USED, ("open:menu", "open:more")),
    "saboteur": BoardScene(
        _E, _USED, ("open:menu", "open:more", _BLOCKS, answer_key(1, "sabotage", "plasma_weapons"))
    ),
    "blocks": BoardScene(_E, _USED, ("open:menu", "open:more", _BLOCKS)),
    "my-vp": BoardScene(
        _E,
        BASE,
        (
            "open:menu",
            "open:vp",
        ),
    ),
    "right": BoardScene(_E, BASE, ("open:menu", "open:right")),
    "right-cards": BoardScene(_E, BASE, ("open:menu", "open:right", "part:cards")),
    "right-sectors": BoardScene(_E, BASE, ("open:menu", "open:right", "part:sectors")),
    "right-sector": BoardScene(_E, BASE, ("open:menu", "open:right", "part:sectors", "sector:5")),
    "right-board": BoardScene(_E, BASE, ("open:menu", "open:right", "part:table")),
    "prices": BoardScene(
        _E,
        BASE,
        (
            "open:menu",
            "open:copy",
        ),
    ),
    "costs": BoardScene(_E, BASE, ("open:menu", "open:copy", "part:ships")),
    "technology-costs": BoardScene(_E, BASE, ("open:menu", "open:copy", "part:technologies")),
    "duel": BoardScene(_E, replace(BASE, step=Step.DUEL, duel=(1, 2))),
    "over": BoardScene(
        _E,
        replace(BASE, step=Step.OVER, selected=((Role.WARLORD, 1),), winners=(1,)),
    ),
}


BY_GAME = {"emperor": EMPEROR}
SCENES: dict[str, BoardScene] = {**EMPEROR}

APPROVED = (
    *(
        "set-up",
        "layout",
        "map-move",
        "role",
        "explore",
        "market-camera",
        "drop",
        "attack",
        "fire",
        "fire-colours",
    ),
    *("place", "my-vp", "over"),
)
"""The main pages of each game: their pictures are compared."""
