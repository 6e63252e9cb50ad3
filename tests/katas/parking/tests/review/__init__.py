"""The approved documents, reviewed: examples that were worked out by hand from the rules."""
