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
                return Ok((Writer { file, next: 0 }, Found::default()));
            }
            file.rewind()?;
            let length = file.metadata()?.len();
            let mut reader = Reader::new(BufReader::new(&file), path)?;
            if let Some(difference) = difference(&reader.settings, settings)? {
                bail!(
                    "it was made with other settings: {difference}; give another file, or the same settings"
                );
            }
            let last = reader.by_ref().last().transpose()?;
            let (whole, next) = (reader.offset, reader.next);
            let torn = length - whole;
            file.set_len(whole)?;
            file.seek(SeekFrom::End(0))?;
            Ok((Writer { file, next }, Found { last, torn }))
        };
        open().with_context(|| format!("cannot go on with {}", path.display()))
    }

    /// The number of the next game, which is how many there are.
    pub(super) fn next(&self) -> u64 {
        self.next
    }

    /// Writes the next game.
    pub(super) fn append(&mut self, record: &Record) -> Result<()> {
        let bytes = record.to_bytes(self.next)?;
        self.file.write_all(&bytes).context("cannot write down a game")?;
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
