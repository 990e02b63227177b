//! A file of games: what they have in common, then one after the other in the order of their numbers, from 0.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | [`MAGIC`] |
//! | 2 | [`FORMAT`] |
//! | 4 | how many bytes the settings have |
//! | … | the [`Settings`], as JSON |
//! | 4 | the checksum (CRC-32) of all bytes before |
//! | … | the games, as [`record`](super::record) tells |
//!
//! All numbers are little-endian. Nothing that has been written is changed, so a file can be read while it grows; what
//! there is of a game at its end that is not whole yet, or never will be, does not count.

use std::fs::{File, OpenOptions};
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use super::record::{HEAD, Record};
use super::settings::Settings;
use crate::contest::journal::difference;

/// The beginning of every file: no text, and spoilt by whoever takes it for one.
const MAGIC: [u8; 8] = *b"\x89xqd\r\n\x1a\n";
/// The number of this format, changed with every change that old readers would not understand.
const FORMAT: u16 = 1;
/// The bytes before the settings.
const BEFORE_SETTINGS: usize = MAGIC.len() + 2 + 4;
/// More than settings ever have.
const MOST_SETTINGS: usize = 1 << 16;

/// A file that is open for the next games.
pub(super) struct Writer {
    file: File,
    /// Its size in bytes, if nobody else writes to it.
    size: u64,
    /// The number of the next game.
    next: u64,
}

/// What was found in a file that is to be gone on with.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    /// The last game.
    pub(super) last: Option<Record>,
    /// The bytes of an unfinished game that were cut off.
    pub(super) torn: u64,
}

impl Writer {
    /// Opens a file to go on with it, or begins it.
    ///
    /// # Errors
    ///
    /// If its games were played with other settings, or are damaged; then it is left as it is.
    pub(super) fn open(path: &Path, settings: &Settings) -> Result<(Writer, Found)> {
        let open = || {
            let mut file =
                OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
            let head = head(settings)?;
            let mut beginning = Vec::new();
            (&file).take(u64::try_from(head.len())?).read_to_end(&mut beginning)?;
            if beginning.len() < head.len() && head.starts_with(&beginning) {
                file.rewind()?;
                file.write_all(&head)?;
                return Ok((Writer { file, size: u64::try_from(head.len())?, next: 0 }, Found::default()));
            }
            file.rewind()?;
            let mut reader = Reader::new(BufReader::new(&file), path)?;
            if let Some(difference) = difference(&reader.settings, settings)? {
                bail!(
                    "it was made with other settings: {difference}; give another file, or the same settings"
                );
            }
            let last = reader.by_ref().last().transpose()?;
            let (size, next) = (reader.offset, reader.next);
            let torn = file.metadata()?.len().saturating_sub(size);
            if torn > 0 {
                file.set_len(size)?;
            }
            file.seek(SeekFrom::End(0))?;
            Ok((Writer { file, size, next }, Found { last, torn }))
        };
        open().with_context(|| format!("cannot go on with {}", path.display()))
    }

    /// The number of the next game, which is how many there are.
    pub(super) fn next(&self) -> u64 {
        self.next
    }

    /// Writes the next game.
    ///
    /// # Errors
    ///
    /// If it cannot be written, or something else has been since the last one.
    pub(super) fn append(&mut self, record: &Record) -> Result<()> {
        let bytes = record.to_bytes(self.next)?;
        let mut write = || {
            let size = self.file.metadata()?.len();
            ensure!(
                size == self.size,
                "it has {size} bytes instead of {}: somebody else writes to it",
                self.size
            );
            Ok(self.file.write_all(&bytes)?)
        };
        write().with_context(|| format!("cannot write down game {}", self.next))?;
        self.size += u64::try_from(bytes.len())?;
        self.next += 1;
        Ok(())
    }
}

/// The games of a file, in the order of their numbers, and what they have in common. It ends before a game that is not
/// whole, and after the first error.
pub(crate) struct Reader<R> {
    source: R,
    path: PathBuf,
    settings: Settings,
    /// Where the next game begins.
    offset: u64,
    /// The number of the next game.
    next: u64,
    is_over: bool,
}

/// Opens a file of games. It may still be written to.
///
/// # Errors
///
/// If it cannot be read, or is no file of games.
pub(crate) fn read(path: &Path) -> Result<Reader<BufReader<File>>> {
    let open = || Reader::new(BufReader::new(File::open(path)?), path);
    open().with_context(|| format!("cannot read the games of {}", path.display()))
}

impl<R: Read> Reader<R> {
    fn new(mut source: R, path: &Path) -> Result<Reader<R>> {
        let (settings, length) = read_head(&mut source)?;
        let offset = u64::try_from(length)?;
        Ok(Reader { source, path: path.to_owned(), settings, offset, next: 0, is_over: false })
    }

    /// The settings with which the games were played.
    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The bytes that have been read, those of an unfinished game at the end not counted.
    pub(crate) fn offset(&self) -> u64 {
        self.offset
    }

    /// The next game; `None` if there is no whole one.
    fn read_game(&mut self) -> Result<Option<Record>> {
        let mut head = [0; HEAD];
        if read_up_to(&mut self.source, &mut head)? < HEAD {
            return Ok(None);
        }
        let mut bytes = vec![0; Record::size(self.next, head)?];
        let (start, rest) = bytes.split_at_mut(HEAD);
        start.copy_from_slice(&head);
        if read_up_to(&mut self.source, rest)? < rest.len() {
            return Ok(None);
        }
        let record = Record::from_bytes(self.next, &bytes)?;
        self.offset += u64::try_from(bytes.len())?;
        self.next += 1;
        Ok(Some(record))
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Record>;

    fn next(&mut self) -> Option<Result<Record>> {
        if self.is_over {
            return None;
        }
        let read = self.read_game();
        let read = read.with_context(|| {
            let (path, next, offset) = (self.path.display(), self.next, self.offset);
            format!("{path}: game {next}, at byte {offset}; the games before it are whole")
        });
        self.is_over = !matches!(read, Ok(Some(_)));
        read.transpose()
    }
}

/// The bytes before the games.
fn head(settings: &Settings) -> Result<Vec<u8>> {
    let text = serde_json::to_string(settings)?;
    let mut bytes = MAGIC.to_vec();
    bytes.extend(FORMAT.to_le_bytes());
    bytes.extend(u32::try_from(text.len())?.to_le_bytes());
    bytes.extend(text.as_bytes());
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    Ok(bytes)
}

/// Reads what [`head`] wrote, and how many bytes that is.
fn read_head(source: &mut impl Read) -> Result<(Settings, usize)> {
    let mut bytes = vec![0; BEFORE_SETTINGS];
    let found = read_up_to(source, &mut bytes)?;
    let rest = bytes[..found].strip_prefix(&MAGIC).context("it is no file of games")?;
    let numbers = rest.split_first_chunk().and_then(|(format, rest)| Some((format, rest.first_chunk()?)));
    let (&format, &length) = numbers.context("it ends before the settings")?;
    let format = u16::from_le_bytes(format);
    ensure!(format == FORMAT, "its format has number {format}; only {FORMAT} is understood");
    let length = usize::try_from(u32::from_le_bytes(length))?;
    ensure!(length <= MOST_SETTINGS, "the settings are damaged: they would have {length} bytes");
    let end = bytes.len() + length;
    bytes.resize(end + 4, 0);
    let rest = &mut bytes[BEFORE_SETTINGS..];
    ensure!(read_up_to(source, rest)? == rest.len(), "it ends within the settings");
    let (content, checksum) = bytes.split_at(end);
    ensure!(crc32fast::hash(content).to_le_bytes() == checksum, "the settings are damaged");
    let settings = serde_json::from_slice(&content[BEFORE_SETTINGS..]);
    Ok((settings.context("the settings are not understood")?, bytes.len()))
}

/// Fills as much as there is; returns how much that is.
fn read_up_to(source: &mut impl Read, buffer: &mut [u8]) -> std::io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match source.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::games;
    use super::super::settings::tests::settings;
    use super::*;
    use crate::scratch::Scratch;

    /// The bytes of a file of some games, and where each of its parts ends: the settings and the games.
    fn file() -> (Vec<u8>, Vec<usize>) {
        let mut bytes = head(&settings()).unwrap();
        let mut ends = vec![bytes.len()];
        for (game, number) in games().iter().zip(0..) {
            bytes.extend(game.to_bytes(number).unwrap());
            ends.push(bytes.len());
        }
        (bytes, ends)
    }

    /// All games of a file with these bytes.
    fn games_of(bytes: &[u8]) -> Result<Vec<Record>> {
        Reader::new(bytes, Path::new("some.xqd"))?.collect()
    }

    fn error(bytes: &[u8]) -> String {
        format!("{:#}", games_of(bytes).unwrap_err())
    }

    fn open(path: &Path, settings: &Settings) -> Result<Found> {
        Ok(Writer::open(path, settings)?.1)
    }

    #[test]
    fn what_is_written_is_read_back() {
        let scratch = Scratch::new("datagen-written");
        let (mut writer, found) = Writer::open(&scratch.0, &settings()).unwrap();
        assert_eq!(found, Found::default());
        for game in &games() {
            writer.append(game).unwrap();
        }
        assert_eq!(writer.next(), 3);
        let mut reader = read(&scratch.0).unwrap();
        assert_eq!(reader.settings(), &settings());
        assert!(reader.by_ref().map(Result::unwrap).eq(games()));
        assert_eq!(reader.offset(), std::fs::metadata(&scratch.0).unwrap().len());
        assert_eq!(std::fs::read(&scratch.0).unwrap(), file().0);
        let found = open(&scratch.0, &settings()).unwrap();
        assert_eq!(found, Found { last: games().pop(), torn: 0 });
    }

    #[test]
    fn a_file_that_still_grows_can_be_read() {
        let (bytes, ends) = file();
        for length in ends[0]..bytes.len() {
            let whole = ends[1..].iter().filter(|&&end| end <= length).count();
            assert_eq!(games_of(&bytes[..length]).unwrap(), games()[..whole], "{length} bytes");
        }
    }

    #[test]
    fn what_is_left_of_a_game_is_cut_off() {
        let scratch = Scratch::new("datagen-torn");
        let (bytes, ends) = file();
        std::fs::write(&scratch.0, &bytes[..ends[3] - 5]).unwrap();
        let found = open(&scratch.0, &settings()).unwrap();
        let torn = u64::try_from(ends[3] - 5 - ends[2]).unwrap();
        assert_eq!(found, Found { last: Some(games()[1].clone()), torn });
        assert_eq!(std::fs::read(&scratch.0).unwrap(), bytes[..ends[2]]);
    }

    #[test]
    fn every_flipped_bit_is_noticed() {
        let (bytes, ends) = file();
        for (place, bit) in (0..bytes.len()).flat_map(|place| (0..8).map(move |bit| (place, bit))) {
            let mut damaged = bytes.clone();
            damaged[place] ^= 1 << bit;
            let error = error(&damaged);
            if let Some(game) = ends.iter().rposition(|&end| end <= place) {
                let named = format!("some.xqd: game {game}, at byte {}; ", ends[game]);
                assert!(error.starts_with(&named), "byte {place}, bit {bit}: {error}");
            }
        }
    }

    #[test]
    fn a_game_that_is_missing_or_there_twice_is_noticed() {
        let (bytes, ends) = file();
        let part = |game: usize| &bytes[ends[game]..ends[game + 1]];
        let head = &bytes[..ends[0]];
        assert!(games_of(&[head, part(0), part(1)].concat()).is_ok());
        assert!(error(&[head, part(0), part(2)].concat()).contains("game 1, at byte"));
        assert!(error(&[head, part(0), part(0)].concat()).contains("game 1, at byte"));
    }

    #[test]
    fn what_is_no_such_file_is_left_alone() {
        let scratch = Scratch::new("datagen-other");
        let (bytes, ends) = file();
        let mut other_format = bytes.clone();
        other_format[MAGIC.len()] += 1;
        let mut damaged = bytes.clone();
        damaged[ends[1] + 3] ^= 1;
        for (found, reason) in [
            (&b"[Event]"[..], "it is no file of games"),
            (&bytes[1..], "it is no file of games"),
            (&other_format, "its format has number 2; only 1 is understood"),
            (&[&bytes[..20], b"}"].concat(), "it ends within the settings"),
            (&damaged, "game 1, at byte"),
        ] {
            std::fs::write(&scratch.0, found).unwrap();
            let error = format!("{:#}", open(&scratch.0, &settings()).unwrap_err());
            assert!(error.contains(reason) && error.contains("datagen-other"), "{error}");
            assert_eq!(std::fs::read(&scratch.0).unwrap(), found);
        }
        let missing = format!("{:#}", read(Path::new("/no/such.xqd")).err().unwrap());
        assert!(missing.contains("/no/such.xqd"), "{missing}");
    }

    #[test]
    fn other_settings_are_refused_and_named() {
        let scratch = Scratch::new("datagen-settings");
        let (bytes, ends) = file();
        let torn = &bytes[..ends[3] - 1];
        std::fs::write(&scratch.0, torn).unwrap();
        let mut engine = settings();
        engine.engine.bench = "1".to_owned();
        for (other, difference) in [
            (Settings { seed: u64::MAX, ..settings() }, "seed was 7 and is 18446744073709551615"),
            (Settings { soft_nodes: 21, ..settings() }, "soft_nodes was 20 and is 21"),
            (Settings { random_plies: (2, 6), ..settings() }, "random_plies.1 was 5 and is 6"),
            (engine, "engine.bench was"),
        ] {
            let error = format!("{:#}", open(&scratch.0, &other).unwrap_err());
            assert!(error.contains(difference), "{error}");
            assert_eq!(std::fs::read(&scratch.0).unwrap(), torn);
        }
    }

    #[test]
    fn two_cannot_write_to_one_file() {
        let scratch = Scratch::new("datagen-two");
        let (mut one, _) = Writer::open(&scratch.0, &settings()).unwrap();
        let (mut other, _) = Writer::open(&scratch.0, &settings()).unwrap();
        one.append(&games()[0]).unwrap();
        let error = format!("{:#}", other.append(&games()[0]).unwrap_err());
        assert!(error.contains("somebody else writes to it"), "{error}");
        one.append(&games()[1]).unwrap();
        assert!(read(&scratch.0).unwrap().map(Result::unwrap).eq(games()[..2].iter().cloned()));
    }
}
