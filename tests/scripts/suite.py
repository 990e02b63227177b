"""The test positions under tests/data, and searches of them by an engine that speaks UCI."""

import pathlib
import re

DATA = pathlib.Path(__file__).parent.parent / "data"


def positions(path, *operations):
    """The positions of an EPD file, each with the values of these operations."""
    for line in pathlib.Path(path).read_text().splitlines():
        fen, *fields = (field.strip() for field in line.split(";"))
        values = dict(field.partition(" ")[::2] for field in fields if field)
        yield fen, *(values[operation].strip('"') for operation in operations)


def prepare(engine, mib):
    """Gives the engine one thread and a table of so many MiB."""
    engine.ask("uci", "uciok")
    engine.send(f"setoption name Threads value 1\nsetoption name Hash value {mib}")


def search(engine, fen, limit, listen=lambda line: None):
    """Searches a position as if it were the first; each line of the engine is shown to `listen`. The move it plays."""
    engine.ask("ucinewgame\nisready", "readyok")
    engine.send(f"position fen {fen}\ngo {limit}")

    def is_last(line):
        listen(line)
        return line.startswith("bestmove")

    return re.match(r"bestmove (\S+)", engine.wait_for(is_last, seconds=600))[1]
