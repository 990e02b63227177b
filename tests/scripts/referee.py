"""An independent referee: xiangqi as pyffish, the library of Fairy-Stockfish, plays it.

Moves are in ICCS notation here (ranks 0-9) and are translated for pyffish, which counts ranks from 1.
"""

import re

import pyffish

VARIANT = "xiangqi"
START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
MOVE_LIMIT = 120  # plies without a capture that end a game


def is_move(text):
    """Whether a text has the form of a move."""
    return re.fullmatch(r"[a-i]\d[a-i]\d", text) is not None


def to_pyffish(move):
    return f"{move[0]}{int(move[1]) + 1}{move[2]}{int(move[3]) + 1}"


def from_pyffish(move):
    file, rank, to_file, to_rank = re.fullmatch(r"([a-i])(\d+)([a-i])(\d+)", move).groups()
    return f"{file}{int(rank) - 1}{to_file}{int(to_rank) - 1}"


def legal_moves(fen, moves=()):
    """The set of legal moves after the moves."""
    found = pyffish.legal_moves(VARIANT, fen, [to_pyffish(move) for move in moves])
    return {from_pyffish(move) for move in found}


def all_legal(fen, moves):
    """Whether each of the moves is legal after those before it."""
    try:
        pyffish.get_fen(VARIANT, fen, [to_pyffish(move) for move in moves])
    except (SystemError, ValueError):  # which one depends on the version of pyffish
        return False
    return True


class Game:
    """A game from the start position that keeps the board itself, since pyffish sets everything up anew each time.

    Legality is left to pyffish: move by move with `play_checked`, or once at the end with `verdict`.
    """

    def __init__(self):
        self.moves = []
        self.quiet_plies = 0
        self.squares = board_of(START)
        self.seen = {self.key(): 1}

    def key(self):
        return len(self.moves) % 2, tuple(sorted(self.squares.items()))

    def play(self, move):
        """Plays a move that may be illegal, as far as that is possible."""
        start, end = move[:2], move[2:]
        self.quiet_plies = 0 if end in self.squares else self.quiet_plies + 1
        piece = self.squares.pop(start, None)
        if piece:
            self.squares[end] = piece
        self.moves.append(move)
        self.seen[self.key()] = self.seen.get(self.key(), 0) + 1

    def play_checked(self, move):
        if move not in legal_moves(START, self.moves):
            raise AssertionError(f"illegal move {move!r} after {' '.join(self.moves)}")
        self.play(move)

    def end(self):
        """Why the game is over although there may be legal moves; None if it goes on."""
        if self.seen[self.key()] >= 3:
            return "repetition"
        if self.quiet_plies >= MOVE_LIMIT:
            return "move limit"
        if not any(piece in "RNCPrncp" for piece in self.squares.values()):
            return "no attackers left"
        return None

    def is_lost(self):
        """Whether the side to move has no legal move."""
        return not legal_moves(START, self.moves)


def board_of(fen):
    """The pieces of a FEN by square."""
    squares = {}
    for rank, row in zip(range(9, -1, -1), fen.split()[0].split("/")):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                squares["abcdefghi"[file] + str(rank)] = letter
                file += 1
    return squares
