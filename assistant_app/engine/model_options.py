"""How the owner wants a model to be loaded and to speak: a few numbers for each file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from assistant_app.engine.channel import EngineOptions
from assistant_app.errors import AppError

USUAL_CONTEXT = EngineOptions().context
LEAST_CONTEXT = 2048
DEFAULT = "default"
_LIMITS: dict[str, tuple[float, float]] = {
    "context": (LEAST_CONTEXT, 1_048_576),
    "temperature": (0, 2),
    "threads": (0, 256),
    "gpu_layers": (-1, 999),
    "thinking": (0, 8192),
}


@dataclass(frozen=True, slots=True)
class ModelOptions:
    """The owner's choice for one model; the defaults are the app's own.

    `context` in tokens, no more than the model was trained for; `temperature` of answers (calls
    and summaries always take the likeliest word); `threads` 0 is by the machine; `gpu_layers` -1
    is all of them, where the build of llama.cpp has a backend; `thinking` is how many tokens a
    thinking model may write for itself before it answers, 0 none.
    """

    context: int = USUAL_CONTEXT
    temperature: float = 0.0
    threads: int = 0
    gpu_layers: int = 0
    thinking: int = 0

    @property
    def engine(self) -> EngineOptions:
        """What loading the model needs of it."""
        return EngineOptions(
            context=self.context, threads=self.threads, gpu_layers=self.gpu_layers
        )

    def changed(self, name: str, text: str) -> ModelOptions:
        """Return these with one number changed, as it was typed; "default" takes a change back.

        Raises:
            AppError: `model_option_unknown`; `model_option_wrong`, with what it may be.
        """
        if name not in _LIMITS:
            raise AppError("model_option_unknown", name=name, names=", ".join(_LIMITS))
        if text == DEFAULT:
            return _made(asdict(self) | {name: getattr(ModelOptions(), name)})
        low, high = _LIMITS[name]
        try:
            value = float(text) if name == "temperature" else int(text)
        except ValueError:
            value = low - 1
        if not low <= value <= high:
            raise AppError("model_option_wrong", name=name, value=text, low=low, high=high)
        return _made(asdict(self) | {name: value})

    def stored(self) -> dict[str, Any]:
        """Return what differs from the defaults."""
        usual = asdict(ModelOptions())
        return {name: value for name, value in asdict(self).items() if value != usual[name]}


def limits(name: str) -> tuple[float, float]:
    """Return the least and the most that a number may be."""
    return _LIMITS[name]


def read(stored: object) -> ModelOptions:
    """Return stored options; what cannot be understood is as if it had not been set."""
    if not isinstance(stored, Mapping):
        return ModelOptions()
    sound: dict[str, float] = {}
    for name, (low, high) in _LIMITS.items():
        value = stored.get(name)
        if isinstance(value, int | float) and low <= value <= high:
            sound[name] = value
    return _made(sound)


def _made(values: Mapping[str, float]) -> ModelOptions:
    """Return options of these numbers, each as what it is."""
    usual = asdict(ModelOptions())
    return ModelOptions(**{name: type(usual[name])(value) for name, value in values.items()})
