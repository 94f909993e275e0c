"""Effects of cards (L-EFF): from what is in reach, to the options of each stage, to what a choice changes."""
