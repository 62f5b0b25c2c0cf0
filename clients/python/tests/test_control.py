"""What goes to the gateway, and what its refusals become."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

import fovea


class Gateway(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.orders.append((self.path, self.headers["Authorization"], body))  # type: ignore[attr-defined]
        known = body["step"] < 100
        answer = (
            {"ok": True}
            if known
            else {"error": {"code": "outside_allowed_roots", "message": "the checkpoint folder lies outside"}}
        )
        self.send_response(200 if known else 400)
        self.end_headers()
        self.wfile.write(json.dumps(answer).encode())

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def gateway() -> Iterator[HTTPServer]:
    server = HTTPServer(("127.0.0.1", 0), Gateway)
    server.orders = []  # type: ignore[attr-defined]
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()


@pytest.fixture
def control(gateway: HTTPServer, tmp_path: Path) -> fovea.Control:
    facts = {"gateway": f"http://127.0.0.1:{gateway.server_port}", "secret": "s3cret", "weights": str(tmp_path / "weights")}
    (tmp_path / "control.json").write_text(json.dumps(facts))
    return fovea.Control.of_run(tmp_path)


def test_a_folder_is_published_under_its_step(control: fovea.Control, gateway: HTTPServer, tmp_path: Path) -> None:
    control.publish(tmp_path / "weights/step-7", 7)
    order = ("/weights", "Bearer s3cret", {"checkpoint": str((tmp_path / "weights/step-7").resolve()), "step": 7})
    assert gateway.orders == [order]  # type: ignore[attr-defined]


def test_a_refusal_keeps_its_code(control: fovea.Control, tmp_path: Path) -> None:
    with pytest.raises(fovea.FoveaError, match="outside") as refused:
        control.publish(tmp_path, 100)
    assert (refused.value.status, refused.value.code) == (400, "outside_allowed_roots")


def test_the_secret_is_not_shown(control: fovea.Control) -> None:
    assert "s3cret" not in repr(control)
