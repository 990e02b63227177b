//! Late-move reductions: the later a move comes in the order, the less deep it is searched at first.

use xiangqi_eval::Evaluator;

use crate::negamax::Candidate;
use crate::node::{Kind, Node};
use crate::params;
use crate::searcher::Searcher;

/// One ply in the unit of reductions.
const PLY: i32 = 1024;

impl<E: Evaluator> Searcher<'_, E> {
    /// By how many plies to reduce the first search of a move.
    #[inline]
    pub(crate) fn reduction<K: Kind>(&self, node: &Node, candidate: &Candidate) -> i32 {
        let tried_first = 1 + i32::from(K::ROOT) + i32::from(K::PV);
        if !params::late_move_reduction() || node.depth < 2 || candidate.number <= tried_first {
            return 0;
        }
        let mut reduction = base(node.depth, candidate.number);
        let mut add = |condition: bool, amount: i32| reduction += if condition { amount } else { 0 };
        add(node.tt_pv, -params::reduction_pv());
        add(node.cut_node, params::reduction_cut_node());
        add(!node.improving, params::reduction_not_improving());
        add(node.tt_capture, params::reduction_tt_capture());
        add(candidate.gives_check, -params::reduction_check());
        add(!candidate.quiet, -params::reduction_capture());
        add(self.stack.at(self.ply).killers.contains(&Some(candidate.mv)), -params::reduction_killer());
        add(
            self.stack.at(self.ply + 1).cutoffs > params::reduction_often().unsigned_abs(),
            params::reduction_cutoffs(),
        );
        reduction -= candidate.history * PLY / params::reduction_history();
        (reduction / PLY).max(0)
    }
}

/// A first guess at the reduction, for pruning.
#[inline]
pub(crate) fn expected_reduction(node: &Node, candidate: &Candidate) -> i32 {
    if !params::late_move_reduction() {
        return 0;
    }
    let not_improving = if node.improving { 0 } else { params::reduction_not_improving() };
    (base(node.depth, candidate.number) + not_improving) / PLY
}

/// Grows with the logarithms of depth and move number.
#[inline]
fn base(depth: i32, number: i32) -> i32 {
    params::reduction_base() + params::reduction_slope() * (log(depth) * log(number) / PLY) / PLY
}

/// The natural logarithm in 1024ths.
#[inline]
fn log(number: i32) -> i32 {
    static LOGARITHMS: [i32; 128] = {
        let mut table = [0; 128];
        let mut number = 1;
        while number < table.len() {
            table[number] = logarithm(number as u64);
            number += 1;
        }
        table
    };
    LOGARITHMS[number.clamp(1, 127).unsigned_abs() as usize]
}

/// The natural logarithm in 1024ths by repeated squaring: each square doubles the binary logarithm and so yields its
/// next binary digit.
const fn logarithm(number: u64) -> i32 {
    const FRACTION_BITS: u32 = 31;
    const LN_2_IN_1024THS: u64 = 710;
    let whole = number.ilog2();
    let mut mantissa = number << (FRACTION_BITS - whole); // in 1..2
    let mut binary = whole as u64;
    let mut digit = 0;
    while digit < 10 {
        mantissa = (mantissa * mantissa) >> FRACTION_BITS;
        let carry = mantissa >> (FRACTION_BITS + 1);
        mantissa >>= carry;
        binary = binary << 1 | carry;
        digit += 1;
    }
    ((binary * LN_2_IN_1024THS) >> 10) as i32
}

#[cfg(test)]
mod tests {
    use super::log;

    #[test]
    fn logarithms_are_right_to_a_hundredth() {
        for number in 1..128 {
            let exact = f64::from(number).ln() * 1024.0;
            assert!((f64::from(log(number)) - exact).abs() < 10.0, "{number}");
        }
    }
}
