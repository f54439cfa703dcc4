# The browser's global object. Its members are not described: the shell keeps each use small.
from typing import Any

def __getattr__(name: str) -> Any: ...
