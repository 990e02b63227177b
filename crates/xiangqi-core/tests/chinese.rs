//! The Chinese national rules, on games made by hand: each forbidden kind of cycle, and each idle kind of move.
//!
//! Each game is also judged mirrored and with the colours exchanged.

use xiangqi_core::rules::{Act, Idle, Offender, Protection, Rule, Rules};
use xiangqi_core::{Color, Game, Move, Position, Setup, Strictness};

/// A position, one cycle from there, what Red's moves of it are, and the rule that Red breaks.
struct Case {
    name: &'static str,
    fen: &'static str,
    cycle: &'static str,
    acts: &'static str,
    expected: (Rule, Offender),
}

const fn red(rule: Rule) -> (Rule, Offender) {
    (rule, Offender::One(Color::Red))
}

const fn both(rule: Rule) -> (Rule, Offender) {
    (rule, Offender::Both)
}

const DRAW: (Rule, Offender) = (Rule::Repetition, Offender::None);

const fn case(
    name: &'static str,
    fen: &'static str,
    cycle: &'static str,
    acts: &'static str,
    expected: (Rule, Offender),
) -> Case {
    Case { name, fen, cycle, acts, expected }
}

const CASES: &[Case] = &[
    case(
        "a rook checks on and on",
        "5k3/R8/9/9/9/9/9/9/9/4K4 w",
        "a8a9 f9f8 a9a8 f8f9",
        "check check",
        red(Rule::PerpetualCheck),
    ),
    case(
        "a cannon hunts a rook",
        "5k3/1r7/9/p8/9/1p7/9/C8/9/3AKA3 w",
        "a2b2 b8a8 b2a2 a8b8",
        "chase:any chase:any",
        red(Rule::PerpetualChase),
    ),
    case(
        "a cannon hunts a protected rook",
        "5k3/1r6r/9/p8/9/1p7/9/C8/9/3AKA3 w",
        "a2b2 b8a8 b2a2 a8b8",
        "chase:any chase:any",
        red(Rule::PerpetualChase),
    ),
    case(
        "a rook hunts two pieces in turn",
        "5k3/9/2nc5/9/9/2R6/9/9/9/4K4 w",
        "c4d4 f9f8 d4c4 f8f9",
        "chase:none chase:none",
        red(Rule::PerpetualChase),
    ),
    case(
        "two rooks hunt two pieces",
        "3akab2/9/2n3n2/9/9/1R5R1/9/9/4A4/4K4 w",
        "b4c4 g9i7 h4g4 i7g9 c4b4 g9i7 g4h4 i7g9",
        "chase:none chase:none idle:other idle:other",
        DRAW,
    ),
    case(
        "a rook hunts what only a pinned advisor protects",
        "4k4/4a4/3c1c3/9/9/3R5/8p/9/4R4/4K4 w",
        "d4f4 i3h3 f4d4 h3i3",
        "chase:false chase:false",
        red(Rule::PerpetualChase),
    ),
    case(
        "a horse hunts a hobbled horse",
        "5ab2/4k2P1/5an1b/p1p3p2/8p/2P4N1/6P1P/B8/5p2c/3KC4 w",
        "h4f5 g7i6 f5h4 i6g7",
        "chase:none chase:none",
        red(Rule::PerpetualChase),
    ),
    case(
        "a piece is won after a check",
        "1r2kab1r/2c1a4/n1c1b1n2/4p2N1/p1p6/1C4P2/P1P1P4/2N1B3C/4A4/1RBAK2R1 w",
        "h6i4 i9h9 i4h6 h9i9",
        "chase:any bycheck",
        red(Rule::PerpetualChase),
    ),
    case(
        "what runs from a check was won before it",
        "5k3/9/6n2/6R2/9/9/9/9/9/3K5 w",
        "g6g0 g7i6 g0g6 i6g7",
        "idle:other chase:none",
        DRAW,
    ),
    case(
        "a rook threatens mate on and on",
        "3k5/R8/9/9/9/9/9/9/1R7/5K3 w",
        "b1b2 d9e9 b2b1 e9d9",
        "mate mate",
        red(Rule::PerpetualMateThreat),
    ),
    case(
        "a check, then a chase",
        "5k3/9/R1n6/9/9/9/9/9/9/4K4 w",
        "a7a9 f9f8 a9a7 f8f9",
        "check chase:none",
        red(Rule::CheckAndChase),
    ),
    case(
        "a check, then a threat of mate",
        "3k5/R8/9/9/9/9/9/9/2R6/5K3 w",
        "c1d1 d9e9 d1c1 e9d9",
        "check mate",
        red(Rule::CheckAndMateThreat),
    ),
    case(
        "a chase, then a threat of mate",
        "3k5/R8/9/2n6/9/9/9/9/1R7/5K3 w",
        "b1c1 d9e9 c1b1 e9d9",
        "chase:none mate",
        red(Rule::ChaseAndMateThreat),
    ),
    case(
        "check, chase and threat of mate",
        "3k5/R8/9/2n6/9/9/9/9/1R7/5K3 w",
        "b1d1 d9e9 d1c1 e9d9 c1b1 d9e9 b1c1 e9d9 c1d1 d9e9 d1b1 e9d9",
        "",
        red(Rule::CheckChaseAndMateThreat),
    ),
    case(
        "both sides chase",
        "2bak4/4a4/4b4/1rp6/P2R5/4pp3/9/CC7/4p4/5K3 w",
        "a5b5 b6a6 b5a5 a6b6",
        "chase:any chase:any",
        both(Rule::PerpetualChase),
    ),
    case(
        "a check, then nothing",
        "5k3/9/R8/9/9/9/9/9/9/4K4 w",
        "a7a9 f9f8 a9a7 f8f9",
        "check idle:other",
        DRAW,
    ),
    case(
        "a chase, then nothing",
        "5k3/9/3c5/9/9/4R4/9/9/9/4K4 w",
        "e4d4 f9f8 d4e4 f8f9",
        "chase:none idle:other",
        DRAW,
    ),
    case(
        "a threat of mate, then nothing",
        "3k5/R8/9/2p6/9/9/9/9/1R7/5K3 w",
        "b1c1 d9e9 c1b1 e9d9",
        "idle:other mate",
        DRAW,
    ),
    case(
        "rooks offer an exchange",
        "3akab2/9/3r5/9/9/2R6/9/9/4A4/4K4 w",
        "c4d4 d7c7 d4c4 c7d7",
        "idle:exchange idle:exchange",
        DRAW,
    ),
    case(
        "a check, then an exchange",
        "5k3/9/R1r6/9/9/9/9/9/9/4K4 w",
        "a7a9 f9f8 a9a7 f8f9",
        "check idle:exchange",
        DRAW,
    ),
    case(
        "a chase, then an exchange",
        "3akab2/9/2n6/3r5/9/2R6/9/9/4A4/4K4 w",
        "c4d4 g9i7 d4c4 i7g9",
        "idle:exchange chase:none",
        DRAW,
    ),
    case(
        "a cannon is offered",
        "3a1k3/9/r8/9/9/9/1C7/9/9/4K4 w",
        "b3a3 f9f8 a3b3 f8f9",
        "idle:offer idle:other",
        DRAW,
    ),
    case(
        "a horse blocks a rook",
        "3akab2/9/r8/9/9/9/9/9/4A4/RN2K4 w",
        "b0a2 g9i7 a2b0 i7g9",
        "idle:block idle:other",
        DRAW,
    ),
    case(
        "a rook follows a protected horse",
        "2b2k3/9/4n4/9/9/3R5/9/9/9/3K5 w",
        "d4e4 f9f8 e4d4 f8f9",
        "idle:follow idle:other",
        DRAW,
    ),
    case(
        "a pawn may hunt",
        "5k3/9/1nn6/1P7/9/9/9/9/9/4K4 w",
        "b6c6 f9f8 c6b6 f8f9",
        "idle:other idle:other",
        DRAW,
    ),
    case(
        "a king may hunt",
        "5k3/9/9/9/9/9/9/3nn4/3K5/9 w",
        "d1e1 f9f8 e1d1 f8f9",
        "idle:other idle:other",
        DRAW,
    ),
    case(
        "a pawn that has not crossed the river is no victim",
        "5k3/9/9/2p1p4/9/2R6/9/9/9/3K5 w",
        "c4e4 f9f8 e4c4 f8f9",
        "idle:other idle:other",
        DRAW,
    ),
    case(
        "a pawn beyond the river is a victim",
        "5k3/9/9/9/9/9/p3p4/9/R8/3K5 w",
        "a1e1 f9f8 e1a1 f8f9",
        "chase:none chase:none",
        red(Rule::PerpetualChase),
    ),
    case(
        "a rook behind a rook outnumbers the protector",
        "3r1k3/9/3c5/9/9/2R6/9/9/3R5/4K4 w",
        "c4d4 f9f8 d4c4 f8f9",
        "chase:little idle:other",
        DRAW,
    ),
    case(
        "an attack that stays is no new one",
        "3akab2/9/c8/9/9/R8/9/9/4A4/4K4 w",
        "a4a3 g9i7 a3a4 i7g9",
        "idle:other idle:other",
        DRAW,
    ),
];

fn play(case: &Case, start: Position, view: impl Fn(Move) -> Move) -> Game {
    let mut game = Game::with_rules(start, Rules { material_draws: false, ..Rules::CHINESE });
    for text in case.cycle.split(' ').cycle().take(100) {
        if game.outcome().is_some() {
            break;
        }
        let mv = view(text.parse().expect("a move"));
        game.play(mv).unwrap_or_else(|error| panic!("{}: {error}", case.name));
    }
    game
}

fn describe(act: &Act) -> &'static str {
    match act {
        Act::Check(_) => "check",
        Act::Chase(chases) => match chases.first().map(|chase| chase.protection) {
            Some(Protection::None) => "chase:none",
            Some(Protection::False) => "chase:false",
            Some(Protection::TooLittle) => "chase:little",
            Some(Protection::Irrelevant) | None => "chase:any",
        },
        Act::ChaseByCheck(_) => "bycheck",
        Act::MateThreat(_) => "mate",
        Act::Idle(Idle::Exchange) => "idle:exchange",
        Act::Idle(Idle::Offer) => "idle:offer",
        Act::Idle(Idle::Block) => "idle:block",
        Act::Idle(Idle::Follow) => "idle:follow",
        Act::Idle(Idle::Other) => "idle:other",
    }
}

/// What the first moves of a side are, as many as are expected.
fn acts(game: &Game, side: Color, count: usize) -> String {
    let verdict = game.verdict().expect("the game has ended");
    let deeds = verdict.evidence.deeds.iter().filter(|deed| deed.piece.color() == side);
    deeds.take(count).map(|deed| describe(&deed.act)).collect::<Vec<_>>().join(" ")
}

#[test]
fn each_kind_is_judged_and_named() {
    for case in CASES {
        let start =
            Position::from_fen_lenient(case.fen).unwrap_or_else(|error| panic!("{}: {error}", case.name));
        let game = play(case, start, |mv| mv);
        let ruling = game.ruling().unwrap_or_else(|| panic!("{}: the game goes on", case.name));
        assert_eq!((ruling.rule, ruling.offender), case.expected, "{}", case.name);
        let count = case.acts.split_whitespace().count();
        assert_eq!(acts(&game, Color::Red, count), case.acts, "{}", case.name);
    }
}

#[test]
fn the_other_side_is_judged_alike() {
    for case in CASES {
        let mut setup: Setup = case.fen.parse().expect("a FEN");
        (setup.board, setup.side_to_move) = (setup.board.rotate(), !setup.side_to_move);
        let start = setup.into_position(Strictness::Lenient).expect("as legal as before");
        let game = play(case, start, Move::rotate);
        let ruling = game.ruling().expect(case.name);
        let offender = match case.expected.1 {
            Offender::One(side) => Offender::One(!side),
            other => other,
        };
        assert_eq!((ruling.rule, ruling.offender), (case.expected.0, offender), "{}", case.name);
        let count = case.acts.split_whitespace().count();
        assert_eq!(acts(&game, Color::Black, count), case.acts, "{}", case.name);
    }
}
