//! Adam: steps along the gradient whose size does not depend on its scale.
//!
//! Kingma and Ba, "Adam: A Method for Stochastic Optimization", 2014.

/// How fast the means of the gradient and of its square forget.
const FORGET_MEAN: f64 = 0.9;
const FORGET_SQUARE: f64 = 0.999;
/// Keeps a step finite where there is no gradient.
const EPSILON: f64 = 1e-12;

/// The means of earlier gradients.
pub(super) struct Adam {
    means: Vec<f64>,
    squares: Vec<f64>,
    steps: i32,
}

impl Adam {
    pub(super) fn new(parameters: usize) -> Adam {
        Adam { means: vec![0.0; parameters], squares: vec![0.0; parameters], steps: 0 }
    }

    /// By how much each parameter changes after this gradient; about `rate` while gradients agree.
    pub(super) fn step(&mut self, gradient: &[f64], rate: f64) -> Vec<f64> {
        self.steps += 1;
        let mean_share = 1.0 - FORGET_MEAN.powi(self.steps);
        let square_share = 1.0 - FORGET_SQUARE.powi(self.steps);
        let means = self.means.iter_mut().zip(&mut self.squares);
        let step = |((mean, square), slope): ((&mut f64, &mut f64), &f64)| {
            *mean += (slope - *mean) * (1.0 - FORGET_MEAN);
            *square += (slope * slope - *square) * (1.0 - FORGET_SQUARE);
            -rate * (*mean / mean_share) / ((*square / square_share).sqrt() + EPSILON)
        };
        means.zip(gradient).map(step).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bottom_of_a_bowl_is_found_whatever_its_scale() {
        for scale in [1e-6, 1.0, 1e6] {
            let mut adam = Adam::new(2);
            let mut at = [10.0, -3.0];
            for step in 0..2000 {
                let gradient = [scale * 2.0 * (at[0] - 4.0), scale * 0.1 * (at[1] + 5.0)];
                let steps = adam.step(&gradient, 0.1 * 0.998f64.powi(step));
                at[0] += steps[0];
                at[1] += steps[1];
            }
            assert!((at[0] - 4.0).abs() < 0.01 && (at[1] + 5.0).abs() < 0.01, "{at:?}");
        }
    }

    #[test]
    fn a_parameter_without_a_gradient_stays() {
        assert_eq!(Adam::new(1).step(&[0.0], 1.0), [0.0]);
    }
}
