#!/usr/bin/env python3
"""Compares the legal moves of random positions with those that pyffish finds.

usage: legal-moves COUNT SEED | differential.py
Each line of the input is a FEN, a tab, and the legal moves with spaces between them.
"""

import multiprocessing
import sys

from referee import legal_moves


def difference(line):
    """What is wrong with a line; None if nothing is."""
    fen, moves = line.rstrip("\n").split("\t")
    ours, theirs = moves.split(), legal_moves(fen)
    if len(ours) != len(set(ours)):
        return f"{fen}: a move is listed twice"
    if set(ours) != theirs:
        return f"{fen}: only ours {sorted(set(ours) - theirs)}, only theirs {sorted(theirs - set(ours))}"
    return None


def main():
    count = wrong = 0
    with multiprocessing.Pool() as pool:
        for found in pool.imap(difference, sys.stdin, chunksize=100):
            count += 1
            if found:
                wrong += 1
                print(found)
    print(f"differential: {count} positions, {wrong} with other moves than pyffish")
    return 1 if wrong or not count else 0


if __name__ == "__main__":
    sys.exit(main())
