"""Evaluation: metrics of the networks and of the whole program."""
