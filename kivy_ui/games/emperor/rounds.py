"""Galactic Emperor's set-up, direction and role selection, and end of the game."""

from __future__ import annotations

from dataclasses import replace

from companion.games.emperor.ending import last_lines
from companion.games.emperor.state import (
    Direction,
    GameState,
    Player,
    Role,
    Step,
    in_direction,
)
from companion.games.emperor.view import TableView
from companion.games.emperor.war.battle_odds import BattleOdds, battle_odds, fleet
from companion.i18n import N_
from kivy_ui.common.board.icons import Icon, IconLine, Share
from kivy_ui.common.board.page_table import Cell, Head, Line, PageTable
from kivy_ui.common.board.pages import Headline, Option, Page, Row, over_page
from kivy_ui.games.emperor.battle_words import odds_bar
from kivy_ui.games.emperor.icons import MARKS, VP, force_icons, reason_icons, role_icon
from kivy_ui.games.emperor.page_part import Part
from kivy_ui.games.emperor.words import WORDS

_BONUS = {
    Role.EXPLORER: N_("a free Empire"),
    Role.MERCHANT: N_("3 marks"),
    Role.STEWARD: N_("metal or energy"),
    Role.ENGINEER: N_("a free Fighter"),
    Role.WARLORD: N_("an extra die"),
    Role.SECOND_WARLORD: N_("an extra die"),
    Role.REGENT: N_("places last"),
    Role.SCIENTIST: N_("1 energy less"),
}
"""Bonus of the player who selects the role."""
_MOST_MOVES = 6
"""Largest number of instructions above the roles; with more, the roles omit their bonuses."""


class RoundPages(Part):
    """Pages at the start of a round, and at the start and end of a game."""

    def page(self, view: TableView) -> Page:
        """Return the page of the current step."""
        match view.state.step:
            case Step.DIRECTION:
                return self._direction(view)
            case Step.SELECT:
                return self._select(view)
            case Step.DUEL:
                return self._duel(view)
            case _:
                return self._over(view)

    def _direction(self, view: TableView) -> Page:
        translate = self._table.ui.translate
        state, seat = view.state, view.state.throne
        ways = self._asking.answers(state, seat)
        options = tuple(
            self._asking.option(ways[way.value], seat, icons=self._turns(state, way))
            for way in Direction
        )
        rows = [Row("", options, cards=True)]
        if view.unverified:
            guess = translate("Food prices are a guess: compare them")
            rows.append(Row("", (Option("open:copy", guess, icon=MARKS),)))
        return self._table.page(
            view,
            self._asking.asked(state, seat),
            lines=self._pool(view),
            facts=self._last(view),
            facts_last=True,
            rows=tuple(rows),
        )

    def _turns(self, state: GameState, way: Direction) -> tuple[Icon, ...]:
        """Return the seats in turn order, to the left or to the right."""
        seats = in_direction(replace(state, direction=way), state.throne)
        badges = [self._table.group.badge(seat) for seat in seats]
        left = way is Direction.LEFT
        arrows = [Icon("arrow_left" if left else "arrow")] * len(badges)
        icons = [icon for pair in zip(badges, arrows, strict=True) for icon in pair][:-1]
        return tuple(reversed(icons) if left else icons)

    def _select(self, view: TableView) -> Page:
        translate = self._table.ui.translate
        state = view.state
        taken = dict(state.selected)
        badge = self._table.group.badge
        step = self._table.ui.update.step
        roomy = step is None or len(step.instructions) <= _MOST_MOVES
        seat = view.acts or 0
        roles = self._asking.answers(state, seat)
        options = tuple(
            self._asking.option(
                roles[role.value],
                seat,
                icons=(role_icon(role), *((badge(taken[role]),) if role in taken else ())),
                note=translate(_BONUS[role]) if role in view.roles and roomy else "",
            )
            for role in Role
            if role in view.roles or role in taken
        )
        status = self._asking.asked(state, seat)
        rows = (Row("", options, cards=True),)
        pool = () if state.selected else self._pool(view)  # instructions use that space later
        return self._table.page(
            view, status, lines=pool, facts=self._last(view), facts_last=True, rows=rows
        )

    def _pool(self, view: TableView) -> tuple[IconLine, ...]:
        """Return the numbers of VP and tiles left."""
        translate = self._table.ui.translate
        icons = (
            Icon(VP, translate("%(count)s in the pool", count=view.pool)),
            Icon("tile/empty", translate("%(count)s open", count=view.state.revealed)),
            Icon("tile/back", translate("%(count)s hidden", count=view.state.hidden)),
        )
        return (IconLine(icons),)

    def _last(self, view: TableView) -> tuple[str, ...]:
        """Return players with one token left; placing it on a sector ends the game."""
        translate = self._table.ui.translate
        names = tuple(view.state.player(seat).name for seat, tokens in view.tokens if tokens == 1)
        if not names:
            return ()
        who = translate.list_of(names)
        return (translate("One token from the end of the game: %(who)s.", who=who),)

    def _duel(self, view: TableView) -> Page:
        translate = self._table.ui.translate
        state, group = view.state, self._table.group
        names = {player.seat: player.name for player in state.players}
        won = self._asking.answers(state, 0)
        options = [
            self._asking.option(
                won[str(seat)],
                0,
                icons=(
                    group.badge(seat),
                    *force_icons(fleet(state.player(seat)).force, group.colour(seat)),
                ),
            )
            for seat in state.duel
        ]
        lost = (Icon("close"), *(group.badge(seat) for seat in state.duel))
        options.append(self._asking.option(won["none"], 0, icons=lost))
        rows = (Row("", tuple(options), cards=True),)
        who = translate.list_of(tuple(names[seat] for seat in state.duel))
        status = translate("%(who)s fight with all their ships: who won?", who=who)
        page = self._table.page(view, status, shares=self._duel_odds(state), rows=rows)
        return replace(page, title=translate("Last battle"))

    def _duel_odds(self, state: GameState) -> tuple[Share, ...]:
        """Return the odds of a duel with all ships, as the mean of both attack orders.

        The rules do not state who attacks (section 6).
        """
        if len(state.duel) != 2 or not self._table.shows_odds:
            return ()
        one, other = (fleet(state.player(seat)) for seat in state.duel)
        if not (one.force.ships and other.force.ships):
            return ()
        ways = battle_odds(one, other), battle_odds(other, one)
        mean = BattleOdds(
            attacker=(ways[0].attacker + ways[1].defender) / 2,
            defender=(ways[0].defender + ways[1].attacker) / 2,
            neither=(ways[0].neither + ways[1].neither) / 2,
            attacker_left=0.0,
            defender_left=0.0,
        )
        return odds_bar(self._table, state, (state.duel[0], state.duel[1]), mean)

    def _over(self, view: TableView) -> Page:
        translate = self._table.ui.translate
        state = view.state
        winners = tuple(p.name for p in state.players if p.seat in state.winners)
        decided = len(winners) > 1 or bool(state.duel)
        headline = Headline(
            translate("Winner: %(who)s", who=translate.list_of(winners)),
            tuple(self._table.group.badge(seat) for seat in state.winners),
            translate("Tied in VP: a last battle decided.") if decided else "",
            figure=(Icon(VP, str(max(player.vp for player in state.players))),),
        )
        lines = last_lines(state)
        reasons = tuple(dict.fromkeys(line.reason for line in lines))
        heads = (
            Head(translate("In the game"), icons=(Icon("role/explorer"),)),
            *(
                Head(translate(WORDS[f"reason/{each}"]), icons=reason_icons(each))
                for each in reasons
            ),
            Head(translate("Total"), icons=(Icon(VP),)),
        )
        ranked = sorted(state.players, key=lambda each: (-each.vp, each.seat not in state.winners))
        scores = tuple(self._score(state, player, reasons) for player in ranked)
        page = Page(
            translate("The end"),
            translate("The game is over"),
            headline=headline,
            table=PageTable(heads, scores),
        )
        return over_page(translate, page)

    def _score(self, state: GameState, player: Player, reasons: tuple[str, ...]) -> Line:
        """Return a player's VP with a column for each reason for VP at the end."""
        found = {line.reason: line.vp for line in last_lines(state) if line.seat == player.seat}
        before = player.vp - sum(found.values())
        parts = (before, *(found.get(reason, 0) for reason in reasons))
        rank = 1 + sum(each.vp > player.vp for each in state.players)
        won = player.seat in state.winners
        badge = self._table.group.badge(player.seat)
        return Line(
            f"{rank}. {player.name}",
            (
                *(Cell(text=str(vp) if vp else "\N{EN DASH}") for vp in parts),
                Cell(text=str(player.vp), leads=won),
            ),
            icons=(badge, Icon("crown")) if won else (badge,),
            lit=won,
        )
