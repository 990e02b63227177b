//! Whitespace that shows up in differences and nowhere else.

use super::{Fault, SourceFile};

pub(super) fn faults(file: &SourceFile) -> Vec<Fault> {
    let mut faults: Vec<Fault> = file
        .text
        .split('\n')
        .zip(1..)
        .filter_map(|(line, number)| Some(file.fault_at(number, oddity(line)?)))
        .collect();
    if !file.text.ends_with('\n') || file.text.ends_with("\n\n") {
        faults.push(file.fault("does not end with exactly one line break"));
    }
    faults
}

fn oddity(line: &str) -> Option<&'static str> {
    if line.ends_with('\r') {
        Some("carriage return")
    } else if line.contains('\t') {
        Some("tab")
    } else if line.ends_with(char::is_whitespace) {
        Some("whitespace at the end of the line")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{file, found};
    use super::*;

    #[test]
    fn each_oddity_is_found() {
        let faults = faults(&file("a.md", "fine\na \n\tb\nc\r\nd"));
        let expected = [
            (2, "whitespace at the end of the line"),
            (3, "tab"),
            (4, "carriage return"),
            (0, "does not end with exactly one line break"),
        ];
        assert_eq!(found(&faults), expected);
    }

    #[test]
    fn plain_text_is_fine() {
        assert_eq!(faults(&file("a.md", "# Title\n\nText\n")), []);
    }
}
