"""Names of what comes in together: only things of one kind are in each other's way."""

import json

import pytest

from loreglass.app.runtime import Runtime
from loreglass.app.state import AppState
from tests.unit.app.test_chatting import run, world
from tests.unit.app.test_importing import AGNAI, CARD, offer

pytestmark = pytest.mark.cpython


def test_a_card_and_a_book_of_one_name_keep_it_both() -> None:
    made = world()
    book = {**AGNAI, "name": CARD["data"]["name"]}  # type: ignore[call-overload,index]

    async def play(runtime: Runtime) -> AppState:
        files = (("card.json", json.dumps(CARD).encode()), ("book.json", json.dumps(book).encode()))
        return await offer(runtime, made, *files)

    state = run(made, play)
    assert state.importing is not None
    assert len({item.name for item in state.importing.items}) == 1
    assert not any(item.again for item in state.importing.items)
