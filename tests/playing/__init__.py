"""Tests of playing."""

from pathlib import Path

APPROVED = Path(__file__).with_name("approved")
