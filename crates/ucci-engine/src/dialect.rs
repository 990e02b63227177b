//! Which of the two protocols is being spoken.

/// The protocol of the conversation: the last of `ucci` and `uci` that was received.
///
/// Commands are understood in either dialect at any time; the dialect only decides how answers are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// The Universal Chinese Chess Interface 3.0; in force until something else is asked for.
    #[default]
    Ucci,
    /// The Universal Chess Interface, in the form that Pikafish gives it: ranks are counted from 0.
    Uci,
}
