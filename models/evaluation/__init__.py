"""Pictures of dice that share nothing with the training pictures, and the score on them."""
