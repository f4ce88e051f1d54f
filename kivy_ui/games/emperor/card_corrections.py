"""Corrections of Galactic Emperor's cards and hidden points: Throne, technologies, VP."""

from __future__ import annotations

from companion.games.emperor import commands as c
from companion.games.emperor.state import GameState
from companion.games.emperor.technologies import Technology
from kivy_ui.common.pages import Option, Row
from kivy_ui.games.emperor.page_part import EmperorTable
from kivy_ui.games.emperor.words import technology_word

BY_HAND = "by hand"
_VP_STEPS = (-5, -1, 1, 5)


class CardCorrections:
    """Rows for the page that puts one player's things right."""

    def __init__(self, table: EmperorTable) -> None:
        self._table = table

    def rows(self, state: GameState, seat: int) -> tuple[Row, ...]:
        """Return the rows of a player; his VP are changed without being shown."""
        translate = self._table.ui.translate
        player = state.player(seat)
        throne = tuple(
            Option(f"throne:{each.seat}", each.name, chosen=each.seat == state.throne)
            for each in state.players
        )
        technologies = tuple(
            Option(
                f"card:{each.value}",
                technology_word(translate, each),
                chosen=each in player.technologies,
            )
            for each in Technology
        )
        points = tuple(Option(f"vp:{step}", f"{step:+d}") for step in _VP_STEPS)
        label = translate("VP of %(name)s, which stay hidden: more or fewer", name=player.name)
        return (
            Row(label, points),
            Row(translate("Technologies of %(name)s", name=player.name), technologies),
            Row(translate("Who has the Throne?"), throne),
        )

    def tap(self, state: GameState, seat: int, verb: str, value: str) -> None:
        """A button of these rows was tapped."""
        post = self._table.ui.port.post
        match verb:
            case "throne":
                post(c.CorrectThrone(int(value), BY_HAND))
            case "card":
                technology = Technology(value)
                held = technology not in state.player(seat).technologies
                post(c.CorrectTechnology(seat, technology, held, BY_HAND))
            case "vp":
                vp = self._table.ui.port.view_for(seat).state.player(seat).vp
                post(c.CorrectCounter(seat, c.Counter.VP, max(0, vp + int(value)), BY_HAND))
            case _:
                pass
