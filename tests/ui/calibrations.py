"""A calibration that a test leads: it remembers what was asked and shows what it is given."""

from dataclasses import dataclass, field, replace

from companion.errors import CompanionError
from companion.session.calibration_ports import (
    Calibration,
    CameraView,
    ColourPair,
    Drawing,
    DrawnPlace,
    FaceLine,
    NoProfileError,
    ProfileLine,
    ProfilePage,
    ProofDie,
    ReadCount,
    ShowingView,
    Signal,
    Stage,
    StepLight,
    Teaching,
    WizardView,
)
from companion.session.errors import CameraLostError
from companion.session.table_port import Picture

PICTURE = Picture(bytes((90, 110, 130)) * (320 * 200), 320, 200)
KEYS = (
    "camera", "mats", "die_size", "sharpness", "exposure", "clipping", "banding", "lock", "print",
    "white", "dice", "colours",
)  # fmt: skip
VALUES = {
    "die_size": 41.0, "sharpness": 0.3, "exposure": 0.62, "clipping": 0.03, "banding": 0.01,
    "print": 14.1, "white": 1.4, "colours": 12.0,
}  # fmt: skip


def looking(*, steady: int = 0, **signals: tuple[Signal, CompanionError | None]) -> WizardView:
    """The first stage, every light green but those that are given."""
    steps = tuple(
        StepLight(key, *signals.get(key, (Signal.GREEN, None)), VALUES.get(key)) for key in KEYS
    )
    proof = ReadCount("all", 21, 1)
    return WizardView(Stage.LOOK, steps, steady, 3, 0, 3, (), proof, picture=PICTURE)


def proving(dice: int = 4) -> WizardView:
    """A throw that waits."""
    faces = ("explore", "develop", "settle", "produce", "ship")
    throw = tuple(
        ProofDie("home" if k % 2 else "military", faces[k % 5], k == 1, _square(k, dice))
        for k in range(dice)
    )
    return replace(looking(), stage=Stage.PROVE, throws=1, throw=throw)


def keeping() -> WizardView:
    """All throws confirmed."""
    return replace(looking(), stage=Stage.KEEP, throws=3)


def without_camera() -> WizardView:
    """The camera was taken away."""
    steps = tuple(StepLight(key, Signal.WAIT) for key in KEYS[1:])
    lost = StepLight("camera", Signal.RED, CameraLostError(name="imx708"))
    return replace(looking(), steps=(lost, *steps), picture=None)


def showing(dice: int = 1, **shown: int) -> ShowingView:
    """A die before the camera, the first of several picked."""
    return ShowingView(
        profile="Küche, Abend",
        die="military",
        shown=tuple(shown.items()),
        looks=sum(shown.values()),
        picture=PICTURE,
        dice=tuple(_square(k, dice) for k in range(dice)),
        picked=0 if dice else None,
    )


def some_faces() -> tuple[FaceLine, ...]:
    """What a profile knows: shown, corrected, of the robot."""
    face = Picture(bytes((200, 60, 70)) * (64 * 64), 64, 64)
    return (
        FaceLine("military", "settle", 3, 1, face),
        FaceLine("rare_elements", "produce", 12, 12, face),
        FaceLine("robot_a", "match", 2, 0, face),
        FaceLine("d6", "5", 1, 0, face),
    )


def _square(number: int, of: int) -> tuple[tuple[float, float], ...]:
    x, y, half = (number + 0.5) / of, 0.5, 0.05
    return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))


@dataclass
class LedTeaching(Teaching):
    """Implements `Teaching`."""

    lines: tuple[FaceLine, ...] = ()
    view: ShowingView | None = None
    begun: ShowingView | None = None
    refusal: CompanionError | None = None
    teaches: bool = True
    asked: list[tuple[object, ...]] = field(default_factory=list)

    def listed(self, profile: str) -> tuple[FaceLine, ...]:
        self._refuse()
        del profile
        return self.lines

    def forget(self, profile: str, die: str, face: str) -> None:
        self._refuse()
        self.asked.append(("forget", profile, die, face))
        self.lines = tuple(each for each in self.lines if (each.die, each.face) != (die, face))

    def remember(self, profile: str) -> bool:
        self.asked.append(("remember", profile))
        return True

    def begin(self, profile: str, die: str, faces: tuple[str, ...]) -> None:
        self._refuse()
        self.asked.append(("begin", profile, die, len(faces)))
        self.view = replace(self.begun or showing(), profile=profile, die=die)

    def showing(self) -> ShowingView | None:
        return self.view

    def pick(self, index: int) -> None:
        self.asked.append(("pick", index))

    def name(self, face: str) -> None:
        self._refuse()
        self.asked.append(("name", face))

    def back(self) -> None:
        self.asked.append(("back",))

    def keep(self) -> None:
        self._refuse()
        self.asked.append(("keep",))
        self.view = None

    def cancel(self) -> None:
        self.view = None

    def can_learn(self, mark: str, die: str, face: str) -> bool:
        del mark, die, face
        return self.teaches

    def learn(self, mark: str, die: str, face: str) -> None:
        self._refuse()
        self.asked.append(("learn", mark, die, face))

    def _refuse(self) -> None:
        if self.refusal is not None:
            raise self.refusal


@dataclass
class LedDrawing(Drawing):
    """Implements `Drawing`."""

    places: tuple[DrawnPlace, ...] = ()
    opened: CameraView | None = None
    refusal: CompanionError | None = None
    picture: Picture = PICTURE

    def drawn(self, profile: str) -> tuple[DrawnPlace, ...]:
        del profile
        return self.places

    def begin(self, profile: str) -> None:
        del profile
        self.opened = CameraView(picture=self.picture)

    def view(self) -> CameraView | None:
        return self.opened

    def keep(self, places: tuple[DrawnPlace, ...]) -> None:
        if self.refusal is not None:
            raise self.refusal
        self.places, self.opened = places, None

    def cancel(self) -> None:
        self.opened = None


@dataclass
class LedCalibration(Calibration):
    """Implements `Calibration`."""

    teaching: LedTeaching = field(default_factory=LedTeaching)
    drawing: LedDrawing = field(default_factory=LedDrawing)

    lines: tuple[ProfileLine, ...] = ()
    view: WizardView | None = None
    begun: WizardView = field(default_factory=looking)
    outcome: CompanionError | bool | None = None
    refusal: CompanionError | None = None
    asked: list[tuple[object, ...]] = field(default_factory=list)
    gone: tuple[ProfileLine, ...] = ()
    fitting: str = ""
    plain: bool = False
    seen: ReadCount | None = None
    doubtful: int = 0

    def doubts(self) -> int:
        return self.doubtful

    def doubts_file(self) -> bytes:
        return b"dice"

    def without_profile(self) -> ReadCount | None:
        return self.seen

    def profiles(self) -> tuple[ProfileLine, ...]:
        return self.lines

    def page(self, name: str) -> ProfilePage:
        found = next((line for line in self.lines if line.name == name), None)
        if found is None:
            raise NoProfileError(name=name)
        pairs = (
            ColourPair("genes", "alien_technology", 6.2, True),
            ColourPair("home", "consumption", 18.0, False),
            ColourPair("consumption", "novelty", 24.0, False),
            ColourPair("rare_elements", "alien_technology", 27.0, False),
        )
        counts = (ReadCount("military", 120, 3, 1), ReadCount("home", 300, 2, 0))
        if self.plain:
            return ProfilePage(found, (), (), faces=4, mats=3)
        alike = tuple(line.name for line in self.lines if line.name != name and line.fits is None)
        return ProfilePage(found, pairs, counts, 2, 1, PICTURE, alike[:1])

    def choose(self, name: str) -> None:
        self.asked.append(("choose", name))
        self.lines = tuple(replace(line, used=line.name == name) for line in self.lines)

    def switched_profile(self) -> str:
        name, self.fitting = self.fitting, ""
        return name

    def rename(self, name: str, to: str) -> None:
        self._refuse()
        self.asked.append(("rename", name, to))
        self.lines = tuple(
            replace(line, name=to) if line.name == name else line for line in self.lines
        )

    def deleted(self) -> str:
        return self.gone[0].name if self.gone else ""

    def restore(self) -> None:
        self.lines, self.gone = (*self.lines, *self.gone), ()

    def export_file(self, name: str) -> bytes:
        return name.encode()

    def import_file(self, content: bytes, called: str) -> str:
        self._refuse()
        self.asked.append(("take in", called))
        name = content.decode()
        self.lines = (*self.lines, ProfileLine(name, "2026-05-01T18:00:00Z", "x", False, None))
        return name

    def create_without_light(self, name: str) -> None:
        self._refuse()
        self.asked.append(("plain", name))
        self.lines = (*self.lines, ProfileLine(name, "2026-05-01T18:00:00Z", "x", True, None))

    def delete(self, name: str) -> None:
        self._refuse()
        self.asked.append(("delete", name))
        self.gone = tuple(line for line in self.lines if line.name == name)
        self.lines = tuple(line for line in self.lines if line.name != name)

    def compare(self) -> None:
        self.asked.append(("compare",))

    def refresh_light(self, name: str) -> None:
        self.asked.append(("refresh", name))

    def refreshed(self) -> CompanionError | bool | None:
        outcome, self.outcome = self.outcome, None
        return outcome

    def begin(self) -> None:
        self.view = self.begun

    def wizard(self) -> WizardView | None:
        return self.view

    def confirm(self) -> None:
        self.asked.append(("confirm",))

    def correct(self, index: int, die: str, face: str) -> None:
        self.asked.append(("correct", index, die, face))

    def skip(self) -> None:
        self.asked.append(("skip",))

    def back(self) -> None:
        self.asked.append(("back",))

    def keep(self, name: str) -> None:
        self._refuse()
        self.asked.append(("keep", name))
        self.view = None
        self.lines = (*self.lines, ProfileLine(name, "2026-05-01T18:00:00Z", "imx708", True, True))

    def cancel(self) -> None:
        if self.view is not None:
            self.asked.append(("cancel",))
        self.view = None
        self.teaching.cancel()
        self.drawing.cancel()

    def _refuse(self) -> None:
        if self.refusal is not None:
            raise self.refusal


def some_profiles() -> tuple[ProfileLine, ...]:
    """A list of three: in use, under another lamp, never seen."""
    return (
        ProfileLine("Küche, Abend", "2026-04-30T20:15:00Z", "imx708_wide", True, True),
        ProfileLine("Light 1", "2026-04-02T11:05:00Z", "USB camera 2.0", False, False),
        ProfileLine("Zimmer", "2025-12-24T18:00:00Z", "imx708_wide", False, None),
    )
