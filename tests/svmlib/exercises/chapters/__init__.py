"""The tests of the chapters' exercises; their tables explain a failure as tests do."""

import pytest

pytest.register_assert_rewrite("tests.svmlib.exercises.chapters.programs")
