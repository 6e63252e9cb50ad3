"""The golden master: scenarios written once, run against every implementation, compared with approved documents."""
