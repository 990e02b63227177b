//! Moves in the notations of players: each case of telling pieces apart, what readers take, and what they refuse.

use xiangqi_core::notation::chinese::{self, Style};
use xiangqi_core::notation::{Notation, NotationError, NotationFault, wxf};
use xiangqi_core::{Color, Game, Move, PieceType, Position, Strictness};

const TRADITIONAL: Notation = Notation::Chinese(Style::TRADITIONAL);

fn mv(iccs: &str) -> Move {
    iccs.parse().expect("a move")
}

fn position(fen: &str) -> Position {
    Position::from_fen_lenient(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Every reader and writer agrees on each line: ICCS, WXF, simplified and traditional Chinese.
fn assert_written(fen: &str, lines: &[[&str; 4]]) {
    let position = position(fen);
    for &[iccs, wxf, simplified, traditional] in lines {
        for (notation, text) in [
            (Notation::Iccs, iccs),
            (Notation::Wxf, wxf),
            (Notation::CHINESE, simplified),
            (TRADITIONAL, traditional),
        ] {
            let written = notation.display(&position, mv(iccs)).expect("it is legal");
            assert_eq!(written.to_string(), text, "{iccs} in {position}");
            for strictness in [Strictness::Strict, Strictness::Lenient] {
                assert_eq!(notation.parse(&position, text, strictness), Ok(mv(iccs)), "{text}");
            }
        }
    }
}

#[test]
fn openings_are_written_as_players_write_them() {
    assert_written(
        xiangqi_core::START_FEN,
        &[
            ["h2e2", "C2=5", "炮二平五", "炮二平五"],
            ["b2b9", "C8+7", "炮八进七", "炮八進七"],
            ["h0g2", "H2+3", "马二进三", "傌二進三"],
            ["a0a1", "R9+1", "车九进一", "俥九進一"],
            ["g0e2", "E3+5", "相三进五", "相三進五"],
            ["d0e1", "A6+5", "仕六进五", "仕六進五"],
            ["g3g4", "P3+1", "兵三进一", "兵三進一"],
            ["e0e1", "K5+1", "帅五进一", "帥五進一"],
        ],
    );
    assert_written(
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1",
        &[
            ["h7e7", "C8=5", "炮8平5", "砲8平5"],
            ["h9g7", "H8+7", "马8进7", "馬8進7"],
            ["i9i8", "R9+1", "车9进1", "車9進1"],
            ["g9e7", "E7+5", "象7进5", "象7進5"],
            ["d9e8", "A4+5", "士4进5", "士4進5"],
            ["c6c5", "P3+1", "卒3进1", "卒3進1"],
            ["e9e8", "K5+1", "将5进1", "將5進1"],
        ],
    );
}

#[test]
fn two_pieces_on_a_file_are_the_front_and_the_rear_one() {
    assert_written(
        "4k4/9/9/R8/2N6/R1N5C/9/8C/9/3K5 w",
        &[
            ["a6b6", "R+=8", "前车平八", "前俥平八"],
            ["a4a2", "R--2", "后车退二", "後俥退二"],
            ["c5d7", "H++6", "前马进六", "前傌進六"],
            ["c4b2", "H--8", "后马退八", "後傌退八"],
            ["i4i9", "C++5", "前炮进五", "前炮進五"],
            ["i2h2", "C-=2", "后炮平二", "後炮平二"],
        ],
    );
    assert_written(
        "5k3/9/1c7/9/1c7/9/r8/9/r8/4K4 b",
        &[
            ["a1a0", "R++1", "前车进1", "前車進1"],
            ["a3c3", "R-=3", "后车平3", "後車平3"],
            ["b5d5", "C+=4", "前炮平4", "前砲平4"],
            ["b7b9", "C--2", "后炮退2", "後砲退2"],
        ],
    );
}

#[test]
fn wxf_tells_the_file_when_the_other_piece_would_leave_the_board() {
    let cannons = "5k3/9/C8/9/9/9/9/9/C8/3K5 w";
    assert_written(
        cannons,
        &[
            ["a1a3", "C-+2", "后炮进二", "後炮進二"],
            ["a1a4", "C9+3", "后炮进三", "後炮進三"],
            ["a7a3", "C9-4", "前炮退四", "前炮退四"],
        ],
    );
    assert_read(cannons, Notation::Wxf, "a1a4", &["C9+3", "C-+3"]);
    assert_written(
        "5k3/9/1N7/9/9/9/9/9/1N7/3K5 w",
        &[["b7a5", "H8-9", "前马退九", "前傌退九"], ["b7d6", "H+-6", "前马退六", "前傌退六"]],
    );
}

#[test]
fn advisors_and_elephants_need_no_order() {
    assert_written(
        "5k3/9/9/9/9/2B6/9/3A5/9/2BAK4 w",
        &[
            ["d2e1", "A6-5", "仕六退五", "仕六退五"],
            ["d0e1", "A6+5", "仕六进五", "仕六進五"],
            ["c4a2", "E7-9", "相七退九", "相七退九"],
            ["c0a2", "E7+9", "相七进九", "相七進九"],
        ],
    );
}

#[test]
fn pawns_of_one_group_are_told_by_their_order() {
    assert_written(
        "4k4/9/8P/9/8P/9/P8/9/9/3K5 w",
        &[
            ["i7i8", "P++1", "前兵进一", "前兵進一"],
            ["i5h5", "P-=2", "后兵平二", "後兵平二"],
            ["a3a4", "P9+1", "兵九进一", "兵九進一"],
        ],
    );
    assert_written(
        "4k4/9/8P/8P/8P/9/9/9/9/3K5 w",
        &[
            ["i7h7", "11=2", "前兵平二", "前兵平二"],
            ["i6h6", "21=2", "中兵平二", "中兵平二"],
            ["i5h5", "31=2", "后兵平二", "後兵平二"],
        ],
    );
    assert_written(
        "4k4/8P/8P/8P/8P/9/9/9/9/3K5 w",
        &[
            ["i8i9", "11+1", "前兵进一", "前兵進一"],
            ["i7h7", "21=2", "二兵平二", "二兵平二"],
            ["i6h6", "31=2", "三兵平二", "三兵平二"],
            ["i5h5", "41=2", "后兵平二", "後兵平二"],
        ],
    );
    assert_written(
        "3k4P/8P/8P/8P/8P/9/9/9/9/4K4 w",
        &[
            ["i9h9", "11=2", "前兵平二", "前兵平二"],
            ["i8h8", "21=2", "二兵平二", "二兵平二"],
            ["i7h7", "31=2", "三兵平二", "三兵平二"],
            ["i6h6", "41=2", "四兵平二", "四兵平二"],
            ["i5h5", "51=2", "后兵平二", "後兵平二"],
        ],
    );
    assert_written(
        "3k5/9/9/9/9/p8/p8/p8/p8/p3K4 b",
        &[
            ["a0b0", "11=2", "前卒平2", "前卒平2"],
            ["a1b1", "21=2", "二卒平2", "二卒平2"],
            ["a3b3", "41=2", "四卒平2", "四卒平2"],
            ["a4b4", "51=2", "后卒平2", "後卒平2"],
        ],
    );
}

#[test]
fn pawns_of_two_groups_are_told_by_order_and_file() {
    assert_written(
        "4k4/9/P7P/P7P/9/9/4P4/9/9/3K5 w",
        &[
            ["a7b7", "19=8", "前九平八", "前九平八"],
            ["a6b6", "29=8", "后九平八", "後九平八"],
            ["i7i8", "11+1", "前一进一", "前一進一"],
            ["i6h6", "21=2", "后一平二", "後一平二"],
            ["e3e4", "P5+1", "兵五进一", "兵五進一"],
        ],
    );
    assert_written(
        "4k4/9/P7P/P7P/P8/9/9/9/9/3K5 w",
        &[
            ["a7b7", "19=8", "前九平八", "前九平八"],
            ["a6b6", "29=8", "中九平八", "中九平八"],
            ["a5b5", "39=8", "后九平八", "後九平八"],
            ["i6h6", "21=2", "后一平二", "後一平二"],
        ],
    );
    assert_written(
        "3k5/9/9/9/9/p8/p5p2/p5p2/9/4K4 b",
        &[
            ["a2b2", "11=2", "前1平2", "前1平2"],
            ["a3b3", "21=2", "中1平2", "中1平2"],
            ["a4b4", "31=2", "后1平2", "後1平2"],
            ["g2h2", "17=8", "前7平8", "前7平8"],
            ["g3h3", "27=8", "后7平8", "後7平8"],
        ],
    );
}

#[test]
fn puzzles_with_more_pieces_than_a_set_are_written_too() {
    assert_written(
        "4k4/9/9/R7R/R7R/R7P/8P/9/9/3K5 w",
        &[
            ["a6b6", "R19=8", "前车九平八", "前俥九平八"],
            ["a5b5", "R29=8", "中车九平八", "中俥九平八"],
            ["i5h5", "R21=2", "后车一平二", "後俥一平二"],
        ],
    );
    assert_written(
        "4k4/9/9/R8/R8/R8/9/9/9/3K5 w",
        &[["a6b6", "R19=8", "前车平八", "前俥平八"], ["a4b4", "R39=8", "后车平八", "後俥平八"]],
    );
    // Six pawns: two groups, one of which has four.
    assert_written(
        "4k4/P8/P8/P7P/P7P/9/9/9/9/3K5 w",
        &[["a7b7", "29=8", "二九平八", "二九平八"], ["a5b5", "49=8", "后九平八", "後九平八"]],
    );
}

#[test]
fn only_legal_moves_can_be_written() {
    for illegal in ["h2i9", "e0e2", "a9a8", "e4e5"] {
        for notation in [Notation::Iccs, Notation::Wxf, Notation::CHINESE] {
            let error = notation.display(&Position::start(), mv(illegal)).err().expect("it is illegal");
            assert_eq!(error.mv(), mv(illegal));
        }
    }
}

/// Both readers take each text for this move.
fn assert_read(fen: &str, notation: Notation, iccs: &str, texts: &[&str]) {
    for text in texts {
        for strictness in [Strictness::Strict, Strictness::Lenient] {
            assert_eq!(notation.parse(&position(fen), text, strictness), Ok(mv(iccs)), "{text}");
        }
    }
}

/// Only the lenient reader takes each text for this move.
fn assert_read_leniently(fen: &str, notation: Notation, iccs: &str, texts: &[&str]) {
    for text in texts {
        assert_eq!(notation.parse(&position(fen), text, Strictness::Lenient), Ok(mv(iccs)), "{text}");
        let strict = notation.parse(&position(fen), text, Strictness::Strict);
        assert!(strict.is_err(), "{text}: {strict:?}");
    }
}

const START: &str = xiangqi_core::START_FEN;
const BLACK_AT_START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b";
const TWO_ROOKS: &str = "5k3/9/9/9/9/4R4/9/9/4R4/3K5 w";
const FOUR_PAWNS: &str = "4k4/8P/8P/8P/8P/9/9/9/9/3K5 w";
const FIVE_PAWNS: &str = "3k4P/8P/8P/8P/8P/9/9/9/9/4K4 w";
const THREE_AND_TWO: &str = "4k4/9/P1P6/P1P6/2P6/9/9/9/9/3K5 w";

#[test]
fn spelling_does_not_matter() {
    assert_read(START, Notation::Iccs, "h2e2", &["h2e2", "H2-E2", "h2-e2"]);
    assert_read(START, Notation::Wxf, "h2e2", &["C2=5", "c2.5", "C2.5", "Ｃ２＝５"]);
    assert_read(TWO_ROOKS, Notation::Wxf, "e4c4", &["R+=7", "+R=7", "r+.7", "+r.7"]);
    let cannon = ["炮二平五", "砲二平五", "包二平五"];
    assert_read(START, Notation::CHINESE, "h2e2", &cannon);
    assert_read(START, Notation::CHINESE, "h0g2", &["马二进三", "馬二進三", "傌二進三", "马二進三"]);
    assert_read(START, Notation::CHINESE, "a0a1", &["车九进一", "車九進一", "俥九進一"]);
    assert_read(START, Notation::CHINESE, "e0e1", &["帅五进一", "帥五進一"]);
    assert_read(BLACK_AT_START, Notation::CHINESE, "e9e8", &["将5进1", "將５進１"]);
    assert_read(BLACK_AT_START, Notation::CHINESE, "h9g7", &["马8进7", "馬８進７"]);
    assert_read(TWO_ROOKS, Notation::CHINESE, "e1c1", &["后车平七", "後俥平七", "末车平七"]);
    assert_read(FOUR_PAWNS, Notation::CHINESE, "i8h8", &["前兵平二", "一兵平二"]);
    assert_read(FOUR_PAWNS, Notation::CHINESE, "i5h5", &["后兵平二", "四兵平二"]);
    let black = "3k5/9/9/9/9/p8/p8/p8/p8/p3K4 b";
    assert_read(black, Notation::CHINESE, "a1b1", &["二卒平2", "2卒平2", "２卒平２"]);
}

#[test]
fn lenient_readers_take_what_leaves_one_move() {
    assert_read_leniently(START, Notation::Iccs, "h2e2", &[" h2e2\n"]);
    assert_read_leniently(START, Notation::Wxf, "h0g2", &["N2+3", "n2+3", "H 2 + 3", " H2+3"]);
    assert_read_leniently(START, Notation::Wxf, "g0e2", &["B3+5"]);
    assert_read_leniently(
        START,
        Notation::CHINESE,
        "h2e2",
        &["炮2平5", "炮２平５", "炮 二 平 五", "炮二平5"],
    );
    assert_read_leniently(START, Notation::CHINESE, "d0e1", &["士六进五"]);
    assert_read_leniently(START, Notation::CHINESE, "g0e2", &["象三进五"]);
    assert_read_leniently(START, Notation::CHINESE, "g3g4", &["卒三进一"]);
    assert_read_leniently(BLACK_AT_START, Notation::CHINESE, "h9g7", &["马八进七"]);
    // Only the front rook can go that far, and only one of the two can go sideways so far as it is told.
    assert_read_leniently(TWO_ROOKS, Notation::Wxf, "e4e7", &["R5+3"]);
    assert_read_leniently(TWO_ROOKS, Notation::CHINESE, "e4e7", &["车五进三"]);
    assert_read_leniently(TWO_ROOKS, Notation::CHINESE, "e4c4", &["前车五平七"]);
    assert_read_leniently(THREE_AND_TWO, Notation::CHINESE, "a7b7", &["前兵九平八"]);
    assert_read_leniently(THREE_AND_TWO, Notation::CHINESE, "c6d6", &["中兵平六", "二兵平六"]);
    let black = "3k5/9/9/9/9/p8/p8/p8/p8/p3K4 b";
    assert_read_leniently(black, Notation::CHINESE, "a1b1", &["二卒平二"]);
}

#[test]
fn lenient_readers_know_the_signs_of_the_federation() {
    let three = "4k4/9/8P/8P/8P/9/9/9/9/3K5 w";
    assert_read_leniently(three, Notation::Wxf, "i7h7", &["P+.2"]);
    assert_read_leniently(three, Notation::Wxf, "i6h6", &["P1.2"]);
    assert_read_leniently(three, Notation::Wxf, "i5h5", &["P-.2"]);
    assert_read_leniently(FOUR_PAWNS, Notation::Wxf, "i8h8", &["++.2"]);
    assert_read_leniently(FOUR_PAWNS, Notation::Wxf, "i7h7", &["P+.2"]);
    assert_read_leniently(FOUR_PAWNS, Notation::Wxf, "i6h6", &["P-.2"]);
    assert_read_leniently(FOUR_PAWNS, Notation::Wxf, "i5h5", &["--.2"]);
    assert_read_leniently(FIVE_PAWNS, Notation::Wxf, "i7h7", &["P1.2"]);
    assert_read_leniently(FIVE_PAWNS, Notation::Wxf, "i9h9", &["++.2"]);
    assert_read_leniently(THREE_AND_TWO, Notation::Wxf, "c7d7", &["7+.6"]);
    assert_read_leniently(THREE_AND_TWO, Notation::Wxf, "c6d6", &["77.6"]);
    assert_read_leniently(THREE_AND_TWO, Notation::Wxf, "c5d5", &["7-.6"]);
    assert_read_leniently(THREE_AND_TWO, Notation::Wxf, "a6b6", &["9-.8"]);
    // The one text that programs and federation understand differently: programs go first.
    let three_on_file_3 = "4k4/9/2P3P2/2P3P2/6P2/9/9/9/9/3K5 w";
    assert_read(three_on_file_3, Notation::Wxf, "g5h5", &["33=2"]);
}

fn fault(fen: &str, notation: Notation, text: &str, strictness: Strictness) -> NotationFault {
    let error: NotationError = notation.parse(&position(fen), text, strictness).expect_err(text);
    let shown = error.to_string();
    assert!(shown.starts_with(&format!("`{}` is no move here: ", text.escape_debug())), "{shown}");
    error.fault()
}

#[test]
fn two_moves_are_never_chosen_between() {
    for strictness in [Strictness::Strict, Strictness::Lenient] {
        let ambiguous = NotationFault::Ambiguous { first: mv("e1c1"), second: mv("e4c4") };
        assert_eq!(fault(TWO_ROOKS, Notation::Wxf, "R5=7", strictness), ambiguous);
        assert_eq!(fault(TWO_ROOKS, Notation::CHINESE, "车五平七", strictness), ambiguous);
        assert_eq!(ambiguous.to_string(), "it can be e1c1 or e4c4");
        let fronts = "4k4/9/P1P6/P1P6/9/9/9/9/9/3K5 w";
        let ambiguous = NotationFault::Ambiguous { first: mv("a7b7"), second: mv("c7b7") };
        assert_eq!(fault(fronts, Notation::CHINESE, "前兵平八", strictness), ambiguous);
        assert_eq!(fault(fronts, Notation::CHINESE, "一兵平八", strictness), ambiguous);
    }
}

#[test]
fn strict_readers_tell_how_it_is_written() {
    let inexact = |fen, notation, text| fault(fen, notation, text, Strictness::Strict).to_string();
    assert_eq!(inexact(TWO_ROOKS, Notation::Wxf, "R5+3"), "e4e7 is written `R++3`");
    assert_eq!(inexact(TWO_ROOKS, Notation::CHINESE, "车五进三"), "e4e7 is written `前车进三`");
    assert_eq!(inexact(TWO_ROOKS, Notation::CHINESE, "一车平七"), "e4c4 is written `前车平七`");
    assert_eq!(inexact(THREE_AND_TWO, Notation::CHINESE, "前兵九平八"), "a7b7 is written `前九平八`");
    assert_eq!(inexact(FOUR_PAWNS, Notation::Wxf, "++=2"), "i8h8 is written `11=2`");
}

#[test]
fn what_cannot_be_done_is_told() {
    for strictness in [Strictness::Strict, Strictness::Lenient] {
        let (color, rook) = (Color::Red, PieceType::Rook);
        let no_piece = NotationFault::NoPiece { color, piece_type: rook };
        let illegal = NotationFault::Illegal { color, piece_type: rook };
        assert_eq!(fault(START, Notation::Wxf, "R5+1", strictness), no_piece);
        assert_eq!(fault(START, Notation::Wxf, "R++1", strictness), no_piece);
        assert_eq!(fault(START, Notation::CHINESE, "前车进一", strictness), no_piece);
        assert_eq!(fault(START, Notation::Wxf, "R9+4", strictness), illegal);
        assert_eq!(fault(START, Notation::CHINESE, "车九平八", strictness), illegal);
        assert_eq!(no_piece.to_string(), "Red has no rook there");
        assert_eq!(illegal.to_string(), "no rook of Red can legally do that");
        assert_eq!(fault(START, Notation::Iccs, "a0b0", strictness), NotationFault::IllegalSquares);
        assert_eq!(fault(START, Notation::Iccs, "a0a0", strictness), NotationFault::NoSquares);
        assert_eq!(fault(START, Notation::Iccs, "炮二平五", strictness), NotationFault::NoSquares);
    }
}

#[test]
fn what_is_no_move_is_quoted_with_what_was_expected() {
    let unexpected = |text: &str, notation| fault(START, notation, text, Strictness::Strict).to_string();
    let piece = "a piece (K A E H R C P) with its file or with + or -, or a pawn's number and file";
    for (text, shown) in [
        ("", format!("it ends where {piece} should stand")),
        ("C", format!("it ends where {piece} should stand")),
        ("C2", "it ends where +, - or = should stand".into()),
        ("C2=", "it ends where a digit from 1 to 9 should stand".into()),
        ("X2=5", format!("`X` stands where {piece} should stand")),
        ("N2+3", format!("`N` stands where {piece} should stand")),
        ("C0=5", format!("`0` stands where {piece} should stand")),
        ("CC=5", format!("`C` stands where {piece} should stand")),
        ("C2x5", "`x` stands where +, - or = should stand".into()),
        ("C2=0", "`0` stands where a digit from 1 to 9 should stand".into()),
        ("C2=5!!", "`!` stands where the end should stand".into()),
        ("C2 =5", format!("` ` stands where {piece} should stand")),
    ] {
        assert!(
            unexpected(text, Notation::Wxf).starts_with(&shown),
            "{text}: {}",
            unexpected(text, Notation::Wxf)
        );
    }
    for (text, shown) in [
        ("炮二", "it ends where 进, 退 or 平 should stand"),
        ("炮二走五", "`走` stands where 进, 退 or 平 should stand"),
        ("炮二平五五五", "`五` stands where the end should stand"),
        ("卒三进一", "`卒` stands where a piece of the side to move"),
        ("炮二平5", "`5` stands where a number as the side to move writes it"),
        ("\u{7}二平五", "`\\u{7}` stands where a piece of the side to move"),
    ] {
        let found = unexpected(text, Notation::CHINESE);
        assert!(found.starts_with(shown), "{text}: {found}");
    }
    let long = "炮".repeat(100);
    let error = Notation::CHINESE.parse(&Position::start(), &long, Strictness::Lenient).unwrap_err();
    assert_eq!(error.token().as_str(), "炮".repeat(8));
}

#[test]
fn names_of_notations_round_trip() {
    for notation in [Notation::Iccs, Notation::Wxf, Notation::CHINESE, TRADITIONAL] {
        assert_eq!(notation.to_string().parse(), Ok(notation));
    }
    let error = "morse".parse::<Notation>().unwrap_err();
    assert!(error.to_string().starts_with("`morse` is no notation"));
}

#[test]
fn a_game_lists_its_moves_in_any_notation() {
    let mut game = Game::default();
    game.play_all(["h2e2", "h9g7", "h0g2", "i9h9"].map(mv)).expect("they are legal");
    let listed = |notation| game.moves_in(notation).collect::<Vec<_>>().join(" ");
    assert_eq!(listed(Notation::Iccs), "h2e2 h9g7 h0g2 i9h9");
    assert_eq!(listed(Notation::Wxf), "C2=5 H8+7 H2+3 R9=8");
    assert_eq!(listed(Notation::CHINESE), "炮二平五 马8进7 马二进三 车9平8");
    assert_eq!(listed(TRADITIONAL), "炮二平五 馬8進7 傌二進三 車9平8");
    assert_eq!(game.moves_in(Notation::Wxf).count(), game.len());
}

#[test]
fn modules_and_choice_write_alike() {
    let (position, mv) = (Position::start(), mv("b0c2"));
    let text = wxf::display(&position, mv).expect("it is legal").to_string();
    assert_eq!(text, Notation::Wxf.display(&position, mv).expect("it is legal").to_string());
    let text = chinese::display(&position, mv, Style::TRADITIONAL).expect("it is legal").to_string();
    assert_eq!(text, TRADITIONAL.display(&position, mv).expect("it is legal").to_string());
}
