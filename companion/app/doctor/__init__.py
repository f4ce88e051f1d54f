"""Diagnostics of the installation: findings for the command line and the UI."""
