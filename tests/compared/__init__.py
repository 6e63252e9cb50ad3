"""Compare tools for mutation testing: `python -m tests.compared` writes docs/compared.md."""
