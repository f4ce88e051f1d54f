"""Draft of The Gathering Storm: instructions for each packet, one tap per step."""

from __future__ import annotations

from companion.games.question import Question
from companion.games.storm.ask_draft import question, set_up
from companion.games.storm.draft import (
    DECK,
    DRAFTERS,
    PACKET,
    DraftPlan,
    DraftState,
    DraftStep,
    DraftView,
    plan,
)
from companion.games.storm.goals import FIRST, MOST
from kivy_ui.common.board.icons import Icon, IconLine
from kivy_ui.common.board.pages import Number, Page, Person, Row
from kivy_ui.common.board.piles import Pile, PileShape
from kivy_ui.common.board.question_page import Asking
from kivy_ui.common.player_group import CLOCKWISE, PlayerGroup
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.storm.icons import LOOKS, goal_face
from kivy_ui.games.storm.start_worlds import world_icon, world_row

_FEWEST, _MOST = min(DRAFTERS), max(DRAFTERS)


class DraftPages:
    """Pages of one draft."""

    def __init__(self, ui: UiContext, group: PlayerGroup) -> None:
        self._ui = ui
        self._group = group
        self._asking = Asking(ui, group, self._question, LOOKS)
        self._players = _FEWEST

    def _question(self, state: DraftState, seat: int) -> Question | None:
        if seat == 0 and not state.players:
            return set_up(tuple(each.name for each in self._group.sitting(_MOST)))
        return question(state, seat)

    def page(self, view: DraftView) -> Page:
        """Return the page to show."""
        translate = self._ui.translate
        if view.plan is None:
            number = Number("players", self._players, _FEWEST, _MOST, icon=Icon("people"))
            return Page(
                translate("Draft"),
                translate("How many play? Lay this out"),
                facts=(translate(CLOCKWISE),),
                lead=Row("", numbers=(number,)),
                piles=self._piles(plan(self._players)),
                primary=translate("Begin the draft"),
            )
        if view.step is None:
            return Page(
                translate("Draft"),
                translate("The draft is over"),
                self._people(view),
                (translate("Play with your own decks and discard piles."),),
                primary=translate("Track the goals"),
            )
        if view.step is DraftStep.DISCARD:
            return self._reveal(view)
        return Page(
            self._title(view),
            self._asking.asked(view.state, 0),
            self._people(view),
            lines=self._circle(view),
            piles=self._piles(view.plan, view.step),
            primary=translate("Done"),
            progress=self._progress(view),
        )

    def _reveal(self, view: DraftView) -> Page:
        """Ask each player in turn for the revealed start world."""
        translate = self._ui.translate
        players = view.state.players
        asked = next(player for player in players if player.start_world is None)
        taken = {
            p.start_world: self._group.badge(p.seat) for p in players if p.start_world is not None
        }
        row = world_row(translate, self._asking.options(view.state, asked.seat), taken)
        return Page(
            translate("Draft"),
            self._asking.asked(view.state, asked.seat),
            self._people(view, asked.seat),
            rows=(row,),
            lines=(
                IconLine(
                    (Icon("cards", "4"),),
                    translate("Keep four of your six cards; with Ancient Race keep three."),
                ),
            ),
            progress=translate("%(step)s of %(steps)s", step=len(taken) + 1, steps=len(players)),
        )

    def _circle(self, view: DraftView) -> tuple[IconLine, ...]:
        """Return the direction in which packets are passed, as badges and arrows in seat order."""
        translate = self._ui.translate
        if view.step not in (DraftStep.PICK_LEFT, DraftStep.PICK_RIGHT):
            return ()
        players = view.state.players
        if view.step is DraftStep.PICK_RIGHT:
            players = tuple(reversed(players))
        icons: list[Icon] = []
        for player in (*players, players[0]):
            if icons:
                icons.append(Icon("arrow"))
            icons.append(self._group.badge(player.seat))
        return (IconLine(tuple(icons), translate("Continue until all five are taken.")),)

    def _progress(self, view: DraftView) -> str:
        translate = self._ui.translate
        if view.plan is None:
            return ""
        return translate(
            "Drafted by each player: %(count)s of %(all)s cards.",
            count=view.drafted,
            all=view.plan.cards,
        )

    def _piles(self, numbers: DraftPlan, step: DraftStep | None = None) -> tuple[Pile, ...]:
        """Return the components of a step, or all of them before the first step (section 4)."""
        translate = self._ui.translate
        deck = DECK - 2 * numbers.players
        large, small = goal_face(MOST[0]), goal_face(FIRST[0])
        tiles = (Icon(large, times=2), Icon(small, times=4))
        if step is None:  # among other piles
            tiles = (Icon(large, "\u00d72"), Icon(small, "\u00d74"))
        goals = Pile(
            PileShape.TILES,
            "2+4",
            translate("Shuffle, then lay out two large and four small goals"),
            tiles,
        )
        worlds = Pile(
            PileShape.CARD,
            "2",
            translate("For each player an odd and an even start world, face down."),
            (world_icon(1), world_icon(2)),
        )
        drawn = Pile(PileShape.CARDS, f"{PACKET}", translate("Draw five"))
        kept = Pile(PileShape.CARD, "1", translate("Keep one"))
        left = Pile(PileShape.CARDS, f"« {PACKET - 1}", translate("To the left"))
        right = Pile(PileShape.CARDS, f"{PACKET - 1} »", translate("To the right"))
        found = {
            DraftStep.CHOOSE_GOALS: (goals,),
            DraftStep.DEAL_START_WORLDS: (
                worlds,
                Pile(PileShape.CARDS, f"{deck}", translate("Shuffle all others into the deck")),
            ),
            DraftStep.PICK_LEFT: (drawn, kept, left),
            DraftStep.PICK_RIGHT: (drawn, kept, right),
            DraftStep.DRAW_SIX: (
                Pile(
                    PileShape.CARDS,
                    f"{numbers.cards}",
                    translate("Your own deck. When it is empty, shuffle your own discards"),
                ),
                Pile(PileShape.CARD, "6", translate("Draw six cards.")),
                Pile(PileShape.CARDS, f"{numbers.left_over}", translate("Left over: into the box")),
            ),
        }
        if step is not None:
            return found[step]
        packets = translate(
            "%(packets)s packets of five for each player; %(left)s cards are left over.",
            packets=numbers.packets,
            left=numbers.left_over,
        )
        drafted = Pile(PileShape.CARDS, f"{numbers.cards}", packets)
        return goals, *found[DraftStep.DEAL_START_WORLDS], drafted

    def _title(self, view: DraftView) -> str:
        translate = self._ui.translate
        if view.plan is None or not view.packet:
            return translate("Draft")
        return translate(
            "Packet %(packet)s of %(packets)s", packet=view.packet, packets=view.plan.packets
        )

    def _people(self, view: DraftView, asked: int = 0) -> tuple[Person, ...]:
        return tuple(
            Person(
                player.seat,
                player.name,
                self._group.colour(player.seat),
                "",
                active=player.seat == asked,
                goods=(
                    Icon("cards", str(view.drafted)),
                    *((world_icon(player.start_world),) if player.start_world is not None else ()),
                ),
            )
            for player in view.state.players
        )

    def tap(self, view: DraftView, key: str) -> None:
        """Handle a tap on a start world."""
        self._asking.tap(view.state, key)

    def change(self, view: DraftView, key: str, delta: int) -> None:
        """Change the number of players."""
        del view, key
        self._players = max(_FEWEST, min(_MOST, self._players + delta))

    def primary(self, view: DraftView) -> None:
        """Start or continue the draft, or start goal tracking."""
        if view.plan is None:
            self._asking.send(view.state, 0, self._players)
        elif view.step is None:
            self._ui.port.new_game("gathering_storm")
        else:
            self._asking.send(view.state, 0, "done")
