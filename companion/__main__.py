"""Entry point of ``python -m companion``: runs the command line."""

from companion.cli.main import main

raise SystemExit(main())
