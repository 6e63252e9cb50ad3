"""Drafting a kata from a module: scenarios, levels, slips, and calls that tell survivors apart.

All that is drafted is ordinary code and text, for people to edit.
"""
