"""What has to be laid out for a game of Galactic Emperor (section 2)."""

from __future__ import annotations

from companion.games.emperor.state import EMPIRE_TOKENS, VP_POOL, Step
from companion.games.emperor.view import TableView
from kivy_ui.asking.draft import Draft
from kivy_ui.asking.telling import Telling
from kivy_ui.games.emperor.looks import MARKS, VP
from kivy_ui.pages.listing import Row
from kivy_ui.pages.page import Picture


def to_lay_out(tell: Telling, view: TableView, draft: Draft) -> tuple[Row, ...]:
    """Return the components for the number of players; none before it is known."""
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
    stack = translate("The stack, from below: atom tiles, Black Hole face down, plain tiles")
    explorer = translate("Roles; the Explorer on its Explorer side")
    found = (
        (each, translate("For each player")),
        (home, translate("On each home sector")),
        ((Picture(VP, count=VP_POOL[count]),), translate("VP in the pool")),
        ((Picture("tile/back", count=3),), stack),
        ((Picture("tile/empty", count=count + 1),), translate("Tiles face up")),
        ((Picture("role/explorer", count=7),), explorer),
        ((Picture("symbol/flask", count=12),), translate("Technologies face up")),
    )
    return tuple(Row(None, text, pictures) for pictures, text in found)
