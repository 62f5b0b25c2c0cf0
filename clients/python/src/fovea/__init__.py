"""Training batches and the control API of Fovea, for trainers in Python.

    import fovea

    for step in fovea.open_steps("safetensors:run/batches", rank=0):
        for batch in step:
            train(batch["input_ids"], batch.get("pixel_values"))
        step.release()

A *step* is what one optimiser step reads on one data-parallel rank; a *batch* is one packed row ``[1, T]``. Start reading at
``sources.py``.
"""

from fovea.batch import Batch
from fovea.control import Control, FoveaError
from fovea.rows import ImageRef, MicroBatch
from fovea.sources import open_rows, open_steps
from fovea.steps import Step

__all__ = ["Batch", "Control", "FoveaError", "ImageRef", "MicroBatch", "Step", "open_rows", "open_steps"]
__version__ = "0.1.0"
