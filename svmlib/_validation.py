"""Checks of arguments that the functions of svmlib share; each error says what was expected."""

import inspect
import reprlib
import sys
from collections import UserString
from itertools import combinations_with_replacement
from numbers import Number
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from svmlib._typing import RNG, Array

# `float` accepts these, though they are not numbers. (np.ma.masked is an array.)
REFUSED_TYPES = (
    *(bool, np.bool_, str, UserString, bytes, bytearray, memoryview),
    *(np.complexfloating, np.ndarray),
)


def as_finite(value: Any, name: str) -> float:
    """Return value as a Python float; ValueError unless it is one finite number."""
    return _number(value, f"{name} must be one finite number")


def as_nonnegative(value: Any, name: str) -> float:
    """Return value as a Python float; ValueError unless it is finite and >= 0."""
    expected = f"{name} must be one finite number >= 0"
    number = _number(value, expected)
    if number < 0:
        raise ValueError(f"{expected}, got {received(value)}")
    return number


def as_positive(
    value: Any, name: str, *, infinite: bool = False, or_else: str = ""
) -> float:
    """Return value as a Python float; ValueError unless it is one number > 0.

    It must be finite, unless infinite is True. ``or_else``, such as "'auto' or ", says
    what else the caller takes.
    """
    kind = "number" if infinite else "finite number"
    expected = f"{name} must be {or_else}one {kind} > 0"
    number = _number(value, expected, infinite=infinite)
    if number <= 0:
        raise ValueError(f"{expected}, got {received(value)}")
    return number


def as_integer(value: Any, name: str, least: int) -> int:
    """Return value as a Python int; ValueError unless it is whole and >= least.

    ``sys.maxsize`` or more is refused: no array is that long.
    """
    expected = f"{name} must be a whole number >= {least}"
    number = _number(value, expected)
    # The float may have lost digits, so int takes the value itself, here and below.
    if number < least or int(value) != value:
        raise ValueError(f"{expected}, got {received(value)}")
    if number >= sys.maxsize:
        too_large = f"{name} must be less than {sys.maxsize:.3g}"
        raise ValueError(f"{too_large}, got {received(value)}")
    return int(value)


def check_callable(
    value: Any, name: str, parameters: str, *, or_none: bool = False
) -> None:
    """Raise ValueError unless value can be called with these parameters, ``"X, y"``.

    None is accepted as well if or_none is True, and so is a callable whose signature can't
    be read. For a wrapper, the signature of the wrapper itself counts.
    """
    if not (callable(value) or (or_none and value is None)):
        expected = "callable or None" if or_none else "callable"
        raise ValueError(f"{name} must be {expected}, got {received(value)}")
    if value is None:
        return
    try:
        signature = inspect.signature(value, follow_wrapped=False)
    except (TypeError, ValueError):
        return
    try:
        signature.bind(*parameters.split(", "))
    except TypeError as error:
        got = f"parameters {received(', '.join(signature.parameters))}"
        got = got if signature.parameters else "no parameters"
        raise ValueError(f"{name} must take ({parameters}), got {got}") from error


def as_generator(rng: RNG) -> "np.random.Generator":
    """Return a generator of random numbers; ValueError if rng can't make one."""
    try:
        if np.asarray(rng).dtype == bool:
            raise TypeError
        return np.random.default_rng(rng)
    except (TypeError, ValueError) as error:
        takes = "a numpy.random.Generator, a whole number >= 0 or None"
        expected = f"rng must be what numpy.random.default_rng takes, such as {takes}"
        raise ValueError(f"{expected}, got {received(rng)}") from error


def _number(value: Any, expected: str, *, infinite: bool = False) -> float:
    """Return value as a Python float; ValueError says what was expected.

    It must be finite, unless infinite is True.
    """
    scalar = value[()] if isinstance(value, np.ndarray) else value
    try:
        if isinstance(scalar, REFUSED_TYPES):
            raise TypeError
        number = float(scalar)
    except (TypeError, ValueError, OverflowError):
        number = np.nan
    if np.isnan(number) or (np.isinf(number) and not infinite):
        raise ValueError(f"{expected}, got {received(value)}")
    return number


def received(value: Any) -> str:
    """Return what a message says of a value, on one line: an array has its shape."""
    shape = getattr(value, "shape", None)
    if isinstance(shape, tuple) and shape:
        return f"an array of shape {tuple(shape)}"
    shortened = reprlib.Repr()
    shortened.maxother = shortened.maxstring = 80
    return " ".join(shortened.repr(value).split())


def as_matrix(A: ArrayLike, name: str, shape: str, *, finite: bool = False) -> Array:
    """Return A as a non-empty matrix of real numbers, not copied unless it is float16.

    float16 becomes float64 here, for the whole package: its sums overflow.

    Parameters
    ----------
    A : array_like
    name, shape : str
        What a message calls A and its shape: ``"X"``, ``"(N, D)"``.
    finite : bool, optional
        Whether to refuse a NaN or an infinity.

    Raises
    ------
    ValueError
        If A is not numeric, not a matrix, empty, or not finite.
    """
    array = as_array(A, name)
    check_real(array, name)
    if array.ndim != 2 or array.size == 0:
        expected = f"{name} must have shape {shape} with no axis empty"
        raise ValueError(f"{expected}, got shape {array.shape}")
    if finite:
        check_finite(array, name)
    return array.astype(np.float64) if array.dtype.type is np.float16 else array


def as_array(A: ArrayLike, name: str) -> Array:
    """Return A as an array, not copied.

    Raises
    ------
    ValueError
        If A is sparse, masks an entry (in a list or an array of objects too), or has rows of
        different lengths.
    """
    if hasattr(A, "toarray"):
        kind = type(A).__name__
        raise ValueError(f"{name} is sparse ({kind}): give {name}.toarray()")
    if _is_masked(A):
        raise ValueError(f"{name} has masked entries: fill or drop them first")
    try:
        return np.asarray(A)
    except ValueError as error:
        expected = f"{name} must have rows of one length"
        raise ValueError(f"{expected}, got {received(A)}") from error


def _is_masked(A: Any) -> bool:
    """Tell whether A, or anything in a list or an array of objects A, masks an entry."""
    if type(A) is np.ndarray and A.dtype == object:
        A = A.ravel().tolist()
    if isinstance(A, list | tuple):
        # In a long list of numbers the types are enough: a look at each would take far longer.
        types = {*map(type, A)}
        may_mask = any(issubclass(t, list | tuple | np.ma.MaskedArray) for t in types)
        return may_mask and any(map(_is_masked, A))
    return bool(np.ma.is_masked(A))


@np.errstate(over="ignore")
def as_reals(A: ArrayLike, name: str) -> Array:
    """Return A as a float64 array of any shape; ValueError unless its numbers are real.

    A longdouble that is too large for float64 becomes an infinity.
    """
    array = as_array(A, name)
    check_real(array, name)
    return array.astype(np.float64)


@np.errstate(over="ignore")
def in_float64(A: Array, name: str) -> Array:
    """Return a finite A in float64; ValueError if a longdouble is too large for that."""
    converted = A.astype(np.float64, copy=False)
    if converted is not A:
        check_finite(converted, name)
    return converted


def check_real(array: Array, name: str) -> None:
    """Raise ValueError unless the array holds real numbers."""
    if array.dtype.kind not in "iuf":
        got = f"dtype {array.dtype}" if array.ndim else received(array.item())
        if array.ndim and array.dtype.kind in "bO":
            try:
                if any(map(np.iscomplexobj, array.flat)):  # astype would only warn
                    raise TypeError
                missing = np.isnan(array.astype(float)).any()
                first = "fill or drop what is missing, then " if missing else ""
                got += f": {first}give {name}.astype(float)"
            except (TypeError, ValueError):
                strange = (
                    x
                    for x in array.flat
                    if np.iscomplexobj(x) or not isinstance(x, Number)
                )
                got += f" with the entry {received(next(strange, None))}"
            except OverflowError:
                got += " with a number that is too large for float64"
        raise ValueError(f"{name} must hold real numbers, got {got}")


def as_vector(v: ArrayLike, name: str, size: int | None = None) -> Array:
    """Return v as a new vector of finite floats; ValueError if it can't be one.

    It must have the given size, or at least one entry if size is None.
    """
    vector = as_reals(v, name)
    fits = vector.size > 0 if size is None else vector.size == size
    if vector.ndim != 1 or not fits:
        expected = "be a non-empty vector" if size is None else f"have shape ({size},)"
        raise ValueError(f"{name} must {expected}, got shape {vector.shape}")
    check_finite(vector, name)
    return vector


# What overflows, or is inf - inf, isn't symmetric or isn't finite, and is refused.
@np.errstate(over="ignore", invalid="ignore")
def as_kernel_matrix(K: ArrayLike, name: str = "K", *, to_solve: bool = False) -> Array:
    """Return K as a float matrix, not copied if it is one of float32 or float64.

    Raises
    ------
    ValueError
        If K is not a finite, square and symmetric matrix. With to_solve, also if it is
        float32 or float16, whose rounding can make a kernel indefinite.
    """
    given = as_array(K, name)
    K = as_matrix(given, name, "(N, N)")
    N = len(K)
    if K.shape[1] != N:
        raise ValueError(
            f"{name} must be square, with a row and a column for each example, "
            f"got {K.shape}"
        )
    if to_solve and given.dtype.type in (np.float16, np.float32):
        got = f"got {given.dtype}, which rounds too much: compute it in float64"
        raise ValueError(f"{name} must be float64 or wider, {got}")
    K = K if K.dtype == np.float32 else K.astype(np.float64, copy=False)
    gap = 0.0
    blocks = [slice(start, start + 256) for start in range(0, N, 256)]
    for a, b in combinations_with_replacement(blocks, 2):  # no second copy of K
        gap = np.maximum(gap, np.abs(K[a, b] - K[b, a].T).max())
    # The largest entry is usually on the diagonal. All of K is searched only if it isn't.
    sizes = (max(float(A.max()), -float(A.min())) for A in (K.diagonal(), K))
    if gap == 0 or any(gap < 1e-6 * size for size in sizes):
        # An infinity would have made gap NaN or infinite, so K is finite. The solvers read
        # rows, which is quicker in C's order.
        return K.T if K.flags.f_contiguous else K
    check_finite(K, name)
    i = int(np.argmax([np.abs(K[i] - K[:, i]).max() for i in range(N)]))
    j = int(np.abs(K[i] - K[:, i]).argmax())
    got = f"{name}[{i}, {j}] = {K[i, j]}, {name}[{j}, {i}] = {K[j, i]}"
    raise ValueError(f"{name} must be symmetric, got {got}")


def as_label_per_row(y: ArrayLike, num_examples: int) -> Array:
    """Return y as an array, not copied; ValueError unless it has a label for each row."""
    labels = as_array(y, "y")
    if labels.shape != (num_examples,):
        expected = f"y must have shape ({num_examples},), one label for each row"
        got = f"shape {labels.shape}" if labels.ndim else received(labels.tolist())
        raise ValueError(f"{expected}, got {got}")
    return labels


def as_labels(y: ArrayLike, num_examples: int, num_classes: int) -> Array:
    """Return y as an array of class labels, not copied.

    Parameters
    ----------
    y : array_like, shape (num_examples,)
        Integers of any integer dtype in 0 .. num_classes - 1.
    num_examples, num_classes : int

    Raises
    ------
    ValueError
        If y has another shape, is not of an integer dtype, or is out of range.
    """
    labels = as_label_per_row(y, num_examples)
    if labels.dtype.kind not in "iu":
        raise ValueError(f"y must hold integers, got dtype {labels.dtype}")
    if labels.min() < 0 or labels.max() >= num_classes:
        bad = int(np.argmax((labels < 0) | (labels >= num_classes)))
        expected = f"y must lie in 0..{num_classes - 1} for {num_classes} classes"
        raise ValueError(f"{expected}, got y[{bad}] = {labels[bad]}")
    return labels


def as_signs(y: ArrayLike, num_examples: int, *, both: bool = False) -> Array:
    """Return binary labels as floats -1 and +1, as a new array.

    Raises
    ------
    ValueError
        If y does not have the shape (num_examples,), or holds anything but -1 and +1, as
        floats or signed integers. If ``both`` is True, also if y holds only one of them.
    """
    labels = as_label_per_row(y, num_examples)
    if labels.dtype.kind not in "if":
        raise ValueError(f"y must hold labels -1 and +1, got dtype {labels.dtype}")
    wrong = np.abs(labels) != 1
    if wrong.any():
        i = int(wrong.argmax())
        raise ValueError(f"y must hold labels -1 and +1, got y[{i}] = {labels[i]}")
    if both and (labels == labels[0]).all():
        raise ValueError(f"y must hold both classes, got {labels[0]:+.0f} alone")
    return labels.astype(np.float64)


def as_C(C: ArrayLike, num_examples: int, *, infinite: bool = False) -> float | Array:
    """Return C as a Python float, or as a new array with one for each example.

    Raises
    ------
    ValueError
        If C is neither one number nor of shape (num_examples,). If a value is not > 0, or
        is infinite although ``infinite`` is False.
    """
    values = as_array(C, "C")
    if values.ndim == 0:
        return as_positive(C, "C", infinite=infinite)
    values = as_reals(values, "C")
    if values.shape != (num_examples,):
        expected = f"C must be one number or have shape ({num_examples},)"
        raise ValueError(f"{expected}, got shape {values.shape}")
    right = (values > 0) & (infinite | np.isfinite(values))  # a NaN is not > 0
    if not right.all():
        i = int(right.argmin())
        expected = f"C must be {'> 0' if infinite else 'finite and > 0'}"
        raise ValueError(f"{expected} for each example, got C[{i}] = {values[i]}")
    return values


def as_problem(
    W: ArrayLike, X: ArrayLike, y: ArrayLike, reg: float, delta: float
) -> tuple[Array, Array, Array, float, float]:
    """Check the arguments that every multiclass loss takes, and return them.

    W, X and y come back as arrays, reg and delta as Python floats (a NumPy float64
    would promote a float32 problem). An integer W is taken as float64.

    Raises
    ------
    ValueError
        If shapes, dtypes, labels, reg or delta are not those of the book's
        notation: W (D, C) with C >= 2, X (N, D), y (N,) in 0..C-1.
    """
    W = as_matrix(W, "W", "(D, C)")
    X = as_matrix(X, "X", "(N, D)")
    check_columns(X, W)
    check_classes(W)
    labels = as_labels(y, X.shape[0], W.shape[1])
    if W.dtype.kind != "f":
        W = W.astype(np.float64)
    return W, X, labels, as_nonnegative(reg, "reg"), as_nonnegative(delta, "delta")


def check_one_number(value: Any, name: str, expected: str) -> None:
    """Raise ValueError, saying what is expected, unless value is one real number."""
    number = as_array(value, name)
    if number.shape != ():
        got = f"got an array of shape {number.shape}: is a .sum() missing?"
        raise ValueError(f"{expected}, {got}")
    check_real(number, name)


def as_loss_pair(returned: Any, W: Array) -> tuple[Any, Array]:
    """Return the (loss, dW) that a loss function returned for W, dW as an array.

    Raises
    ------
    ValueError
        If it returned something else, or a dW without W's shape.
    """
    if not isinstance(returned, tuple | list) or len(returned) != 2:
        kind = type(returned).__name__
        raise ValueError(f"loss_func must return (loss, dW), got {kind}")
    loss, dW = returned[0], as_array(returned[1], "dW")
    check_one_number(loss, "the loss", "the loss must be one number")
    check_real(dW, "dW")
    if dW.shape != W.shape:
        raise ValueError(f"dW must have W's shape {W.shape}, got {dW.shape}")
    return loss, dW


def check_classes(W: Array) -> None:
    """Raise ValueError unless W (D, C) has two columns or more."""
    if W.shape[1] < 2:
        expected = "W must have a column for each of 2 or more classes"
        raise ValueError(f"{expected}, got shape {W.shape}")


def check_columns(X: Array, W: Array) -> None:
    """Raise ValueError unless X (N, D) has a column for each row of W (D, C)."""
    if X.shape[1] != W.shape[0]:
        got = f"got X {X.shape} and W {W.shape}"
        raise ValueError(f"X (N, D) and W (D, C) must agree in D, {got}")


def check_finite(A: Array, name: str) -> None:
    """Raise ValueError unless A is finite."""
    if not np.isfinite(A).all():
        at = tuple(np.argwhere(~np.isfinite(A))[0].tolist())
        where = f"{name}[{', '.join(map(str, at))}]"
        raise ValueError(f"{name} must be finite, got {A[at]} at {where}")
