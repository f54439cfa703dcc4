"""Who counts the tokens, what a count is worth, and that no text is counted twice. Servers are scripted at the port."""

import asyncio
import json
from dataclasses import replace

import pytest

from loreglass.app.actions import Did
from loreglass.app.counts import BOXES, COUNTS_A_BOX, Counter, CountStore
from loreglass.app.endpoints import Endpoint
from loreglass.app.ports import Opened, Ports
from loreglass.app.runtime import Runtime
from loreglass.app.state import AppState
from loreglass.app.strings.counts import how_counted, sum_worth
from loreglass.domain.prompt.plan import Numbers
from loreglass.domain.wire.calibration import Calibration
from loreglass.domain.wire.endpoint import HttpRequest
from tests.unit.app.fakes import ScriptedExchange, World, settle
from tests.unit.app.memory_store import MemoryStore
from tests.unit.app.servers import Answer, ScriptedServer, delta, refused, stream, usage
from tests.unit.app.test_chatting import LOCAL, chat_of, opened, say, world

pytestmark = pytest.mark.cpython

LLAMA = replace(LOCAL, profile="llamacpp")
CHAT = "/v1/chat/completions"


class LetterServer(ScriptedServer):
    """A fake llama.cpp server: every letter is a token, and it counts many texts in one call."""

    def send(self, request: HttpRequest) -> ScriptedExchange:
        if not request.url.endswith("/tokenize"):
            return super().send(request)
        self.asked.append(request)
        parts = json.loads(request.body)["content"]
        tokens = [token for part in parts for token in ([-1] if part == -1 else [7] * len(part))]
        return ScriptedExchange((Opened(status=200, headers={}), json.dumps({"tokens": tokens}).encode()), hangs=False)


def served(endpoint: Endpoint, server: ScriptedServer) -> World:
    made = world(endpoint)
    made.net = server  # type: ignore[assignment]
    return made


def numbers_after(made: World, *words: str) -> Numbers:
    async def main() -> AppState:
        runtime = await opened(made)
        for each in words:
            await say(runtime, each)
        return runtime.state

    plan = chat_of(asyncio.run(main())).next_plan
    assert plan is not None
    return plan.numbers


def test_no_server_is_asked_to_count_before_the_user_has_called_it() -> None:
    server = LetterServer({CHAT: [stream(delta("Yes."))]})
    numbers = numbers_after(served(LLAMA, server))
    assert server.asked == []
    assert not numbers.exact
    assert how_counted(numbers).startswith("Estimates:")


def test_once_it_has_answered_the_server_counts_and_the_counts_are_exact() -> None:
    server = LetterServer({CHAT: [stream(delta("Yes."))]})
    numbers = numbers_after(served(LLAMA, server), "Well?")
    assert "/tokenize" in server.paths()
    assert (numbers.exact, numbers.by_server) == (True, True)
    assert "by the endpoint itself" in how_counted(numbers)
    assert sum_worth(numbers) == "texts exact"


class WholeServer(ScriptedServer):
    """A fake vLLM server: it counts a whole prompt, and finds `times` as many tokens in it as it has words."""

    def __init__(self, answers: dict[str, list[Answer]], *, times: int = 1) -> None:
        super().__init__(answers)
        self.times = times

    def send(self, request: HttpRequest) -> ScriptedExchange:
        if not request.url.endswith("/tokenize"):
            return super().send(request)
        self.asked.append(request)
        words = sum(len(each["content"].split()) for each in json.loads(request.body)["messages"])
        told = json.dumps({"count": words * self.times}).encode()
        return ScriptedExchange((Opened(status=200, headers={}), told), hangs=False)

    def words_sent(self) -> int:
        """Words of the newest prompt that a reply was asked for."""
        asked = next(each for each in reversed(self.asked) if each.url.endswith("completions"))
        return sum(len(each["content"].split()) for each in json.loads(asked.body)["messages"])


VLLM = replace(LOCAL, profile="vllm")


def test_an_endpoint_that_counts_only_whole_prompts_tells_the_sum_of_the_next_one() -> None:
    numbers = numbers_after(served(VLLM, WholeServer({CHAT: [stream(delta("Yes."))]})), "Well?")
    assert numbers.counted is not None
    assert how_counted(numbers).startswith(f"The endpoint counts {numbers.counted} token")
    assert sum_worth(numbers) == f"{numbers.counted} by the endpoint’s count"


@pytest.mark.parametrize("url", ["http://localhost:9/v1", "https://counts.example/v1"])
def test_what_is_being_written_is_counted_elsewhere_only_where_the_user_lets_it(url: str) -> None:
    switched_off = replace(VLLM, url=url, count_drafts=False)
    elsewhere = replace(VLLM, url="https://counts.example/v1")
    for endpoint in (switched_off, elsewhere):
        server = WholeServer({CHAT: [stream(delta("Yes."))]})
        assert numbers_after(served(endpoint, server), "Well?").counted is None
        assert "/tokenize" not in server.paths()


def test_a_prompt_that_the_endpoint_finds_too_long_is_made_shorter_before_it_goes() -> None:
    tight = replace(VLLM, context_tokens=320, context_from="user", reply_tokens=40, count_drafts=False)
    server = WholeServer({CHAT: [stream(delta("Yes."))]}, times=2)
    numbers_after(served(tight, server), *(f"{n}: " + "word " * 30 for n in range(8)))
    assert "/tokenize" in server.paths()
    assert server.words_sent() * 2 + 40 <= 320


def test_many_texts_are_one_call_and_none_is_asked_for_again_after_a_reload() -> None:
    server, made = LetterServer(), World()
    made.net = server  # type: ignore[assignment]
    texts = tuple("a" * n for n in range(1, 100))

    async def counted() -> tuple[int, ...]:
        counter = Counter(_ports(made))
        counter.meet(LLAMA)
        counter.turn_to(LLAMA, exact=False)
        return await counter.counts(texts, "o200k_base")

    assert asyncio.run(counted()) == tuple(range(1, 100))
    assert len(server.asked) == 1
    assert asyncio.run(counted()) == tuple(range(1, 100))
    assert len(server.asked) == 1


def test_a_server_that_cannot_count_leaves_an_estimate_and_the_chat_goes_on() -> None:
    server = ScriptedServer({CHAT: [stream(delta("Yes."))], "/tokenize": [refused(404)]})
    numbers = numbers_after(served(LLAMA, server), "Well?")
    assert not numbers.exact
    assert not numbers.by_server


def test_a_model_whose_tokeniser_is_here_is_counted_here() -> None:
    server = LetterServer({CHAT: [stream(delta("Yes."))]})
    numbers = numbers_after(served(replace(LLAMA, model="gpt-4o"), server), "Well?")
    assert "/tokenize" not in server.paths()
    assert (numbers.exact, numbers.by_server) == (True, False)


def test_estimates_learn_from_what_the_endpoint_reports() -> None:
    made = served(LOCAL, ScriptedServer({CHAT: [stream(delta("Yes."), usage(60, 1))]}))
    before = numbers_after(made)
    assert before.factor == 1
    after = numbers_after(made, "Well?", "And?", "So?")
    assert after.factor > 1
    assert "after what the endpoint reported before" in how_counted(after)
    # It is kept with the endpoint.
    assert numbers_after(made).factor == after.factor


def test_another_model_begins_to_learn_anew() -> None:
    learnt = replace(LOCAL, calibration=Calibration(pairs=((100, 150),) * 3))
    made = world(learnt)

    async def main() -> AppState:
        runtime: Runtime = await opened(made)
        runtime.tell(Did(name="endpoint-save", fields=(("url", LOCAL.url), ("model", "another"))))
        return await settle(runtime)

    assert asyncio.run(main()).endpoint.saved.calibration == Calibration()


def test_kept_counts_are_there_after_a_reload_and_never_fill_the_store() -> None:
    store = MemoryStore()
    names = [f"{n:016x}" for n in range(0, 0x10000, 2)]

    async def keep() -> dict[str, int]:
        counts = CountStore(_ports(World(store=store)))
        await counts.known([])
        await counts.keep(dict.fromkeys(names, 3))
        return await CountStore(_ports(World(store=store))).known(names)

    asyncio.run(keep())
    boxes = [json.loads(text)["counts"] for text in store.records["counts"].values()]
    assert len(boxes) <= BOXES
    assert max(len(box) for box in boxes) <= COUNTS_A_BOX


def test_counts_that_cannot_be_written_are_made_again() -> None:
    store = MemoryStore()
    store.full = True

    async def keep() -> dict[str, int]:
        counts = CountStore(_ports(World(store=store)))
        await counts.known([])
        await counts.keep({"00" * 8: 3})
        return await CountStore(_ports(World(store=store))).known(["00" * 8])

    assert asyncio.run(keep()) == {}


def _ports(made: World) -> Ports:
    return made.runtime()._ports
