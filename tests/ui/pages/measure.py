# ruff: noqa: T201  # the output goes to standard output
"""Measures pages off-screen: ``python -m tests.ui.pages.measure``. Prints figures, asserts nothing.

Software rendering: the drawing takes processor time that a Raspberry Pi's GPU would take.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable

from kivy_ui.art.files import SIZES_PX
from tests.ui.pages.shots import frame, opened


def times_ms(act: Callable[[int], None], count: int) -> list[float]:
    """Return the processor time of each of *count* calls: other programs do not change it."""
    taken = []
    for index in range(count):
        start = time.process_time()
        act(index)
        taken.append(1000 * (time.process_time() - start))
    return taken


def figures(taken: list[float]) -> str:
    """Return median and 95th percentile."""
    p95 = statistics.quantiles(taken, n=20)[18]
    return f"median {statistics.median(taken):6.2f} ms  p95 {p95:6.2f} ms  (n={len(taken)})"


def main() -> None:
    """Print counts for each page, and times of a page change and of animated frames."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--count", type=int, default=120)
    parser.add_argument("--size", default="800x480")
    options = parser.parse_args()
    wide, _, high = options.size.partition("x")
    size_px = (int(wide), int(high))
    view = opened(size_px)
    from kivy_ui.pages.templates import compose
    from kivy_ui.pages.textures import text_width
    from tests.ui.pages.examples import EXAMPLES

    start = time.perf_counter()
    view.show(EXAMPLES["explore"])
    frame()
    print(
        f"first page, with loading of the pictures: {1000 * (time.perf_counter() - start):.0f} ms"
    )
    names = list(EXAMPLES)
    pages = list(EXAMPLES.values())
    print(f"size {options.size}, load {' '.join(f'{each:.1f}' for each in os.getloadavg())}")
    print(f"{'page':14} surfaces pieces texts targets texture changes")
    for name, page in EXAMPLES.items():
        view.show(page)
        frame()
        scene = view.scene
        counts = (len(scene.patches), len(scene.pieces), len(scene.words), len(scene.targets))
        print(f"{name:14} {counts[0]:8} {counts[1]:6} {counts[2]:5} {counts[3]:7} "
              f"{view.texture_changes():8}")  # fmt: skip

    def lay_out(index: int) -> None:
        compose(pages[index % len(pages)], size_px, text_width)

    def change(index: int) -> None:
        view.show(pages[index % len(pages)])

    def change_and_draw(index: int) -> None:
        view.show(pages[index % len(pages)])
        frame()

    def cold(index: int) -> None:
        view.texts.clear()
        text_width.cache_clear()
        view.show(pages[index % len(pages)])
        frame()

    def still(_: int) -> None:
        view.canvas.ask_update()
        frame()

    def moving(index: int) -> None:
        view.progress(16 * (index % 10))
        frame()

    def press(index: int) -> None:
        view.press("ship" if index % 2 else None)
        frame()

    print(f"layout only            {figures(times_ms(lay_out, options.count))}")
    print(f"show, not drawn        {figures(times_ms(change, options.count))}")
    print(f"show and draw          {figures(times_ms(change_and_draw, options.count))}")
    print(f"the same, texts cold   {figures(times_ms(cold, options.count))}")
    view.moves = True
    view.show(EXAMPLES["ship"])
    print(f"frame without change   {figures(times_ms(still, options.count))}")
    print(f"frame in motion        {figures(times_ms(moving, options.count))}")
    view.rest()
    print(f"press or release       {figures(times_ms(press, options.count))}")
    print(f"pages: {', '.join(names)}; sizes to try: {SIZES_PX}")
    print(f"load at the end {' '.join(f'{each:.1f}' for each in os.getloadavg())}")


if __name__ == "__main__":
    main()
