"""The tools' tests."""
