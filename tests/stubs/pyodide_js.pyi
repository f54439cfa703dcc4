# The interpreter, as JavaScript sees it.
from typing import Any

def __getattr__(name: str) -> Any: ...
