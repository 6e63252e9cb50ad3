"""The fee machine of a garage: the published interface, over modules of one subject each.

Where to change something:
- rates, free minutes, another vehicle: `tariffs`
- the lines of a receipt, another card: `receipts`
- the published interface itself: `meter`
"""
