//! King, advisor, elephant, horse and pawn: a fixed set of steps, some of which another piece can block.

use super::scan::Scan;
use crate::square::SQUARES;
use crate::{Bitboard, Color, Square};

type Steps<const N: usize> = [(isize, isize); N];

const ORTHOGONAL: Steps<4> = [(0, 1), (0, -1), (1, 0), (-1, 0)];
const DIAGONAL: Steps<4> = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

static KING: [Bitboard; SQUARES] = leaps(&ORTHOGONAL);
static ADVISOR: [Bitboard; SQUARES] = leaps(&DIAGONAL);
static RED_PAWN: [Bitboard; SQUARES] = pawn_attacks(Color::Red);
static BLACK_PAWN: [Bitboard; SQUARES] = pawn_attacks(Color::Black);
static RED_PAWN_TO: [Bitboard; SQUARES] = reversed(&pawn_attacks(Color::Red));
static BLACK_PAWN_TO: [Bitboard; SQUARES] = reversed(&pawn_attacks(Color::Black));

/// The orthogonal neighbours of a square.
#[must_use]
#[inline]
pub fn king(square: Square) -> Bitboard {
    KING[square as usize]
}

/// The diagonal neighbours of a square.
#[must_use]
#[inline]
pub fn advisor(square: Square) -> Bitboard {
    ADVISOR[square as usize]
}

/// The squares that a pawn of this side on `square` attacks: forward, and sideways beyond the river.
#[must_use]
#[inline]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    match color {
        Color::Red => RED_PAWN[square as usize],
        Color::Black => BLACK_PAWN[square as usize],
    }
}

/// The squares from which a pawn of this side attacks `square`.
#[must_use]
#[inline]
pub const fn pawn_to(color: Color, square: Square) -> Bitboard {
    match color {
        Color::Red => RED_PAWN_TO[square as usize],
        Color::Black => BLACK_PAWN_TO[square as usize],
    }
}

/// The squares that a horse on `square` attacks; a piece on a leg (an orthogonal neighbour) blocks two of them.
#[must_use]
#[inline]
pub fn horse_from(square: Square, occupied: Bitboard) -> Bitboard {
    horse_from_in(square, &Scan::new(occupied))
}

#[inline]
pub(crate) fn horse_from_in(square: Square, occupied: &Scan) -> Bitboard {
    HORSE_FROM[square as usize][Neighbours::ORTHOGONAL.index(square, occupied)]
}

/// The squares from which a horse attacks `square`.
///
/// Not the same as [`horse_from`]: the leg is beside the attacker, which seen from its victim is a diagonal
/// neighbour.
#[must_use]
#[inline]
pub const fn horse_to(square: Square, occupied: Bitboard) -> Bitboard {
    HORSE_TO[square as usize][Neighbours::DIAGONAL.index(square, &Scan::new(occupied))]
}

/// The squares two diagonal steps away, unless the eye (the square between) is occupied.
#[must_use]
#[inline]
pub fn elephant(square: Square, occupied: Bitboard) -> Bitboard {
    elephant_in(square, &Scan::new(occupied))
}

#[inline]
pub(crate) fn elephant_in(square: Square, occupied: &Scan) -> Bitboard {
    ELEPHANT[square as usize][Neighbours::DIAGONAL.index(square, occupied)]
}

/// For each square and each occupancy of its four neighbours of one kind: where an unblocked leap can go.
type Blockable = [[Bitboard; 16]; SQUARES];

/// From a leg the horse goes on outward, to either side.
static HORSE_FROM: Blockable = blockable(
    Neighbours::ORTHOGONAL,
    &[[(1, 2), (-1, 2)], [(1, -2), (-1, -2)], [(2, 1), (2, -1)], [(-2, 1), (-2, -1)]],
);

/// Two attackers share a leg, the diagonal neighbour of their victim: one beyond it along the file, one along the rank.
static HORSE_TO: Blockable = blockable(
    Neighbours::DIAGONAL,
    &[[(1, 2), (2, 1)], [(1, -2), (2, -1)], [(-1, 2), (-2, 1)], [(-1, -2), (-2, -1)]],
);

/// Behind each eye lies one square.
static ELEPHANT: Blockable = blockable(
    Neighbours::DIAGONAL,
    &[[(2, 2), (2, 2)], [(2, -2), (2, -2)], [(-2, 2), (-2, 2)], [(-2, -2), (-2, -2)]],
);

/// The table of leaps that are blocked at four neighbours, each of which has two leaps behind it.
const fn blockable(neighbours: Neighbours, leaps: &[[(isize, isize); 2]; 4]) -> Blockable {
    let mut table = [[Bitboard::EMPTY; 16]; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut occupied = 0;
        while occupied < 16 {
            let entry = &mut table[square][neighbours.hash(neighbours.word(occupied))];
            let mut neighbour = 0;
            while neighbour < 4 {
                if occupied >> neighbour & 1 == 0 {
                    let [one, other] = leaps[neighbour];
                    *entry = add(add(*entry, square, one.0, one.1), square, other.0, other.1);
                }
                neighbour += 1;
            }
            occupied += 1;
        }
        square += 1;
    }
    table
}

/// Four neighbours of a square, whose occupancy is mapped to 0..16.
#[derive(Clone, Copy)]
struct Neighbours {
    /// Their bits in the word that [`Scan::from`] gives for the square.
    bits: [u32; 4],
    /// Carries the four bits to the top of the word, one place each (found by exhaustive search).
    multiplier: u64,
}

impl Neighbours {
    /// North, south, east, west.
    const ORTHOGONAL: Neighbours = Neighbours { bits: [19, 1, 11, 9], multiplier: 0x0824_1000_0000_0000 };
    /// North-east, south-east, north-west, south-west.
    const DIAGONAL: Neighbours = Neighbours { bits: [20, 2, 18, 0], multiplier: 0x4400_2200_0000_0000 };

    /// A neighbour beyond an edge shows the state of an unrelated square; the tables hold no leap over it.
    #[inline]
    const fn index(self, square: Square, occupied: &Scan) -> usize {
        self.hash(occupied.from(square as usize))
    }

    #[inline]
    const fn hash(self, word: u64) -> usize {
        ((word & self.word(0b1111)).wrapping_mul(self.multiplier) >> 60) as usize
    }

    /// The word in which this subset of the neighbours is occupied.
    const fn word(self, subset: usize) -> u64 {
        let (mut word, mut member) = (0, 0);
        while member < 4 {
            word |= ((subset as u64 >> member) & 1) << self.bits[member];
            member += 1;
        }
        word
    }
}

const fn add(set: Bitboard, index: usize, files: isize, ranks: isize) -> Bitboard {
    match Square::ALL[index].offset(files, ranks) {
        Some(square) => set.with(square),
        None => set,
    }
}

const fn leaps<const N: usize>(steps: &Steps<N>) -> [Bitboard; SQUARES] {
    let mut table = [Bitboard::EMPTY; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut step = 0;
        while step < N {
            table[square] = add(table[square], square, steps[step].0, steps[step].1);
            step += 1;
        }
        square += 1;
    }
    table
}

const fn pawn_attacks(color: Color) -> [Bitboard; SQUARES] {
    let forward = match color {
        Color::Red => 1,
        Color::Black => -1,
    };
    let mut table = leaps(&[(0, forward)]);
    let mut square = 0;
    while square < SQUARES {
        if crate::confine::has_crossed_river(color, Square::ALL[square]) {
            table[square] = add(add(table[square], square, 1, 0), square, -1, 0);
        }
        square += 1;
    }
    table
}

const fn reversed(attacks: &[Bitboard; SQUARES]) -> [Bitboard; SQUARES] {
    let mut table = [Bitboard::EMPTY; SQUARES];
    let mut from = 0;
    while from < SQUARES {
        let mut to = 0;
        while to < SQUARES {
            if attacks[from].contains(Square::ALL[to]) {
                table[to] = table[to].with(Square::ALL[from]);
            }
            to += 1;
        }
        from += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    fn slow_horse(square: Square, occupied: Bitboard) -> Bitboard {
        let mut targets = Bitboard::EMPTY;
        for (files, ranks) in ORTHOGONAL {
            let Some(leg) = square.offset(files, ranks) else { continue };
            if !occupied.contains(leg) {
                for (x, y) in DIAGONAL {
                    if (x == files || y == ranks)
                        && (x != -files || files == 0)
                        && (y != -ranks || ranks == 0)
                    {
                        targets |= leg.offset(x, y).into_iter().collect::<Bitboard>();
                    }
                }
            }
        }
        targets
    }

    #[test]
    fn horses_agree_with_a_step_by_step_walk() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..2_000 {
            let occupied = Bitboard::from_bits(rng.random::<u128>() & rng.random::<u128>());
            for square in Square::ALL {
                assert_eq!(
                    horse_from(square, occupied),
                    slow_horse(square, occupied),
                    "{square}\n{occupied:?}"
                );
                let origins: Bitboard = Square::ALL
                    .into_iter()
                    .filter(|&from| slow_horse(from, occupied).contains(square))
                    .collect();
                assert_eq!(horse_to(square, occupied), origins, "{square}\n{occupied:?}");
            }
        }
    }

    #[test]
    fn elephants_are_blocked_at_the_eye() {
        assert_eq!(elephant(Square::E2, Bitboard::EMPTY).count(), 4);
        let blocked = elephant(Square::E2, Square::D3.into());
        assert_eq!(blocked, [Square::C0, Square::G0, Square::G4].into_iter().collect());
    }

    #[test]
    fn pawns_go_sideways_only_beyond_the_river() {
        assert_eq!(pawn(Color::Red, Square::A4), Square::A5.into());
        assert_eq!(pawn(Color::Red, Square::A5), [Square::A6, Square::B5].into_iter().collect());
        assert_eq!(pawn(Color::Black, Square::E0), [Square::D0, Square::F0].into_iter().collect());
        for color in Color::ALL {
            for from in Square::ALL {
                for to in Square::ALL {
                    assert_eq!(pawn_to(color, to).contains(from), pawn(color, from).contains(to));
                }
            }
        }
    }
}
