"""User interface of Galactic Emperor."""
