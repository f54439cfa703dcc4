"""What a token count is worth, in words. Pure."""

from loreglass.app.strings import counted, number
from loreglass.domain.prompt.plan import Numbers
from loreglass.domain.story.chat import Spent, Variant


def worth(numbers: Numbers) -> str:
    """The short label of a text's count: exact, or est."""
    return "exact" if numbers.exact else "est."


def sum_worth(numbers: Numbers) -> str:
    """What the sum of a prompt is worth: what joins its texts is known to the endpoint only."""
    if numbers.counted is not None:
        return f"{number(numbers.counted)} by the endpoint’s count"
    return "texts exact" if numbers.exact else "estimate"


def how_counted(numbers: Numbers) -> str:
    """Who counted, and what that is worth, in a sentence or two."""
    if numbers.counted is None:
        return _how_each_was_counted(numbers)
    return (
        f"The endpoint counts {counted(numbers.counted, 'token')} in the whole prompt. {_how_each_was_counted(numbers)}"
    )


def _how_each_was_counted(numbers: Numbers) -> str:
    if numbers.by_server:
        return (
            "Each text was counted exactly, by the endpoint itself. What joins them is an estimate, so the sum is one."
        )
    if numbers.exact:
        return (
            f"Each text was counted exactly, by {numbers.encoding}. What joins them is an estimate, so the sum is one."
        )
    learnt = ""
    if numbers.factor != 1:
        learnt = f", times {numbers.factor:g} after what the endpoint reported before"
    return f"Estimates: by {numbers.encoding}{learnt}. This model counts in its own way."


def reported_beside(numbers: Numbers, variant: Variant | None) -> str:
    """The planned tokens of a reply's prompt beside those reported; "" where nothing was reported."""
    if variant is None or not variant.prompt_tokens:
        return ""
    planned = f"Planned {counted(numbers.sent, 'token')}; the endpoint reports {number(variant.prompt_tokens)}"
    thoughts = f", {number(variant.reasoning_tokens)} of them thoughts" if variant.reasoning_tokens else ""
    return f"{planned}, and {number(variant.reply_tokens)} for the reply{thoughts}."


def thought_tokens(variant: Variant) -> str:
    """What the thoughts of a reply took: reported, else estimated by their length."""
    if variant.reasoning_tokens:
        return f"{counted(variant.reasoning_tokens, 'token')}, reported"
    return f"{counted((len(variant.reasoning) + 3) // 4, 'token')}, an estimate"


def spent_lines(spent: Spent) -> tuple[str, ...]:
    """What the replies of a chat took, a sentence each; () where nothing is known of any."""
    if not spent.replies and not spent.unreported:
        return ()
    lines: list[str] = []
    if spent.replies:
        lines.append(
            f"{counted(spent.prompt_tokens, 'token')} of prompts and {number(spent.reply_tokens)} of replies, as the "
            f"endpoint reported for {counted(spent.replies, 'reply', 'replies')}."
        )
    if spent.replies > spent.unpriced:
        without = f", without {counted(spent.unpriced, 'reply', 'replies')} that had no price" if spent.unpriced else ""
        lines.append(f"Cost: {money(spent.cost)}, in the currency of your prices{without}.")
    if spent.unreported:
        lines.append(f"Not in it: {counted(spent.unreported, 'reply', 'replies')} that came without a report.")
    return tuple(lines)


def money(amount: float) -> str:
    """An amount with as many decimals as it takes to see it."""
    return f"{amount:,.2f}" if amount >= 1 or amount == 0 else f"{amount:.4f}" if amount >= 0.0001 else "under 0.0001"
