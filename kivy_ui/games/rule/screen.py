"""Rule the Galaxy on the screen: its pieces, its players and its board around the questions."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle
from typing import Final

from companion.games.question import Piece, Question
from companion.games.rule import GAME
from companion.games.rule.ask import set_up
from companion.games.rule.options import (
    DEFAULT_OPTIONS,
    FEW_PLAYERS,
    LANES,
    MOST_PLAYERS,
    ROWS,
    Options,
)
from companion.games.rule.pieces import card_piece, unit_piece, units_on
from companion.games.rule.planning import next_kinds, worth_of_drawing
from companion.games.rule.state import GameState, Outcome, Player, Step, free_lanes, with_units
from companion.games.rule.units import UnitKind
from companion.games.rule.view import TableView
from companion.i18n import N_, Translator
from kivy_ui.asking.answering import Asked
from kivy_ui.asking.draft import Draft
from kivy_ui.asking.game_pages import Around, GamePages
from kivy_ui.asking.results import result_page
from kivy_ui.asking.telling import PieceLooks, Telling, halves
from kivy_ui.common.numbers import decimal
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.rule.words import piece_word
from kivy_ui.pages.listing import Row
from kivy_ui.pages.maps import Map, Shape, Spot, SpotLook
from kivy_ui.pages.page import Card, Cards, Note, Page, Picture
from kivy_ui.pages.people import Person
from kivy_ui.pages.scores import Pattern, Rank, Share

_ROWS: Final = range(1, ROWS + 1)
_FIELDS: Final = {f"{lane}-{row}": (lane, row) for lane in range(1, LANES + 1) for row in _ROWS}
"""Lane and row of the places of the board, by the keys of the answers that they are."""
_MOVEMENT: Final = {
    1: N_("Movement marker: white side up, before you"),
    2: N_("Movement marker: white side up, in front of the older player"),
}
"""Where the movement marker lies, by the number of players (section 5)."""
_UNMOVED: Final = N_("Movement marker: into the box")


def _picture(piece: Piece) -> Picture:
    kind, _, key = piece.key.partition("/")
    match kind:
        case "marker":
            return Picture("marker/bombardment", number=key)
        case "field":
            return Picture("marker/bombardment")
        case "pile":
            return Picture("card/bombardment" if key == "beside" else "card/back")
        case "box":
            return Picture("symbol/box")
        case _:
            return Picture(piece.key)


def _place(key: str, pieces: tuple[Piece, ...]) -> str:
    """Return the field that an answer is: by its key, or as its piece."""
    keys = (key, *(piece.key.removeprefix("field/") for piece in pieces))
    return next((each for each in keys if each in _FIELDS), "")


def _ask(ui: UiContext, group: PlayerGroup, state: GameState, seat: int) -> Question | None:
    """Return the question of a seat; the set-up knows the names and the owner's copy."""
    if seat == 0 and state.step is Step.SET_UP:
        names = tuple(each.name for each in group.sitting(MOST_PLAYERS))
        return set_up(names, ui.settings.services.boxes.of(GAME.key) or DEFAULT_OPTIONS)
    return GAME.question(state, seat)


def _around(tell: Telling, view: TableView, asked: Asked, draft: Draft) -> Around:
    state, (lying, comes) = view.state, _coming(view.state, draft)
    spots = tuple(_spot(lying, asked, key, comes=key == comes) for key in _FIELDS)
    shows = asked.places or comes or state.step is Step.SHOOT
    board = Map(spots, Shape.FIELD) if shows else None
    if state.step is Step.SET_UP:
        return Around(f"Rule the Galaxy \u00b7 {tell.translate('Set-up')}", board=board)
    above = tell.translate("Round %(number)s", number=state.round)
    points = {score.name: score.points for score in view.scores}
    people = tuple(
        Person(
            tell.seat(each.seat),
            tuple(_goods(each, points[each.name], acts=each is state.on_turn)),
            acts=each.seat == draft.seat,
        )
        for each in state.players
    )
    chances = next_kinds(state) if view.odds and tell.odds else ()
    captions = {card.value: f"{round(100 * chance)}%" for card, chance in chances}
    note = None if board else _note(tell, view)  # no room for it beside the board
    return Around(above, () if comes else people, note, board, captions)


def _coming(state: GameState, draft: Draft) -> tuple[GameState, str]:
    """Return the state with the units entered so far, and the start field of the next one.

    The field is empty while no units are entered.
    """
    path, dealt = draft.path, False
    if state.step is Step.SET_UP and path:  # how many play, who begins, a card for each
        dealt = len(path) >= 1 + (path[0] > 1) + path[0]
    if not dealt and path[:1] != ("wave",):
        return state, ""
    lying = with_units(state, tuple(units_on(path)))
    return lying, next((f"{lane}-1" for lane in free_lanes(lying)), "")


def _spot(state: GameState, asked: Asked, key: str, *, comes: bool) -> Spot:
    """Return a field with its marker and its unit; it can be touched if it is an answer."""
    (lane, row), card = _FIELDS[key], asked.on_board.get(key)
    unit = state.at(lane, row)
    lies = row == state.options.marker_rows[lane - 1] and lane in state.markers
    marker = (Picture("marker/bombardment"),) if lies else ()
    look = SpotLook.BATTLE if state.step is Step.SHOOT else SpotLook.OFFERED
    if comes:
        look = SpotLook.CHOSEN
    elif card is None or not card.able:
        look = SpotLook.PLAIN
    return Spot(
        None if card is None else card.key,
        lane,
        row,
        ground=(Picture(unit_piece(unit.unit).key),) if unit else marker,
        pictures=marker if unit else (),
        look=look,
    )


def _goods(player: Player, points: int, *, acts: bool) -> Iterator[Picture]:
    """Yield the cards and the points; of the player on turn each kind of card in hand."""
    infiltrators = [tile for tile in player.tiles if tile.kind is UnitKind.INFILTRATOR]
    if acts:
        hand = Counter(player.hand).items()
        yield from (Picture(card_piece(kind).key, text=str(n)) for kind, n in hand)
    else:
        yield Picture("symbol/cards", text=str(len(player.cards)))
    if infiltrators:  # each pays 2 (section 3.2)
        yield Picture("unit/infiltrator", text=str(len(infiltrators)))
    if not acts:
        yield Picture("unit/back", text=str(len(player.tiles)))
    yield Picture("chip", text=str(points))


def _note(tell: Telling, view: TableView) -> Note | None:
    """Return the danger of the next advance; else the risk and the worth of the next card."""
    translate, state, odds = tell.translate, view.state, view.odds
    if view.closest == 0 and view.advance_next:
        danger = translate("Danger: a unit breaks through at the next advance.")
        return Note(halves(danger), icon="symbol/doubt")
    if odds is None:
        return None
    chance = translate(
        "%(bad)s of %(cards)s cards are bombardments.", bad=odds.bombardments, cards=odds.cards
    )
    second = translate("The first bombardment would be harmless.")
    if state.drew and tell.odds:
        worth = worth_of_drawing(state)
        again = decimal(translate.language, worth.again)
        second = translate(
            "Expected points: stop %(stop)s, draw %(again)s", stop=worth.stop, again=again
        )
    return Note((chance, second), Picture("card/bombardment"))


def _over(tell: Telling, view: TableView) -> Page:
    """Return the page of the result: who won, with which points; what broke through."""
    translate, state = tell.translate, view.state
    if state.outcome is Outcome.LOST:
        return _lost(tell, state)
    tied = translate("Tied in points and tiles: the better breath decides.")
    guessed = translate("Points of some units are guessed; compare with the tiles.")
    shared = sum(score.rank == 1 for score in view.scores) > 1
    alike = Counter(score.points for score in view.scores)
    ranks = tuple(
        Rank(
            tell.seat(player.seat),
            score.points,
            tuple(
                Share(pattern, line.points, Picture(f"unit/{line.kind.value}"))
                for pattern, line in zip(cycle(Pattern), score.lines)
                if line.points
            ),
            wins=translate("wins") if score.rank == 1 else "",
            tie=_tiles(translate, score.tiles) if alike[score.points] > 1 else "",
        )
        for player, score in zip(state.players, view.scores, strict=True)
    )
    return result_page(tell, ranks, tied if shared else guessed if view.unverified else "")


def _tiles(translate: Translator, count: int) -> str:
    return translate.plural("%(count)s unit", "%(count)s units", count)


def _lost(tell: Telling, state: GameState) -> Page:
    """Return the page of a defeat: the units that came furthest, and what was captured."""
    translate = tell.translate
    front = max((posted.row for posted in state.board), default=0)
    units = (posted.unit for posted in state.board if posted.row == front)
    captured = sum(len(player.tiles) for player in state.players)
    text = (
        translate("Round %(number)s", number=state.round),
        translate("Captured: %(tiles)s", tiles=_tiles(translate, captured)),
    )
    card = Card(None, tell.pictures(map(unit_piece, units)), translate("Everybody loses"), text)
    asked = translate("A unit has broken through")
    return Page(translate("The end"), asked, Cards((card,)))


def _set_up(tell: Telling, view: TableView, draft: Draft) -> tuple[Row, ...]:
    """Return the components for the number of players (sections 2 and 5)."""
    if view.state.step is not Step.SET_UP or not draft.path:
        return ()
    translate, few = tell.translate, draft.path[0] <= FEW_PLAYERS
    tiles = Picture("unit/back", count=10 if few else 12)
    marker, box = Picture("marker/bombardment"), Picture("symbol/box")
    found = [
        ((tiles,), translate("Tiles face down: the lower half of the stack")),
        (
            (tiles, Picture("unit/infiltrator", count=4)),
            translate("Shuffled together: the upper half"),
        ),
        ((replace(marker, count=4),), translate("Markers face down on the red fields")),
        ((marker, box), translate("The fifth marker: back into the box, unseen")),
    ]
    if few:
        flames = Picture("unit/flametrooper", count=4), box
        found.append((flames, translate("Strength 5 stays in the box")))
    moves = (Picture("marker/movement"), *(() if few else (box,)))
    found.append((moves, translate(_MOVEMENT.get(draft.path[0], _UNMOVED))))
    return tuple(Row(None, text, pictures) for pictures, text in found)


def _box(view: TableView, _known: Options | None) -> Options | None:
    options = view.state.options
    return options if options.confirmed else None


SCREEN: Final = GamePages(
    PieceLooks(piece_word, _picture, _place),
    _ask,
    _around,
    _over,
    _set_up,
    _box,
    has_odds=True,
)
