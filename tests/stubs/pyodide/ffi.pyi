from collections.abc import Awaitable, Callable, Generator, Iterable
from typing import Any, Final

class JsProxy:
    def __getattr__(self, name: str) -> Any: ...
    def to_py(self, *, depth: int = ...) -> Any: ...
    def new(self, *args: Any) -> Any: ...

class JsPromise(JsProxy, Awaitable[Any]):
    def __await__(self) -> Generator[Any, None, Any]: ...

class JsException(Exception):
    name: str
    message: str
    stack: str
    def __getattr__(self, name: str) -> Any: ...

class JsNull: ...

jsnull: Final[JsNull]

def create_proxy(obj: Callable[..., object], /, *, capture_this: bool = ..., roundtrip: bool = ...) -> Any: ...
def create_once_callable(obj: Callable[..., object], /) -> Any: ...
def to_js(
    obj: object,
    /,
    *,
    depth: int = ...,
    dict_converter: Callable[[Iterable[Any]], Any] | None = ...,
) -> Any: ...
