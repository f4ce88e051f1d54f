"""The wizard proves what it measured, never keeps what is red, and can go back."""

from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.core.errors import BLURRED
from calibration.core.profile import counted
from calibration.core.steps import bad, good
from calibration.core.wizard import (
    PROOF_THROWS,
    STEADY_PICTURES,
    Wizard,
    back,
    confirmed,
    corrected,
    seen,
    skipped,
    with_proof,
)
from calibration.core.wizard import (
    thrown as thrown_on,
)
from companion.session.calibration_ports import ReadingOutcome, Stage
from companion.session.ports import DieReading, DieStatus
from tests.calibration.samples import profile
from tests.some import some

GREEN = (good("camera"), good("mats"))
RED = (good("camera"), bad("sharpness", BLURRED()))
SHA = "cd" * 32


def _read(kind: str = "home", face: str = "ship", *, check: bool = False) -> DieReading:
    status = DieStatus.CHECK if check else DieStatus.OK
    return DieReading((10, 20), 50, 0, None, None, None, kind, "white", face, 0.99, status)


def thrown(wizard: Wizard, dice: list[DieReading]) -> Wizard:
    """Return what follows from dice on a picture."""
    return thrown_on(wizard, dice, (100, 100))


def _steady() -> Wizard:
    wizard = Wizard()
    for _ in range(STEADY_PICTURES):
        wizard = seen(wizard, GREEN, profile())
    return wizard


def test_good_images_and_confirmed_throws_lead_to_a_profile() -> None:
    """Three of each; the profile that is stored is the one of the images."""
    wizard = _steady()
    for _ in range(PROOF_THROWS):
        wizard = confirmed(thrown(wizard, [_read(), _read("genes", "wild")]))
    assert wizard.stage is Stage.KEEP
    assert wizard.to_save == profile()


def test_a_red_picture_begins_the_count_anew() -> None:
    """A hand in view: what was measured before it does not count."""
    wizard = seen(seen(Wizard(), GREEN, profile()), RED, None)
    assert (wizard.steady, wizard.draft) == (0, None)
    assert seen(Wizard(), RED, profile()).draft is None


def test_corrections_are_not_overwritten_by_the_next_picture() -> None:
    """The camera goes on looking while somebody taps."""
    wizard = corrected(thrown(_steady(), [_read()]), 0, "home", "settle")
    assert thrown(wizard, [_read()]) == wizard
    assert thrown(thrown(_steady(), [_read()]), [_read("genes", "wild")]).throw[0].die == "genes"


def test_an_empty_throw_proves_nothing() -> None:
    """Confirming before a die lies there changes nothing."""
    assert confirmed(_steady()) == _steady()


def test_the_proof_counts_doubts_and_misread_dice() -> None:
    """Of confirmed throws only."""
    throw = thrown(_steady(), [*[_read()] * 19, _read(check=True)])
    assert throw.proof.read == 0
    proof = confirmed(corrected(throw, 3, "home", "develop")).proof
    assert (proof.read, proof.doubtful, proof.corrected) == (20, 1, 1)


def test_proof_may_be_left_out_and_taken_back() -> None:
    """Skipping keeps the draft; going back from there proves anew, from there looks anew."""
    kept = skipped(_steady())
    assert kept.to_save == profile()
    proving = back(kept)
    assert (proving.stage, proving.throws) == (Stage.PROVE, 0)
    assert back(proving).stage is Stage.LOOK
    assert back(back(proving)).draft is None


def test_the_proof_counts_in_the_profile() -> None:
    """By the die it was in truth; a new model's counts begin anew."""
    wizard = thrown(_steady(), [_read(check=True), _read("genes", "wild")])
    wizard = confirmed(corrected(wizard, 1, "alien_technology", "wild"))
    result = with_proof(profile(), wizard, reader_sha256=SHA)
    assert {c.die: (c.read, c.doubtful, c.corrected) for c in result.evidence} == {
        "home": (1, 1, 0),
        "alien_technology": (1, 0, 1),
    }
    more = counted(result, [ReadingOutcome("home", False, False)], reader_sha256=SHA)
    assert next(c for c in more.evidence if c.die == "home").read == 2
    anew = counted(result, [ReadingOutcome("home", False, False)], reader_sha256="ef" * 32)
    assert [c.read for c in anew.evidence] == [1]


_MOVES = {
    "green": lambda w: seen(w, GREEN, profile()),
    "red": lambda w: seen(w, RED, None),
    "throw": lambda w: thrown(w, [_read()]),
    "correct": lambda w: corrected(w, 0, "home", "settle") if w.throw else w,
    "confirm": confirmed,
    "skip": skipped,
    "back": back,
}


@settings(deadline=None)
@given(st.lists(st.sampled_from(sorted(_MOVES)), min_size=1, max_size=30))
def test_nothing_is_kept_that_was_never_good(moves: list[str]) -> None:
    """Whatever people and camera do in whatever order: what can be saved was green in a row."""
    wizard, row = Wizard(), 0
    for move in some(moves):
        if wizard.stage is Stage.LOOK and move in ("green", "red"):
            row = row + 1 if move == "green" else 0
        wizard = _MOVES[move](wizard)
        if wizard.stage is Stage.LOOK and move == "back":
            row = wizard.steady
        assert wizard.to_save is None or row >= STEADY_PICTURES
        assert wizard.throws <= PROOF_THROWS
