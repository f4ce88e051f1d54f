"""The draft of The Gathering Storm on the screen: what to do, packet by packet, one tap each."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from companion.games.storm.draft import DECK, DRAFTERS, PACKET, DraftPlan, DraftStep, plan
from companion.games.storm.drafting import (
    Drafter,
    DraftOn,
    DraftView,
    RevealStartWorld,
    StartDraft,
)
from companion.games.storm.robot import START_WORLDS
from companion.i18n import N_
from kivy_ui.common.pages import Number, Option, Page, Person, Row
from kivy_ui.common.piles import Pile, PileShape
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.ui_context import UiContext

_FEWEST, _MOST = min(DRAFTERS), max(DRAFTERS)

_TO_DO: Final = MappingProxyType(
    {
        DraftStep.CHOOSE_GOALS: (
            N_("Choose the goals"),
            N_("Shuffle the goal tiles and lay out two large and four small ones."),
        ),
        DraftStep.DEAL_START_WORLDS: (
            N_("Deal the start worlds"),
            N_(
                "Everybody gets an odd and an even start world, face down; the others are shuffled "
                "into the deck."
            ),
        ),
        DraftStep.PICK_LEFT: (
            N_("Draw five cards each, keep one, pass the rest to the left"),
            N_("Go on until all five are taken."),
        ),
        DraftStep.PICK_RIGHT: (
            N_("Draw five cards each, keep one, pass the rest to the right"),
            N_("Go on until all five are taken."),
        ),
        DraftStep.DRAW_SIX: (
            N_("Shuffle your own cards and draw six"),
            N_("They are your own deck; when it is empty, shuffle your own discards."),
        ),
        DraftStep.DISCARD: (
            N_("Discard cards and one start world, reveal the other"),
            N_(
                "Keep four of your six cards; with Ancient Race keep three. Tap the start world "
                "that each player has revealed."
            ),
        ),
    }
)
"""Step -> the frame's sentence and what stands on the page."""


class DraftPages:
    """The pages of one draft."""

    def __init__(self, ui: UiContext, group: PlayerGroup) -> None:
        self._ui = ui
        self._group = group
        self._players = _FEWEST

    def page(self, view: DraftView) -> Page:
        """Return what to show of the draft."""
        translate = self._ui.translate
        if view.plan is None:
            number = Number("players", self._players, _FEWEST, _MOST)
            return Page(
                translate("Draft"),
                translate("Who drafts? Two or three players"),
                rows=(Row(translate("Players"), number=number),),
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
        status, to_do = _TO_DO[view.step]
        discarding = view.step is DraftStep.DISCARD
        return Page(
            self._title(view),
            translate(status),
            self._people(view),
            (translate(to_do), *self._numbers(view)),
            self._worlds(view) if discarding else (),
            piles=self._piles(view.plan, view.step),
            first_large=not discarding,
            primary="" if discarding else translate("Done"),
        )

    def _piles(self, numbers: DraftPlan, step: DraftStep | None = None) -> tuple[Pile, ...]:
        """What lies where in a step, or all that is laid out before the first one (section 4)."""
        translate = self._ui.translate
        deck = DECK - 2 * numbers.players
        goals = Pile(PileShape.TILES, "2+4", translate("Goals: two large and four small, face up."))
        worlds = Pile(
            PileShape.CARD,
            "2",
            translate("For each player an odd and an even start world, face down."),
        )
        found = {
            DraftStep.CHOOSE_GOALS: (goals,),
            DraftStep.DEAL_START_WORLDS: (
                worlds,
                Pile(PileShape.CARDS, f"{deck}", translate("The deck with all other cards.")),
            ),
            DraftStep.PICK_LEFT: (Pile(PileShape.CARDS, f"« {PACKET}", translate("To the left")),),
            DraftStep.PICK_RIGHT: (
                Pile(PileShape.CARDS, f"{PACKET} »", translate("To the right")),
            ),
            DraftStep.DRAW_SIX: (
                Pile(PileShape.CARDS, f"{numbers.cards}", translate("Each player's own deck.")),
                Pile(PileShape.CARD, "6", translate("Draw six cards.")),
            ),
            DraftStep.DISCARD: (
                Pile(PileShape.CARD, "4", translate("Of the six cards keep four.")),
                Pile(PileShape.CARD, "3", translate("With Ancient Race keep three.")),
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

    def _numbers(self, view: DraftView) -> tuple[str, ...]:
        translate = self._ui.translate
        if view.plan is None:
            return ()
        drafted = translate(
            "Drafted by each player: %(count)s of %(all)s cards.",
            count=view.drafted,
            all=view.plan.cards,
        )
        left = translate(
            "Cards that are left over in the end and leave the game: %(count)s.",
            count=view.plan.left_over,
        )
        return drafted, left

    def _people(self, view: DraftView) -> tuple[Person, ...]:
        asked = view.step is DraftStep.DISCARD
        return tuple(
            Person(
                player.seat,
                player.name,
                self._group.colour(player.seat),
                _world_name(player.start_world) if player.start_world is not None else "",
                active=asked and player.start_world is None,
            )
            for player in view.state.players
        )

    def _worlds(self, view: DraftView) -> tuple[Row, ...]:
        taken = {player.start_world for player in view.state.players}
        return tuple(
            Row(
                player.name,
                tuple(
                    Option(
                        f"world:{player.seat}:{world.number}",
                        _world_name(world.number),
                        chosen=player.start_world == world.number,
                        enabled=world.number not in taken or player.start_world == world.number,
                    )
                    for world in START_WORLDS
                ),
            )
            for player in view.state.players
        )

    def tap(self, view: DraftView, key: str) -> None:
        """A start world was tapped."""
        del view
        _, seat, number = key.split(":")
        self._ui.port.post(RevealStartWorld(int(seat), int(number)))

    def change(self, view: DraftView, key: str, delta: int) -> None:
        """The number of players was changed."""
        del view, key
        self._players = max(_FEWEST, min(_MOST, self._players + delta))

    def primary(self, view: DraftView) -> None:
        """Begin, go on, or play with the goals."""
        if view.plan is None:
            people = self._group.sitting(self._players)
            self._ui.port.post(StartDraft(tuple(Drafter(p.seat, p.name) for p in people)))
        elif view.step is None:
            self._ui.port.new_game("gathering_storm")
        else:
            self._ui.port.post(DraftOn())


def _world_name(number: int) -> str:
    return f"{number} {START_WORLDS[number].key.replace('_', ' ').title()}"
