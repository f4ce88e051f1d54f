"""User interface of Roll for the Galaxy."""
