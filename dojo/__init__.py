"""The command `dojo`, for people who practise, and for checking the kata itself."""
