#!/usr/bin/env python3
"""Plays a game against itself through the engine drivers of the package cchess.

usage: client_cchess.py ENGINE ucci|uci [LEVEL]
The package sends positions without their moves, CR LF line ends, and UCI options in UCCI too.
"""

import os
import sys
import time

import pyffish
from cchess import UcciEngine, UciEngine

from referee import START, VARIANT, Game, to_pyffish

NODES = 2000
SECONDS_PER_MOVE = 20


def answer_of(driver, fen):
    """The action that ends the driver's search, and the number of lines of thought before it."""
    driver.go_from(fen, {"nodes": NODES})
    thoughts, end = 0, time.monotonic() + SECONDS_PER_MOVE
    while time.monotonic() < end:
        action = driver.get_action()
        if action is None:
            time.sleep(0.001)
        elif action["action"] in ("bestmove", "dead", "draw"):
            return action, thoughts
        elif action["action"] == "info_move" and "moves" in action and ("score" in action or "mate" in action):
            thoughts += 1
    raise AssertionError(f"no answer to {fen}")


def play(driver):
    game = Game()
    while True:
        reason = game.end()
        if reason:
            return game, reason
        fen = pyffish.get_fen(VARIANT, START, [to_pyffish(move) for move in game.moves])
        action, thoughts = answer_of(driver, fen)
        if action["action"] == "dead" and game.is_lost():
            return game, "no legal move"
        if action["action"] != "bestmove" or not thoughts:
            raise AssertionError(f"{action} after {thoughts} lines of thought at {fen}")
        game.play_checked(action["move"])


def main():
    engine, protocol, *levels = sys.argv[1:]
    driver = {"ucci": UcciEngine, "uci": UciEngine}[protocol]()
    if not driver.load(os.path.abspath(engine)) or not driver.wait_for_ready(10):
        raise AssertionError(f"cchess cannot load {engine} as {protocol}")
    settings = {"usemillisec": "true", "Threads": "1", "Hash": "16", "Seed": "1"}
    settings.update({"Skill Level": level for level in levels})
    for name, value in settings.items():
        driver.set_option(name, value)
    game, reason = play(driver)
    driver.quit()
    print(f"cchess {protocol}: {len(game.moves)} plies, {reason}")


if __name__ == "__main__":
    main()
