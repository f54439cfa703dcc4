"""The arithmetic of budgets, the same for every memory. Pure numbers: it knows tokens, not entries.

A claim fits if what is used, its own charge and what is kept for claims that are still to come stay within the limit;
one that does not is refused with need and left, and the next is asked.
Rules: memory-books.md, "Native rules" 8 and exact points 5 and 6. There may be thousands of claims a keystroke, so
they are not frozen: that doubles the cost of making one.
"""

from dataclasses import dataclass, field
from typing import Literal

RefusalCode = Literal["over_book_budget", "over_total_budget", "after_overflow"]


@dataclass(slots=True, kw_only=True)
class Claim:
    """A wish for tokens. `book` names the account that may have a limit of its own."""

    tokens: int
    book: str
    ignores_budget: bool = False
    reserve_tokens: int = 0

    @property
    def charge_tokens(self) -> int:
        """What it takes from the others: its reserve too, where that is larger."""
        return max(self.tokens, self.reserve_tokens)


@dataclass(slots=True, kw_only=True)
class Refusal:
    """Why a claim was not granted."""

    code: RefusalCode
    need_tokens: int
    left_tokens: int


@dataclass(slots=True, kw_only=True)
class Purse:
    """What is left to spend. First all claims of a pass are expected, then each is asked in budget order."""

    limit_tokens: int
    book_limits: dict[str, int] = field(default_factory=dict)
    stops_at_overflow: bool = False
    used_tokens: int = 0
    _kept_tokens: int = 0
    _used_by_book: dict[str, int] = field(default_factory=dict)
    _overflown: bool = False

    def expect(self, claim: Claim) -> None:
        """Keeps the claim's reserve from the others until it is asked."""
        if not claim.ignores_budget:
            self._kept_tokens += claim.reserve_tokens

    def ask(self, claim: Claim) -> Refusal | None:
        """Grants an expected claim, or says why not."""
        if claim.ignores_budget:
            return None
        self._kept_tokens -= claim.reserve_tokens
        left = self.limit_tokens - self.used_tokens - self._kept_tokens
        if self._overflown:
            return self._refused("after_overflow", claim, left)
        used_in_book = self._used_by_book.get(claim.book, 0)
        book_limit = self.book_limits.get(claim.book)
        if book_limit is not None and used_in_book + claim.tokens > book_limit:
            return self._refused("over_book_budget", claim, book_limit - used_in_book)
        if claim.charge_tokens > left:
            self._overflown = self.stops_at_overflow
            return self._refused("over_total_budget", claim, left)
        self.used_tokens += claim.charge_tokens
        self._used_by_book[claim.book] = used_in_book + claim.tokens
        return None

    @staticmethod
    def _refused(code: RefusalCode, claim: Claim, left_tokens: int) -> Refusal:
        return Refusal(code=code, need_tokens=claim.tokens, left_tokens=max(0, left_tokens))
