"""Scenes of dice by a third way: Blender's path tracer, own drawings of the faces, other cameras.

What the networks learn from, and the path-traced scenes that the thresholds were first set on,
come from other programs and other drawings (`models.training.evaluation.pathtraced`). Nobody
trains on these.

Blender is one more Python package that is in no lock, since its numpy is an older one::

    python3.11 -m venv BLENDER
    BLENDER/bin/pip install bpy==5.0.1 "opencv-python-headless<4.11" "numpy<2"
    .venv/bin/companion mats --out MATS
    BLENDER/bin/python -m models.training.evaluation.cycles OUT --count 60 --seed 1 --mats MATS

(``--askew-every 4`` puts several leaning and stacked dice on every fourth picture)

writes ``OUT/NNNN.jpg`` and ``OUT/index.json`` as `models.training.evaluation.field_test` reads
them, one picture at a time; a run that was stopped goes on. An entry has ``image``, ``light``,
``ground``, ``half`` (``tune`` to set thresholds with, ``report`` for figures) and ``dice``:
``centre_px``, ``size_px``, ``type``, ``face``, ``flat``, ``state`` (``flat``, ``cocked``,
``stacked`` on another die, or ``hidden``: more than an eighth of the top face) and ``visible``
(the share that is seen).
"""
