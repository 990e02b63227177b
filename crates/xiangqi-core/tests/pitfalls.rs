//! Positions on which move generators go wrong, one test for each trap.

use xiangqi_core::{Move, Position};

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Where the piece on a square can go, in the order of ranks and files.
fn targets(fen: &str, from: &str) -> String {
    let from = from.parse().expect("a square");
    let moves = position(fen).legal_moves();
    let mut squares: Vec<_> = moves.into_iter().filter(|mv| mv.from() == from).map(Move::to).collect();
    squares.sort_unstable();
    squares.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn capturing_the_screen_does_not_lift_a_cannon_check() {
    assert_eq!(targets("3k5/9/9/9/4c4/9/9/R3n4/9/4K4 w", "a2"), "");
}

#[test]
fn a_second_screen_lifts_a_cannon_check() {
    assert_eq!(targets("3k5/9/9/9/4c4/9/R8/4n4/9/4K4 w", "a3"), "e3");
}

#[test]
fn capturing_the_cannon_lifts_its_check() {
    assert_eq!(targets("3k5/9/9/9/R3c4/9/9/4n4/9/4K4 w", "a5"), "e5");
}

#[test]
fn the_screen_of_a_checking_cannon_leaves_the_line_or_takes_the_cannon() {
    assert_eq!(targets("3k5/9/9/9/4c4/9/9/4R4/9/4K4 w", "e2"), "a2 b2 c2 d2 f2 g2 h2 i2 e5");
}

#[test]
fn one_of_two_screens_stays_on_the_line_and_does_not_take_the_other() {
    assert_eq!(targets("3k5/9/9/4c4/9/4p4/9/4R4/9/4K4 w", "e2"), "e1 e3");
}

#[test]
fn another_piece_may_take_one_of_two_screens() {
    assert!(targets("3k5/9/9/4c4/9/R3p4/9/4R4/9/4K4 w", "a4").ends_with("e4 a5 a6 a7 a8 a9"));
}

#[test]
fn one_of_two_screens_may_take_the_cannon() {
    assert_eq!(targets("3k5/9/9/4c4/9/9/4C4/4n4/9/4K4 w", "e3"), "e4 e5");
    assert_eq!(targets("3k5/9/9/4c4/4R4/9/9/4n4/9/4K4 w", "e5"), "e3 e4 e6");
}

#[test]
fn one_of_three_screens_is_free() {
    assert_eq!(targets("3k5/9/9/4c4/4p4/9/4p4/4R4/9/4K4 w", "e2"), "e1 a2 b2 c2 d2 f2 g2 h2 i2 e3");
}

#[test]
fn nothing_lands_between_a_king_and_a_hollow_cannon() {
    let fen = "3k5/9/9/9/4c4/9/R8/9/9/4K4 w";
    assert!(!position(fen).is_check());
    assert_eq!(targets(fen, "a3"), "a0 a1 a2 b3 c3 d3 f3 g3 h3 i3 a4 a5 a6 a7 a8 a9");
}

#[test]
fn a_piece_in_the_way_of_two_horses_takes_neither() {
    // d1 is the leg of both horses.
    assert_eq!(targets("3k5/9/9/9/9/9/9/3n5/2nR5/4K4 w", "d1"), "");
}

#[test]
fn a_pinned_piece_stays_on_its_line_or_takes_the_pinner() {
    assert_eq!(targets("5k3/9/9/9/9/9/9/9/9/r2RK4 w", "d0"), "a0 b0 c0");
    assert_eq!(targets("5k3/9/9/9/9/9/9/9/9/r2NK4 w", "d0"), "");
}

#[test]
fn the_king_is_no_screen_for_the_point_behind_it() {
    assert_eq!(targets("3k5/9/9/9/4c4/9/9/9/4K4/9 w", "e1"), "e0 f1 e2");
}

#[test]
fn the_king_is_no_shield_for_the_point_behind_it() {
    assert_eq!(targets("3k5/9/9/9/4r4/9/9/9/4K4/9 w", "e1"), "f1");
}

#[test]
fn the_king_becomes_no_screen_by_capturing_one() {
    // It takes the piece next to it, and the cannon is hollow then.
    assert_eq!(targets("3k5/9/9/9/4c4/9/9/9/4n4/4K4 w", "e0"), "f0 e1");
    // A second piece farther on is the screen of the point where the king would land.
    assert_eq!(targets("3k5/9/9/9/4c4/4p4/9/9/4n4/4K4 w", "e0"), "f0");
}

#[test]
fn a_horse_is_blocked_beside_itself_not_beside_the_king() {
    assert!(position("3k5/9/9/9/9/9/9/3n5/4A4/4K4 w").is_check());
    assert!(!position("3k5/9/9/9/9/9/9/3n5/3R5/4K4 w").is_check());
    assert_eq!(targets("3k5/9/9/9/9/9/9/3n5/R8/4K4 w", "a1"), "d1");
}

#[test]
fn the_leg_piece_leaves_only_by_taking_the_horse() {
    assert_eq!(targets("3k5/9/9/9/9/9/9/3n5/3R5/4K4 w", "d1"), "d2");
}

#[test]
fn an_enemy_leg_piece_may_be_taken() {
    let fen = "3k5/9/9/9/9/9/9/3n5/R2p5/4K4 w";
    assert!(targets(fen, "a1").contains("d1"));
}

#[test]
fn pawns_attack_sideways_and_forward_but_never_backwards() {
    assert!(position("3k5/9/9/9/9/9/9/3pK4/9/9 w").is_check());
    assert!(position("3k5/9/9/9/9/9/4p4/4K4/9/9 w").is_check());
    assert!(!position("3k5/9/9/9/9/9/9/4K4/4p4/9 w").is_check());
    // Beside the pawn and in front of it there is no place for the king, but it may take it.
    assert_eq!(targets("3k5/9/9/9/9/9/9/4K4/4p4/9 w", "e2"), "e1 f2");
    assert_eq!(targets("3k5/9/9/9/9/9/9/5K3/4p4/9 w", "f2"), "e2");
}

#[test]
fn pawns_do_not_attack_sideways_before_the_river() {
    assert_eq!(targets("3k5/9/9/9/4p4/4P4/9/9/9/5K3 w", "e4"), "e5");
    assert_eq!(targets("3k5/9/9/9/4P4/9/9/9/9/5K3 w", "e5"), "d5 f5 e6");
}

#[test]
fn kings_do_not_face() {
    assert_eq!(targets("4k4/9/9/9/9/9/9/9/9/3K5 w", "d0"), "d1");
    assert_eq!(targets("4k4/9/9/9/4N4/9/9/9/9/4K4 w", "e5"), "");
    assert_eq!(targets("4k4/9/9/9/4P4/9/9/9/9/4K4 w", "e5"), "e6");
    assert_eq!(targets("4k4/4a4/9/9/4P4/9/9/9/9/4K4 w", "e5"), "d5 f5 e6");
}

#[test]
fn only_the_king_answers_a_double_check() {
    let fen = "3k5/9/9/9/4r4/R8/9/3n5/R8/4K4 w";
    let moves: Vec<_> = position(fen).legal_moves().iter().map(ToString::to_string).collect();
    assert_eq!(moves, ["e0d0", "e0f0"]);
}

#[test]
fn a_cannon_captures_the_second_piece_only() {
    // The edge itself is no piece: nothing stands on i4.
    let rank = |row: &str| {
        let all = targets(&format!("3k5/9/9/9/9/{row}/9/9/9/4K4 w"), "a4");
        all.split(' ').filter(|square| square.ends_with('4')).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(rank("C2p5"), "b4 c4");
    assert_eq!(rank("C2p4r"), "b4 c4 i4");
    assert_eq!(rank("C2p4R"), "b4 c4");
    assert_eq!(rank("C2p2rr1"), "b4 c4 g4");
    assert_eq!(rank("C1pp1r3"), "b4 d4");
}

#[test]
fn elephants_need_an_open_eye_and_stay_at_home() {
    assert_eq!(targets("3k5/9/9/9/9/2B6/9/9/9/4K4 w", "c4"), "a2 e2");
    assert_eq!(targets("3k5/9/9/9/9/2B6/3p5/9/9/4K4 w", "c4"), "a2");
}

#[test]
fn advisors_stay_in_the_palace() {
    assert_eq!(targets("3k5/9/9/9/9/9/9/3A5/9/4K4 w", "d2"), "e1");
    assert_eq!(targets("3k5/9/9/9/9/9/9/9/4A4/5K3 w", "e1"), "d0 d2 f2");
}

#[test]
fn a_move_gives_check_also_by_making_or_leaving_a_screen() {
    let gives_check = |fen: &str, mv: &str| position(fen).gives_check(mv.parse().expect("a move"));
    assert!(gives_check("4k4/9/9/R8/4C4/9/9/9/9/3K5 w", "a6e6"), "a screen arrives");
    assert!(gives_check("4k4/9/9/4N4/4R4/9/9/9/9/3K5 w", "e6c7"), "a line opens");
    assert!(gives_check("4k4/9/4n4/4N4/4C4/9/9/9/9/3K5 w", "e6c5"), "one of two screens leaves");
    assert!(gives_check("4k4/3P5/3N5/9/9/9/9/9/9/5K3 w", "d8c8"), "a leg is freed");
}
