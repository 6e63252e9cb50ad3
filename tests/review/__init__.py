"""Reviews of the approved documents: is the golden master right, and not just stable?"""
