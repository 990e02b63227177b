#!/usr/bin/env python3
"""Lets the engine play itself through UCCI, every move judged by pyffish.

usage: self_play.py ENGINE [--games N] [--nodes N] [--jobs N] [--seed N]
Games begin with a few random moves. It fails if a move is illegal, if the engine stops, stays silent or writes to
its standard error, or if it has no move where there is one.
"""

import argparse
import collections
import multiprocessing
import random
import sys

from engine import Engine
from referee import START, Game, all_legal, is_move, legal_moves

RANDOM_PLIES = 6
MOST_PLIES = 2000  # games end long before, by repetition or by the move limit


def opening(rng):
    """A game of a few random moves."""
    game = Game()
    for _ in range(RANDOM_PLIES):
        game.play(rng.choice(sorted(legal_moves(START, game.moves))))
    return game


def finish(engine, game, nodes):
    """Plays a game to its end and says how it ended."""
    while len(game.moves) < MOST_PLIES:
        reason = game.end()
        if reason:
            return reason
        engine.send("position startpos moves " + " ".join(game.moves))
        answer = engine.ask(f"go nodes {nodes}", "bestmove", "nobestmove").split()
        if answer[0] == "nobestmove":
            return "no legal move" if game.is_lost() else "WRONG: no move found where there is one"
        if not is_move(answer[1]):
            return f"WRONG: {' '.join(answer)}"
        game.play(answer[1])
    return "WRONG: no end"


def judged(engine, game, nodes):
    reason = finish(engine, game, nodes)
    if not all_legal(START, game.moves):
        return "WRONG: illegal move"
    if engine.complaints():
        return f"WRONG: {engine.complaints().strip()}"
    return reason


def play(job):
    """Plays every game of a job with one engine process; returns how each ended."""
    path, seeds, nodes = job
    with Engine([path]) as engine:
        engine.ask("ucci", "ucciok")
        ends = []
        for seed in seeds:
            engine.send("setoption newgame")
            game = opening(random.Random(seed))
            end = judged(engine, game, nodes)
            if end.startswith("WRONG"):
                print(f"game {seed}: {end}: {' '.join(game.moves)}", flush=True)
            ends.append((end.split(":")[0], len(game.moves)))
        return ends


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--nodes", type=int, default=2000, help="nodes a move")
    parser.add_argument("--jobs", type=int, default=multiprocessing.cpu_count())
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game")
    options = parser.parse_args()
    seeds = list(range(options.seed, options.seed + options.games))
    jobs = [(options.engine, seeds[first :: options.jobs], options.nodes) for first in range(options.jobs)]
    with multiprocessing.Pool(options.jobs) as pool:
        ends = [end for part in pool.imap_unordered(play, jobs) for end in part]
    counts = collections.Counter(end for end, _ in ends)
    plies = sum(plies for _, plies in ends)
    print(f"self-play: {len(ends)} games, {plies} plies, {dict(counts)}")
    return 1 if counts["WRONG"] or len(ends) != options.games else 0


if __name__ == "__main__":
    sys.exit(main())
