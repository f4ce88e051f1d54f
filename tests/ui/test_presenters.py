"""Presenters: what is shown and what a tap sends, without a window."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.roll import commands as c
from companion.games.roll.dice import FACES, DieType, Face, Phase
from companion.games.roll.errors import RevealIncompleteError, WrongStepError
from companion.games.roll.view import EndReason, Need, Step, TableView
from companion.i18n import LANGUAGES, translator
from companion.session.ports import Problem
from companion.session.table_port import DeviceState, ScanStage, ScanUpdate
from kivy_ui.presenters.counters import CounterPresenter
from kivy_ui.presenters.desk import Desk
from kivy_ui.presenters.die_editor import DieEditor
from kivy_ui.presenters.ending import EndPresenter
from kivy_ui.presenters.frame import DOUBLE_TAP_S, FramePresenter, Primary
from kivy_ui.presenters.house import House
from kivy_ui.presenters.phases import PhasesPresenter
from kivy_ui.presenters.reveal import SPARE, RevealPresenter, TabState
from kivy_ui.presenters.start import COLOURS, StartPresenter
from kivy_ui.presenters.table import TablePresenter
from kivy_ui.presenters.typing_name import NameTyping
from kivy_ui.presenters.words import Words
from kivy_ui.settings import UiSettings
from tests.ui import fake_table as fake


def a_desk(view: TableView | None, **settings: object) -> tuple[Desk, fake.FakeTable]:
    table = fake.FakeTable(fake.an_update(view))
    return Desk(table, UiSettings(**settings)), table  # type: ignore[arg-type]


# --- the frame -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("view", "screen", "primary"),
    [
        (None, "start", Primary.START),
        (fake.assigning(), "table", Primary.ALL_READY),
        (fake.revealing(), "reveal", Primary.CONFIRM),
        (fake.playing(), "phases", Primary.FINISH_PHASE),
        (fake.managing(), "phases", Primary.FINISH_ROUND),
        (fake.over(), "end", Primary.NEW_GAME),
    ],
)
def test_every_step_has_its_screen_and_main_button(
    view: TableView | None, screen: str, primary: Primary
) -> None:
    """The screen follows the step of the round, and so does the main button."""
    desk, _ = a_desk(view)
    model = FramePresenter(desk).model()
    assert (screen, primary) == (model.screen, model.primary)
    assert model.primary_text


def test_status_names_everybody_whom_the_need_concerns() -> None:
    """ "Waiting for" lists exactly the players who are not ready."""
    desk, _ = a_desk(fake.assigning(5))
    assert FramePresenter(desk).model().status == (
        f"Waiting for {fake.NAMES[0]}, {fake.NAMES[2]} and {fake.NAMES[4]}"
    )


def test_a_warning_can_be_overruled() -> None:
    """Dice in unusual places may be a power at work: said, but no obstacle."""
    needs = (Need("unusual_place", 2, blocking=False), Need("confirm"))
    desk, table = a_desk(replace(fake.revealing(), needs=needs, legal=fake.ALL_COMMANDS))
    frame = FramePresenter(desk)
    model = frame.model()
    assert model.status == (
        "Dice lie under other phases than they show: Béla. If that is right, confirm."
    )
    assert model.status_icon == "doubt"
    frame.act(0.0)
    assert table.posted == [c.ConfirmReveal()]


def test_confirm_waits_until_the_game_allows_it() -> None:
    """The main button of the reveal is off and sends nothing while something is missing."""
    desk, table = a_desk(fake.revealing())
    frame = FramePresenter(desk)
    assert not frame.model().primary_enabled
    assert frame.act(10.0) is Primary.NONE
    assert table.posted == []


def test_a_double_tap_finishes_one_phase() -> None:
    """The second of two quick taps on the main button is dropped, a later one counts."""
    desk, table = a_desk(fake.playing())
    frame = FramePresenter(desk)
    frame.act(10.0)
    frame.act(10.0 + DOUBLE_TAP_S / 2)
    assert table.posted == [c.FinishPhase()]
    frame.act(10.0 + DOUBLE_TAP_S)
    assert len(table.posted) == 2


def test_all_ready_signals_for_those_who_are_not() -> None:
    """ "All ready" leaves players alone who signalled already."""
    desk, table = a_desk(fake.assigning(3))
    FramePresenter(desk).act(0.0)
    assert table.posted == [c.SignalReady(1), c.SignalReady(3)]


def test_pool_says_what_was_taken_beyond_it() -> None:
    """R-9.4: VP beyond the pool are named apart."""
    desk, _ = a_desk(fake.managing())
    model = FramePresenter(desk).model()
    assert model.pool == "0 VP left, 3 beyond"
    assert model.notice == "Somebody has 12 tiles or more: this is the last round."


@pytest.mark.parametrize(
    ("state", "icon", "fine"),
    [
        (DeviceState.ABSENT, "camera_off", True),
        (DeviceState.READY, "camera", True),
        (DeviceState.LOST, "camera_off", False),
    ],
)
def test_camera_state_is_a_symbol_and_a_word(state: DeviceState, icon: str, fine: bool) -> None:
    """A lost camera looks unlike one that was never there."""
    desk, table = a_desk(fake.assigning())
    table.scan = ScanUpdate(camera=state)
    mark = FramePresenter(desk).camera()
    assert (icon, fine) == (mark.icon, mark.fine)
    assert mark.word


def test_buttons_state_comes_from_the_settings() -> None:
    """The state of the ready buttons is asked for anew each time."""
    desk, _ = a_desk(fake.assigning(), buttons=lambda: DeviceState.LOST)
    assert not FramePresenter(desk).buttons().fine


def test_a_visit_to_the_table_ends_when_the_round_goes_on() -> None:
    """Looking at the table does not hide the next step; composing a new game goes on."""
    desk, table = a_desk(fake.playing())
    frame = FramePresenter(desk)
    desk.visit("table")
    desk.take(fake.an_update(fake.playing()))
    assert frame.model().screen == "table"
    desk.take(fake.an_update(fake.managing()))
    assert frame.model().screen == "phases"
    desk.visit("start")
    desk.take(fake.an_update(fake.assigning()))
    assert (frame.model().screen, frame.model().primary) == ("start", Primary.START)
    del table


# --- errors in words -----------------------------------------------------------------------------


def test_errors_say_keys_as_words_of_the_game() -> None:
    """A refused command never shows a key such as ``doubtful_die`` or ``assign``."""
    desk, _ = a_desk(fake.assigning(), language="pl")
    frame = FramePresenter(desk)
    banner = frame.banner(WrongStepError(step="assign"))
    assert banner is not None
    assert banner.message == "Teraz to niemożliwe: trwa etap „przydział kości”."
    missing = frame.banner(RevealIncompleteError(missing="doubtful_die, scan_mat"))
    assert missing is not None
    assert "_" not in missing.message
    assert missing.hint


def test_problems_call_mats_by_their_players() -> None:
    """``strip-2`` becomes the seat's number and name; the tray stays as it is."""
    desk, _ = a_desk(fake.assigning())
    template = "The mat %(mat)s is in the picture twice."
    assert (
        desk.said.message(Problem("mat_duplicate", template, {"mat": "strip-2"}))
        == "The mat 2 (Béla) is in the picture twice."
    )
    assert "tray" in desk.said.message(Problem("mat_duplicate", template, {"mat": "tray"}))


# --- counters ------------------------------------------------------------------------------------


def test_a_step_is_a_move_where_the_game_has_one() -> None:
    """While managing, a tap on plus is a gain in the log, not a correction."""
    desk, table = a_desk(fake.managing())
    counters = CounterPresenter(desk)
    counters.change(c.Correctable.CREDITS, 1, 1)
    counters.change(c.Correctable.VP_CHIPS, 2, -1)
    counters.change(c.Correctable.TILES, 3, 1)
    assert table.posted == [c.ChangeCredits(1, 1), c.ChangeVp(2, -1), c.ChangeTiles(3, 1)]


def test_a_step_is_a_correction_where_it_is_no_move() -> None:
    """While assigning, the same tap sets the counter to the new value."""
    view = replace(fake.assigning(), legal=frozenset({"Correct"}))
    desk, table = a_desk(view)
    counters = CounterPresenter(desk)
    counters.change(c.Correctable.CREDITS, 2, -1)
    counters.change(c.Correctable.VP_POOL, None, 1)
    counters.change(c.Correctable.ROUND, None, -1)
    assert table.posted == [
        c.Correct(c.Correctable.CREDITS, 7, 2, reason="screen"),
        c.Correct(c.Correctable.VP_POOL, 25, None, reason="screen"),
        c.Correct(c.Correctable.ROUND, 2, None, reason="screen"),
    ]


def test_steppers_stop_at_the_ends_of_the_track() -> None:
    """Credits go from 0 to 10 (R-5.3), no counter below 0."""
    desk, _ = a_desk(fake.assigning(5))
    seats = {card.seat: card for card in TablePresenter(desk).seats()}
    assert not seats[4].counters[0].can_raise
    assert not seats[5].counters[0].can_lower
    assert not seats[2].counters[1].can_lower
    assert seats[1].counters[1].can_raise


def test_a_change_for_nobody_is_nothing() -> None:
    """A tap that arrives after the seat is gone sends nothing."""
    desk, table = a_desk(None)
    CounterPresenter(desk).change(c.Correctable.CREDITS, 1, 1)
    assert table.posted == []


# --- the table -----------------------------------------------------------------------------------


def test_ready_toggles() -> None:
    """A light that is off signals, one that is on withdraws, an empty seat does nothing."""
    desk, table = a_desk(fake.assigning(3))
    presenter = TablePresenter(desk)
    for seat in (1, 2, 5):
        presenter.toggle_ready(seat)
    assert table.posted == [c.SignalReady(1), c.WithdrawReady(2)]


def test_every_light_has_its_own_symbol_and_word() -> None:
    """Ready and not ready differ in more than colour."""
    desk, _ = a_desk(fake.assigning(2))
    waiting, ready = (card.light for card in TablePresenter(desk).seats())
    assert waiting.word != ready.word
    assert waiting.icon != ready.icon


def test_workers_are_counted_for_the_current_phase_only() -> None:
    """The phase overview shows the workers of the phase that is being played."""
    desk, _ = a_desk(fake.playing(3))
    lines = PhasesPresenter(desk, TablePresenter(desk)).model().lines
    assert [line.workers for line in lines] == [1, 3, 5]
    assert [line.workers_text for line in lines] == ["1 worker", "3 workers", "5 workers"]
    assert [len(line.dice) for line in lines] == [1, 3, 5]


def test_while_managing_nobody_has_workers() -> None:
    """Manage Empire shows ready lights instead."""
    desk, _ = a_desk(fake.managing(3))
    model = PhasesPresenter(desk, TablePresenter(desk)).model()
    assert model.managing
    assert {line.workers for line in model.lines} == {None}


def test_the_end_is_sorted_by_rank_and_says_why() -> None:
    """Winner first; the reasons of R-10.4 in words."""
    desk, _ = a_desk(fake.over(5))
    model = EndPresenter(desk).model()
    assert [line.chips for line in model.lines] == ["25", "12", "7", "4", "0"]
    assert [line.winner for line in model.lines] == [True] + [False] * 4
    assert model.reasons == "The VP pool was used up. Somebody has 12 tiles or more."


# --- a new game ----------------------------------------------------------------------------------


def test_a_game_can_be_started_without_choosing_anything() -> None:
    """The defaults are three players with names and different colours."""
    desk, table = a_desk(None)
    StartPresenter(desk).start()
    opened, started = table.posted
    assert opened == ("new_game", "roll")
    assert isinstance(started, c.StartGame)
    assert [player.name for player in started.players] == ["Player 1", "Player 2", "Player 3"]
    assert len({player.colour for player in started.players}) == 3
    assert {player.home_world for player in started.players} == {None}


def test_a_game_that_is_set_up_is_not_opened_twice() -> None:
    """In set-up the players go into the game that is open; a running one is closed first."""
    desk, table = a_desk(fake.a_view(Step.SETUP, seats=(), round=0))
    StartPresenter(desk).start()
    assert len(table.posted) == 1
    desk, table = a_desk(fake.playing())
    StartPresenter(desk).start()
    assert table.posted[0] == ("new_game", "roll")


def test_names_from_the_settings_fill_the_seats() -> None:
    """Remembered names are offered, and one player more is no problem."""
    desk, _ = a_desk(None, player_names=("Ann", "Béla"))
    presenter = StartPresenter(desk)
    presenter.choose_players(3)
    assert [row.shown_name for row in presenter.rows()] == ["Ann", "Béla", "Player 3"]


def test_default_names_follow_the_language() -> None:
    """A default name is no stored text."""
    desk, _ = a_desk(None)
    presenter = StartPresenter(desk)
    desk.choose_language("hu")
    assert presenter.rows()[0].shown_name == "1. játékos"


def test_colours_and_factions_are_never_shared() -> None:
    """However often they are tapped, no two seats have the same colour or faction."""
    desk, _ = a_desk(None)
    presenter = StartPresenter(desk)
    presenter.choose_players(5)
    for tap in range(40):
        seat = tap % 5 + 1
        presenter.next_colour(seat)
        presenter.next_faction(seat)
        rows = presenter.rows()
        assert len({row.colour for row in rows}) == 5
        assert {row.colour for row in rows} <= set(COLOURS)
        factions = [row.faction for row in rows if row.faction is not None]
        assert len(factions) == len(set(factions))


def test_a_hidden_seat_keeps_a_colour_of_its_own() -> None:
    """Two players change colours, then three play: still all different."""
    desk, _ = a_desk(None)
    presenter = StartPresenter(desk)
    presenter.choose_players(2)
    for _ in range(4):
        presenter.next_colour(1)
        presenter.choose_players(5)
        assert len({row.colour for row in presenter.rows()}) == 5
        presenter.choose_players(2)


def test_after_the_last_faction_comes_none() -> None:
    """Nine taps lead to 9, the tenth back to unknown."""
    desk, _ = a_desk(None)
    presenter = StartPresenter(desk)
    for _ in range(9):
        presenter.next_faction(1)
    assert presenter.rows()[0].faction == 9
    presenter.next_faction(1)
    assert presenter.rows()[0].faction is None


def test_doomed_world_belongs_to_one_player() -> None:
    """R-1.7: there is one tile of it."""
    desk, _ = a_desk(None)
    presenter = StartPresenter(desk)
    presenter.toggle_doomed(1)
    presenter.toggle_doomed(2)
    assert [row.doomed for row in presenter.rows()] == [False, True, False]
    presenter.toggle_doomed(2)
    assert not any(row.doomed for row in presenter.rows())


# --- typing --------------------------------------------------------------------------------------


def test_the_first_letter_replaces_the_offered_name() -> None:
    """A name is offered as if it were marked."""
    typing = NameTyping("Player 1", "en")
    typing.type("A")
    typing.type("nn")
    assert typing.name == "Ann"


def test_erasing_the_offered_name_clears_it() -> None:
    """Backspace on a marked name takes all of it, then letter by letter."""
    typing = NameTyping("Player 1", "en")
    typing.erase()
    assert typing.name == ""
    typing.type("Ab")
    typing.erase()
    assert typing.name == "A"


def test_names_are_short_and_printable() -> None:
    """Control characters are dropped, long names are cut."""
    typing = NameTyping("", "en")
    typing.type("a\n\tb")
    typing.type("x" * 40)
    assert typing.name == "ab" + "x" * 14


@pytest.mark.parametrize(("language", "letters"), [("pl", "ąćęłńóśźż"), ("hu", "áéíóöőúüű")])
def test_every_language_has_its_letters(language: str, letters: str) -> None:
    """The keys hold the whole alphabet, capitals first."""
    typing = NameTyping("", language)
    keys = "".join(typing.rows)
    assert set(letters.upper()) <= set(keys)
    typing.shift()
    assert set(letters) <= set("".join(typing.rows))


# --- the reveal ----------------------------------------------------------------------------------


def test_doubtful_dice_come_first() -> None:
    """The list begins with what a person should look at."""
    desk, _ = a_desk(fake.revealing())
    model = RevealPresenter(desk).model()
    assert model is not None
    assert [row.doubtful for row in model.rows] == [True] + [False] * 6
    assert model.rows[0].index == 4


def test_the_seat_with_a_doubt_is_shown_first() -> None:
    """Without a choice the tab is the most urgent one."""
    desk, _ = a_desk(fake.revealing())
    model = RevealPresenter(desk).model()
    assert model is not None
    assert model.chosen == 1
    assert [tab.state for tab in model.tabs] == [
        TabState.DOUBTFUL,
        TabState.FINE,
        TabState.MISSING,
    ]


def test_the_tab_moves_on_when_its_last_doubt_is_gone() -> None:
    """Agreeing with the last doubtful die leads to the next seat that needs somebody."""
    desk, table = a_desk(fake.revealing())
    presenter = RevealPresenter(desk)
    presenter.choose(1)
    presenter.follow()
    presenter.agree(4)
    assert table.posted == [
        c.CorrectDie(1, 4, replace(fake.some_dice()[4], doubtful=False)),
    ]
    view = fake.revealing()
    sure = tuple(replace(die, doubtful=False) for die in fake.some_dice())
    seats = (replace(view.seats[0], dice=sure), *view.seats[1:])
    desk.take(fake.an_update(replace(view, seats=seats, needs=view.needs[1:])))
    presenter.follow()
    model = presenter.model()
    assert model is not None
    assert model.chosen == 3


def test_a_fine_tab_that_was_chosen_stays() -> None:
    """Looking at a seat without doubts is allowed."""
    desk, _ = a_desk(fake.revealing())
    presenter = RevealPresenter(desk)
    presenter.choose(2)
    presenter.follow()
    model = presenter.model()
    assert model is not None
    assert model.chosen == 2


def test_only_two_players_have_the_spare_die() -> None:
    """R-4.2."""
    for players, expected in ((2, True), (3, False)):
        desk, table = a_desk(fake.revealing(players))
        presenter = RevealPresenter(desk)
        model = presenter.model()
        assert model is not None
        assert (SPARE in [tab.number for tab in model.tabs]) is expected
        presenter.record_spare(Face.SHIP)
        assert table.posted == [c.RecordSpareDie(Face.SHIP)]
        assert Face.WILD not in presenter.spare_faces()


def test_scan_states_in_words() -> None:
    """No camera, lost, moving, a problem and looking each say something else."""
    desk, table = a_desk(fake.revealing())
    presenter = RevealPresenter(desk)
    blurred = Problem("blurred", "The picture is blurred.")
    said = []
    for scan in (
        ScanUpdate(),
        ScanUpdate(camera=DeviceState.LOST),
        fake.a_scan(ScanStage.MOVING, problems=(blurred,)),
        fake.a_scan(problems=(blurred,)),
        fake.a_scan(),
        replace(fake.a_scan(), wanted_seats=()),
    ):
        table.scan = scan
        said.append(presenter.scan())
    assert len({one.text for one in said}) == len(said)
    assert said[3].text == blurred.message
    assert fake.NAMES[2] in said[4].text


def test_outlines_belong_to_the_dice_as_they_are_now() -> None:
    """A corrected die keeps its outline and shows what it is now; a hand-made one has none."""
    desk, table = a_desk(fake.revealing())
    picture = fake.a_mat_picture(1)
    table.pictures[1] = replace(picture, outlines=(None, *picture.outlines[1:]))
    model = RevealPresenter(desk).picture()
    assert not model.live
    assert [outline.index for outline in model.outlines] == [1, 2, 3, 4, 5, 6]
    assert model.outlines[3].doubtful
    assert model.outlines[3].die == DieType.RARE_ELEMENTS.value


def test_live_outlines_lie_where_the_reading_says() -> None:
    """A die at (600, 300) of 1536 x 864 is outlined around these fractions."""
    desk, table = a_desk(fake.revealing())
    table.scan = fake.a_scan()
    presenter = RevealPresenter(desk)
    presenter.choose(3)
    (outline,) = presenter.picture().outlines
    xs, ys = zip(*outline.corners, strict=True)
    assert sum(xs) / 4 == pytest.approx(600 / 1536)
    assert sum(ys) / 4 == pytest.approx(300 / 864)
    assert outline.index is None


def test_the_crop_stays_inside_the_picture() -> None:
    """A die at the edge is shown with as much around it as there is."""
    desk, table = a_desk(fake.revealing())
    corner = ((0.97, 0.9), (1.0, 0.9), (1.0, 1.0), (0.97, 1.0))
    picture = fake.a_mat_picture(1)
    table.pictures[1] = replace(picture, outlines=(corner,))
    crop = RevealPresenter(desk).crop(0)
    assert crop is not None
    left, top, width, height = crop.part
    assert 0 <= left <= left + width <= picture.picture.width
    assert 0 <= top <= top + height <= picture.picture.height


# --- one die -------------------------------------------------------------------------------------


def test_a_face_that_the_die_lacks_cannot_be_chosen() -> None:
    """30 pairs exist; whatever is tapped, the editor holds one of them."""
    desk, table = a_desk(fake.revealing())
    editor = DieEditor(desk, 1, 0, fake.some_dice()[0])
    for die in DieType:
        for face in Face:
            editor.choose_die(die)
            editor.choose_face(face)
            model = editor.model()
            assert model.face in FACES[model.die]
    editor.choose_place(Phase.SHIP, selecting=True)
    editor.save()
    (sent,) = table.posted
    assert isinstance(sent, c.CorrectDie)
    assert sent.die.place == c.Place(Phase.SHIP, selecting=True)
    assert not sent.die.doubtful


def test_adding_starts_from_the_place_that_was_tapped() -> None:
    """A tap on a column offers a white die with that face there."""
    desk, table = a_desk(fake.revealing())
    editor = RevealPresenter(desk).add(c.Place(Phase.SETTLE))
    assert editor is not None
    editor.save()
    assert table.posted == [
        c.AddDie(1, c.PlacedDie(DieType.HOME, Face.SETTLE, c.Place(Phase.SETTLE)))
    ]


def test_removing_needs_a_die() -> None:
    """A die that is being added cannot be taken away; a recorded one can."""
    desk, table = a_desk(fake.revealing())
    presenter = RevealPresenter(desk)
    added, recorded = presenter.add(), presenter.edit(2)
    assert added is not None
    assert recorded is not None
    added.remove()
    recorded.remove()
    assert table.posted == [c.RemoveDie(1, 2)]
    assert not added.model().can_remove


def test_an_editor_notices_that_its_die_is_gone() -> None:
    """Undo while correcting: the die may not exist any more."""
    desk, _ = a_desk(fake.revealing())
    editor = RevealPresenter(desk).edit(6)
    assert editor is not None
    assert editor.still_there()
    desk.take(fake.an_update(fake.assigning()))
    assert not editor.still_there()


# --- words ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", [language.key for language in LANGUAGES])
def test_letters_tell_the_dice_apart(language: str) -> None:
    """Where there is room for two letters only, they differ in every language."""
    words = Words(translator(language))
    assert len({words.letters(die).casefold() for die in DieType}) == len(DieType)


@pytest.mark.parametrize("language", [language.key for language in LANGUAGES])
def test_every_need_has_words(language: str) -> None:
    """All needs of the view are sentences, in every language."""
    words = Words(translator(language))
    codes = (
        "ready", "scan_mat", "doubtful_die", "no_selection", "two_selections", "impossible_dice",
        "unusual_place", "spare_die", "confirm", "finish_phase", "finish_round",
    )  # fmt: skip
    seats = fake.assigning(2).seats
    said = [words.need((Need(code, 1),), seats) for code in codes]
    assert len(set(said)) == len(codes)
    ends = {words.last_round((reason,)) for reason in EndReason}
    assert len(ends | {words.last_round(tuple(EndReason)), words.last_round(())}) == 4


def test_polish_numbers_have_three_forms() -> None:
    """1 kredyt, 2 kredyty, 5 kredytów, 12 kredytów, 22 kredyty."""
    translate = translator("pl")
    said = [
        translate.plural("%(count)s credit", "%(count)s credits", count)
        for count in (1, 2, 5, 12, 22)
    ]
    assert said == ["1 kredyt", "2 kredyty", "5 kredytów", "12 kredytów", "22 kredyty"]


def test_house_has_every_presenter() -> None:
    """All screens find their presenter."""
    desk, _ = a_desk(None)
    house = House(desk)
    assert house.table.seats() == ()
    assert house.reveal.model() is None
    assert house.ending.model().lines == ()
