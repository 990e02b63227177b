//! Verdicts that explain themselves, in English and in Chinese.

use alloc::vec::Vec;
use core::fmt;

use super::{Act, Chase, Deed, Idle, Offender, Outcome, Placed, Protection, Rule, Ruling};
use crate::{Color, Move, Piece, PieceType};

/// How a game ended, and what the ruling rests on.
///
/// Its `Display` explains it in English, [`in_chinese`](Self::in_chinese) in Chinese:
///
/// ```
/// use xiangqi_core::{Game, Position};
///
/// let mut game = Game::new(Position::from_fen("5k3/R8/9/9/9/9/9/9/9/4K4 w - - 0 1")?);
/// for mv in "a8a9 f9f8 a9a8 f8f9 a8a9 f9f8 a9a8 f8f9".split(' ') {
///     game.play(mv.parse()?)?;
/// }
/// let verdict = game.verdict().expect("the third occurrence of the position");
/// assert_eq!(
///     verdict.to_string(),
///     "Black wins by Red's perpetual check. The position has occurred 3 times. Red gave check with every move: \
///      a8a9 checks with the rook on a9; a9a8 checks with the rook \
///      on a8. Red had to vary. See docs/rules.md#perpetual-check."
/// );
/// assert_eq!(
///     verdict.in_chinese().to_string(),
///     "红方长将，黑方胜。同一局面已出现3次。红方每着都将军：a8a9，a9车将军；a9a8，a8车将军。红方必须变着。\
///      见docs/rules.md#perpetual-check。"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Verdict {
    /// How the game ended.
    pub result: Outcome,
    /// By which rule.
    pub rule: Rule,
    /// Who broke it.
    pub offender: Offender,
    /// What the ruling rests on.
    pub evidence: Evidence,
}

/// What a ruling rests on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Evidence {
    /// How often the last position has occurred.
    pub occurrences: u32,
    /// The counted plies since the last capture.
    pub quiet_plies: u16,
    /// The moves that were judged, in their order; empty unless a repetition ended the game.
    pub deeds: Vec<Deed>,
}

impl Verdict {
    /// The verdict without its evidence.
    #[must_use]
    pub const fn ruling(&self) -> Ruling {
        Ruling { result: self.result, rule: self.rule, offender: self.offender }
    }

    /// The explanation in Chinese (简体中文).
    #[must_use]
    pub fn in_chinese(&self) -> impl fmt::Display + '_ {
        InChinese(self)
    }

    /// The moves of a side that are evidence, each once.
    fn deeds_of(&self, side: Color) -> Vec<&Deed> {
        let mut deeds: Vec<&Deed> = Vec::new();
        for deed in self.evidence.deeds.iter().filter(|deed| deed.piece.color() == side) {
            if !deeds.iter().any(|earlier| (earlier.mv, &earlier.act) == (deed.mv, &deed.act)) {
                deeds.push(deed);
            }
        }
        deeds
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.", self.ruling())?;
        match self.rule {
            Rule::MoveLimit => {
                write!(f, " {} plies without a capture have been counted.", self.evidence.quiet_plies)?;
            }
            _ if !self.evidence.deeds.is_empty() => self.explain_repetition(f)?,
            _ => {}
        }
        write!(f, " See docs/rules.md#{}.", self.rule.anchor())
    }
}

impl Verdict {
    fn explain_repetition(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, " The position has occurred {} times.", self.evidence.occurrences)?;
        for side in Color::ALL {
            let deeds = self.deeds_of(side);
            let broke = self.offender.includes(side);
            if !broke && self.offender != Offender::None {
                continue;
            }
            let did = match self.rule {
                _ if !broke => "broke no rule",
                Rule::PerpetualCheck => "gave check with every move",
                Rule::PerpetualChase => "chased with every move",
                Rule::PerpetualMateThreat => "threatened mate with every move",
                _ => "was never idle",
            };
            write!(f, " {side} {did}:")?;
            for (index, deed) in deeds.iter().enumerate() {
                write!(f, "{} {} {}", if index == 0 { "" } else { ";" }, deed.mv, English(&deed.act))?;
            }
            f.write_str(".")?;
        }
        match self.offender {
            Offender::One(side) => write!(f, " {side} had to vary."),
            Offender::Both => f.write_str(" Either may vary, neither must."),
            Offender::None => Ok(()),
        }
    }
}

impl Offender {
    /// Whether this side broke a rule.
    #[must_use]
    pub fn includes(self, side: Color) -> bool {
        match self {
            Offender::None => false,
            Offender::One(offender) => offender == side,
            Offender::Both => true,
        }
    }
}

impl Rule {
    /// The heading of the rule in `docs/rules.md`, as a link names it.
    #[must_use]
    pub const fn anchor(self) -> &'static str {
        match self {
            Rule::Checkmate | Rule::Stalemate => "no-legal-move",
            Rule::PerpetualCheck => "perpetual-check",
            Rule::PerpetualChase => "perpetual-chase",
            Rule::PerpetualMateThreat
            | Rule::CheckAndChase
            | Rule::CheckAndMateThreat
            | Rule::ChaseAndMateThreat
            | Rule::CheckChaseAndMateThreat
            | Rule::MixedOffences => "chinese",
            Rule::Repetition => "repetition",
            Rule::MoveLimit => "move-limit",
            Rule::Material => "material",
        }
    }

    /// The Chinese name.
    #[must_use]
    pub const fn chinese_name(self) -> &'static str {
        match self {
            Rule::Checkmate => "将死",
            Rule::Stalemate => "困毙",
            Rule::PerpetualCheck => "长将",
            Rule::PerpetualChase => "长捉",
            Rule::PerpetualMateThreat => "长杀",
            Rule::CheckAndChase => "一将一捉",
            Rule::CheckAndMateThreat => "一将一杀",
            Rule::ChaseAndMateThreat => "一捉一杀",
            Rule::CheckChaseAndMateThreat => "将捉杀交替",
            Rule::MixedOffences => "长打",
            Rule::Repetition => "循环不变",
            Rule::MoveLimit => "自然限着",
            Rule::Material => "子力不足",
        }
    }
}

/// What a move did, as the end of a phrase that begins with the move.
struct English<'a>(&'a Act);

impl fmt::Display for English<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Act::Check(checkers) => {
                f.write_str("checks with ")?;
                list(f, checkers, " and ", |f, &Placed { piece, square }| {
                    write!(f, "the {} on {square}", piece.piece_type())
                })
            }
            Act::Chase(chases) => list(f, chases, " and ", |f, &chase| english_chase(f, chase)),
            Act::ChaseByCheck(mv) => write!(f, "threatens to win a piece after the check {mv}"),
            Act::MateThreat(mv) => write!(f, "threatens mate beginning with {mv}"),
            Act::Idle(idle) => f.write_str(match idle {
                Idle::Exchange => "offers an exchange",
                Idle::Offer => "offers a piece",
                Idle::Block => "blocks an attack",
                Idle::Follow => "follows a protected piece",
                Idle::Other => "is idle",
            }),
        }
    }
}

fn english_chase(f: &mut fmt::Formatter<'_>, chase: Chase) -> fmt::Result {
    let Chase { attacker, victim, protection } = chase;
    write!(f, "lets the {} on {}", attacker.piece.piece_type(), attacker.square)?;
    write!(f, " chase the {} on {}", victim.piece.piece_type(), victim.square)?;
    f.write_str(match protection {
        Protection::None => ", which is unprotected",
        Protection::False => ", whose protector may not recapture",
        Protection::TooLittle => ", which is protected too little",
        Protection::Irrelevant => ", protected or not",
    })
}

/// Writes the members of a list with something between them.
fn list<T>(
    f: &mut fmt::Formatter<'_>,
    members: &[T],
    between: &str,
    write: impl Fn(&mut fmt::Formatter<'_>, &T) -> fmt::Result,
) -> fmt::Result {
    for (index, member) in members.iter().enumerate() {
        if index > 0 {
            f.write_str(between)?;
        }
        write(f, member)?;
    }
    Ok(())
}

struct InChinese<'a>(&'a Verdict);

impl fmt::Display for InChinese<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = self.0;
        let rule = verdict.rule.chinese_name();
        match verdict.offender {
            Offender::One(side) => write!(f, "{}{rule}，", chinese_side(side))?,
            Offender::Both => write!(f, "双方{rule}，")?,
            Offender::None => write!(f, "{rule}，")?,
        }
        match verdict.result {
            Outcome::Win(winner) => write!(f, "{}胜。", chinese_side(winner))?,
            Outcome::Draw => f.write_str("和棋。")?,
        }
        if verdict.rule == Rule::MoveLimit {
            write!(f, "连续{}步（半回合）未吃子。", verdict.evidence.quiet_plies)?;
        }
        if !verdict.evidence.deeds.is_empty() {
            write!(f, "同一局面已出现{}次。", verdict.evidence.occurrences)?;
            self.sides(f)?;
        }
        write!(f, "见docs/rules.md#{}。", verdict.rule.anchor())
    }
}

impl InChinese<'_> {
    fn sides(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = self.0;
        for side in Color::ALL {
            let broke = verdict.offender.includes(side);
            if !broke && verdict.offender != Offender::None {
                continue;
            }
            let did = match verdict.rule {
                _ if !broke => "未犯规",
                Rule::PerpetualCheck => "每着都将军",
                Rule::PerpetualChase => "每着都捉子",
                Rule::PerpetualMateThreat => "每着都叫杀",
                _ => "没有一着是闲着",
            };
            write!(f, "{}{did}：", chinese_side(side))?;
            let deeds = verdict.deeds_of(side);
            list(f, &deeds, "；", |f, deed| {
                write!(f, "{}，", deed.mv)?;
                chinese_act(f, &deed.act)
            })?;
            f.write_str("。")?;
        }
        match verdict.offender {
            Offender::One(side) => write!(f, "{}必须变着。", chinese_side(side)),
            Offender::Both => f.write_str("双方均可不变。"),
            Offender::None => Ok(()),
        }
    }
}

fn chinese_act(f: &mut fmt::Formatter<'_>, act: &Act) -> fmt::Result {
    let placed = |f: &mut fmt::Formatter<'_>, &Placed { piece, square }: &Placed| {
        write!(f, "{square}{}", chinese_name(piece))
    };
    let move_name =
        |f: &mut fmt::Formatter<'_>, before: &str, mv: Move, after: &str| write!(f, "{before}{mv}{after}");
    match act {
        Act::Check(checkers) => {
            list(f, checkers, "、", placed)?;
            f.write_str("将军")
        }
        Act::Chase(chases) => list(f, chases, "，", |f, chase| {
            placed(f, &chase.attacker)?;
            f.write_str("捉")?;
            placed(f, &chase.victim)?;
            f.write_str(match chase.protection {
                Protection::None => "（无根）",
                Protection::False => "（假根）",
                Protection::TooLittle => "（少根）",
                Protection::Irrelevant => "（不论有根无根）",
            })
        }),
        Act::ChaseByCheck(mv) => move_name(f, "要", *mv, "抽将得子"),
        Act::MateThreat(mv) => move_name(f, "要", *mv, "杀"),
        Act::Idle(idle) => f.write_str(match idle {
            Idle::Exchange => "兑",
            Idle::Offer => "献",
            Idle::Block => "拦",
            Idle::Follow => "跟",
            Idle::Other => "闲",
        }),
    }
}

const fn chinese_side(side: Color) -> &'static str {
    match side {
        Color::Red => "红方",
        Color::Black => "黑方",
    }
}

const fn chinese_name(piece: Piece) -> &'static str {
    match (piece.piece_type(), piece.color()) {
        (PieceType::King, Color::Red) => "帅",
        (PieceType::King, Color::Black) => "将",
        (PieceType::Advisor, Color::Red) => "仕",
        (PieceType::Advisor, Color::Black) => "士",
        (PieceType::Elephant, Color::Red) => "相",
        (PieceType::Elephant, Color::Black) => "象",
        (PieceType::Horse, _) => "马",
        (PieceType::Rook, _) => "车",
        (PieceType::Cannon, _) => "炮",
        (PieceType::Pawn, Color::Red) => "兵",
        (PieceType::Pawn, Color::Black) => "卒",
    }
}
