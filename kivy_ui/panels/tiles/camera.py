"""Tile recognition: tiles outlined and named in the picture, doubtful ones asked one by one."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.properties import BooleanProperty, StringProperty

from kivy_ui.games.roll.tiles.box_tiles import BoxTiles
from kivy_ui.games.roll.tiles.tile_picker import TilePicker
from kivy_ui.games.roll.tiles.tile_questions import TileCameraModel
from kivy_ui.panels.base import Panel
from kivy_ui.panels.tiles.pick import PickTilePanel
from kivy_ui.screens.base import Navigator
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.controls import Key, TextButton
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.widgets.photos import tile_photo  # noqa: F401 - the rules name its widget
from kivy_ui.window.presenters import Presenters

_TICK_S = 0.1
_CHIPS_SHOWN = 19


class CandidateButton(TextButton):
    """A button with a candidate for the tile in question."""

    key = ""
    likely = BooleanProperty(False)


class TileCameraPanel(Panel):
    """A picture of tiles, a question about one of them, and buttons for the whole picture.

    Args:
        presenters: the presenters.
        window: the window that shows the panel.
        questions: the presenter of the tiles and questions; started by the caller.
    """

    words = StringProperty("")
    trouble = BooleanProperty(False)
    waiting = BooleanProperty(False)
    asking = BooleanProperty(False)
    counting = BooleanProperty(False)
    main = StringProperty("")
    another = StringProperty("")
    another_icon = StringProperty("plus")
    last = StringProperty("")

    def __init__(self, presenters: Presenters, window: Navigator, questions: BoxTiles) -> None:
        self._questions = questions
        self._ticker = Clock.schedule_interval(lambda _dt: self.tick(), _TICK_S)
        self._least_chips = 0
        super().__init__(presenters, window)
        self.ids.photo.bind(on_tile=self._choose)
        self.refresh()

    def refresh(self) -> None:
        """Show the picture, the question and the buttons."""
        model = self._questions.model()
        self.title = model.title
        if model.number:
            self.head(model.title, model.number, model.colour)
        self.trouble, self.waiting = model.trouble, model.waiting
        self.main, self.another, self.last = model.primary, model.more, model.done
        self.another_icon = model.more_icon
        self.ids.photo.show(model.picture, model.outlines)
        self._show_question(model)
        self._show_chips(model)

    def primary(self) -> None:
        """Perform the main button's action."""
        if self._questions.primary():
            self.close()
        self.window.refresh()

    def more(self) -> None:
        """Take another picture, or open the list of missing tiles."""
        found = self._questions.more()
        if found is not None:
            self.window.open_panel(
                PickTilePanel(self.presenters, self.window, found, lambda _key: None)
            )
        self.refresh()

    def look_again(self) -> None:
        """Take the same picture again."""
        self._questions.look_again()
        self.refresh()

    def done(self) -> None:
        """Finish and close the panel."""
        self._questions.done()
        self.close()
        self.window.refresh()

    def search(self) -> None:
        """Search all tiles of the box if no candidate is right."""
        translate = self.presenters.ui.translate
        picker = TilePicker(
            self.presenters.ui, translate("Which tile is it?"), self._questions.can_be
        )
        self.window.open_panel(PickTilePanel(self.presenters, self.window, picker, self.answer))

    def answer(self, key: str | None) -> None:
        """Answer the question with a tile's key; None means that it is no tile."""
        self._questions.answer(key)
        self.refresh()

    def enter(self) -> None:
        """Choose the first candidate; without a question perform the main button's action."""
        if self.asking and self.ids.candidates.children:
            self.answer(self.ids.candidates.children[-1].key)
        else:
            self.primary()

    def tick(self) -> None:
        """Update the panel after new results of the camera."""
        if self._questions.tick():
            self.refresh()

    def on_parent(self, _panel: object, parent: object) -> None:
        """Stop waiting for pictures when the panel is removed."""
        if parent is None:
            self._ticker.cancel()
            self._questions.close()

    # --- private --------------------------------------------------------------------

    def _show_question(self, model: TileCameraModel) -> None:
        question = model.question
        self.asking = question is not None
        self.words = model.text if question is None else question.why
        choices = question.choices if question is not None else ()
        buttons = reuse_children(self.ids.candidates, len(choices), self._make)
        for button, (key, name) in zip(buttons, choices, strict=True):
            button.key, button.text = key, name
            button.likely = button is buttons[0]

    def _show_chips(self, model: TileCameraModel) -> None:
        """Show a key for each number of VP chips, and one that switches to the other numbers."""
        self.counting = model.asks_chips and not self.asking
        count = _CHIPS_SHOWN + 1 if self.counting else 0
        least = self._least_chips
        for number, key in enumerate(
            reuse_children(self.ids.chips, count, self._make_chips), least
        ):
            last = number == least + _CHIPS_SHOWN
            key.count = None if last else number
            others = f"< {_CHIPS_SHOWN}" if least else f"{number}+"
            key.text = others if last else str(number)
            key.kind = "chosen" if number == model.chips and not last else "plain"

    def _make_chips(self) -> Key:
        key = Key()
        key.bind(on_release=lambda tapped: self._count(tapped.count))
        return key

    def _count(self, count: int | None) -> None:
        if count is None:
            self._least_chips = 0 if self._least_chips else _CHIPS_SHOWN
        else:
            self._questions.choose_chips(count)
        self.refresh()

    def _make(self) -> CandidateButton:
        button = CandidateButton()
        button.bind(on_release=lambda tapped: self.answer(tapped.key))
        return button

    def _choose(self, _photo: object, index: int) -> None:
        self._questions.choose(index)
        self.refresh()


load_kv(__file__)
