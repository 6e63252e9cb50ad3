"""The kata, clean: the same published interface as `legacy`, over modules of one subject each."""
