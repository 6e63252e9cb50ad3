"""The golden master, drafted by `dojo kata new`: each scenario runs on every implementation."""
