"""The reveal on pages: doubts first, one touch corrects a die, dice by hand, the summary."""

from dataclasses import replace

import pytest

from companion.errors import CompanionError
from companion.games.roll.model.dice import FACES, PHASES, DieType, Face, Phase, Place, PlacedDie
from companion.games.roll.model.seating import Computers, ComputerSeat
from companion.games.roll.model.state import holdings
from companion.games.roll.phases.reveal import (
    AddDie,
    ConfirmReveal,
    CorrectDie,
    RecordMat,
    RecordSpareDie,
    RemoveDie,
)
from companion.games.roll.phases.round import SignalReady
from companion.games.roll.phases.set_up import SeatComputers
from companion.games.roll.rules.needs import Need
from companion.games.roll.view.table_view import TableView
from companion.session.errors import INTERNAL
from companion.session.ports import Problem
from companion.session.table_port import DeviceState, ScanStage, ScanUpdate
from kivy_ui.common.stacked_pages import do
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.mats.dice_pages import usual
from kivy_ui.games.roll.mats.learning import LearningPresenter, Lesson
from kivy_ui.games.roll.mats.reveal import SPARE, RevealPages
from kivy_ui.pages.opening import Mat
from kivy_ui.pages.page import Cards, Picture
from kivy_ui.pages.page import Look as DieLook
from kivy_ui.pages.photos import At, Photo
from kivy_ui.pages.rounds import Columns
from kivy_ui.window.presenters import Presenters
from tests.games.roll.tracked_table import Played, a_game, laid
from tests.some import there
from tests.ui import fake_table as fake
from tests.ui.at_source import AtSource
from tests.ui.contexts import a_context
from tests.ui.counted_scenes import read, wrong_mat

HOME, GENES, MILITARY = DieType.HOME, DieType.GENES, DieType.MILITARY


class Pupil(LearningPresenter):
    """Learns from corrections if it is told so."""

    question = ""

    def __init__(self, ui: RollContext) -> None:
        super().__init__(ui)
        self.lessons: list[Lesson | None] = []

    def corrected(self, lesson: Lesson | None) -> None:
        self.lessons.append(lesson)

    def answer(self, answer: str) -> None:
        self.question = ""
        raise INTERNAL(reason=answer)


class NoSteps:
    can_undo = True

    def undo(self) -> None: ...

    def redo(self) -> None: ...


class Revealing(AtSource):
    """A table at the reveal; with a *game*, what is sent happens there."""

    def __init__(self, view: TableView | Played, language: str = "en") -> None:
        self.game = view if isinstance(view, Played) else None
        self.ui, self.table = a_context(
            view.view if isinstance(view, Played) else view, language=language
        )
        self.pupil = Pupil(self.ui)
        self.lights: list[str] = []
        self.pages = RevealPages(self.ui, self.pupil, self.lights.append, NoSteps())
        super().__init__(self.pages)

    def show(self, view: TableView) -> None:
        self.ui.take(fake.an_update(view, version=self.ui.update.version + 1))

    def touched(self, key: object) -> None:
        super().touched(key)
        self.follow()

    def follow(self) -> None:
        """Let the game do what was sent."""
        if self.game is not None and self.table.posted:
            self.game.do(self.table.posted.pop())
            self.show(self.game.view)

    def correct(self, seat: int, index: int) -> None:
        """Ask about a die of a mat, as a touch on it does."""
        self.show_mat(seat)
        self.pages.correct(index)

    def show_mat(self, seat: int) -> None:
        """Touch the tab of a mat."""
        self.touch(do(self.pages.show, seat))

    @property
    def mat(self) -> Mat:
        return self.body(Mat)

    @property
    def marked(self) -> list[str]:
        """The dice with a question mark."""
        body = self.page.body
        assert isinstance(body, Photo | Mat)
        columns = body.rows if isinstance(body, Photo) else body.columns
        dice = [die for column in columns for die in column.cells[0].pictures]
        return [die.piece for die in dice if die.look is DieLook.DOUBTFUL]


def with_photo(at: Revealing, seat: int = 1) -> Revealing:
    at.table.pictures[seat] = fake.a_mat_picture(seat)
    return at


def shown(ui: RollContext) -> object:
    """The body of the page that shows the step."""
    presenters = Presenters(ui)
    return presenters.source(presenters.screen).page().body


def ready(game: Played) -> Played:
    for seat in game.state.seats:
        game.do(SignalReady(seat))
    return game


# --- doubts --------------------------------------------------------------------------------------


def test_the_mat_with_a_doubt_comes_first_and_shows_the_die_large() -> None:
    at = with_photo(Revealing(fake.revealing()))
    assert at.page.question == f"{fake.NAMES[0]}: is this die read correctly?"
    assert at.marked == ["die/rare_elements/produce"]
    assert at.photo.close_up == 4
    assert [(chip.chosen, chip.done) for chip in at.page.chips] == [
        (True, False), (False, True), (False, False)
    ]  # fmt: skip


def test_one_touch_agrees_and_the_next_mat_follows() -> None:
    at = with_photo(Revealing(fake.revealing()))
    at.show_mat(1)
    at.main()
    assert at.table.posted == [CorrectDie(1, 4, replace(fake.some_dice()[4], doubtful=False))]
    view = fake.revealing()
    sure = tuple(replace(die, doubtful=False) for die in fake.some_dice())
    seats = (replace(view.seats[0], dice=sure), *view.seats[1:])
    at.show(replace(view, seats=seats, needs=view.needs[1:]))
    assert [chip.chosen for chip in at.page.chips] == [False, False, True]


def test_a_wrong_face_is_two_touches() -> None:
    """The faces of that kind of die; its place stays as the camera saw it."""
    at = with_photo(Revealing(fake.revealing()))
    at.press("No, correct it")
    assert at.titles == ["The image", "Explore", "Develop", "Produce", "Ship", "Wild"]
    at.tap("Wild")
    die = replace(fake.some_dice()[4], face=Face.WILD, doubtful=False)
    assert at.table.posted == [CorrectDie(1, 4, die)]


def test_what_a_die_most_likely_shows_comes_first() -> None:
    """As the reader has weighed it, of another kind too; not under the tab of a third kind."""
    at = with_photo(Revealing(fake.revealing()))
    likely = (("rare_elements", "ship"), ("genes", "wild"), ("d6", "3"))
    others = (*((),) * 4, likely, (), ())
    at.table.pictures[1] = replace(fake.a_mat_picture(1), others=others)
    at.press("No, correct it")
    of_kind = ["Explore", "Develop", "Produce", "Wild"]
    assert at.titles == ["The image", "Ship", "Wild", *of_kind]
    assert [card.title for card in at.cards if card.chosen] == ["Produce"]
    at.tap("Ship")
    die = replace(fake.some_dice()[4], face=Face.SHIP, doubtful=False)
    assert at.table.posted == [CorrectDie(1, 4, die)]
    at.correct(1, 4)
    at.touch(at.body(Cards).tabs[list(DieType).index(GENES)].key)
    assert at.titles[1] == "Wild"
    assert at.titles.count("Wild") == 1


def test_what_differs_is_marked_when_a_mat_was_read_again() -> None:
    """Until it is corrected; the number counts dice that are gone, too."""
    view = fake.revealing()
    sure = tuple(replace(die, doubtful=False) for die in fake.some_dice())

    def read_as(delivery: str, dice: tuple[PlacedDie, ...]) -> tuple[list[str], str]:
        marked = tuple(replace(die, mark=f"{delivery}.{n}") for n, die in enumerate(dice))
        at.show(replace(view, seats=(replace(view.seats[0], dice=marked), *view.seats[1:])))
        at.show_mat(1)
        return at.marked, there(at.page.note).lines[0]

    at = with_photo(Revealing(view))
    assert read_as("3-strip-1", sure)[0] == []
    turned = (replace(sure[0], face=Face.SHIP), *sure[1:])
    assert read_as("4-strip-1", turned) == (["die/home/ship"], "1 die differs from before.")
    assert read_as("5-strip-1", turned) == ([], "Everything is as before.")
    assert read_as("6-strip-1", turned[:-2])[1] == "2 dice differ from before."
    assert "before" not in read_as("6-strip-1", turned[:-3])[1], "a die was removed by hand"


def test_a_face_that_the_die_lacks_cannot_be_chosen() -> None:
    """Whatever kind is touched, only its own faces are answers."""
    at = Revealing(fake.revealing())
    at.correct(1, 4)
    for index, kind in enumerate(DieType):
        at.touch(at.body(Cards).tabs[index].key)
        assert at.titles == [at.ui.words.of(face) for face in dict.fromkeys(FACES[kind])]


def test_the_place_of_a_die_is_corrected_and_a_die_that_is_not_there_removed() -> None:
    at = Revealing(fake.revealing())
    at.correct(1, 4)
    at.press("Move to another phase")
    assert len(at.cards) == 11
    at.touch(at.cards[4].key)
    at.correct(1, 4)
    at.press("No such die")
    die = replace(fake.some_dice()[4], place=Place(Phase.SHIP, selecting=True), doubtful=False)
    assert at.table.posted == [CorrectDie(1, 4, die), RemoveDie(1, 4)]


def test_any_die_of_a_phase_can_be_corrected_and_one_added() -> None:
    """A touch on the phase shows its dice; a touch on the photo takes the nearest one."""
    at = with_photo(Revealing(fake.revealing()), 2)
    at.show_mat(2)
    at.touch(do(at.pages.open, at.pages.of_phase, Phase.SETTLE))
    at.press("Add a die")
    at.tap("Settle")
    assert at.table.posted == [AddDie(2, PlacedDie(HOME, Face.SETTLE, Place(Phase.SETTLE)))]
    at.show_mat(2)
    left, top, right, low = at.photo.found[2].box
    at.source.touch(At(at.photo.key, (left + right) / 2, (top + low) / 2))
    shown = at.ui.words.of(at.ui.seat(2).dice[2].face)  # type: ignore[union-attr]
    assert [card.title for card in at.cards if card.chosen] == [shown]
    at.touch(at.page.back)
    assert at.photo.found


def test_an_open_die_that_is_gone_closes() -> None:
    """An undo while correcting: the die may not exist any more."""
    at = Revealing(fake.revealing())
    at.correct(1, 4)
    view = fake.revealing()
    seats = (replace(view.seats[0], recorded=False, dice=()), *view.seats[1:])
    at.show(replace(view, seats=seats))
    assert "die show" not in at.page.question


def test_a_correction_may_be_learned_from() -> None:
    """The mark of the recorded die with what it really shows; a refusal is said."""
    view = fake.revealing()
    dice = tuple(replace(die, mark=f"m{n}") for n, die in enumerate(view.seats[0].dice))
    at = Revealing(replace(view, seats=(replace(view.seats[0], dice=dice), *view.seats[1:])))
    at.correct(1, 4)
    at.tap("Wild")
    assert at.pupil.lessons == [("m4", "rare_elements", "wild")]
    at.pupil.question = "Learn?"
    with pytest.raises(CompanionError, match="yes"):
        at.tap("Yes")


def test_a_wrong_mat_says_what_to_do_and_marks_the_die() -> None:
    at = Revealing(wrong_mat())
    assert at.page.question.endswith("correct the marked die")
    assert at.marked == ["die/home/develop"]
    assert "no power allows it" in at.note
    assert at.main_button.key is None


def test_the_reveal_ends_when_every_mat_is_fine() -> None:
    at = Revealing(read())
    at.main()
    assert at.table.posted == [ConfirmReveal()]


def test_a_warning_can_be_overruled() -> None:
    """Dice in unusual places may be a power at work: said, but no obstacle."""
    needs = (Need("unusual_place", 2, blocking=False), Need("confirm"))
    view = fake.revealing()
    sure = tuple(replace(die, doubtful=False) for die in fake.some_dice())
    seats = tuple(replace(seat, recorded=True, dice=sure) for seat in view.seats)
    at = Revealing(replace(view, seats=seats, needs=needs))
    at.show_mat(2)
    note = there(at.page.note)
    assert " ".join(note.lines) == (
        "Dice are under phases that they do not show: Béla. If that is right, confirm."
    )
    at.main()
    assert at.table.posted == [ConfirmReveal()]


# --- the camera ----------------------------------------------------------------------------------


def test_what_the_camera_does_is_said_in_words() -> None:
    """Lost, moving, a problem looking and a broken reader each say something else."""
    at = Revealing(fake.revealing())
    at.ui.mat_tab = 3
    blurred, broken = Problem("blurred", "The image is blurred."), INTERNAL(reason="broken")
    said = []
    for scan in (
        ScanUpdate(camera=DeviceState.LOST),
        fake.a_scan(ScanStage.MOVING, problems=(blurred,)),
        fake.a_scan(problems=(blurred,)),
        fake.a_scan(),
        replace(fake.a_scan(), wanted_mats=()),
        replace(fake.a_scan(), reading=None, notes=(broken,)),
    ):
        at.table.scan = scan
        assert at.source.live
        said.append(at.photo.lines[0])
    assert len(set(said)) == len(said)
    assert said[2] == blurred.message
    assert fake.NAMES[2] in said[3]
    assert said[5] == f"{broken.message} {broken.hint_text}"


def test_without_an_image_the_main_button_enters_the_dice_by_hand() -> None:
    """The page says that there is no image; once there is one, by hand is beside it."""
    at = Revealing(fake.revealing())
    at.ui.mat_tab = 3
    at.table.scan = ScanUpdate(camera=DeviceState.LOST)
    main = at.main_button
    assert (at.page.question, main.text, at.side) == (
        "Enter the dice by hand, or wait",
        "By hand",
        [],
    )
    at.table.scan = fake.a_scan()
    assert at.side[0] == "By hand"
    at.table.scan = ScanUpdate(camera=DeviceState.LOST)
    at.main()
    assert at.mat.dice


def test_the_photo_and_the_phases_show_the_same_dice_in_the_same_order() -> None:
    """Each die says in the photo what it was read as; the selecting one is marked in both."""
    at = with_photo(Revealing(fake.revealing()))
    seen = fake.a_mat_picture(1)
    at.table.pictures[1] = replace(seen, outlines=seen.outlines[::-1])
    dice = fake.some_dice()
    read = [found.read.piece for found in at.photo.found if found.read is not None]
    assert sorted(read) == sorted(f"die/{die.type.value}/{die.face.value}" for die in dice)
    for row in at.photo.rows:
        shown = [die.piece for die in row.cells[0].pictures]
        chosen = row.cells[0].selecting
        others = shown if chosen is None else shown[:chosen] + shown[chosen + 1 :]
        assert others == [piece for piece in read if piece in others]
    selecting = [f"die/{die.type.value}/{die.face.value}" for die in dice if die.place.selecting]
    assert [
        found.read.piece for found in at.photo.found if found.read and found.selects
    ] == selecting


def test_live_outlines_lie_where_the_reading_says() -> None:
    """A die at (600, 300) of 1536 x 864 is outlined around these fractions."""
    at = Revealing(fake.revealing())
    at.table.scan = fake.a_scan()
    at.show_mat(3)
    (found,) = at.photo.found
    assert (found.box[0] + found.box[2]) / 2 == pytest.approx(600 / 1536)
    assert (found.box[1] + found.box[3]) / 2 == pytest.approx(300 / 864)


def test_what_was_not_recognised_is_outlined() -> None:
    at = with_photo(Revealing(fake.revealing()))
    corners = ((0.1, 0.1), (0.2, 0.1), (0.2, 0.2), (0.1, 0.2))
    at.table.pictures[1] = replace(fake.a_mat_picture(1), unread=(corners,))
    assert at.photo.found[-1].doubtful
    assert at.photo.found[-1].box == pytest.approx((0.1, 0.1, 0.2, 0.2))


def test_a_mat_is_read_again_and_the_light_taken() -> None:
    at = Revealing(fake.revealing())
    at.table.scan = fake.a_scan()
    at.show_mat(3)
    assert at.main_button.quiet, "the camera reads by itself"
    at.table.scan = replace(fake.a_scan(), wanted_mats=())
    assert at.page.main is not None
    assert not at.main_button.quiet
    assert at.main_button.text in at.page.question
    assert at.photo.lines == ("1 die seen",)
    at.main()
    assert at.table.posted == [("rescan", 3)]
    light = Problem("profile_light_differs", "The light differs", params={"profile": "Evening"})
    at.table.scan = fake.a_scan(problems=(light,))
    at.touch(do(at.pages.take_light))
    assert at.lights == ["Evening"]


# --- by hand -------------------------------------------------------------------------------------


def test_without_a_camera_each_die_is_one_touch() -> None:
    """The selecting die, then the others; another colour is one more. No instruction is cut."""
    game = a_game().hold(1, cup=(HOME, HOME, GENES))
    at = Revealing(ready(game))
    assert at.page.question == "Tap the phase that P1 selected"
    assert there(at.page.note).lines[0] == "Home: 2 left"
    assert (at.main_button.text, at.main_button.key) == ("3 dice to go", None)
    assert at.mat.columns[0].adds == Picture("die/home/explore"), "what a tap puts there is seen"
    counts = [(pick.picture.piece, pick.picture.count) for pick in at.mat.dice]
    assert counts == [("die/home", 2), ("die/genes", 1)]
    assert len(at.mat.columns) == len(Phase), "no die on Dictate selects"
    at.touch(do(at.pages.choose, GENES))
    at.touch(AddDie(1, usual(GENES, Place(Phase.SHIP, selecting=True))))
    assert at.page.question.endswith("tap where each die lies")
    assert [pick.picture.piece for pick in at.mat.dice] == ["die/home"]
    at.touch(AddDie(1, usual(HOME, Place(Phase.EXPLORE))))
    at.touch(AddDie(1, usual(HOME, Place(Phase.SETTLE))))
    dice = game.view.seats[0].dice
    assert [(die.type, die.face, die.place.phase, die.place.selecting) for die in dice] == [
        (GENES, Face.WILD, Phase.SHIP, True),
        (HOME, Face.EXPLORE, Phase.EXPLORE, False),
        (HOME, Face.SETTLE, Phase.SETTLE, False),
    ]
    assert at.page.chips[0].done
    assert at.page.chips[1].chosen


def test_nothing_is_drawn_anew_while_dice_are_entered() -> None:
    """Until the camera comes or goes."""
    at = Revealing(ready(a_game()))
    assert at.mat.dice
    assert not at.source.live
    at.table.scan = fake.a_scan()
    assert at.source.live


def test_a_camera_can_be_passed_over() -> None:
    at = Revealing(ready(a_game()))
    at.table.scan = fake.a_scan()
    at.touch(do(at.pages.toggle_by_hand))
    assert at.mat.dice
    at.touch(do(at.pages.toggle_by_hand))
    assert at.photo.lines


def test_where_nothing_is_counted_a_person_says_when_all_dice_are_entered() -> None:
    view = fake.revealing()
    seats = tuple(replace(seat, recorded=False, dice=()) for seat in view.seats)
    at = Revealing(replace(view, seats=seats))
    assert len(at.mat.dice) == len(DieType)
    assert at.page.main is None
    die = PlacedDie(HOME, Face.SHIP, Place(Phase.SHIP, selecting=True))
    at.touch(AddDie(1, die))
    at.show(replace(view, seats=(replace(seats[0], recorded=True, dice=(die,)), *seats[1:])))
    at.touch(do(at.pages.entered))
    at.show_mat(1)
    assert at.mat.dice == ()


def test_only_two_players_have_the_spare_die() -> None:
    """R-4.2."""
    assert len(Revealing(fake.revealing(3)).page.chips) == 3
    at = Revealing(fake.revealing(2))
    at.show_mat(SPARE)
    assert "Wild" not in at.titles
    at.tap("Ship")
    assert at.table.posted == [RecordSpareDie(Face.SHIP)]


# --- the summary ---------------------------------------------------------------------------------


def test_the_summary_says_what_happens_and_what_goes_back() -> None:
    """Workers by player and phase, who selected, idle dice; only where nothing is odd (R-4.3)."""
    game = ready(a_game())
    for seat, phases in ((3, PHASES[:1]), (1, PHASES[:2]), (2, PHASES[:1])):
        cup = holdings(game.state, seat).cup
        dice = (laid(die, phases[i % len(phases)], selecting=not i) for i, die in enumerate(cup))
        ui, _ = a_context(game.view)
        assert not isinstance(shown(ui), Columns), "a mat is still missing"
        game.do(RecordMat(seat, tuple(dice)))
    ui, table = a_context(game.view)
    at = AtSource(Presenters(ui).reveal)
    body = at.body(Columns)
    assert [seat.number for seat in body.seats] == [1, 2, 3], "not in the order of the factions"
    assert [column.phase for column in body.columns if column.active] == ["explore"]
    explore, develop = (column.cells[0] for column in body.columns[:2])
    assert (len(explore.pictures), explore.selecting) == (2, 0)
    assert [each.look for each in develop.pictures] == [DieLook.LEAVES]
    assert there(at.page.note).lines == ("1 die goes back", "P1: 1"), "whose it is"
    at.main()
    assert table.posted == [ConfirmReveal()]
    ui.visit("reveal")
    assert not isinstance(shown(ui), Columns), "the mats can be looked at"
    game.do(SeatComputers(Computers((ComputerSeat(1, "easy"),), virtual_dice=True)))
    page = AtSource(Presenters(a_context(game.view)[0]).reveal).page
    assert isinstance(page.body, Columns)
    assert [each.look for each in page.body.columns[1].cells[0].pictures] == [DieLook.NORMAL]
    note = there(page.note)
    assert note.lines == ("No dice go back.", "Dimmed dice are not on the table.")
