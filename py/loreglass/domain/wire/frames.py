"""From bytes to frames: the JSON texts of an event stream (SSE) or of JSON lines (NDJSON).

One reader serves all servers. A frame is the data of one SSE event, one line that is a JSON object, or a whole
answer over many lines from a server that does not stream.
Where chunks are cut makes no difference: bytes, UTF-8 characters and line ends may be cut anywhere.
Sources: the WHATWG HTML standard, "Server-sent events"; ndjson.org.
"""

import codecs
import re

LINE_LIMIT_CHARS = 4_000_000
_LINE_END = re.compile("\r\n|\n|\r")


class FrameReader:
    """An incremental reader; `feed` and `close` give the frames that are complete by then."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._line: list[str] = []
        self._line_chars = 0
        self._ended_in_cr = False
        self._data: list[str] = []
        self._is_whole = False
        self._is_at_start = True
        self.events = 0
        """How many of the frames were data of events; the others were JSON as such."""
        self.odd_line = ""
        """The first line that is neither; what it is says what the server really sent."""

    def feed(self, chunk: bytes) -> tuple[str, ...]:
        """The frames that `chunk` completes. ValueError when a line is longer than LINE_LIMIT_CHARS."""
        return self._read(self._decoder.decode(chunk))

    def close(self) -> tuple[str, ...]:
        """The frames that stood unfinished when the stream ended: a last event needs no empty line."""
        frames = self._read(self._decoder.decode(b"", final=True))
        return frames + self._end_line() + self._end_event()

    def _read(self, text: str) -> tuple[str, ...]:
        if self._ended_in_cr and text:
            # A CR ended a line at once, so that a reply is never held back; its LF may come later.
            text = text.removeprefix("\n")
            self._ended_in_cr = False
        self._ended_in_cr = self._ended_in_cr or text.endswith("\r")
        frames: list[str] = []
        *ended, rest = _LINE_END.split(text)
        for part in ended:
            self._line.append(part)
            frames += self._end_line(is_ended=True)
        self._line.append(rest)
        self._line_chars += len(rest)
        if self._line_chars > LINE_LIMIT_CHARS:
            raise ValueError("a line of the stream is too long")
        return tuple(frames)

    def _end_line(self, *, is_ended: bool = False) -> tuple[str, ...]:
        line = "".join(self._line)
        self._line, self._line_chars = [], 0
        if self._is_at_start:
            line = line.removeprefix("\ufeff")
            self._is_at_start = False
        if not line:
            return self._end_event() if is_ended and not self._is_whole else ()
        if self._is_whole:
            self._data.append(line)
            return ()
        if line.lstrip().startswith("{"):
            frames = self._end_event()
            self._is_whole = not line.rstrip().endswith("}")
            self._data = [line]
            return frames if self._is_whole else frames + self._end_event()
        name, _, value = line.partition(":")
        if name == "data":
            self.events += 1
            self._data.append(value.removeprefix(" "))
        elif name == "error" and value.lstrip().startswith("{"):
            # Older llama.cpp servers name the field "error" instead of sending data.
            self._data.append(f'{{"error":{value}}}')
        elif name not in ("", "event", "id", "retry"):
            self.odd_line = self.odd_line or line
        return ()

    def _end_event(self) -> tuple[str, ...]:
        data, self._data = "\n".join(self._data), []
        return (data,) if data.strip() else ()
