"""Corrections of Galactic Emperor's Throne, technologies and hidden VP."""

from __future__ import annotations

from companion.games.emperor.corrections import (
    CorrectCounter,
    CorrectTechnology,
    CorrectThrone,
    Counter,
)
from companion.games.emperor.state import GameState, Player
from companion.games.emperor.technologies import Technology
from kivy_ui.common.board.icons import Icon
from kivy_ui.common.board.pages import Option, Row
from kivy_ui.games.emperor.icons import VP, technology_icons, throne_options
from kivy_ui.games.emperor.page_part import EmperorTable
from kivy_ui.games.emperor.words import word

_VP_STEPS = (-5, -1, 1, 5)


class CardCorrections:
    """Rows for the corrections page of one player."""

    def __init__(self, table: EmperorTable) -> None:
        self._table = table

    def points(self, player: Player) -> Row:
        """Return the steps that change a player's hidden VP."""
        points = tuple(Option(f"vp:{step}", f"{step:+d}") for step in _VP_STEPS)
        label = self._table.ui.translate(
            "VP of %(name)s, which stay hidden: more or fewer", name=player.name
        )
        return Row(label, points, cards=True, icons=(Icon(VP),))

    def technologies(self, player: Player) -> Row:
        """Return every technology; those of the player are chosen."""
        translate = self._table.ui.translate
        technologies = tuple(
            Option(
                f"card:{each.value}",
                word(translate, each),
                chosen=each in player.technologies,
                icons=technology_icons(each),
            )
            for each in Technology
        )
        return Row("", technologies, cards=True, stacked=True)

    def throne(self, state: GameState) -> Row:
        """Return the row that sets the owner of the Throne."""
        colour = self._table.group.colour
        people = [(each.seat, each.name, colour(each.seat)) for each in state.players]
        label = self._table.ui.translate("Who has the Throne?")
        return Row(label, throne_options(people, state.throne), cards=True)

    def tap(self, state: GameState, seat: int, verb: str, value: str) -> None:
        """Handle a tap on a button of these rows."""
        post = self._table.ui.port.post
        match verb:
            case "throne":
                post(CorrectThrone(int(value)))
            case "card":
                technology = Technology(value)
                held = technology not in state.player(seat).technologies
                post(CorrectTechnology(seat, technology, held))
            case "vp":
                vp = self._table.ui.port.view_for(seat).state.player(seat).vp
                post(CorrectCounter(seat, Counter.VP, max(0, vp + int(value))))
            case _:
                pass
