"""Shows the example pages in a window: ``python -m tests.ui.pages.demo``; taps change the value.

Menu shows the next page, undo the one before. An answer is chosen by replacing the page with a
changed copy: there is no other state. On a Raspberry Pi it shows the speed of the real screen.
"""

from __future__ import annotations

import argparse
from typing import Any

from kivy_ui.environment import prepare


def main() -> None:
    """Run the demonstration."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--size", default="800x480")
    wide, _, high = parser.parse_args().size.partition("x")
    prepare(size_px=(int(wide), int(high)))
    from kivy.app import App

    from kivy_ui.pages.page import Frame
    from kivy_ui.pages.renderer import PageView
    from tests.ui.pages.examples import EXAMPLES, chosen

    class Demo(App):  # type: ignore[misc]
        """The window with one view."""

        def build(self) -> Any:
            self.pages = list(EXAMPLES.values())
            self.at = 0
            view = PageView()
            view.bind(on_answer=self.answered)
            view.show(self.pages[0])
            return view

        def answered(self, view: PageView, key: object) -> None:
            """Turn the page, or choose an answer."""
            step = (key is Frame.MENU) - (key is Frame.UNDO)
            self.at = (self.at + step) % len(self.pages)
            self.pages[self.at] = chosen(self.pages[self.at], key)
            view.show(self.pages[self.at])

    Demo().run()


if __name__ == "__main__":
    main()
