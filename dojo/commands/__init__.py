"""What people type, a file for each command; only here dojo prints and exits, and in processes started as scripts."""

import _signal as signal  # type: ignore[import-not-found] # signal itself imports others first: too late

if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # until a command says so, Ctrl-C ends it unsaid
    signal.signal(signal.SIGINT, signal.SIG_DFL)

from dojo.commands.group import main
