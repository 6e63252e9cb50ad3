"""Python imports this when it starts, in processes that a recorded test has started."""

import os
import sys
from contextlib import suppress

import reach  # type: ignore[import-not-found]  # it is beside this file

HERE = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120 - imports little
sys.path[:] = [path for path in sys.path if os.path.abspath(path or ".") != HERE]  # noqa: PTH100
reach.start_if_asked()
# Import the module of this name that Python would have imported otherwise.
del sys.modules["sitecustomize"], sys.modules["reach"]
with suppress(ImportError):
    import sitecustomize  # type: ignore[import-not-found]  # noqa: F401 - another one
