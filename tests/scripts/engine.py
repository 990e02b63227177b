"""An engine as a child process that speaks lines, with a time limit on every answer."""

import os
import queue
import subprocess
import tempfile
import threading
import time


class EngineError(Exception):
    """The engine did not do its part."""


class Engine:
    """A running engine; a context manager that ends it."""

    def __init__(self, command):
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, text=True, bufsize=1
        )
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\r\n"))
        self.lines.put(None)

    def send(self, line):
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except OSError as error:
            raise EngineError(f"does not listen to {line!r}: {error}; {self.complaints()}") from error

    def wait_for(self, wanted, seconds=30):
        """The first line for which `wanted` is true, after which reading goes on next time."""
        end, heard = time.monotonic() + seconds, []
        while True:
            try:
                line = self.lines.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                raise EngineError(f"no answer within {seconds} s; heard {heard[-5:]}") from None
            if line is None:
                raise EngineError(f"ended; heard {heard[-5:]}; {self.complaints()}")
            heard.append(line)
            if wanted(line):
                return line

    def ask(self, question, *answers, seconds=30):
        """Sends a line and returns the first line that starts with one of the answers."""
        self.send(question)
        return self.wait_for(lambda line: line.startswith(answers), seconds)

    def complaints(self):
        """What the engine wrote to its standard error so far."""
        size = os.fstat(self.errors.fileno()).st_size
        return os.pread(self.errors.fileno(), size, 0).decode(errors="replace")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.send("quit")
            self.process.wait(5)
        except (EngineError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
