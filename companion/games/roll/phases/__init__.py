"""One module for each part of a round: its commands, events, deciders and appliers.

Importing a module adds its deciders and appliers to the judge (``rules/judge``).
"""
