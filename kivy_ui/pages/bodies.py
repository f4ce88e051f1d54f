"""All kinds of bodies that a page can have; ``templates.compose`` has a function for each."""

from typing import TypeAlias

from kivy_ui.pages.forms import Entry, Form
from kivy_ui.pages.letters import Letters
from kivy_ui.pages.listing import List, Moves, Prose, TableTop
from kivy_ui.pages.maps import Map
from kivy_ui.pages.opening import Across, Mat, Seats, Table, Welcome
from kivy_ui.pages.page import Cards
from kivy_ui.pages.photos import Photo
from kivy_ui.pages.rounds import Columns, Lanes
from kivy_ui.pages.scores import Chart, Code, Result, Tally, Why

Body: TypeAlias = (
    Lanes | Columns | Cards | Form | Entry | Map | Photo | Seats | Table | Welcome
    | Across | Letters | List | Mat | Moves | Prose | TableTop | Result | Why | Tally | Chart | Code
)  # fmt: skip
