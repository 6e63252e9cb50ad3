"""The kata as it is found: one class that grew. Nobody cleans this up; copy it and practise on the copy."""
