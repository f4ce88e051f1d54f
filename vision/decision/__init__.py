"""Which dice are listed, with which answer, and which of them a person should check."""
