"""A feed that is not there yet is waited for."""

from __future__ import annotations

import pytest

import fovea

pytest.importorskip("pyarrow")


def test_a_feed_that_is_not_there_has_no_step() -> None:
    with fovea.open_steps("flight:127.0.0.1:1", timeout=0) as steps:
        assert steps.next() is None
