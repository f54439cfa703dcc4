"""Takes the repeated beginning off a continued reply."""


class PrefillFilter:
    """Drops `prefill` from the start of a streamed text if it is repeated there, white space at its ends aside.

    Some servers (llama.cpp) begin the reply with the partial reply that they were asked to continue,
    others begin after it. Text is held back only while both are possible.
    """

    def __init__(self, prefill: str) -> None:
        self._awaited = prefill.strip()
        self._spaces = prefill[len(prefill.rstrip()) :]
        self._held = ""

    def feed(self, text: str) -> str:
        """What of `text`, and of what was held back, is new."""
        if not self._awaited:
            return self._after_spaces(text)
        self._held += text
        seen = self._held.lstrip()
        if seen.startswith(self._awaited):
            rest = seen.removeprefix(self._awaited)
            self._awaited, self._held = "", ""
            return self._after_spaces(rest)
        if self._awaited.startswith(seen):
            return ""
        return self.close()

    def close(self) -> str:
        """What was held back and is now known to be new."""
        rest = self._held
        self._awaited, self._held, self._spaces = "", "", ""
        return rest

    def _after_spaces(self, text: str) -> str:
        """The text without the white space that ends the prefill, if it is repeated too."""
        while text and self._spaces:
            is_repeated = text[0] == self._spaces[0]
            self._spaces = self._spaces[1:] if is_repeated else ""
            text = text[1:] if is_repeated else text
        return text
