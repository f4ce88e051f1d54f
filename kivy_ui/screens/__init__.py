"""One screen for each step of the evening: a module and a layout each."""
