"""The part of the plane that a figure shows."""

from svmlib._validation import as_vector, received

Extent = tuple[float, float, float, float]


def as_extent(extent: Extent) -> Extent:
    """Return left, right, bottom and top as floats; ValueError unless they rise."""
    left, right, bottom, top = as_vector(extent, "extent", 4).tolist()
    if not (left < right and bottom < top):
        expected = (
            "extent must be (left, right, bottom, top), left < right, bottom < top"
        )
        raise ValueError(f"{expected}, got {received(extent)}")
    return left, right, bottom, top
