"""Model of moves on the table as the board screen shows them: pieces, an arrow, the target."""

from __future__ import annotations

from dataclasses import dataclass

from kivy_ui.common.board.icons import Icon


@dataclass(frozen=True, slots=True)
class MovedPieces:
    """Identical pieces.

    Attributes:
        picture: name of their icon; empty for none.
        colour: colour key of the owner's seat; empty for none.
    """

    count: int
    word: str
    picture: str = ""
    colour: str = ""


@dataclass(frozen=True, slots=True)
class BoardMove:
    """Pieces with the same source and target.

    Attributes:
        source, target: names of source and target.
        spot: icon of the target; None for text only.
        note: text of an action without single pieces.
        drawn: icons instead of the note, with *target* for what they do not show.
    """

    pieces: tuple[MovedPieces, ...] = ()
    source: str = ""
    target: str = ""
    spot: Icon | None = None
    note: str = ""
    drawn: tuple[Icon, ...] = ()

    @property
    def said(self) -> str:
        """The whole move as a line of text."""
        if self.note:
            return self.note
        what = ", ".join(dict.fromkeys(f"{each.count} × {each.word}" for each in self.pieces))
        return f"{what}: {self.source} » {self.target}"

    @property
    def icons(self) -> tuple[Icon, ...]:
        """The pieces, an arrow and the target; empty if no piece has a picture."""
        if self.drawn:
            return self.drawn
        drawn = tuple(
            Icon(each.picture, colour=each.colour, badge=str(each.count) if each.count > 1 else "")
            for each in self.pieces
            if each.picture
        )
        if not drawn:
            return ()
        return (*drawn, Icon("arrow"), *((self.spot,) if self.spot is not None else ()))

    @property
    def what(self) -> str:
        """The pieces as text, below the target or instead of pictures."""
        drawn = all(each.picture for each in self.pieces)
        return ", ".join(
            dict.fromkeys(
                each.word if drawn or each.count == 1 else f"{each.count} × {each.word}"
                for each in self.pieces
            )
        )
