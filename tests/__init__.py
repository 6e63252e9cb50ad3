"""The kata's tests."""
