//! Which moves leave one's own king safe, without trying any of them out.
//!
//! A *bearer* is an enemy unit on a point from which it could attack the king if the board were empty: a rook or
//! cannon on the king's rank or file, the enemy king on its file, a horse a leap away, a pawn beside or in front.
//! Each has its points *between*: the line up to the king, or a horse's leg, or none for a pawn. How many pieces
//! stand there says where the other pieces may go:
//!
//! | bearer | between | every other piece | my piece standing between |
//! |---|---|---|---|
//! | rook, king, horse, pawn | 0: check | between, or takes the bearer | – |
//! | | 1 | anywhere | stays between, or takes the bearer |
//! | cannon | 0: hollow | not between | – |
//! | | 1: check | between but not on the screen, or takes the bearer | anywhere not between |
//! | | 2 | anywhere | stays between but not on a screen, or takes the bearer |
//!
//! With more pieces between there is no limit. The limits of all bearers hold together, and nothing else is
//! needed: double checks, crossed pins and hollow cannons come out of the intersection. The king itself asks at
//! each step whether a bearer of the new point attacks it.

use crate::side::Side;
use crate::square::SQUARES;
use crate::{Bitboard, Board, ByColor, Color, PieceType, Square, attacks, confine};

/// What the enemy units that bear on a king leave to the pieces of its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Legality {
    /// The enemy units that attack the king.
    pub(crate) checkers: Bitboard,
    /// Where a piece that is not in [`special`](Self::special) may go.
    pub(crate) mask: Bitboard,
    /// The pieces with a limit of their own, told by [`special_mask`].
    pub(crate) special: Bitboard,
}

impl Legality {
    /// The legality of a side whose king is not borne on.
    pub(crate) const FREE: Legality =
        Legality { checkers: Bitboard::EMPTY, mask: Bitboard::ALL, special: Bitboard::EMPTY };

    /// The legality of the side `Us`.
    #[inline]
    pub(crate) fn new<Us: Side>(board: &Board) -> Legality {
        let both = Legality::of_both::<Us>(board);
        Legality { special: both.special & board.by_color(Us::COLOR), ..both }
    }

    /// The legality of `Us`, with the pieces of the enemy that stand between, too, among the special ones: where the
    /// king of `Us` is not in check, those may uncover one by leaving.
    #[expect(clippy::inline_always, reason = "its 48 bytes would go through memory, in each move")]
    #[inline(always)]
    pub(crate) fn of_both<Us: Side>(board: &Board) -> Legality {
        let king = board.king(Us::COLOR);
        let bearers = Bearers::of(board, !Us::COLOR, king);
        let occupied = board.occupied();
        let Legality { mut checkers, mut mask, mut special } = Legality::FREE;
        bearers.stoppable.into_iter().for_each(|bearer| {
            let between = between(king, bearer);
            let pieces = between & occupied;
            if pieces.is_empty() {
                checkers |= bearer.into();
                mask &= between.with(bearer);
            } else if !pieces.has_many() {
                special |= pieces;
            }
        });
        bearers.cannons.into_iter().for_each(|cannon| {
            let between = between(king, cannon);
            let screens = between & occupied;
            match screens.count() {
                0 => mask &= !between,
                1 => {
                    checkers |= cannon.into();
                    mask &= (between - screens).with(cannon);
                    special |= screens;
                }
                2 => special |= screens,
                _ => {}
            }
        });
        Legality { checkers, mask, special }
    }
}

/// Where the piece on `from`, one of the special ones, may go.
pub(crate) fn special_mask(board: &Board, us: Color, king: Square, from: Square) -> Bitboard {
    let bearers = Bearers::of(board, !us, king);
    let occupied = board.occupied();
    let mut mask = Bitboard::ALL;
    for bearer in bearers.stoppable {
        let between = between(king, bearer);
        let others = (between & occupied).without(from);
        if others.is_empty() {
            mask &= between.with(bearer); // a check to answer, or a pin to keep
        }
    }
    for cannon in bearers.cannons {
        let between = between(king, cannon);
        let screens = between & occupied;
        match (screens.count(), between.contains(from)) {
            (0, _) | (1, true) => mask &= !between,
            (1, false) | (2, true) => mask &= (between - screens).with(cannon),
            _ => {}
        }
    }
    mask
}

/// Whether the enemy would attack the king on `to`, a point one step away, where `others` is all pieces but the king.
#[inline]
pub(crate) fn is_attacked_after_king_move<Us: Side>(board: &Board, others: Bitboard, to: Square) -> bool {
    let bearers = Bearers::of(board, !Us::COLOR, to);
    let mut attacked = false;
    bearers.for_each_attacker(to, others.with(to), |_| attacked = true);
    attacked
}

/// The pieces of `them` that attack a point of a palace, where `occupied` is occupied and `pieces` tells where the
/// pieces of `them` stand.
#[inline]
pub(crate) fn attackers(
    point: Square,
    them: Color,
    occupied: Bitboard,
    pieces: impl Fn(PieceType) -> Bitboard,
) -> Bitboard {
    let mut attackers = Bitboard::EMPTY;
    let bearers = Bearers::new(point, them, pieces);
    bearers.for_each_attacker(point, occupied, |attacker| attackers |= attacker.into());
    attackers
}

/// The enemy units that could attack a point of the palace on an empty board.
struct Bearers {
    /// Rooks, horses, pawns and the enemy king: any piece between stops them.
    stoppable: Bitboard,
    /// Cannons, which attack over exactly one.
    cannons: Bitboard,
}

impl Bearers {
    #[inline]
    fn of(board: &Board, them: Color, point: Square) -> Bearers {
        Bearers::new(point, them, |piece_type| board.pieces(them, piece_type))
    }

    #[inline]
    fn new(point: Square, them: Color, pieces: impl Fn(PieceType) -> Bitboard) -> Bearers {
        use PieceType::{Cannon, Horse, King, Pawn, Rook};
        let zone = &ZONES[palace_index(point)];
        let stoppable = zone.lines & pieces(Rook)
            | zone.file & pieces(King)
            | zone.horses & pieces(Horse)
            | zone.pawns[them] & pieces(Pawn);
        Bearers { stoppable, cannons: zone.lines & pieces(Cannon) }
    }

    /// Visits those that do attack it, among these pieces.
    #[inline]
    fn for_each_attacker(&self, point: Square, occupied: Bitboard, mut visit: impl FnMut(Square)) {
        self.stoppable.into_iter().for_each(|bearer| {
            if !between(point, bearer).intersects(occupied) {
                visit(bearer);
            }
        });
        self.cannons.into_iter().for_each(|cannon| {
            if (between(point, cannon) & occupied).count() == 1 {
                visit(cannon);
            }
        });
    }
}

/// Where the bearers of one point of a palace can stand.
struct Zone {
    lines: Bitboard,
    file: Bitboard,
    horses: Bitboard,
    /// By the colour of the pawn.
    pawns: ByColor<Bitboard>,
}

/// The 18 points of both palaces, rounded up so that an index is checked by one mask.
const PALACE_POINTS: usize = 32;

static ZONES: [Zone; PALACE_POINTS] = zones();
static BETWEEN: [[Bitboard; SQUARES]; PALACE_POINTS] = between_table();

/// Numbers the 18 points of both palaces (and, without meaning, every other square).
#[inline]
const fn palace_index(point: Square) -> usize {
    /// Compact enough that the look-up never leaves the first-level cache.
    static INDEX: [u8; SQUARES] = {
        let mut table = [0; SQUARES];
        let (mut square, mut next) = (0, 0);
        while square < SQUARES {
            if is_palace_point(square) {
                table[square] = next;
                next += 1;
            }
            square += 1;
        }
        table
    };
    INDEX[point as usize] as usize % PALACE_POINTS
}

const fn is_palace_point(square: usize) -> bool {
    let palaces = confine::palace(Color::Red).union(confine::palace(Color::Black));
    palaces.contains(Square::ALL[square])
}

/// The points between a point of a palace and one of its bearers.
#[inline]
fn between(point: Square, bearer: Square) -> Bitboard {
    BETWEEN[palace_index(point)][bearer as usize]
}

const fn zones() -> [Zone; PALACE_POINTS] {
    const EMPTY: Zone = Zone {
        lines: Bitboard::EMPTY,
        file: Bitboard::EMPTY,
        horses: Bitboard::EMPTY,
        pawns: ByColor { red: Bitboard::EMPTY, black: Bitboard::EMPTY },
    };
    let mut zones = [EMPTY; PALACE_POINTS];
    let mut square = 0;
    while square < SQUARES {
        if is_palace_point(square) {
            zones[palace_index(Square::ALL[square])] = zone(Square::ALL[square]);
        }
        square += 1;
    }
    zones
}

const fn zone(point: Square) -> Zone {
    let file = Bitboard::file(point.file()).without(point);
    Zone {
        lines: file.union(Bitboard::rank(point.rank()).without(point)),
        file,
        horses: attacks::horse_to(point, Bitboard::EMPTY),
        pawns: ByColor {
            red: attacks::pawn_to(Color::Red, point),
            black: attacks::pawn_to(Color::Black, point),
        },
    }
}

const fn between_table() -> [[Bitboard; SQUARES]; PALACE_POINTS] {
    let mut table = [[Bitboard::EMPTY; SQUARES]; PALACE_POINTS];
    let mut point = 0;
    while point < SQUARES {
        if is_palace_point(point) {
            let mut bearer = 0;
            while bearer < SQUARES {
                let points = points_between(Square::ALL[point], Square::ALL[bearer]);
                table[palace_index(Square::ALL[point])][bearer] = points;
                bearer += 1;
            }
        }
        point += 1;
    }
    table
}

const fn points_between(point: Square, bearer: Square) -> Bitboard {
    let files = point.file() as isize - bearer.file() as isize;
    let ranks = point.rank() as isize - bearer.rank() as isize;
    if files * files + ranks * ranks == 5 {
        // A horse: its leg is the neighbour in the direction of the longer step.
        return match bearer.offset(files / 2, ranks / 2) {
            Some(leg) => Bitboard::from_square(leg),
            None => Bitboard::EMPTY,
        };
    }
    if files != 0 && ranks != 0 {
        return Bitboard::EMPTY;
    }
    let (step_files, step_ranks) = (files.signum(), ranks.signum());
    let mut set = Bitboard::EMPTY;
    let mut at = bearer;
    while let Some(next) = at.offset(step_files, step_ranks) {
        if next as u8 == point as u8 || files == 0 && ranks == 0 {
            break;
        }
        set = set.with(next);
        at = next;
    }
    set
}
