#!/usr/bin/env python3
"""Counts how many tactical problems an engine that speaks UCI solves, with one thread.

usage: tactics.py ENGINE [--file FILE] [--nodes N | --seconds S] [--hash MIB] [--fairy] [--keep FILE]
A problem is solved if the engine plays its best move in the end. --keep writes the solved ones to a file. --fairy is for
Fairy-Stockfish, which has to be told the variant and counts ranks from 1.
"""

import argparse
import pathlib
import re
import sys

from engine import Engine
from suite import DATA, positions, prepare, search


def ranks_from_0(mv):
    """A move as the problems have it, from one whose ranks count from 1."""
    return re.sub(r"\d+", lambda rank: str(int(rank[0]) - 1), mv)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("--file", type=pathlib.Path, default=DATA / "tactics.epd")
    parser.add_argument("--nodes", type=int, default=100_000)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--hash", type=int, default=64)
    parser.add_argument("--fairy", action="store_true")
    parser.add_argument("--keep", type=pathlib.Path)
    options = parser.parse_args()
    limit = f"movetime {round(options.seconds * 1000)}" if options.seconds else f"nodes {options.nodes}"
    lines = options.file.read_text().splitlines()
    problems = list(positions(options.file, "bm", "id"))
    solved = []
    with Engine([options.engine]) as engine:
        prepare(engine, options.hash)
        if options.fairy:
            engine.send("setoption name UCI_Variant value xiangqi")
        for line, (fen, best, name) in zip(lines, problems, strict=True):
            played = search(engine, fen, limit)
            if options.fairy:
                played = ranks_from_0(played)
            if played == best:
                solved.append(line)
            else:
                print(f"not solved: {name}: {played} instead of {best}, {fen}")
    share = 100 * len(solved) / max(1, len(problems))
    print(f"tactics: {len(solved)} of {len(problems)} solved ({share:.1f} %), {limit}")
    if options.keep:
        options.keep.write_text("".join(f"{line}\n" for line in solved))
    return 0 if problems else 1


if __name__ == "__main__":
    sys.exit(main())
