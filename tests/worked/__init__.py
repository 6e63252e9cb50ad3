"""The worked way, step by step: each is applied, read and run, all in one go."""
