//! `go perft`: counts the lines of play by their first move, in the form that other tools read.

use xiangqi_core::{Position, perft as count_lines};
use xiangqi_search::Control;

/// The greatest depth, in plies: no count beyond it could end unless hardly a move is possible, and each ply takes room
/// on the stack.
pub(crate) const DEEPEST: u32 = 100;

/// Below this depth, in plies, a count is too short to be worth interrupting.
const UNINTERRUPTED: u32 = 4;

/// Counts the lines of `depth` plies, at least one, and writes a line for each first move and one for the sum.
pub(crate) fn perft(mut position: Position, depth: u32, control: &Control, mut print: impl FnMut(String)) {
    let mut total = 0;
    for mv in position.legal_moves() {
        let undo = position.make(mv);
        let lines = count(&mut position, depth.saturating_sub(1), control);
        position.unmake(undo);
        let Some(lines) = lines else { return };
        print(format!("{mv}: {lines}"));
        total += lines;
    }
    print(format!("\nNodes searched: {total}\n"));
}

/// `None` if the count was stopped.
fn count(position: &mut Position, depth: u32, control: &Control) -> Option<u64> {
    if control.is_stopped() {
        return None;
    }
    if depth <= UNINTERRUPTED {
        return Some(count_lines(position, depth));
    }
    let mut total = 0;
    for mv in position.legal_moves() {
        let undo = position.make(mv);
        let lines = count(position, depth - 1, control);
        position.unmake(undo);
        total += lines?;
    }
    Some(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(depth: u32, control: &Control) -> Vec<String> {
        let mut lines = Vec::new();
        perft(Position::start(), depth, control, |line| lines.push(line));
        lines
    }

    #[test]
    fn every_first_move_has_a_line_and_the_sum_is_last() {
        let output = lines(2, &Control::new());
        assert_eq!(output.len(), 44 + 1);
        assert!(output.contains(&"a0a1: 44".to_string()), "{output:#?}");
        assert_eq!(output.last().unwrap(), "\nNodes searched: 1920\n");
    }

    #[test]
    fn deep_counts_agree_with_short_ones_and_can_be_stopped() {
        let mut position = Position::from_fen("3k5/9/9/9/9/9/9/9/4A4/4K4 w").unwrap();
        let deep = UNINTERRUPTED + 2;
        assert_eq!(count(&mut position, deep, &Control::new()), Some(count_lines(&mut position, deep)));
        let stopped = Control::new();
        stopped.stop();
        assert_eq!(lines(7, &stopped), [""; 0]);
    }
}
