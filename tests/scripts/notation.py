#!/usr/bin/env python3
"""Compares how the moves of random positions are written with how pyffish and cchess write them.

usage: legal-moves COUNT SEED wxf | notation.py wxf
       legal-moves COUNT SEED chinese | notation.py chinese
Each line of the input is a FEN, a tab, and the legal moves, each in ICCS and after a colon in the notation. pyffish
writes WXF. cchess writes Chinese, but does not know how to tell groups of pawns on two files apart, so that moves of
those are left out, and gives Black wide digits.
"""

import multiprocessing
import sys

import cchess
import pyffish

from referee import VARIANT, board_of, to_pyffish

WIDE = str.maketrans("123456789", "１２３４５６７８９")


def wxf(fen, move):
    return pyffish.get_san(VARIANT, fen, to_pyffish(move), False, pyffish.NOTATION_XIANGQI_WXF)


def chinese(fen, move):
    """What cchess writes; None if it cannot."""
    squares = board_of(fen)
    piece = squares[move[:2]]
    alike = [square[0] for square, other in squares.items() if other == piece]
    groups = {file for file in alike if alike.count(file) > 1}
    if len(groups) > 1 and move[0] in groups:
        return None
    start, end = cchess.iccs2pos(move)
    return cchess.Move(cchess.ChessBoard(fen), start, end).to_text()


def ours(written):
    """Our text with Black's digits and numbers of pawns in the form that cchess prefers."""
    wide = written.translate(WIDE)
    counts_black_pawns = wide[1] == "卒" and wide[0] in "二三四"
    return "２３４"["二三四".index(wide[0])] + wide[1:] if counts_black_pawns else wide


def differences(line, notation):
    """How many moves were compared, and those that are written otherwise."""
    fen, moves = line.rstrip("\n").split("\t")
    compared, wrong = 0, []
    for move, written in (pair.split(":") for pair in moves.split()):
        expected = wxf(fen, move) if notation == "wxf" else chinese(fen, move)
        if expected is None:
            continue
        compared += 1
        if expected != (written if notation == "wxf" else ours(written)):
            wrong.append(f"{fen}: {move} is {written}, theirs {expected}")
    return compared, wrong


def compare_wxf(line):
    return differences(line, "wxf")


def compare_chinese(line):
    return differences(line, "chinese")


def main():
    compare = {"wxf": compare_wxf, "chinese": compare_chinese}[sys.argv[1]]
    count = wrong = 0
    with multiprocessing.Pool() as pool:
        for compared, found in pool.imap(compare, sys.stdin, chunksize=20):
            count += compared
            wrong += len(found)
            for text in found:
                print(text)
    print(f"notation: {count} moves compared, {wrong} written otherwise")
    return 1 if wrong or not count else 0


if __name__ == "__main__":
    sys.exit(main())
