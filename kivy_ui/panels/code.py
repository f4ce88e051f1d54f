"""A result as a QR code for BG Stats."""

from __future__ import annotations

from kivy.graphics import Color, Rectangle
from kivy.graphics.instructions import InstructionGroup
from kivy.graphics.texture import Texture

from companion.history.bgstats import play_link, qr_rows
from companion.history.records import PastGame
from kivy_ui import theme
from kivy_ui.panels.base import Panel
from kivy_ui.screens.base import Navigator
from kivy_ui.widgets.drawn import Drawn
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.window.presenters import Presenters

_QUIET = 4
"""Width of the quiet zone in modules, as required by ISO/IEC 18004."""


class CodeView(Drawn):
    """A QR code whose modules all have the same integer size in pixels."""

    def __init__(self, **kwargs: object) -> None:
        self._texture: Texture | None = None
        super().__init__(**kwargs)

    def show(self, rows: tuple[tuple[bool, ...], ...]) -> None:
        """Show a code given as rows of modules; True is dark."""
        edge = len(rows) + 2 * _QUIET
        light = bytes((255, 255, 255))
        border = light * (edge * _QUIET)
        middle = b"".join(
            light * _QUIET + b"".join(b"\0\0\0" if dark else light for dark in row) + light * _QUIET
            for row in rows
        )
        texture = Texture.create(size=(edge, edge), colorfmt="rgb")
        texture.mag_filter = "nearest"
        texture.min_filter = "nearest"
        texture.flip_vertical()
        texture.blit_buffer(border + middle + border, colorfmt="rgb", bufferfmt="ubyte")
        self._texture = texture
        self._redraw()

    def draw(self, group: InstructionGroup, x: float, y: float, edge_px: float) -> None:
        """Draw the code at the largest integer module size that fits."""
        if self._texture is None:
            return
        module_px = max(1, int(edge_px / self._texture.width))
        size_px = module_px * self._texture.width
        left, low = int(x + (edge_px - size_px) / 2), int(y + (edge_px - size_px) / 2)
        group.add(Color(*theme.UNTINTED))
        group.add(Rectangle(texture=self._texture, pos=(left, low), size=(size_px, size_px)))


class CodePanel(Panel):
    """The QR code of one game.

    Args:
        presenters: the presenters.
        window: the window that shows the panel.
        game: a game with a final score.
    """

    def __init__(self, presenters: Presenters, window: Navigator, game: PastGame) -> None:
        super().__init__(presenters, window)
        self.ids.code.show(qr_rows(play_link(game)))
        self.refresh()

    def refresh(self) -> None:
        """Set the title."""
        self.title = self.presenters.ui.translate("To BG Stats")


load_kv(__file__)
