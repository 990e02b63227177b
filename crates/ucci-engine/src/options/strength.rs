//! The options that make the engine weaker. All of them name a level, and the lowest counts.

use xiangqi_search::Level;

use super::spec::words;
use super::{OptionId, Options};

/// A word of UCCI and the level that it names.
type Word = (&'static str, u8);

/// How much chance is in the play. The words are those of UCCI and, beyond them, of `ElephantEye`.
const RANDOMNESS: [Word; 6] =
    [("none", 20), ("tiny", 18), ("small", 15), ("medium", 10), ("large", 5), ("huge", 2)];
/// How much the engine knows, or how much it may leave out.
const THOROUGHNESS: [Word; 4] = [("large", 20), ("medium", 15), ("small", 10), ("none", 5)];

/// The words of `randomness`.
pub(super) const RANDOMNESS_WORDS: &[&str] = &words(&RANDOMNESS);
/// The words of `knowledge` and of `pruning`.
pub(super) const THOROUGHNESS_WORDS: &[&str] = &words(&THOROUGHNESS);

impl Options {
    /// The playing level that the options stand for.
    #[must_use]
    pub fn level(&self) -> Level {
        let by_number = u8::try_from(self.number(OptionId::Level)).ok().and_then(Level::new);
        let by_elo = self.is_on(OptionId::LimitStrength).then(|| Level::nearest(self.number(OptionId::Elo)));
        let by_words = [
            self.named(OptionId::Randomness, &RANDOMNESS),
            self.named(OptionId::Knowledge, &THOROUGHNESS),
            self.named(OptionId::Pruning, &THOROUGHNESS),
        ];
        by_words.into_iter().chain([by_number, by_elo]).flatten().min().unwrap_or_default()
    }

    /// The level that the word names to which a combo is set.
    fn named(&self, id: OptionId, words: &[Word]) -> Option<Level> {
        let index = usize::try_from(self.number(id)).ok()?;
        words.get(index).and_then(|&(_, level)| Level::new(level))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::assign;
    use super::*;

    /// The level after all these assignments.
    fn level(lines: &[&str]) -> u8 {
        let mut options = Options::default();
        for line in lines {
            assign(&mut options, line).unwrap();
        }
        options.level().number()
    }

    #[test]
    fn by_default_nothing_is_held_back() {
        assert_eq!(Options::default().level(), Level::FULL);
        assert_eq!(Options::default().settings().level, Level::FULL);
        assert_eq!(
            level(&["setoption randomness none", "setoption knowledge large", "setoption pruning large"]),
            20
        );
    }

    #[test]
    fn a_level_has_a_number_in_both_dialects() {
        assert_eq!(level(&["setoption level 7"]), 7);
        assert_eq!(level(&["setoption name Skill Level value 0"]), 0);
        assert_eq!(level(&["setoption name Skill Level value 99"]), 20);
    }

    #[test]
    fn elo_counts_when_the_strength_is_limited() {
        let elo = format!("setoption name UCI_Elo value {}", Level::new(6).unwrap().elo() + 1);
        assert_eq!(level(&[&elo]), 20);
        assert_eq!(level(&[&elo, "setoption name UCI_LimitStrength value true"]), 6);
        assert_eq!(level(&["setoption name UCI_LimitStrength value true"]), 20);
        for (absurd, cut) in [("-400", 0), ("99999", 20)] {
            let elo = format!("setoption name UCI_Elo value {absurd}");
            assert_eq!(level(&["setoption name UCI_LimitStrength value true", &elo]), cut, "{absurd}");
        }
    }

    #[test]
    fn each_word_of_ucci_is_a_level() {
        for (option, words) in
            [("randomness", &RANDOMNESS[..]), ("knowledge", &THOROUGHNESS), ("pruning", &THOROUGHNESS)]
        {
            for &(word, number) in words {
                assert_eq!(level(&[&format!("setoption {option} {word}")]), number, "{option} {word}");
            }
        }
    }

    #[test]
    fn the_lowest_level_counts_in_whatever_order() {
        let lines = ["setoption level 12", "setoption randomness large", "setoption knowledge medium"];
        for lines in [lines, [lines[2], lines[1], lines[0]]] {
            assert_eq!(level(&lines), 5);
        }
        assert_eq!(level(&["setoption level 3", "setoption randomness medium", "setoption level 20"]), 10);
    }

    #[test]
    fn the_seed_is_that_of_the_search() {
        let mut options = Options::default();
        assert_eq!(options.settings().seed, 0);
        assign(&mut options, "setoption name Seed value 12345").unwrap();
        assert_eq!(options.settings().seed, 12_345);
    }
}
