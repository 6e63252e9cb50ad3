"""The golden master: scenarios that compare every implementation with approved documents."""
