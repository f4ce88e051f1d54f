"""The reveal: doubts first, pictures, one die at a time; without a window."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.roll.model.dice import FACES, PHASES, DieType, Face, Phase, Place, PlacedDie
from companion.games.roll.model.state import holdings
from companion.games.roll.phases.reveal import (
    AddDie,
    CorrectDie,
    RecordMat,
    RecordSpareDie,
    RemoveDie,
)
from companion.games.roll.phases.round import SignalReady
from companion.session.errors import INTERNAL
from companion.session.ports import Problem
from companion.session.table_port import DeviceState, ScanStage, ScanUpdate
from kivy_ui.games.roll.frame import RollFramePresenter
from kivy_ui.games.roll.mats.die_editor import DieEditor
from kivy_ui.games.roll.mats.reveal import SPARE, RevealPresenter, TabState
from kivy_ui.games.roll.mats.summary import SummaryPresenter
from tests.games.roll.tracked_table import a_game, laid
from tests.ui import fake_table as fake
from tests.ui.contexts import a_context

# --- the reveal ----------------------------------------------------------------------------------


def test_doubtful_dice_come_first() -> None:
    """The list begins with what a person should look at."""
    ui, _ = a_context(fake.revealing())
    model = RevealPresenter(ui).model()
    assert model is not None
    assert [row.doubtful for row in model.rows] == [True] + [False] * 6
    assert model.rows[0].index == 4


def test_the_seat_with_a_doubt_is_shown_first() -> None:
    """Without a choice the tab is the most urgent one."""
    ui, _ = a_context(fake.revealing())
    model = RevealPresenter(ui).model()
    assert model is not None
    assert model.chosen == 1
    assert [tab.state for tab in model.tabs] == [
        TabState.DOUBTFUL,
        TabState.FINE,
        TabState.MISSING,
    ]


def test_the_status_speaks_about_the_mat_that_is_shown() -> None:
    """Its own need, else the most urgent one; a choice lasts as long as the step."""
    ui, _ = a_context(fake.revealing())
    frame, reveal = RollFramePresenter(ui), RevealPresenter(ui)
    assert frame.model().status.startswith(f"{fake.NAMES[0]}: is each die marked")
    reveal.choose(3)
    assert frame.model().status.endswith(fake.NAMES[2])
    assert frame.model().status_icon == "waiting"
    reveal.choose(2)
    assert frame.model().status.startswith(f"{fake.NAMES[0]}: is each die marked")
    ui.take(fake.an_update(fake.playing()))
    assert ui.mat_tab is None


def test_the_tab_moves_on_when_its_last_doubt_is_gone() -> None:
    """Agreeing with the last doubtful die leads to the next seat that needs somebody."""
    ui, table = a_context(fake.revealing())
    presenter = RevealPresenter(ui)
    presenter.choose(1)
    presenter.follow()
    presenter.agree(4)
    assert table.posted == [
        CorrectDie(1, 4, replace(fake.some_dice()[4], doubtful=False)),
    ]
    view = fake.revealing()
    sure = tuple(replace(die, doubtful=False) for die in fake.some_dice())
    seats = (replace(view.seats[0], dice=sure), *view.seats[1:])
    ui.take(fake.an_update(replace(view, seats=seats, needs=view.needs[1:])))
    presenter.follow()
    model = presenter.model()
    assert model is not None
    assert model.chosen == 3


def test_a_fine_tab_that_was_chosen_stays() -> None:
    """Looking at a seat without doubts is allowed."""
    ui, _ = a_context(fake.revealing())
    presenter = RevealPresenter(ui)
    presenter.choose(2)
    presenter.follow()
    model = presenter.model()
    assert model is not None
    assert model.chosen == 2


def test_only_two_players_have_the_spare_die() -> None:
    """R-4.2."""
    for players, expected in ((2, True), (3, False)):
        ui, table = a_context(fake.revealing(players))
        presenter = RevealPresenter(ui)
        model = presenter.model()
        assert model is not None
        assert (SPARE in [tab.number for tab in model.tabs]) is expected
        presenter.record_spare(Face.SHIP)
        assert table.posted == [RecordSpareDie(Face.SHIP)]
        assert Face.WILD not in presenter.spare_faces()


def test_scan_states_in_words() -> None:
    """No camera, lost, moving, a problem looking and a broken reader each say something else."""
    ui, table = a_context(fake.revealing())
    presenter = RevealPresenter(ui)
    blurred = Problem("blurred", "The image is blurred.")
    broken = INTERNAL(reason="the reader is broken")
    said = []
    for scan in (
        ScanUpdate(),
        ScanUpdate(camera=DeviceState.LOST),
        fake.a_scan(ScanStage.MOVING, problems=(blurred,)),
        fake.a_scan(problems=(blurred,)),
        fake.a_scan(),
        replace(fake.a_scan(), wanted_mats=()),
        replace(fake.a_scan(), reading=None, notes=(broken,)),
    ):
        table.scan = scan
        said.append(presenter.scan())
    assert len({one.text for one in said}) == len(said)
    assert said[3].text == blurred.message
    assert fake.NAMES[2] in said[4].text
    assert said[6].text == f"{broken.message} {broken.hint_text}"


def test_outlines_belong_to_the_dice_as_they_are_now() -> None:
    """A corrected die keeps its outline and shows what it is now; a hand-made one has none."""
    ui, table = a_context(fake.revealing())
    picture = fake.a_mat_picture(1)
    table.pictures[1] = replace(picture, outlines=(None, *picture.outlines[1:]))
    model = RevealPresenter(ui).picture()
    assert [outline.index for outline in model.outlines] == [1, 2, 3, 4, 5, 6]
    assert model.outlines[3].doubtful
    assert model.outlines[3].die == DieType.RARE_ELEMENTS.value


def test_live_outlines_lie_where_the_reading_says() -> None:
    """A die at (600, 300) of 1536 x 864 is outlined around these fractions."""
    ui, table = a_context(fake.revealing())
    table.scan = fake.a_scan()
    presenter = RevealPresenter(ui)
    presenter.choose(3)
    (outline,) = presenter.picture().outlines
    xs, ys = zip(*outline.corners, strict=True)
    assert sum(xs) / 4 == pytest.approx(600 / 1536)
    assert sum(ys) / 4 == pytest.approx(300 / 864)
    assert outline.index is None


def test_what_was_not_recognised_is_outlined() -> None:
    """Live and in the recorded picture, with the icon of doubt and no die's name."""
    ui, table = a_context(fake.revealing())
    scan = fake.a_scan()
    assert scan.reading is not None
    around = ((153.6, 86.4), (307.2, 86.4), (307.2, 172.8), (153.6, 172.8))
    thing = Problem("unread_object", "Something", outline_px=around)
    table.scan = replace(scan, reading=replace(scan.reading, problems=(thing,)))
    corners = ((0.1, 0.1), (0.2, 0.1), (0.2, 0.2), (0.1, 0.2))
    table.pictures[1] = replace(fake.a_mat_picture(1), unread=(corners,))
    presenter = RevealPresenter(ui)
    for seat in (1, 3):
        presenter.choose(seat)
        outline = presenter.picture().outlines[-1]
        for found, wanted in zip(outline.corners, corners, strict=True):
            assert found == pytest.approx(wanted)
        assert (outline.die, outline.face, outline.index) == ("", "", None)
        assert outline.doubtful


def test_the_crop_stays_inside_the_picture() -> None:
    """A die at the edge is shown with as much around it as there is."""
    ui, table = a_context(fake.revealing())
    corner = ((0.97, 0.9), (1.0, 0.9), (1.0, 1.0), (0.97, 1.0))
    picture = fake.a_mat_picture(1)
    table.pictures[1] = replace(picture, outlines=(corner,))
    crop = DieEditor(ui, 1, 0, fake.some_dice()[0]).crop()
    assert crop is not None
    left, top, width, height = crop.part
    assert 0 <= left <= left + width <= picture.picture.width
    assert 0 <= top <= top + height <= picture.picture.height


# --- one die -------------------------------------------------------------------------------------


def test_a_face_that_the_die_lacks_cannot_be_chosen() -> None:
    """30 pairs exist; whatever is tapped, the editor holds one of them."""
    ui, table = a_context(fake.revealing())
    editor = DieEditor(ui, 1, 0, fake.some_dice()[0])
    for die in DieType:
        for face in Face:
            editor.choose_die(die)
            editor.choose_face(face)
            model = editor.model()
            assert model.face in FACES[model.die]
    editor.choose_place(Phase.SHIP, selecting=True)
    editor.save()
    (sent,) = table.posted
    assert isinstance(sent, CorrectDie)
    assert sent.die.place == Place(Phase.SHIP, selecting=True)
    assert not sent.die.doubtful


def test_adding_starts_from_the_place_that_was_tapped() -> None:
    """A tap on a column offers a Home die with that face there."""
    ui, table = a_context(fake.revealing())
    editor = RevealPresenter(ui).add(Place(Phase.SETTLE))
    assert editor is not None
    editor.save()
    assert table.posted == [AddDie(1, PlacedDie(DieType.HOME, Face.SETTLE, Place(Phase.SETTLE)))]


def test_removing_needs_a_die() -> None:
    """A die that is being added cannot be taken away; a recorded one can."""
    ui, table = a_context(fake.revealing())
    presenter = RevealPresenter(ui)
    added, recorded = presenter.add(), presenter.edit(2)
    assert added is not None
    assert recorded is not None
    added.remove()
    recorded.remove()
    assert table.posted == [RemoveDie(1, 2)]
    assert not added.model().can_remove


def test_an_editor_notices_that_its_die_is_gone() -> None:
    """Undo while correcting: the die may not exist any more."""
    ui, _ = a_context(fake.revealing())
    editor = RevealPresenter(ui).edit(6)
    assert editor is not None
    assert editor.still_there()
    ui.take(fake.an_update(fake.assigning()))
    assert not editor.still_there()


def test_the_summary_says_what_happens_and_what_goes_back() -> None:
    """Workers by player and phase, who selected, idle dice; only where nothing is odd (R-4.3)."""
    game = a_game()
    for seat in (1, 2, 3):
        game.do(SignalReady(seat))
    for seat, phases in ((1, PHASES[:2]), (2, PHASES[:1]), (3, PHASES[:1])):
        cup = holdings(game.state, seat).cup
        dice = (laid(die, phases[i % len(phases)], selecting=not i) for i, die in enumerate(cup))
        ui, _ = a_context(game.view)
        assert RollFramePresenter(ui).model().screen == "reveal", "a mat is still missing"
        game.do(RecordMat(seat, tuple(dice)))
    ui, _ = a_context(game.view)
    assert RollFramePresenter(ui).model().screen == "summary"
    model = SummaryPresenter(ui).model()
    assert model is not None
    assert [column.phase for column in model.columns if column.active] == [Phase.EXPLORE]
    first = next(line for line in model.lines if line.seat == 1)
    assert [cell.selects for cell in first.cells] == [True, False, False, False, False]
    explorers, developers = (sum(n for _, n in cell.dice) for cell in first.cells[:2])
    assert sum(count for _, count in first.back) == developers == 1
    assert explorers == 2
    assert [cell.returns for cell in (*first.cells, first.dictated)] == [False, True, *[False] * 4]
    assert all(not line.back for line in model.lines if line.seat != 1)
    ui.visit("reveal")
    assert RollFramePresenter(ui).model().screen == "reveal", "a tap on a player shows the mat"
    assert SummaryPresenter(a_context(None)[0]).model() is None


def test_without_a_camera_the_last_kind_is_one_tap() -> None:
    """Only kinds of that cup are offered; where one is left, a tap on its place is enough."""
    game = a_game()
    game.hold(1, cup=(DieType.HOME, DieType.HOME, DieType.GENES))
    for seat in (1, 2, 3):
        game.do(SignalReady(seat))
    ui, table = a_context(game.view)
    reveal = RevealPresenter(ui)
    reveal.choose(1)
    assert reveal.scan().text.endswith(
        "Still to enter: 2 \N{MULTIPLICATION SIGN} Home, 1 \N{MULTIPLICATION SIGN} Genes"
    )
    editor = reveal.enter(Place(Phase.SHIP, selecting=True))
    assert editor is not None
    assert editor.model().kinds == (DieType.HOME, DieType.GENES)
    editor.choose_die(DieType.GENES)
    editor.save()
    for place in (Phase.EXPLORE, Phase.SETTLE):
        game.do(table.posted.pop())
        ui.take(fake.an_update(game.view, version=ui.update.version + 1))
        assert reveal.enter(Place(place)) is None
    sent = table.posted[-1]
    assert isinstance(sent, AddDie)
    assert (sent.die.type, sent.die.face, sent.die.place.phase) == (
        DieType.HOME,
        Face.SETTLE,
        Phase.SETTLE,
    )
    game.do(table.posted.pop())
    ui.take(fake.an_update(game.view, version=ui.update.version + 1))
    correcting = reveal.edit(1)
    assert correcting is not None
    assert correcting.model().kinds == (DieType.HOME, DieType.GENES)
