"""The draft of The Gathering Storm on the screen: what to lay out and to pass on in each step."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from companion.games.question import Question
from companion.games.storm.cards import DECK
from companion.games.storm.draft import (
    DRAFTERS,
    PACKET,
    Drafter,
    DraftPlan,
    DraftState,
    DraftStep,
    question,
    set_up,
)
from companion.games.storm.goals import FIRST_IN_PLAY, MOST_IN_PLAY
from companion.games.storm.robot import START_WORLDS
from companion.i18n import N_, Translator
from kivy_ui.asking.answering import Asked
from kivy_ui.asking.draft import Draft
from kivy_ui.asking.game_pages import Around, GamePages, Play
from kivy_ui.asking.telling import Telling, halves
from kivy_ui.common.player_group import CLOCKWISE, PlayerGroup
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.storm.looks import LOOKS, world_picture
from kivy_ui.games.storm.words import world_word
from kivy_ui.pages.listing import List, Row
from kivy_ui.pages.page import Main, Note, Page, Picture, Seat
from kivy_ui.pages.people import Person

_PASSED: Final = MappingProxyType(
    {
        DraftStep.PICK_LEFT: (N_("Pass the others to the left"), "symbol/arrow_left"),
        DraftStep.PICK_RIGHT: (N_("Pass the others to the right"), "symbol/right"),
    }
)
_CARDS: Final = Picture("storm/back")


def _ask(_ui: UiContext, group: PlayerGroup, state: DraftState, seat: int) -> Question | None:
    if seat == 0 and not state.players:
        return set_up(tuple(each.name for each in group.sitting(max(DRAFTERS))))
    return question(state, seat)


def _around(tell: Telling, view: DraftState, asked: Asked, draft: Draft) -> Around:
    del asked
    translate = tell.translate
    players = view.players
    people = tuple(_person(tell, view, each, acts=each.seat == draft.seat) for each in players)
    above, rows = translate("Draft"), _rows(translate, view)
    if view.plan is not None and view.packet:
        above = translate(
            "Packet %(packet)s of %(packets)s", packet=view.packet, packets=view.plan.packets
        )
    if view.step is DraftStep.DISCARD:
        kept = translate("Keep four of your six cards; with Ancient Race keep three.")
        note = Note(halves(kept), picture=_CARDS)
        return Around(above, people, note)
    return Around(above, people, body=List(rows) if rows and not draft.more else None)


def _person(tell: Telling, view: DraftState, player: Drafter, *, acts: bool) -> Person:
    world = player.start_world
    facts = (
        Picture("storm/back", text=str(view.drafted)),
        *(() if world is None else (world_picture(world),)),
    )
    seat = Seat(player.seat, player.name, tell.colour(player.seat))
    return Person(seat, facts, acts=acts, done=world is not None)


def _goals(translate: Translator) -> Row:
    tiles = (
        Picture("goal/greatest_military", count=MOST_IN_PLAY),
        Picture("goal/system_diversity", count=FIRST_IN_PLAY),
    )
    return Row(None, translate("Choose two large and four small goals"), tiles)


def _worlds(translate: Translator, deck: int) -> tuple[Row, ...]:
    worlds = Picture("world/genes", text="2")
    return (
        Row(None, translate("Two start worlds for each player"), (worlds,)),
        _row(translate("Shuffle all others into the deck"), deck),
    )


def _row(words: str, count: int | None = None, *further: Picture) -> Row:
    cards = _CARDS if count is None else Picture("storm/back", text=str(count))
    return Row(None, words, (cards, *further))


def _rows(translate: Translator, view: DraftState) -> tuple[Row, ...]:
    """Return what is done in this step, one thing after the other."""
    if view.plan is None:
        return ()
    numbers: DraftPlan = view.plan
    match view.step:
        case DraftStep.CHOOSE_GOALS:
            seats = Row(None, translate(CLOCKWISE), (Picture("symbol/people"),))
            return _goals(translate), seats
        case DraftStep.DEAL_START_WORLDS:
            packets = translate(
                "%(packets)s packets of five for each player; %(left)s cards are left over.",
                packets=numbers.packets,
                left=numbers.left_over,
            )
            worlds = _worlds(translate, DECK - 2 * numbers.players)
            return (*worlds, _row(packets, numbers.cards))
        case DraftStep.PICK_LEFT | DraftStep.PICK_RIGHT as step:
            words, arrow = _PASSED[step]
            return (
                _row(translate("Draw five"), PACKET),
                _row(translate("Keep one"), 1),
                _row(translate(words), PACKET - 1, Picture(arrow)),
            )
        case DraftStep.DRAW_SIX:
            own = translate("Your own deck. When it is empty, shuffle your own discards")
            return (
                _row(own, numbers.cards),
                _row(translate("Draw six cards."), 6),
                Row(None, translate("Left over: into the box"),
                    (Picture("storm/back", text=str(numbers.left_over)), Picture("symbol/box"))),
            )  # fmt: skip
        case _:
            return ()


def _over(tell: Telling, view: DraftState) -> Page:
    """Return the page after the draft, which leads to the goals."""
    translate = tell.translate
    rows = tuple(
        Row(
            None,
            each.name,
            (Picture("seat", number=str(each.seat), colour=tell.colour(each.seat)),
             *(() if each.start_world is None else (world_picture(each.start_world),))),
            value="" if each.start_world is None else world_word(START_WORLDS[each.start_world]),
        )
        for each in view.players
    )  # fmt: skip
    own = halves(translate("Play with your own decks and discard piles."))
    main = Main(translate("Track the goals"), Play("gathering_storm"))
    asked = translate("The draft is over")
    return Page(translate("Draft"), asked, List(rows), note=Note(own, _CARDS), main=main)


DRAFT_PAGES: Final = GamePages(LOOKS, _ask, _around, _over)
