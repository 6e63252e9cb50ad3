"""The command `dojo`: what people run to practise, and to check that the kata is what it claims to be."""
