"""The book's linter: the rules that every page has to follow."""
