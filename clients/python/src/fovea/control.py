"""The control API of a gateway: new weights go in here."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Any


class FoveaError(RuntimeError):
    """A refusal, with the gateway's stable code."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.status = status
        self.code = code


@dataclass(frozen=True, repr=False)
class Control:
    """One gateway and its control secret."""

    gateway: str
    secret: str
    weights: Path

    @classmethod
    def of_run(cls, run_dir: str | Path) -> Control:
        """What a run wrote for its trainer: ``control.json`` in the run folder."""
        facts = json.loads((Path(run_dir) / "control.json").read_text())
        return cls(facts["gateway"], facts["secret"], Path(facts["weights"]))

    def __repr__(self) -> str:
        return f"Control({self.gateway})"

    def publish(self, checkpoint: str | Path, step: int, timeout: float = 600) -> None:
        """Puts a whole checkpoint folder into the engine; when this returns, new requests are answered by it.

        The folder must lie below the run folder, where the gateway may read it, and should be written once and never changed.
        """
        self._send("/weights", {"checkpoint": str(Path(checkpoint).resolve()), "step": step}, timeout)

    def publish_adapter(self, adapter: str | Path, base: str | Path, step: int, timeout: float = 600) -> Path:
        """Merges a LoRA adapter (a PEFT folder) into a copy of ``base`` and publishes that; gives the merged folder.

        Merged, because an unmodified server takes a whole folder by path, while adapters need flags that few servers run with.
        """
        from fovea.checkpoints import merge_adapter

        folder = merge_adapter(adapter, base, self.weights / f"step-{step}")
        self.publish(folder, step, timeout)
        return folder

    def _send(self, path: str, body: dict[str, Any], timeout: float) -> dict[str, Any]:
        request = urllib.request.Request(
            self.gateway.rstrip("/") + path,
            json.dumps(body).encode(),
            {"Content-Type": "application/json", "Authorization": f"Bearer {self.secret}"},
        )
        try:
            with urllib.request.urlopen(request, timeout=timeout) as answer:
                result: dict[str, Any] = json.load(answer)
                return result
        except urllib.error.HTTPError as refused:
            try:
                error = json.load(refused)["error"]
                code, message = str(error["code"]), str(error["message"])
            except (ValueError, KeyError, TypeError):  # something else than a gateway answers there
                code, message = "http_error", f"status {refused.code}"
            raise FoveaError(refused.code, code, message) from None
