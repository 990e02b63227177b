//! A side as a type: code that is generic over it is compiled once for each, without branches on its colour.

use crate::Color;

/// Red or Black.
pub(crate) trait Side {
    /// Its colour.
    const COLOR: Color;
    /// The other side.
    type Opponent: Side;
}

pub(crate) enum Red {}
pub(crate) enum Black {}

impl Side for Red {
    const COLOR: Color = Color::Red;
    type Opponent = Black;
}

impl Side for Black {
    const COLOR: Color = Color::Black;
    type Opponent = Red;
}
