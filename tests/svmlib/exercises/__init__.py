"""The tests of the exercises; those of the tables explain a failure as any other test."""

import pytest

pytest.register_assert_rewrite("tests.svmlib.exercises.programs")
