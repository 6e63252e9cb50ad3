"""Writing one call of a test as Python, with the calls that made its object."""

import ast
import enum
import json
from types import FrameType
from typing import Any

from dojo.inside.reach import real_path
from dojo.inside.recorder import Recorder, SkippedError, Trace, for_json
from dojo.inside.twins import is_start


class CallWriter:
    """Follows a test up to a call, the `number`th of the function in a `line` of a path.

    `variation`: other values of arguments, as they were described. Then there is a `story` of the
    call as in a recording, or a `reason` why it cannot be written.
    """

    def __init__(self, modules: dict[str, str], path: str, wanted: dict[str, Any]) -> None:
        self.recorder = Recorder(modules, 0, None)
        self.place = (path, wanted["line"])
        self.left: int = wanted["number"]
        self.variation: dict[str, str] = wanted["variation"]
        self.story: dict[str, Any] | None = None
        self.reason = "the test did not make this call again"

    def on_event(self, frame: FrameType, event: str, argument: object) -> Trace | None:
        """Record the test as usual, and write the wanted call when it begins."""
        code = frame.f_code
        place = (real_path(code.co_filename), code.co_firstlineno)
        if event == "call" and place == self.place and is_start(frame):
            self.left -= 1
            if self.left == 0:
                self._write(frame)
        return self.recorder.on_call(frame, event, argument)

    def _write(self, frame: FrameType) -> None:
        """Write the call that begins with a frame, as a story that ends with it."""
        try:
            changed: dict[str, Any] = {}
            for name, text in self.variation.items():
                parameter = name.removeprefix("*")
                changed[parameter] = value_of(text, frame.f_locals[parameter])
            call = self.recorder.write_call(frame, changed)
        except SkippedError as error:
            self.reason = f"{error} {error.detail}".strip()
            return
        steps = [] if call.story is None else call.story.steps
        creation = None if call.story is None else call.story.creation
        story = {"creation": creation, "calls": [*steps, call]}
        call.story = None
        if creation is not None:
            creation.story = None  # later calls on the object are no part of it
        self.story = json.loads(json.dumps(story, default=for_json))


def value_of(text: str, like: Any) -> Any:  # noqa: ANN401 - the value of an argument
    """Return the value with a description, of the same type as another value. None has any."""
    if like is None:
        return ast.literal_eval(text)
    if isinstance(like, enum.Enum):
        return type(like)[text.rpartition(".")[2]]
    return type(like)(ast.literal_eval(text))
