"""Evaluation: figures of the networks and of the whole program."""
