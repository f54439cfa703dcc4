from typing import Any

document: Any
window: Any
config: dict[str, Any]
RUNNING_IN_WORKER: bool
