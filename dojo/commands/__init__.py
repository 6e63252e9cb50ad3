"""What people type, a file for each command; only here dojo prints and exits, and in processes started as scripts."""

import _signal as signal  # type: ignore[import-not-found] # signal itself imports others first: too late

interruptible = signal.getsignal(signal.SIGINT) in (signal.default_int_handler, signal.SIG_DFL)
if interruptible:  # until there is a command that can say so, Ctrl-C ends all without a word
    signal.signal(signal.SIGINT, signal.SIG_DFL)

from dojo.commands.group import main  # noqa: E402 - not before

if interruptible:
    signal.signal(signal.SIGINT, signal.default_int_handler)
