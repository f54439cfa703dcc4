"""The address of an entry names the entry, whatever its id is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loreglass.app.addresses import entry_address, route_of


@pytest.mark.parametrize("entry_id", ["../", "a/b", "#/", "__proto__", "50%25", "dé jà", "?x=1", "/"])
def test_an_entry_of_any_id_is_found_by_its_address(entry_id: str) -> None:
    route = route_of(entry_address("book", entry_id))
    assert (route.name, route.id, route.sub) == ("book", "book", entry_id)


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_an_address_and_its_entry_are_one(entry_id: str) -> None:
    assert route_of(entry_address("book", entry_id)).sub == entry_id
