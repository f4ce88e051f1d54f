"""The draft as a procedure (section 4): packets left and right, then a start world each."""

from typing import Any

import pytest

from companion.games.refusals import NOT_NOW, RefusedError
from companion.games.storm import DRAFT, errors
from companion.games.storm.draft import (
    Drafter,
    DraftOn,
    DraftState,
    DraftStep,
    RevealStartWorld,
    StartDraft,
)
from companion.storage.codec import EventCodec
from tests.games.refused import refused_as

ANN, BO, CY = Drafter(1, "Ann"), Drafter(2, "Bo"), Drafter(4, "Cy")

CODEC = EventCodec(DRAFT)


def play(state: DraftState, *commands: Any) -> DraftState:
    for command in commands:
        for event in DRAFT.decide(state, command):
            assert CODEC.decode(CODEC.encode(event)) == event
            state = DRAFT.apply(state, event)
    return state


@pytest.mark.parametrize(("players", "packets"), [((ANN, BO), 13), ((ANN, BO, CY), 8)])
def test_packets_go_left_and_right_in_turn_until_the_deck_is_short(
    players: tuple[Drafter, ...], packets: int
) -> None:
    state = play(DraftState(), StartDraft(players))
    assert state.step is DraftStep.CHOOSE_GOALS
    state = play(state, DraftOn(), DraftOn())
    directions = []
    for number in range(1, packets + 1):
        assert (state.packet, state.drafted) == (number, 5 * (number - 1))
        directions.append(state.step)
        state = play(state, DraftOn())
    assert directions[:3] == [DraftStep.PICK_LEFT, DraftStep.PICK_RIGHT, DraftStep.PICK_LEFT]
    assert set(directions) == {DraftStep.PICK_LEFT, DraftStep.PICK_RIGHT}
    assert (state.step, state.packet) == (DraftStep.DRAW_SIX, 0)
    state = play(state, DraftOn())
    for seat, player in enumerate(players):
        assert not DRAFT.is_over(state)
        state = play(state, RevealStartWorld(player.seat, seat))
    assert DRAFT.is_over(state)
    assert state.step is None


def test_a_start_world_is_revealed_only_once_and_can_be_put_right() -> None:
    state = play(DraftState(), StartDraft((ANN, BO)), *[DraftOn()] * 16)
    state = play(state, RevealStartWorld(1, 3))
    for number in (3, 9, -1):
        with refused_as(errors.START_WORLD_TAKEN):
            play(state, RevealStartWorld(2, number))
    state = play(state, RevealStartWorld(1, 5), RevealStartWorld(2, 3))
    assert [player.start_world for player in state.players] == [5, 3]


@pytest.mark.parametrize(
    "players",
    [(), (ANN,), (ANN, BO, CY, Drafter(5, "Di")), (ANN, Drafter(2, "ann ")), (ANN, ANN),
     (ANN, Drafter(2, "")), (ANN, Drafter(2, "Bo", 3))],
)  # fmt: skip
def test_who_cannot_draft(players: tuple[Drafter, ...]) -> None:
    with refused_as(errors.DRAFTERS):
        play(DraftState(), StartDraft(players))


def test_steps_come_in_their_order() -> None:
    state = play(DraftState(), StartDraft((ANN, BO)))
    for command in (StartDraft((ANN, BO)), RevealStartWorld(1, 3)):
        with refused_as(NOT_NOW):
            play(state, command)
    at_the_end = play(state, *[DraftOn()] * 16)
    with pytest.raises(RefusedError):
        play(at_the_end, DraftOn())
    with refused_as(NOT_NOW):
        play(at_the_end, RevealStartWorld(3, 3))
