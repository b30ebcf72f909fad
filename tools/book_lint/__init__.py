"""The book's linter: what every page must keep to."""
