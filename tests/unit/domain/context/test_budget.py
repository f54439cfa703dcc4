from loreglass.domain.context.budget import Claim, Purse, Refusal


def asked(purse: Purse, *claims: Claim) -> list[Refusal | None]:
    for claim in claims:
        purse.expect(claim)
    return [purse.ask(claim) for claim in claims]


def claim(tokens: int, *, book: str = "b", ignores: bool = False, reserve: int = 0) -> Claim:
    return Claim(tokens=tokens, book=book, ignores_budget=ignores, reserve_tokens=reserve)


def test_the_walk_goes_on_after_a_claim_that_does_not_fit() -> None:
    outcomes = asked(Purse(limit_tokens=5), claim(3), claim(3), claim(2))
    assert outcomes == [None, Refusal(code="over_total_budget", need_tokens=3, left_tokens=2), None]


def test_nothing_is_granted_after_the_first_overflow_where_it_stops() -> None:
    outcomes = asked(Purse(limit_tokens=5, stops_at_overflow=True), claim(6), claim(1))
    assert [refusal and refusal.code for refusal in outcomes] == ["over_total_budget", "after_overflow"]


def test_a_book_has_a_limit_of_its_own() -> None:
    purse = Purse(limit_tokens=10, book_limits={"a": 4})
    outcomes = asked(purse, claim(3, book="a"), claim(3, book="a"), claim(3))
    assert [refusal and refusal.code for refusal in outcomes] == [None, "over_book_budget", None]
    assert outcomes[1] == Refusal(code="over_book_budget", need_tokens=3, left_tokens=1)


def test_a_claim_that_ignores_the_budget_does_not_use_it_up() -> None:
    assert asked(Purse(limit_tokens=3), claim(9, ignores=True), claim(3)) == [None, None]


def test_what_is_reserved_cannot_be_used_by_others() -> None:
    early, late = asked(Purse(limit_tokens=10), claim(8), claim(3, reserve=3))
    assert early is not None
    assert early.left_tokens == 7
    assert late is None


def test_a_reserve_is_kept_whatever_the_order() -> None:
    first, second = asked(Purse(limit_tokens=10), claim(3, reserve=5), claim(6))
    assert first is None
    assert second is not None
