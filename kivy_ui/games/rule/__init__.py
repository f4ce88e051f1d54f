"""User interface of Rule the Galaxy."""
