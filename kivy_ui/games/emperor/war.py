"""Galactic Emperor's war pages: annexing, attacks with their odds, dice, losses."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

from companion.games.emperor.state import Battle, GameState, Player, Step
from companion.games.emperor.view import TableView
from companion.games.emperor.war.battle import Attack
from companion.games.emperor.war.battle_odds import fleet
from companion.games.emperor.war.forces import (
    HITS_FROM,
    PHASES,
    Force,
    Ship,
    Target,
    Token,
    hit,
)
from companion.games.emperor.war.odds_now import odds_now
from companion.games.question import Form
from kivy_ui.common.board.icons import Icon, IconLine
from kivy_ui.common.board.pages import Option, Page, Row
from kivy_ui.common.board.question_page import BACK, SEND, answer_key
from kivy_ui.games.emperor.battle_words import Shown, odds_before, odds_shown
from kivy_ui.games.emperor.dice import ThrownDice, hitting
from kivy_ui.games.emperor.icons import (
    force_icons,
    kind_icons,
    ship_icon,
    switch,
    target_icon,
    token_icon,
)
from kivy_ui.games.emperor.moving import MovingPages
from kivy_ui.games.emperor.page_part import EmperorTable, Part

_ORDER = (
    *(Target.FIGHTER, Target.CRUISER, Target.DAMAGED, Target.DREADNOUGHT),
    *(Target.STARBASE, Target.EMPIRE),
)
"""Display order of the targets of hits."""


class WarPages(Part):
    """Pages of a Warlord role."""

    def __init__(self, table: EmperorTable, dice: ThrownDice) -> None:
        super().__init__(table)
        self._dice = dice
        self._moving = MovingPages(table)

    # --- page content --------------------------------------------------------------------------

    def page(self, view: TableView) -> Page:
        """Return what to show of the war."""
        battle = view.state.battle
        if view.state.step is Step.WAR and view.state.fields:
            return self._moving.page(view)
        if view.state.step is Step.WAR or battle is None:
            return self._peace(view)
        status, rows = self._fight(view, battle)
        fires = view.state.step is Step.FIRE
        shares, left = self._battle_odds(view, battle)
        translate = self._table.ui.translate
        return self._table.page(
            view,
            status,
            lines=self._dice.lines(view) if fires else left,
            shares=shares,
            rows=rows,
            primary_quiet=True,
            **(self._dice.main(view) if fires else {}),
            tray=fires and self._dice.watches(view),
            tray_doubt=self._dice.doubts(view),
            progress=translate(
                "Combat phase %(number)s of %(all)s", number=battle.phase, all=len(PHASES)
            ),
        )

    def _peace(self, view: TableView) -> Page:
        state, seat, path = view.state, view.acts or 0, self._asking.path
        if isinstance(self._asking.opened(state), Form):
            return self._attack(view, state.player(seat))
        if path:  # the ships of another player: where are they?
            places = self._asking.options(state, seat, *path)
            rows = [Row(self._asking.asked(state, seat, *path), places, cards=True), self._back()]
        else:
            rows = self._targets(state, seat)
        return self._table.page(
            view,
            self._asking.asked(state, seat),
            rows=tuple(rows),
            primary=self._table.ui.translate("End turn"),
            primary_key=answer_key(seat, "end"),
            primary_quiet=True,
        )

    def _targets(self, state: GameState, seat: int) -> list[Row]:
        """Return what can be annexed, and the sectors and ships that can be attacked."""
        translate, answers = self._table.ui.translate, self._asking.answers(state, seat)
        flag, swords = (Icon("flag"),), (Icon("role/warlord"),)
        free: list[Option] = []
        enemies: list[Option] = []
        for key, answer in answers.items():
            kind, _, number = key.partition("-")
            if kind not in ("annex", "attack", "ships"):
                continue
            icons = self._target_icons(state, kind, int(number))
            option = self._asking.option(answer, seat, icons=icons)
            if kind == "annex" or answer.refused is None:
                (free if kind == "annex" else enemies).append(option)
        annex = translate("Annex an unprotected sector")
        attack = Row(translate("Attack"), tuple(enemies), cards=True, stacked=True, icons=swords)
        if not free:
            return [attack]
        return [Row(annex, tuple(free), cards=True, stacked=True, icons=flag), attack]

    def _target_icons(self, state: GameState, kind: str, number: int) -> tuple[Icon, ...]:
        """Return the icons of a sector with its owner, or of another player's ships."""
        group = self._table.group
        if kind == "ships":
            force = fleet(state.player(number)).force
            return group.badge(number), *force_icons(force, group.colour(number))
        sector = next(each for each in state.sectors if each.number == number)
        if sector.owner is None:
            return kind_icons(sector)
        token = token_icon(sector.token, group.colour(sector.owner))
        return group.badge(sector.owner), token, *kind_icons(sector)

    def _attack(self, view: TableView, player: Player) -> Page:
        """Ask which ships fight; the last part of the form is the jump through the stargate."""
        translate, state = self._table.ui.translate, view.state
        attack = self._entered(state)
        defender = state.player(attack.defender)
        shares, lines = self._attack_odds(state, attack)
        jump = self._asking.switch(state, len(self._asking.marked) - 1)
        back = Option(BACK, translate("No attack"), icon="back")
        mine = translate("%(name)s attacks with", name=player.name)
        theirs = translate("%(name)s defends with", name=defender.name)
        return self._table.page(
            view,
            translate("%(name)s attacks: which ships?", name=player.name),
            shares=shares,
            lines=lines,
            facts=self._asking.refused(state),
            rows=(
                self._force_row(state, (player, defender), 0, mine),
                self._force_row(state, (player, defender), 1, theirs),
                Row("", (back, switch(jump))),
            ),
            primary=translate("Attack"),
            primary_key=SEND,
            primary_enabled=self._asking.fits(state),
        )

    def _entered(self, state: GameState) -> Attack:
        """Return the attack as entered."""
        form = self._asking.opened(state)
        *ships, jump = self._asking.marked
        attack: Attack = form.make(*ships, jump == "yes")
        return attack

    def _back(self) -> Row:
        back = Option(BACK, self._table.ui.translate("No attack"), icon="back")
        return Row("", (back,))

    def _force_row(
        self, state: GameState, sides: tuple[Player, Player], side: int, label: str
    ) -> Row:
        """Return the steppers of a side; each ship class of either side has its own column."""
        player = sides[side]
        colour = self._table.group.colour(player.seat)
        numbers = tuple(
            self._asking.part(state, side * len(Ship) + place, icon=ship_icon(ship, colour))
            for place, ship in enumerate(Ship)
            if any(each.ships(ship) for each in sides)
        )
        return Row(label, numbers=numbers, icons=(self._table.group.badge(player.seat),))

    def _attack_odds(self, state: GameState, attack: Attack) -> Shown:
        """Return the odds of the whole battle; the sector's token joins the defender."""
        sector = state.sector(attack.sector)
        token = sector.token if sector is not None else Token.NONE
        forces = attack.ships, replace(attack.defending, token=token)
        jumped = attack.ships if attack.through_stargate else Force()
        seats = attack.seat, attack.defender
        shares, lines = odds_before(self._table, state, seats, forces, jumped)
        choose = self._table.ui.translate("Choose which ships fight: then the odds are shown here.")
        return shares, lines or (IconLine((), choose),)

    def _battle_odds(self, view: TableView, battle: Battle) -> Shown:
        odds = odds_now(view.state, self._picked_losses(battle)) if self._table.shows_odds else None
        if odds is None:
            return (), ()
        return odds_shown(self._table, view.state, battle.seats, battle.forces, odds)

    def _fight(self, view: TableView, battle: Battle) -> tuple[str, tuple[Row, ...]]:
        match view.state.step:
            case Step.EXTRA_DIE:
                return self._extra_die(view, battle)
            case Step.FIRE:
                return self._fire(view)
            case Step.LOSSES:
                return self._losses(view, battle)
            case _:
                return self._go_on(view, battle)

    def _extra_die(self, view: TableView, battle: Battle) -> tuple[str, tuple[Row, ...]]:
        translate, seat = self._table.ui.translate, battle.attacker
        colour = self._table.group.colour(seat)
        better = 1 if battle.arms[0].plasma else 0
        answers = self._asking.answers(view.state, seat)
        options = tuple(
            self._asking.option(
                answers[ship.value],
                seat,
                icons=(
                    ship_icon(ship, colour, battle.forces[0].count(ship)),
                    Icon("arrow"),
                    *hitting(HITS_FROM[ship] - better),
                ),
                note=translate("hits from %(least)s", least=HITS_FROM[ship] - better),
            )
            for ship in Ship
            if battle.forces[0].count(ship)
        )
        return self._asking.asked(view.state, seat), (Row("", options, cards=True),)

    def _fire(self, view: TableView) -> tuple[str, tuple[Row, ...]]:
        return self._dice.asks(view), self._dice.rows(view)

    def _losses(self, view: TableView, battle: Battle) -> tuple[str, tuple[Row, ...]]:
        side = self._losing(battle)
        seat = battle.seats[side]
        picked = self._picked_losses(battle)
        left = reduce(hit, picked, battle.forces[side])
        path = tuple(each.value for each in picked)
        answers = self._asking.answers(view.state, seat, *path)
        options = tuple(
            self._asking.option(
                answers[target.value],
                seat,
                *path,
                icons=(target_icon(target, self._table.group.colour(seat), left),),
                note=self._loss_odds(view, battle, (*picked, target)),
            )
            for target in _ORDER
            if target.value in answers
        )
        if not options:  # nothing can be hit
            options = tuple(self._asking.option(each, seat) for each in answers.values())
        return self._asking.asked(view.state, seat, *path), (Row("", options, cards=True),)

    def _loss_odds(self, view: TableView, battle: Battle, losses: tuple[Target, ...]) -> str:
        """Return the owner's probability of winning after these losses."""
        odds = odds_now(view.state, losses) if self._table.shows_odds else None
        if odds is None:
            return ""
        wins = odds.attacker if self._losing(battle) == 0 else odds.defender
        return self._table.ui.translate("then wins %(chance)s %%", chance=round(100 * wins))

    def _losing(self, battle: Battle) -> int:
        return 0 if battle.hits[0] else 1

    def _picked_losses(self, battle: Battle) -> tuple[Target, ...]:
        """Return the hits that are assigned so far: the path to the open question."""
        seat = battle.seats[self._losing(battle)]
        loses = self._table.ui.update.view.state.step is Step.LOSSES
        return tuple(map(Target, self._asking.path if loses and self._asking.seat == seat else ()))

    def _go_on(self, view: TableView, battle: Battle) -> tuple[str, tuple[Row, ...]]:
        translate = self._table.ui.translate
        colour = self._table.group.colour
        mine, theirs = battle.forces
        came = sorted(
            {
                fleet.came
                for fleet in view.state.fleets
                if (fleet.seat, fleet.hex) == (battle.attacker, battle.hex) and fleet.came
            }
        )
        back = ""
        if came:
            back = translate(
                "Withdraw to hex %(hex)s", hex=translate.list_of(tuple(map(str, came)))
            )
        ours = force_icons(mine, colour(battle.attacker))
        fight = (*ours, Icon("role/warlord"), *force_icons(theirs, colour(battle.defender)))
        icons = {"on": fight, "back": (*ours, Icon("arrow"))}
        words = {"back": {"text": back}} if came else {}
        seat = battle.attacker
        options = tuple(
            self._asking.option(each, seat, icons=icons[key], **words.get(key, {}))
            for key, each in self._asking.answers(view.state, seat).items()
            if key in icons
        )
        return self._asking.asked(view.state, seat), (Row("", options, cards=True),)
