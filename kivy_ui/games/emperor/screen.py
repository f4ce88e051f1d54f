"""Galactic Emperor on the screen: its pieces, its players and its board around the questions."""

from dataclasses import replace
from typing import Final

from companion.games.emperor import GAME
from companion.games.emperor.ask.economy import ship_price
from companion.games.emperor.ask.explorer import on_board
from companion.games.emperor.options import DEFAULT_OPTIONS, Options
from companion.games.emperor.set_up import MOST_PLAYERS, set_up
from companion.games.emperor.state import EMPIRE_TOKENS, VP_POOL, GameState, Step
from companion.games.emperor.technologies import Technology
from companion.games.emperor.view import TableView
from companion.games.emperor.war.forces import Ship
from companion.games.question import Question
from companion.i18n import N_
from kivy_ui.asking.answering import Asked
from kivy_ui.asking.draft import Draft
from kivy_ui.asking.game_pages import Around, GamePages
from kivy_ui.asking.telling import Telling, halves
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.emperor.battle_words import odds_note
from kivy_ui.games.emperor.captions import captions, details
from kivy_ui.games.emperor.looks import LOOKS, MARKS, VP, world
from kivy_ui.games.emperor.possessions import people
from kivy_ui.games.emperor.result import explained, over
from kivy_ui.games.emperor.star_map import star_map
from kivy_ui.games.emperor.words import word
from kivy_ui.pages.listing import Row, TableTop
from kivy_ui.pages.maps import SpotLook
from kivy_ui.pages.page import Note, Picture

_FREE: Final = (Step.SELECT, Step.DIRECTION)
"""Steps between the roles."""
_CROWD: Final = 12
"""With so many answers there is no room for the players."""
_SCANNERS: Final = N_("Scanners: draw the top hidden tile in secret, keep one of the two.")


def _ask(ui: UiContext, group: PlayerGroup, state: GameState, seat: int) -> Question | None:
    """Return the question of a seat, which knows the own hidden VP.

    The set-up knows the names and the owner's copy.
    """
    if seat == 0 and state.step is Step.SET_UP:
        names = tuple(each.name for each in group.sitting(MOST_PLAYERS))
        return set_up(names, ui.settings.services.boxes.of(GAME.key) or DEFAULT_OPTIONS)
    own: TableView | None = ui.port.private_view(seat).update.view if seat else None
    return GAME.question(state if own is None else own.state, seat)


def _around(tell: Telling, view: TableView, asked: Asked, draft: Draft) -> Around:
    state, board = view.state, None
    able = any(card.able for card in asked.cards.values())
    idle = not (able or asked.fields or asked.typed) and len(asked.cards) <= 1
    moving = state.step is Step.WAR and "".join(map(str, draft.path[:1])).isdigit()
    wanted = asked.places or idle or moving
    if wanted and (state.fields or (asked.places and state.step is Step.SET_UP)):
        board = star_map(tell, state, asked, draft)
    if state.step is Step.SET_UP:
        above = f"Galactic Emperor \u00b7 {tell.translate('Set-up')}"
        return Around(above, board=board, captions=captions(tell, view, asked, draft))
    crowded = len(asked.cards) > _CROWD and board is None
    note = _note(tell, view, asked, draft, narrow=board is not None)
    fought = board is not None and any(e.look is SpotLook.BATTLE for e in board.places)
    if note is None and fought:
        note = Note((tell.translate("Dashed: a battle"),), icon="symbol/burst")
    return Around(
        _above(tell, view),
        () if crowded or asked.typed else people(tell, view, asked, draft),
        note,
        board,
        captions(tell, view, asked, draft),
        details(view, asked),
        body=None if asked.cards or board or not idle else _idle(tell, state, draft.seat),
    )


def _idle(tell: Telling, state: GameState, seat: int) -> TableTop:
    """Return what a player without an answer looks at: what ships cost, else the own sectors."""
    if state.step is not Step.BUILD:
        return _own_sectors(tell, state, seat)
    prices = ((ship, ship_price(getattr(state.options, ship.value))) for ship in Ship)
    return TableTop(
        tuple(
            Row(
                None,
                word(tell.translate, ship),
                (Picture(f"ship/{ship.value}", colour=tell.colour(seat)), *tell.prices(price)),
            )
            for ship, price in prices
        )
    )


def _own(tell: Telling, view: TableView, seat: int) -> tuple[Row, ...]:
    """Return the hidden VP and the sectors of a seat."""
    points = Picture("chip", text=str(view.state.player(seat).vp))
    sectors = _own_sectors(tell, view.state, seat).rows
    return Row(None, tell.translate("VP, hidden from the others"), (points,)), *sectors


def _own_sectors(tell: Telling, state: GameState, seat: int) -> TableTop:
    """Return a player's sectors with the food that lies on them."""
    return TableTop(
        tuple(
            Row(
                None,
                "",
                (
                    Picture("tile/sector", number=str(sector.number), colour=tell.colour(seat)),
                    world(sector, home=sector.home),
                    *((Picture("cube/food", count=sector.cubes),) if sector.cubes else ()),
                ),
            )
            for sector in state.own(seat)
        )
    )


def _above(tell: Telling, view: TableView) -> str:
    """Return the round, and its role or the VP left."""
    state, translate = view.state, tell.translate
    title = translate("Round %(number)s", number=state.round)
    if state.role is None or state.step in _FREE:
        pool = translate("%(count)s VP left in the pool", count=view.pool)
        return f"{title} \u00b7 {pool}"
    role = translate("last role") if view.ends_after_role else word(translate, state.role)
    return f"{title} \u00b7 {role}"


def _note(
    tell: Telling, view: TableView, asked: Asked, draft: Draft, *, narrow: bool
) -> Note | None:
    state, translate = view.state, tell.translate
    if state.step in _FREE:
        return _tiles(tell, view)
    if state.step is Step.EXPLORE and not narrow:
        seat = view.acts or 0
        scans = seat == state.selector and state.player(seat).has(Technology.LONG_RANGE_SCANNERS)
        if scans and not state.bonus_used:
            return Note(halves(translate(_SCANNERS)), icon="symbol/search")
        return None
    return odds_note(tell, state, draft, asked.command, narrow=narrow)


def _tiles(tell: Telling, view: TableView) -> Note:
    """Return the tiles left; who is one token from the end, or what is not yet compared."""
    translate, state = tell.translate, view.state
    left = translate(
        "Tiles: %(open)s face up, %(hidden)s face down", open=state.revealed, hidden=state.hidden
    )
    names = tuple(state.player(seat).name for seat, tokens in view.tokens if tokens == 1)
    more = ""
    if names:
        who = translate.list_of(names)
        more = translate("One token from the end of the game: %(who)s.", who=who)
    elif view.unverified and state.step is Step.DIRECTION:
        more = translate("Compare the food prices with your board")
    return Note((left, more) if more else (left,), Picture("tile/back"))


def _to_lay_out(tell: Telling, view: TableView, draft: Draft) -> tuple[Row, ...]:
    """Return the components for the number of players (section 2); none before it is known."""
    if view.state.step is not Step.SET_UP or not draft.path:
        return ()
    translate, count = tell.translate, draft.path[0]
    each = (
        Picture("token/empire", count=EMPIRE_TOKENS[count]),
        Picture(MARKS, count=5),
        Picture("cube/metal"),
        Picture("cube/energy"),
    )
    home = Picture("token/starbase"), Picture("ship/fighter")
    stack = translate(
        "The stack, from below: 1. atom tiles, 2. Black Hole face down, 3. plain tiles"
    )
    tile, hole = Picture("tile/back"), Picture("black_hole", text="2.")
    explorer = translate("Roles; the Explorer on its Explorer side")
    found = (
        (each, translate("For each player")),
        (home, translate("On each home sector")),
        ((Picture(VP, count=VP_POOL[count]),), translate("VP in the pool")),
        ((replace(tile, text="1."), hole, replace(tile, text="3.")), stack),
        ((Picture("tile/empty", count=count + 1),), translate("Tiles face up")),
        ((Picture("role/explorer", count=7),), explorer),
        ((Picture("symbol/flask", count=12),), translate("Technologies face up")),
    )
    return tuple(Row(None, text, pictures) for pictures, text in found)


def _box(view: TableView, _known: Options | None) -> Options | None:
    """Return what is known of the owner's copy, with the kinds of tiles that lie on the board."""
    state = view.state
    if not state.players:
        return None
    known = state.options.with_tiles(on_board(state))
    return None if known == DEFAULT_OPTIONS else known


SCREEN: Final = GamePages(
    LOOKS,
    _ask,
    _around,
    over,
    _to_lay_out,
    _box,
    has_odds=True,
    explained=explained,
    own=_own,
)
