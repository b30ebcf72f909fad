"""What the text of every page keeps to, and how it is read."""
