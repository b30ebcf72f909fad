"""What several features share: the code cells of a page, and the order of all pages."""
