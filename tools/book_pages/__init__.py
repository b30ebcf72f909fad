"""Read the pages of the book as their authors wrote them, for the site, tools and tests."""
