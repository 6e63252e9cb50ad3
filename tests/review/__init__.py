"""Reviews of the approved documents: the golden master must be right, not just stable."""
