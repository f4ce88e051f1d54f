"""Path-traced scenes of dice: a judge for the reader that shares nothing with its teacher.

The pictures that the networks learn from come from the fast compositor. These come from a
physically based renderer (Mitsuba 3, Jakob et al., 2022) with rounded, glossy cubes, area lights
and real shadows, and from a second drawing of the glyphs, so that a habit of the compositor cannot
hide. They are used for validation only.

    python -m models.training.pathtraced OUT --count 60 --seed 7

writes ``OUT/NNNN.jpg`` and ``OUT/index.json``; an entry has ``image``, ``light``, ``ground`` and
``dice``: ``centre_px``, ``size_px``, ``type``, ``face``, ``flat`` (False for a cocked die).
"""
