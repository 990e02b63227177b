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
pub fn pawn_to(color: Color, square: Square) -> Bitboard {
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
    HORSE_FROM[square as usize][Orthogonal::index(square, occupied)]
}

/// The squares from which a horse attacks `square`.
///
/// Not the same as [`horse_from`]: the leg is beside the attacker, which seen from its victim is a diagonal
/// neighbour.
#[must_use]
#[inline]
pub fn horse_to(square: Square, occupied: Bitboard) -> Bitboard {
    HORSE_TO[square as usize][Diagonal::index(square, &Scan::new(occupied))]
}

/// The squares two diagonal steps away, unless the eye (the square between) is occupied.
#[must_use]
#[inline]
pub fn elephant(square: Square, occupied: Bitboard) -> Bitboard {
    elephant_in(square, &Scan::new(occupied))
}

#[inline]
pub(crate) fn elephant_in(square: Square, occupied: &Scan) -> Bitboard {
    ELEPHANT[square as usize][Diagonal::index(square, occupied)]
}

/// For each square and each occupancy of its four neighbours of one kind: where an unblocked leap can go.
type Blockable = [[Bitboard; 16]; SQUARES];

static HORSE_FROM: Blockable = {
    let mut table = [[Bitboard::EMPTY; 16]; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut blocked = 0;
        while blocked < 16 {
            let mut targets = Bitboard::EMPTY;
            let mut leg = 0;
            while leg < 4 {
                if blocked >> leg & 1 == 0 {
                    // From the leg the horse goes on outward, to either side.
                    let (files, ranks) = ORTHOGONAL[leg];
                    targets = add(targets, square, 2 * files + ranks, 2 * ranks + files);
                    targets = add(targets, square, 2 * files - ranks, 2 * ranks - files);
                }
                leg += 1;
            }
            table[square][Orthogonal::hash(Orthogonal::word(blocked))] = targets;
            blocked += 1;
        }
        square += 1;
    }
    table
};

static HORSE_TO: Blockable = {
    let mut table = [[Bitboard::EMPTY; 16]; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut blocked = 0;
        while blocked < 16 {
            let mut origins = Bitboard::EMPTY;
            let mut leg = 0;
            while leg < 4 {
                if blocked >> leg & 1 == 0 {
                    // Two attackers share this leg: one beyond it along the file, one along the rank.
                    let (files, ranks) = DIAGONAL[leg];
                    origins = add(origins, square, files, 2 * ranks);
                    origins = add(origins, square, 2 * files, ranks);
                }
                leg += 1;
            }
            table[square][Diagonal::hash(Diagonal::word(blocked))] = origins;
            blocked += 1;
        }
        square += 1;
    }
    table
};

static ELEPHANT: Blockable = {
    let mut table = [[Bitboard::EMPTY; 16]; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut blocked = 0;
        while blocked < 16 {
            let mut targets = Bitboard::EMPTY;
            let mut eye = 0;
            while eye < 4 {
                if blocked >> eye & 1 == 0 {
                    let (files, ranks) = DIAGONAL[eye];
                    targets = add(targets, square, 2 * files, 2 * ranks);
                }
                eye += 1;
            }
            table[square][Diagonal::hash(Diagonal::word(blocked))] = targets;
            blocked += 1;
        }
        square += 1;
    }
    table
};

/// Maps the occupancy of a square's four orthogonal neighbours to 0..16.
struct Orthogonal;

impl Orthogonal {
    /// The neighbours' bits as [`Scan::from`] gives them, in the order of [`ORTHOGONAL`].
    const BITS: [u32; 4] = [19, 1, 11, 9];

    /// A neighbour beyond an edge shows the state of an unrelated square; the tables hold no leap over it.
    #[inline]
    fn index(square: Square, occupied: &Scan) -> usize {
        Self::hash(occupied.from(square as usize))
    }

    /// A multiplication that carries the four bits to the top, one place each (found by exhaustive search).
    #[inline]
    const fn hash(word: u64) -> usize {
        ((word & 0x8_0a02).wrapping_mul(0x0824_1000_0000_0000) >> 60) as usize
    }

    const fn word(subset: usize) -> u64 {
        spread_subset(subset, Self::BITS)
    }
}

/// Maps the occupancy of a square's four diagonal neighbours to 0..16.
struct Diagonal;

impl Diagonal {
    /// The neighbours' bits as [`Scan::from`] gives them, in the order of [`DIAGONAL`].
    const BITS: [u32; 4] = [20, 2, 18, 0];

    #[inline]
    fn index(square: Square, occupied: &Scan) -> usize {
        Self::hash(occupied.from(square as usize))
    }

    #[inline]
    const fn hash(word: u64) -> usize {
        ((word & 0x14_0005).wrapping_mul(0x4400_2200_0000_0000) >> 60) as usize
    }

    const fn word(subset: usize) -> u64 {
        spread_subset(subset, Self::BITS)
    }
}

const fn spread_subset(subset: usize, bits: [u32; 4]) -> u64 {
    let (mut word, mut member) = (0, 0);
    while member < 4 {
        word |= ((subset as u64 >> member) & 1) << bits[member];
        member += 1;
    }
    word
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
