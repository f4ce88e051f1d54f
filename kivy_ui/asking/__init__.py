"""Questions on the screen: what is open and marked, its page, and the commands that taps send."""
