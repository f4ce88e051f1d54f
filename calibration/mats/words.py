"""The words printed on the mats, always in English, Polish and Hungarian, in this order.

A mat is printed once for all players, so it shows all languages at once, independently of the
screen's language.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

Trio: TypeAlias = tuple[str, str, str]

PHASE_NUMERALS: Final = MappingProxyType(
    {"explore": "I", "develop": "II", "settle": "III", "produce": "IV", "ship": "V"}
)

PHASES: Final[Mapping[str, Trio]] = MappingProxyType(
    {
        "explore": ("Explore", "Odkrywanie", "Felfedezés"),
        "develop": ("Develop", "Rozwój Technologii", "Fejlesztés"),
        "settle": ("Settle", "Kolonizacja", "Letelepedés"),
        "produce": ("Produce", "Produkcja", "Termelés"),
        "ship": ("Ship", "Dostawa", "Szállítás"),
    }
)

DICE: Final[Mapping[str, Trio]] = MappingProxyType(
    {
        "home": ("Home", "Rodzima Populacja", "Anyabolygó"),
        "military": ("Military", "Wojsko", "Katonai"),
        "consumption": ("Consumption", "Konsumpcja", "Feldolgozás"),
        "novelty": ("Novelty", "Ulepszenia", "Luxuscikkek"),
        "rare_elements": ("Rare Elements", "Rzadkie Pierwiastki", "Ritka Anyagok"),
        "genes": ("Genes", "Geny", "Gének"),
        "alien_technology": (
            "Alien Technology",
            "Technologie Obcych Cywilizacji",
            "Idegen technológia",
        ),
    }
)

DIE_COLOURS: Final[Mapping[str, Trio]] = MappingProxyType(
    {
        "home": ("white", "biała", "fehér"),
        "military": ("red", "czerwona", "vörös"),
        "consumption": ("purple", "fioletowa", "lila"),
        "novelty": ("cyan", "niebieska", "cián"),
        "rare_elements": ("brown", "brązowa", "barna"),
        "genes": ("green", "zielona", "zöld"),
        "alien_technology": ("yellow", "żółta", "sárga"),
    }
)

SEAT: Final[Trio] = ("seat", "miejsce", "hely")
SELECTION: Final[Trio] = ("selection", "wybór", "választás")
DICTATE: Final[Trio] = ("Dictate", "Dyktat", "Parancs")
TRAY: Final[Trio] = ("Dice tray", "Taca na kości", "Kockatálca")
CALIBRATION: Final[Trio] = ("Calibration", "Kalibracja", "Kalibrálás")

PRINT_SCALE: Final[Trio] = (
    "Print at 100 %, do not fit to page. This ruler is 100 mm long.",
    "Drukuj w skali 100 %, nie dopasowuj do strony. Ta linijka ma 100 mm.",
    "Nyomtasd 100 %-os méretben, ne igazítsd a laphoz. Ez a vonalzó 100 mm.",
)

CALIBRATION_HINT: Final[Trio] = (
    "Put one die of each kind on its place, any face up. Keep the grey patches clear.",
    "Połóż po jednej kości każdego rodzaju na jej polu. Nie zasłaniaj szarych pól.",
    "Tegyél minden fajtából egy kockát a helyére. A szürke mezőket ne takard el.",
)
