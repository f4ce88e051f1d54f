"""The screens, one for each step of a game session: a module and a ``.kv`` layout each."""
