"""The draft of The Gathering Storm on the screen: what to lay out and to pass on in each step."""

from dataclasses import replace
from functools import partial
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
from companion.i18n import Translator
from kivy_ui.asking.answering import Asked
from kivy_ui.asking.draft import Draft
from kivy_ui.asking.game_pages import Around, GamePages, Play
from kivy_ui.asking.telling import Telling, halves
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.storm.looks import LOOKS, world_picture
from kivy_ui.games.storm.words import world_word
from kivy_ui.pages.listing import Row, TableTop
from kivy_ui.pages.page import Main, Note, Page, Picture
from kivy_ui.pages.people import Person

_PASSES: Final[dict[DraftStep | None, int]] = {DraftStep.PICK_LEFT: 1, DraftStep.PICK_RIGHT: -1}
_ARROWS: Final = {1: Picture("symbol/arrow_left"), -1: Picture("symbol/arrow")}
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
    return Around(
        above,
        people,
        body=TableTop(rows, _PASSES.get(view.step, 0)) if rows and not draft.more else None,
    )


def _person(tell: Telling, view: DraftState, player: Drafter, *, acts: bool) -> Person:
    world = player.start_world
    facts = (
        Picture("storm/back", text=str(view.drafted)),
        *(() if world is None else (world_picture(world),)),
    )
    return Person(tell.seat(player.seat), facts, acts=acts, done=world is not None)


def _row(words: str, count: int, *further: Picture) -> Row:
    return Row(None, words, (Picture("storm/back", text=str(count)), *further))


def _rows(translate: Translator, view: DraftState) -> tuple[Row, ...]:
    """Return what is done in this step, one thing after the other."""
    if view.plan is None:
        return ()
    numbers: DraftPlan = view.plan
    match view.step:
        case DraftStep.CHOOSE_GOALS:
            large = Picture("goal/greatest_military", count=MOST_IN_PLAY)
            small = Picture("goal/system_diversity", count=FIRST_IN_PLAY)
            return (
                Row(None, translate("Large goals"), (large,)),
                Row(None, translate("Small goals"), (small,)),
            )
        case DraftStep.DEAL_START_WORLDS:
            packets = translate(
                "%(packets)s packets of five for each player; %(left)s cards are left over.",
                packets=numbers.packets,
                left=numbers.left_over,
            )
            worlds = Picture("world/genes", text="2")
            return (
                Row(None, translate("Two start worlds for each player"), (worlds,)),
                _row(translate("Shuffle all others into the deck"), DECK - 2 * numbers.players),
                _row(packets, numbers.cards),
            )
        case DraftStep.PICK_LEFT | DraftStep.PICK_RIGHT as step:
            return (
                _row(translate("Draw five"), PACKET),
                _row(translate("Keep one"), 1),
                _row("", PACKET - 1, _ARROWS[_PASSES[step]]),
            )
        case DraftStep.DRAW_SIX:
            own = translate("Your own deck. When it is empty, shuffle your own discards")
            return (
                _row(own, numbers.cards),
                _row(translate("Draw six cards."), 6),
                _row(translate("Left over: into the box"), numbers.left_over,
                     Picture("symbol/box")),
            )  # fmt: skip
        case _:
            return ()


def _over(tell: Telling, view: DraftState) -> Page:
    """Return the page after the draft, which leads to the goals."""
    translate = tell.translate
    own = Row(None, translate("Play with your own decks and discard piles."), (_CARDS, _CARDS))
    return Page(
        translate("Draft"),
        translate("The draft is over"),
        TableTop((own,)),
        people=tuple(map(partial(_starting, tell), view.players)),
        main=Main(translate("Track the goals"), Play("gathering_storm")),
    )


def _starting(tell: Telling, player: Drafter) -> Person:
    """Return a player with the name of the start world."""
    number = player.start_world
    if number is None:
        return Person(tell.seat(player.seat))
    world = replace(world_picture(number), text=world_word(START_WORLDS[number]))
    return Person(tell.seat(player.seat), (world,))


DRAFT_PAGES: Final = GamePages(LOOKS, _ask, _around, _over)
