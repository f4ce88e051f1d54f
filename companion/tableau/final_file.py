"""Converts several players' tableaus to a ``roll-final/1`` document with doubts."""

from collections.abc import Sequence
from typing import Final

from companion.games.roll.model.dice import DieType
from companion.games.roll.model.tiles import Catalog
from companion.scorefile.roll_final import SCHEMA
from companion.tableau.from_picture import Tableau, TileDoubt

_UNSEEN: Final = {
    "vp_chips": "Chips are not counted in images: enter the VP of this player's chips.",
    "credits": "Credits are not visible in images: enter this player's credits.",
}


def final_document(
    players: Sequence[tuple[str, str, Tableau]], catalog: Catalog
) -> dict[str, object]:
    """Return the ``roll-final/1`` document with its list of doubts.

    Args:
        players: name, picture file and tableau of each player.
        catalog: the tiles of the box.
    """
    doubts: list[dict[str, object]] = []
    rows = []
    owners: dict[object, str] = {}
    for number, (name, image, seen) in enumerate(players):
        where = {"player": name, "image": image}
        doubts += [{**where, **_tile_doubt(doubt)} for doubt in seen.doubts]
        doubts += [{**where, "place": f"players[{number}].{key}", "why": "not_seen",
                    "message": text} for key, text in _UNSEEN.items()]  # fmt: skip
        for key, what in (("faction", "faction tile"), ("home_world", "home world")):
            if getattr(seen, key) is None:
                message = f"No {what} was recognised: write it into the file."
                doubts.append({**where, "place": f"players[{number}].{key}", "why": "not_seen",
                               "message": message})  # fmt: skip
        for piece, key in _pieces(seen, catalog):
            if piece in owners:
                message = f"{key} is also in front of {owners[piece]}."
                doubts.append({**where, "tile": key, "why": "two_owners", "message": message})
            owners.setdefault(piece, name)
        if seen.dice_to_check:
            message = f"{len(seen.dice_to_check)} dice should be looked at."
            doubts.append({**where, "why": "dice", "message": message})
        rows.append(_player(name, seen))
    return {"schema": SCHEMA, "players": rows, "doubts": doubts}


def _player(name: str, seen: Tableau) -> dict[str, object]:
    others = {kind.value: seen.other_dice[kind] for kind in DieType if kind in seen.other_dice}
    return {
        "name": name,
        "vp_chips": 0,
        "credits": 0,
        "faction": seen.faction,
        "home_world": seen.home_world,
        "tiles": list(seen.tiles),
        "dice": {
            "citizenry": others,
            "goods": [{"world": good.world, "die": good.die.value} for good in seen.goods],
        },
    }


def _tile_doubt(doubt: TileDoubt) -> dict[str, object]:
    x, y = doubt.reading.centre_px
    others = [other.tile for other in doubt.reading.alternatives]
    said = doubt.reading.tile or "a tile that was not recognised"
    return {
        "centre_px": [round(x, 1), round(y, 1)],
        "tile": doubt.reading.tile,
        "text": doubt.reading.text,
        "alternatives": others,
        "why": doubt.why,
        "message": f"Look at {said}." if doubt.why == "unsure" else f"{said}: {doubt.why}.",
    }


def _pieces(seen: Tableau, catalog: Catalog) -> list[tuple[object, str]]:
    pieces: list[tuple[object, str]] = [(catalog.tile_by_side[key].id, key) for key in seen.tiles]
    if seen.faction is not None:
        pieces.append((f"faction {seen.faction}", "The faction tile"))
    if seen.home_world is not None:
        pieces.append((seen.home_world, seen.home_world))
    return pieces
