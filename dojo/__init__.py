"""The command `dojo`: what people run to practise, and to check that the kata is what it claims to be."""

import _signal as signal  # type: ignore[import-not-found] # signal itself imports others first: too late
import sys

is_command = ("-m", "dojo") in zip(sys.orig_argv, sys.orig_argv[1:], strict=False)
if is_command and signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # as in dojo.commands, and before it
    signal.signal(signal.SIGINT, signal.SIG_DFL)
