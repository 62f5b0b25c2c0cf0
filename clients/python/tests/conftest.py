from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

#: A packed row that transformers made, with its pictures: the same that the Java side is proven against.
FEED = Path(__file__).parents[3] / "fovea-training/src/test/resources/feed"


@pytest.fixture(scope="session")
def golden() -> dict[str, Any]:
    result: dict[str, Any] = json.loads((FEED / "golden.json").read_text())
    return result


@pytest.fixture(scope="session")
def pictures() -> Path:
    return FEED
