//! The bar that shows how far a long command is.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar of so many steps: how many are done, the time so far and to come, and a message.
pub(crate) fn progress_bar(steps: u64) -> ProgressBar {
    let bar = ProgressBar::new(steps);
    let style = ProgressStyle::with_template("{pos}/{len} [{elapsed_precise}, {eta} left] {wide_msg}");
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar
}
