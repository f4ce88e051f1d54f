"""Commands become events: each is checked against the rules or refused."""
