"""What makes the tests of the board cheap: what makes those of the table so."""

from tests.dojo.table.conftest import _painted_when_looked_at, _rare_collections, painted

__all__ = ["_painted_when_looked_at", "_rare_collections", "painted"]
