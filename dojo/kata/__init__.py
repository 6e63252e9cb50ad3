"""What is given: the kata, its levels and golden master, and the worked way."""
