"""The book on paper: its built pages as one PDF, and the cheat sheet as another."""
