"""Path-traced scenes of dice: validation images rendered independently of the training images.

The synthetic training images come from `models.training.generator`. These come from a physically
based renderer (Mitsuba 3, Jakob et al., 2022) with rounded, glossy cubes, area lights and real
shadows, and from a second drawing of the glyphs, to reveal overfitting to the generator. Except
for those of `training_tables`, they are used for validation only.

    python -m models.training.pathtraced OUT --count 60 --seed 7

writes ``OUT/NNNN.jpg`` and ``OUT/index.json``; an entry has ``image``, ``light``, ``ground`` and
``dice``: ``centre_px``, ``size_px``, ``type``, ``face``, ``flat`` (False for a cocked die).
"""
