"""A page, still to be written."""

from dojo.report.report import Report


def page_of(report: Report) -> str:
    """Return it."""
    return report.title
