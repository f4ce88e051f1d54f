"""What to move on the table, as a board shows it: pieces, an arrow, where they go."""

from __future__ import annotations

from dataclasses import dataclass

from kivy_ui.common.board.signs import Sign


@dataclass(frozen=True, slots=True)
class MovedPieces:
    """Pieces that are alike.

    Attributes:
        picture: name of their sign; empty for none.
        colour: key of the seat's colour whose pieces they are; empty for nobody's.
    """

    count: int
    word: str
    picture: str = ""
    colour: str = ""


@dataclass(frozen=True, slots=True)
class BoardMove:
    """Pieces that go the same way.

    Attributes:
        source, target: where from and where to, in words.
        spot: where to, drawn; None for words alone.
        note: what goes without single pieces, in words.
        drawn: the note as pictures, with *target* for what they do not say.
    """

    pieces: tuple[MovedPieces, ...] = ()
    source: str = ""
    target: str = ""
    spot: Sign | None = None
    note: str = ""
    drawn: tuple[Sign, ...] = ()

    @property
    def said(self) -> str:
        """All of it as a line of words."""
        if self.note:
            return self.note
        what = ", ".join(dict.fromkeys(f"{each.count} × {each.word}" for each in self.pieces))
        return f"{what}: {self.source} » {self.target}"

    @property
    def signs(self) -> tuple[Sign, ...]:
        """The pieces, an arrow and where they go; nothing where no piece has a picture."""
        if self.drawn:
            return self.drawn
        drawn = tuple(
            Sign(each.picture, colour=each.colour, badge=str(each.count) if each.count > 1 else "")
            for each in self.pieces
            if each.picture
        )
        if not drawn:
            return ()
        return (*drawn, Sign("arrow"), *((self.spot,) if self.spot is not None else ()))

    @property
    def what(self) -> str:
        """The pieces in words: below the target, or in the place of pictures."""
        drawn = all(each.picture for each in self.pieces)
        return ", ".join(
            dict.fromkeys(
                each.word if drawn or each.count == 1 else f"{each.count} × {each.word}"
                for each in self.pieces
            )
        )
