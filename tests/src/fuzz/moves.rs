use xiangqi_core::{Position, Strictness, Undo};

/// From this byte on a move is taken back.
const TAKE_BACK: u8 = 160;

/// Each byte makes one of the legal moves or takes one back. Every position is as one that is set up anew, and in
/// the end all is as it was.
///
/// # Panics
///
/// When the library breaks a promise.
pub fn moves(data: &[u8]) {
    let mut position = Position::start();
    let mut path: Vec<(Position, Undo)> = Vec::new();
    for &byte in data {
        if byte >= TAKE_BACK {
            take_back(&mut position, &mut path);
            continue;
        }
        let moves = position.legal_moves();
        let Some(&mv) = moves.get(usize::from(byte) % moves.len().max(1)) else { continue };
        let before = position.clone();
        let key = position.key_after(mv);
        let gives_check = position.gives_check(mv);
        let undo = position.make(mv);
        assert_eq!((position.key(), position.is_check()), (key, gives_check), "{mv} in {before}");
        assert_as_set_up_anew(&position);
        path.push((before, undo));
    }
    while !path.is_empty() {
        take_back(&mut position, &mut path);
    }
    assert_eq!(position, Position::start());
}

fn take_back(position: &mut Position, path: &mut Vec<(Position, Undo)>) {
    if let Some((before, undo)) = path.pop() {
        position.unmake(undo);
        assert_eq!(*position, before);
    }
}

fn assert_as_set_up_anew(position: &Position) {
    let anew =
        position.to_setup().into_position(Strictness::Strict).expect("legal moves lead to legal positions");
    assert_eq!((position.key(), position.checkers()), (anew.key(), anew.checkers()), "{position}");
    assert_eq!(position.legal_moves(), anew.legal_moves(), "{position}");
}
