"""Mutation testing of the book and of svmlib."""
