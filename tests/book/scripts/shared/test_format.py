"""shared/format.mjs, which writes the labs' numbers."""

import pytest

from tests.book.scripts.helpers.run_script import run


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("0, { least: 0 }", "0"),
        ("9e-10", "0"),
        ("9e-10, { least: 0 }", "9.0e−10"),
        ("-5e-324", "0"),
        ("-2e-9", "−2.0e−9"),
        ("0.33333333", "0.3333"),
        ("123456", "1.2e+5"),
        ("-0.5", "−0.5"),
        ("0.001", "0.001"),
        ("99994", "99990"),
        ("99999.9", "1.0e+5"),
        ("100000", "1.0e+5"),
        ("0.00099999", "0.001"),
        ("123456, { digits: 6 }", "123456"),
    ],
)
def test_numbers_are_rounded(value, text):
    assert run("shared/format.mjs", f"formatNumber({value})") == text
