#!/usr/bin/env python3
"""Compares how repetitions of random games are judged under the Asian rules with how pyffish judges them.

usage: repetitions COUNT SEED | repetitions.py

Each line of the input is a FEN, the moves to a position that has occurred for the third time or more, how the game ends
for the side to move, and how it would if one more move were judged, with tabs between them. Differences for which
docs/rules.md gives a reason are counted by their reason; any other makes the comparison fail.
"""

import collections
import multiprocessing
import sys

import pyffish

from referee import VARIANT, board_of, to_pyffish

ELEPHANT_LEAPS = [(-2, -2), (-2, 2), (2, -2), (2, 2)]


def theirs(fen, moves):
    """How the game ends for the side to move by pyffish."""
    ended, value = pyffish.is_optional_game_end(VARIANT, fen, [to_pyffish(move) for move in moves])
    if not ended:
        return "goes on"
    return "draw" if value == 0 else "win" if value > 0 else "loss"


def is_red(piece):
    return piece.isupper()


def between(start, end):
    """The squares between two squares of a rank or file."""
    files, ranks = ord(end[0]) - ord(start[0]), int(end[1]) - int(start[1])
    steps = max(abs(files), abs(ranks))
    return [
        chr(ord(start[0]) + files // steps * step) + str(int(start[1]) + ranks // steps * step)
        for step in range(1, steps)
    ]


def attacks_along(squares, move, square):
    """Whether the rook or cannon that moved attacks an enemy on a square of the line along which it moved."""
    end, piece = move[2:], squares[move[2:]]
    on_line = square[0] == move[0] == end[0] or square[1] == move[1] == end[1]
    screens = {"R": 0, "C": 1}.get(piece.upper())
    if not on_line or square == end or screens is None or is_red(squares[square]) == is_red(piece):
        return False
    return sum(other in squares for other in between(end, square)) == screens


def leaps_over_river(squares, move):
    """Whether the move opens the eye of an elephant beyond which, over the river, an enemy stands."""
    red = is_red(squares[move[2:]])
    eye = move[:2]
    for files, ranks in ELEPHANT_LEAPS:
        elephant = chr(ord(eye[0]) - files // 2) + str(int(eye[1]) - ranks // 2)
        target = chr(ord(eye[0]) + files // 2) + str(int(eye[1]) + ranks // 2)
        if squares.get(elephant) == ("B" if red else "b") and is_red(squares.get(target, "B" if red else "b")) != red:
            if (int(target[1]) >= 5) == red:
                return True
    return False


def pawn_could_uncover_a_check(squares, move):
    """Whether a pawn that attacks something stands on the rank or file of the enemy king."""
    red = is_red(squares[move[2:]])
    king = next(square for square, piece in squares.items() if piece == ("k" if red else "K"))
    for square, piece in squares.items():
        if piece == ("P" if red else "p") and (square[0] == king[0] or square[1] == king[1]):
            for files, ranks in [(-1, 0), (1, 0), (0, 1 if red else -1)]:
                target = chr(ord(square[0]) + files) + str(int(square[1]) + ranks)
                if target != king and is_red(squares.get(target, piece)) != red:
                    return True
    return False


def reason(fen, moves, one_more, found):
    """Why pyffish judges otherwise, as docs/rules.md says; None if it does not say."""
    if one_more == found:
        return "one move more"
    squares, reasons = board_of(fen), []
    for number, move in enumerate(moves):
        squares[move[2:]] = squares.pop(move[:2])
        if number >= len(moves) - 8:
            if any(attacks_along(squares, move, square) for square in squares):
                reasons.append("along the line")
            if leaps_over_river(squares, move):
                reasons.append("over the river")
            if pawn_could_uncover_a_check(squares, move):
                reasons.append("by a pawn")
    return reasons[0] if reasons else None


def judged(line):
    """Ours, theirs, and the reason for a difference."""
    fen, moves, ours, one_more = line.rstrip("\n").split("\t")
    moves = moves.split()
    found = theirs(fen, moves)
    return ours, found, None if ours == found else reason(fen, moves, one_more, found), line


def main():
    verdicts, reasons, unexplained = collections.Counter(), collections.Counter(), 0
    with multiprocessing.Pool() as pool:
        for ours, found, why, line in pool.imap(judged, sys.stdin, chunksize=100):
            verdicts[ours] += 1
            if ours != found and why is None:
                unexplained += 1
                print(f"ours {ours}, theirs {found}: {line.rstrip()}")
            elif ours != found:
                reasons[why] += 1
    print(f"repetitions: {sum(verdicts.values())} judged {dict(verdicts)}, other by pyffish {dict(reasons)},"
          f" without a reason {unexplained}")
    return 1 if unexplained or not verdicts["loss"] or not verdicts["win"] else 0


if __name__ == "__main__":
    sys.exit(main())
