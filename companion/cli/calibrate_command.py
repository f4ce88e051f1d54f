"""Create a profile of camera and light from images, or check whether the light still fits one.

The images show the calibration mat with one die of each type on its place, all in the same light.
"""

import argparse
from dataclasses import astuple
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.output import say, write_json, write_line
from companion.errors import CompanionError
from companion.session.clock import SystemClock

if TYPE_CHECKING:
    from calibration.core.making import LightCheck
    from calibration.core.profile import Profile
    from calibration.core.store import ProfileStore
    from companion.session.calibration_ports import StepLight

MADE_SCHEMA = "calibrate/1"
CHECK_SCHEMA = "light-check/1"

_CAMERA = "pictures"
_NAME_CHARACTERS = 40
_MARKS = {"green": "ok", "yellow": "--", "red": "!!"}


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("images", nargs="+", metavar="IMAGE", help="JPEG, PNG, WebP, TIFF or BMP")
    parser.add_argument(
        "--out",
        type=Path,
        metavar="PROFILE",
        help="file for the profile; replaced atomically, or unchanged on an error",
    )
    parser.add_argument(
        "--name", help="name of the profile; with it a copy is added to the list of profiles"
    )
    other = parser.add_mutually_exclusive_group()
    other.add_argument(
        "--check", metavar="PROFILE", help="check whether the light in the image fits this profile"
    )
    other.add_argument(
        "--refresh",
        metavar="PROFILE",
        help="measure only the light in the image (any mat in view), take the rest from this "
        "profile",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(args: argparse.Namespace) -> int:
    """Make, refresh or check a profile and return the exit status.

    Raises:
        CompanionError: a picture, the profile or the models cannot be used; nothing was changed.
    """
    if args.check is not None:
        return _check(args)
    if args.refresh is not None:
        return _refresh(args)
    if args.out is None:
        args.refuse("--out PROFILE is needed")
    return _make(args)


def _make(args: argparse.Namespace) -> int:
    from calibration.core.making import make_profile
    from calibration.core.profile_file import write_profile
    from vision.core.decoding import decode_file
    from vision.opening import open_table_reader

    name = _name(args)
    frames = [decode_file(Path(image)) for image in args.images]
    profile, steps = make_profile(
        frames, open_table_reader(), name=name, made_at=SystemClock().utc_iso(), camera=_CAMERA
    )
    write_profile(args.out, profile)
    kept = _keep(profile) if args.name is not None else False
    _tell_made(profile, steps, args, listed=kept)
    return 0


def _refresh(args: argparse.Namespace) -> int:
    from calibration.core.making import refreshed
    from calibration.core.profile_file import write_profile
    from vision.core.decoding import decode_file

    if len(args.images) != 1:
        args.refuse("--refresh takes one image")
    store = table_profiles()
    before = store.find(args.refresh)
    profile = refreshed(before, decode_file(Path(args.images[0])), made_at=SystemClock().utc_iso())
    out = args.out
    if out is None:
        named = args.refresh in store.names()
        out = store.path(args.refresh) if named else Path(args.refresh)
    write_profile(out, profile)
    args.out = out
    _tell_made(profile, (), args, listed=False)
    return 0


def _check(args: argparse.Namespace) -> int:
    from calibration.core.making import check_light
    from vision.core.decoding import decode_file
    from vision.opening import open_table_reader

    if len(args.images) != 1:
        args.refuse("--check takes one image")
    profile = table_profiles().find(args.check)
    frame = decode_file(Path(args.images[0]))
    answer = check_light(profile, frame, open_table_reader())
    if args.json:
        write_json(_check_json(profile, args.images[0], answer))
        return 0
    write_line(f"{profile.name}: the light {'fits' if answer.fits else 'does not fit'}.")
    for problem in answer.problems:
        write_line(f"  {problem.message}")
    return 0


def table_profiles() -> "ProfileStore":
    """Return the table's store of named profiles."""
    from calibration.core.store import ProfileStore
    from companion.places import places

    return ProfileStore(places().profiles)


def _keep(profile: "Profile") -> bool:
    """Save a copy in the table's list; return False with a message if that fails."""
    try:
        table_profiles().save(profile)
    except CompanionError as err:
        say(f"The profile was not added to the list: {err.message}")
        return False
    return True


def _name(args: argparse.Namespace) -> str:
    from calibration.core.errors import PROFILE_NAME
    from calibration.core.profile import is_name

    if args.name is not None:
        if not is_name(args.name):
            raise PROFILE_NAME(name=repr(args.name)[:60])
        return str(args.name)
    stem = "".join(c for c in args.out.stem if c.isprintable())[:_NAME_CHARACTERS].strip()
    return stem if is_name(stem) else "profile"


def _tell_made(
    profile: "Profile", steps: "tuple[StepLight, ...]", args: argparse.Namespace, *, listed: bool
) -> None:
    if args.json:
        write_json(_made_json(profile, steps, args, listed=listed))
        return
    for step in steps:
        said = f": {step.advice.message} {step.advice.hint_text}" if step.advice else ""
        write_line(f"  {_MARKS[step.signal.value]} {step.key}{said}")
    say(f"The profile {profile.name} is in {args.out}.")


def _made_json(
    profile: "Profile", steps: "tuple[StepLight, ...]", args: argparse.Namespace, *, listed: bool
) -> dict[str, object]:
    from calibration.core.colour_difference import lab, pairs

    return {
        "schema": MADE_SCHEMA,
        "profile": str(args.out),
        "name": profile.name,
        "listed": listed,
        "images": list(args.images),
        "white": list(profile.light.white) if profile.light else None,
        "die_edge_mm": profile.die_edge_mm,
        "steps": [_step(step) for step in steps],
        "colours": [
            {"type": die, "linear": linear, "lab": [round(v, 2) for v in lab(linear)]}
            for die, linear in ((each.die, each.linear) for each in profile.colours)
        ],
        "pairs": [
            {"types": types, "difference": round(difference, 2), "close": close}
            for *types, difference, close in map(astuple, pairs(profile.colours))
        ],
    }


def _step(step: "StepLight") -> dict[str, object]:
    from companion.cli.output import error_json

    return {
        "step": step.key,
        "signal": step.signal.value,
        "value": None if step.value is None else round(step.value, 4),
        "advice": None if step.advice is None else error_json(step.advice),
    }


def _check_json(profile: "Profile", image: str, answer: "LightCheck") -> dict[str, object]:
    from companion.app.readings_json import problems_json

    drift = answer.drift
    return {
        "schema": CHECK_SCHEMA,
        "profile": profile.name,
        "image": image,
        "fits": answer.fits,
        "by": answer.by,
        "hue_shift": None if drift is None else round(drift.hue, 4),
        "level_shift_stops": None if drift is None else round(drift.level_stops, 3),
        "other_lamp": round(answer.other_lamp, 4),
        "problems": problems_json(answer.problems),
    }
