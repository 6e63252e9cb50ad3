"""What people type: a file for each command, with its options, a call, and what is printed."""
