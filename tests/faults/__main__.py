"""Inject every fault and print what came of each.

    python -m tests.faults [--quick] [--scale SHARE] [MODULE...]

The exit status is 1 if anything was lost silently, did not start or ended in an internal error.
"""

import argparse
import sys
import time

from tests.faults.matrix import QUICK, as_table, fault_modules


def main() -> int:
    modules = fault_modules()
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--quick", action="store_true", help=f"the same as --scale {QUICK}")
    parser.add_argument("--scale", type=float, default=1.0, help="share of the full matrix")
    parser.add_argument("modules", nargs="*", metavar="MODULE", help=", ".join(modules))
    args = parser.parse_args()
    if unknown := set(args.modules) - modules.keys():
        parser.error(f"no such module: {', '.join(sorted(unknown))}")
    results = []
    for name in args.modules or modules:
        for row in modules[name](QUICK if args.quick else args.scale):
            results.append(row)
            sys.stderr.write(f"{time.strftime('%H:%M:%S')} {row}\n")
    sys.stdout.write(as_table(results) + "\n")
    return 0 if results and all(row.is_clean for row in results) else 1


if __name__ == "__main__":
    sys.exit(main())
