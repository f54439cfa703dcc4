"""No key is shown: not in an address, not in an endpoint's own words, nor a piece that would help to guess it."""

import json

import pytest

from loreglass.domain.wire.endpoint import Endpoint
from loreglass.domain.wire.masking import shown_address, without_key, without_keys
from loreglass.domain.wire.problem import EndpointProblem
from loreglass.domain.wire.sending import refusal

KEY = "sk-abcdefghijklmnopqrstuvwxyz"


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://h/v1?api_key=abc&x=1", "https://h/v1?api_key=(key)&x=1"),
        ("https://h/v1?x=1&access_token=a%2Fb#t", "https://h/v1?x=1&access_token=(key)#t"),
        ("https://h/v1?API-KEY=abc", "https://h/v1?API-KEY=(key)"),
        ("https://me:secret@h/v1", "https://(key)@h/v1"),
        (f"https://h/{KEY}/v1", "https://h/(key)/v1"),
        ("https://h/v1?model=m", "https://h/v1?model=m"),
        ("http://localhost:8080/v1", "http://localhost:8080/v1"),
    ],
)
def test_an_address_is_shown_without_the_keys_in_it(url: str, shown: str) -> None:
    assert shown_address(url, KEY) == shown


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        (f"Incorrect API key provided: {KEY}.", "Incorrect API key provided: (key)."),
        ("Incorrect API key provided: sk-abcde.", "Incorrect API key provided: (key)."),
        ("It ends with stuvwxyz!", "It ends with (key)!"),
        ("Incorrect API key provided: sk-abc*****wxyz.", "Incorrect API key provided: sk-abc*****wxyz."),
        ("Nothing to hide.", "Nothing to hide."),
    ],
)
def test_an_endpoint_that_says_the_key_back_is_quoted_without_it(said: str, shown: str) -> None:
    assert without_keys(said, (KEY,)) == shown
    body = json.dumps({"error": {"message": said}})
    assert refusal(Endpoint(url="http://h", key=f" {KEY} "), 401, {}, body).detail == shown


def test_a_key_in_the_address_is_hidden_in_what_the_endpoint_says_too() -> None:
    endpoint = Endpoint(url="https://h/v1?token=a%2Fb-secret&key=1")
    problem = EndpointProblem(kind="bad_request", detail="No a/b-secret, no a%2Fb-secret, but 1.")
    assert without_key(problem, endpoint).detail == "No (key), no (key), but 1."


def test_a_short_key_hides_no_part_of_other_words() -> None:
    assert without_keys("a bad key: a, ab", ("a",)) == "(key) bad key: (key), ab"
    assert without_keys("as it is", ("",)) == "as it is"


def test_the_sign_for_a_key_is_not_taken_for_a_key() -> None:
    assert without_keys("wrong key: 123456789", ("key", "123456789")) == "wrong (key): (key)"
