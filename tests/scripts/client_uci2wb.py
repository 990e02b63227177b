#!/usr/bin/env python3
"""Plays a game through uci2wb, the adapter with which XBoard runs UCCI and UCI engines.

usage: client_uci2wb.py ENGINE -x|-c      (-x: UCCI, -c: the Cyclone dialect of UCI)
XBoard is played by this script: it moves at random as Red, so that the engine has a game to win.
"""

import os
import random
import sys

from engine import Engine
from referee import START, Game, legal_moves

CENTISECONDS = 400  # what the clock shows before every move, for the next 40
ADAPTER = "/usr/games/uci2wb"


def start(adapter):
    adapter.send("xboard")
    adapter.send("protover 2")
    adapter.wait_for(lambda line: "done=1" in line)
    for line in ("new", "variant xiangqi", "level 40 0:04 0", "post", "easy"):
        adapter.send(line)
    adapter.ask("ping 1", "pong 1")  # what follows too fast, uci2wb may lose


def reply(adapter, move):
    """The engine's reply to a move."""
    adapter.send(f"time {CENTISECONDS}")
    adapter.send(f"otim {CENTISECONDS}")
    adapter.send(f"usermove {move}")
    return adapter.wait_for(lambda line: line.startswith(("move ", "resign", "0-1", "1-0", "1/2", "tellusererror")))


def play(adapter, rng):
    game = Game()
    while True:
        reason = game.end()
        if reason:
            return game, reason
        moves = sorted(legal_moves(START, game.moves))
        if not moves:
            return game, "the engine won" if len(game.moves) % 2 == 0 else "the engine lost"
        game.play(rng.choice(moves))
        if game.is_lost() or game.end():
            continue
        answer = reply(adapter, game.moves[-1]).split()
        if answer[0] != "move":
            raise AssertionError(f"uci2wb says {answer} after {' '.join(game.moves)}")
        game.play_checked(answer[1])


def main():
    engine, flag = sys.argv[1:]
    with Engine([ADAPTER, flag, os.path.abspath(engine)]) as adapter:
        start(adapter)
        game, reason = play(adapter, random.Random(1))
    print(f"uci2wb {flag}: {len(game.moves)} plies, {reason}")


if __name__ == "__main__":
    main()
