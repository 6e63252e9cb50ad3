"""The light at the table, by night and by day.

felt: the cloth that the dice lie on. sheet: the paper of the score sheet. back: what a die shows that nobody has thrown
yet. edge: the side of a die in the shade. mark: the one accent, for what is pointed at and whose turn it is; the felt
of the day is too dark for the mark of its white paper, so the felt has one of its own.
"""

from textual.theme import Theme

NIGHT = Theme(
    name="table-night",
    primary="#2c7a57",
    secondary="#8fc7a8",
    accent="#ffcb47",
    warning="#ffcb47",
    error="#ff8a7a",
    success="#7fd6a4",
    foreground="#eef4ee",
    background="#0b1511",
    surface="#14211b",
    panel="#1b2b24",
    variables={
        "felt": "#0e4430",
        "felt-text": "#f2f7f1",
        "felt-muted": "#a9c9b6",
        "felt-mark": "#ffcb47",
        "felt-mark-text": "#241800",
        "die": "#f3ead4",
        "die-edge": "#b5a67f",
        "pip": "#1c1a17",
        "die-kept": "#ffcb47",
        "die-kept-edge": "#b57f0d",
        "pip-kept": "#241800",
        "die-back": "#a3987b",
        "die-back-edge": "#7a7058",
        "sheet": "#14211b",
        "sheet-text": "#eef4ee",
        "sheet-muted": "#9db5a7",
        "mark": "#ffcb47",
        "mark-text": "#241800",
    },
)
DAY = Theme(
    name="table-day",
    primary="#1f6b49",
    secondary="#2f6f8f",
    accent="#9c2f14",
    warning="#8a4b00",
    error="#a8201a",
    success="#1f6b49",
    foreground="#16211b",
    background="#e9efe8",
    surface="#fbfaf5",
    panel="#dde7dd",
    dark=False,
    variables={
        "felt": "#2b7350",
        "felt-text": "#ffffff",
        "felt-muted": "#e2f1e7",
        "felt-mark": "#ffea94",
        "felt-mark-text": "#2a1c00",
        "die": "#ffffff",
        "die-edge": "#a9b5ad",
        "pip": "#15181a",
        "die-kept": "#ffd95e",
        "die-kept-edge": "#a87400",
        "pip-kept": "#2a1c00",
        "die-back": "#c9d3cb",
        "die-back-edge": "#8b9a8f",
        "sheet": "#fffefa",
        "sheet-text": "#16211b",
        "sheet-muted": "#526158",
        "mark": "#9c2f14",
        "mark-text": "#ffffff",
    },
)
