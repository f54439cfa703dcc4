"""What texts cost in a prompt, asked for once each."""

from collections.abc import Iterable

from loreglass.domain.asks import Asking, Encoding, ask_counts


class Costs:
    """What texts cost with the line feed that follows them; each is asked for once. Owned by the caller."""

    def __init__(self) -> None:
        self._known: dict[Encoding, dict[str, int]] = {}

    def of(self, texts: Iterable[str], encoding: Encoding) -> Asking[dict[str, int]]:
        """Costs by text, of these and all earlier texts."""
        known = self._known.setdefault(encoding, {})
        missing = tuple(dict.fromkeys(text for text in texts if text not in known))
        if missing:
            counts = yield from ask_counts(tuple(text + "\n" for text in missing), encoding)
            known.update(zip(missing, counts, strict=True))
        return known
