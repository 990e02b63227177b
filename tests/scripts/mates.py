#!/usr/bin/env python3
"""Measures how soon the engine finds the mates of tests/data/mates.epd, one thread, searching as in a game.

usage: mates.py ENGINE [--moves N] [--seconds S | --nodes N] [--hash MIB]
Mates, of up to N moves if that is given, must be found, with the right distance, within S seconds or N nodes each.
"""

import argparse
import re
import sys
import time

from engine import Engine
from suite import DATA, positions, prepare, search


def seconds_and_nodes_to_mate(engine, fen, moves, limit):
    """After how many seconds and nodes the engine tells the mate; None if it does not within the limit."""
    found, start = [], time.monotonic()

    def listen(line):
        if re.search(rf"\bscore mate {moves} (?!\w*bound)", line) and not found:
            found.append((time.monotonic() - start, int(re.search(r"\bnodes (\d+)", line)[1])))
            engine.send("stop")

    search(engine, fen, limit, listen)
    return found[0] if found else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("--moves", type=int)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--hash", type=int, default=64)
    options = parser.parse_args()
    limit = f"nodes {options.nodes}" if options.nodes else f"movetime {round(options.seconds * 1000)}"
    found, missed = [], 0
    with Engine([options.engine]) as engine:
        prepare(engine, options.hash)
        for fen, moves in positions(DATA / "mates.epd", "dm"):
            if options.moves and int(moves) > options.moves:
                continue
            cost = seconds_and_nodes_to_mate(engine, fen, moves, limit)
            if cost is None:
                missed += 1
                print(f"not found: mate in {moves}, {fen}")
            else:
                found.append(cost)
    for name, costs, digits in zip(("s", "nodes"), zip(*found), (3, 0)):
        costs = sorted(costs)
        print(f"median {costs[len(costs) // 2]:.{digits}f} {name}, most {costs[-1]:.{digits}f} {name}")
    print(f"mates: {len(found)} found, {missed} not found")
    return 1 if missed or not found else 0


if __name__ == "__main__":
    sys.exit(main())
