"""Woken entries against the budget: texts filled in, counted, shortened to their own cap, walked in budget order."""

from dataclasses import dataclass
from operator import itemgetter

from loreglass.domain.asks import TICK, Asking
from loreglass.domain.context.budget import Claim, Purse, Refusal
from loreglass.domain.context.macros import fill_with_keys, macro_context
from loreglass.domain.context.sentences import sentences_of, shortened
from loreglass.domain.lore.memo import Memo
from loreglass.domain.lore.outcome import Refused
from loreglass.domain.lore.policy import ActivationPolicy
from loreglass.domain.lore.woken import BudgetOrder, Woken
from loreglass.domain.story.scene import Scene

_ENTRIES_A_TICK = 100


@dataclass(slots=True, kw_only=True)
class Fitting:
    """One plan's budget; each pass spends from what the earlier ones left."""

    scene: Scene
    policy: ActivationPolicy
    memo: Memo
    purse: Purse

    def fit(self, woken: list[Woken]) -> Asking[tuple[list[Woken], list[Refused]]]:
        """The entries that fit, in the order in which they were decided, and those that do not."""
        yield from self._write(woken)
        walked: list[tuple[BudgetOrder, Woken, Claim]] = []
        refused: list[Refused] = []
        for count, entry in enumerate(woken):
            if count % _ENTRIES_A_TICK == 0:
                yield TICK
            if entry.missing_cap is not None:
                refused.append(Refused(entry, _over_cap(entry)))
                continue
            claim = _claim(entry)
            self.purse.expect(claim)
            walked.append((entry.budget_order, entry, claim))
        walked.sort(key=itemgetter(0))
        taken: list[Woken] = []
        for count, (_, entry, claim) in enumerate(walked):
            if count % _ENTRIES_A_TICK == 0:
                yield TICK
            refusal = self.purse.ask(claim)
            if refusal is None:
                taken.append(entry)
            else:
                refused.append(Refused(entry, refusal))
        return taken, refused

    def _write(self, woken: list[Woken]) -> Asking[None]:
        """Fills the texts in and asks what they cost."""
        for count, entry in enumerate(woken):
            if count % _ENTRIES_A_TICK == 0:
                yield TICK
            written = entry.item.entry.text
            if "{{" in written:
                key = f"{entry.item.book.id}/{entry.item.entry.id}"
                context = macro_context(self.scene, key=key, names_only=not self.policy.all_macros)
                filled = fill_with_keys(written, context)
                entry.text, entry.hidden_keys = filled.text, filled.hidden_keys
            else:
                entry.text = written
        encoding = self.scene.settings.encoding
        costs = yield from self.memo.costs.of((entry.text for entry in woken), encoding)
        for entry in woken:
            entry.cost_tokens = costs[entry.text]
            cap = entry.item.entry.budget.cap
            if cap is not None and entry.cost_tokens > cap:
                yield from self._shorten(entry, cap)

    def _shorten(self, entry: Woken, cap_tokens: int) -> Asking[None]:
        """Takes whole sentences off until the text fits its cap: the most that fit are found by halving."""
        cut = entry.item.entry.budget.trim
        sentences = sentences_of(entry.text)
        fitting, too_many = 0, 1 if cut == "none" else len(sentences)
        best = (0, "")
        while cut != "none" and too_many - fitting > 1:
            middle = (fitting + too_many) // 2
            text = shortened(sentences, middle, cut)
            cost = (yield from self.memo.costs.of((text,), self.scene.settings.encoding))[text]
            if cost <= cap_tokens:
                fitting, best = middle, (cost, text)
            else:
                too_many = middle
        if fitting == 0:
            entry.missing_cap = cap_tokens
        else:
            entry.cost_tokens, entry.text = best
            entry.trimmed = True


def _claim(entry: Woken) -> Claim:
    budget = entry.item.entry.budget
    return Claim(
        tokens=entry.cost_tokens,
        book=entry.item.book.id,
        ignores_budget=budget.ignore,
        reserve_tokens=budget.reserve,
    )


def _over_cap(entry: Woken) -> Refusal:
    # An own cap has no code of its own; need and left tell it from the chat's budget.
    return Refusal(code="over_total_budget", need_tokens=entry.cost_tokens, left_tokens=entry.missing_cap or 0)
