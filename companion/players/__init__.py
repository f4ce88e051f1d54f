"""Computer players of Roll for the Galaxy: observations, legal moves, policies."""
