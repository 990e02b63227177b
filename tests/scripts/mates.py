#!/usr/bin/env python3
"""Measures how soon the engine finds the mates of tests/data/mates.epd, one thread, searching as in a game.

usage: mates.py ENGINE [--moves N] [--seconds S]
Mates of up to N moves must be found, with the right distance, within S seconds each.
"""

import argparse
import pathlib
import re
import sys
import time

from engine import Engine

MATES = pathlib.Path(__file__).parent.parent / "data" / "mates.epd"


def seconds_to_mate(engine, fen, moves, limit):
    """After how many seconds the engine tells the mate; None if it does not within the limit."""
    engine.ask("ucinewgame\nisready", "readyok")
    found, start = [], time.monotonic()

    def listen(line):
        if re.search(rf"\bscore mate {moves}\b", line) and not found:
            found.append(time.monotonic() - start)
            engine.send("stop")
        return line.startswith("bestmove")

    engine.send(f"position fen {fen}\ngo movetime {round(limit * 1000)}")
    engine.wait_for(listen)
    return found[0] if found else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("--moves", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=2.0)
    options = parser.parse_args()
    times, missed = [], 0
    with Engine([options.engine]) as engine:
        engine.ask("uci", "uciok")
        for line in MATES.read_text().splitlines():
            fen, moves = line.split(";")[0], int(re.search(r"\bdm (\d+)", line)[1])
            if moves > options.moves:
                continue
            seconds = seconds_to_mate(engine, fen, moves, options.seconds)
            if seconds is None:
                missed += 1
                print(f"not found: mate in {moves}, {fen}")
            else:
                times.append(seconds)
    times.sort()
    if times:
        print(f"mates: {len(times)} found, median {times[len(times) // 2]:.3f} s, slowest {times[-1]:.3f} s")
    print(f"mates: {missed} not found")
    return 1 if missed or not times else 0


if __name__ == "__main__":
    sys.exit(main())
