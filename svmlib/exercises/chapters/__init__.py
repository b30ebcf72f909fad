"""The exercises of each chapter, with the mistakes that are made in them.

Several chapters may need the same formula, with its mistakes, or the same data. If two of
them do, it stands in the first, and the second imports it. What most chapters of a part
need has a file of its own: `_multiclass` holds the formulas of part one,
`_multiclass_data` draws its data, and `_binary_data` draws the data of part two. The
exercises of `smo` with a pair of multipliers are long, so `_clip_bounds`, `_pair_step` and
`_pair_step_problems` hold what they are made of.

A table of all the mistakes of an exercise is called after the exercise, as
`SVM_LOSS_MISTAKES` is after svm-loss. One that exercises share is called after what is
wrong, as `MARGIN_MISTAKES` is. (The exercises margins and mask have the names of shared
formulas: their own tables are `MARGINS_EXERCISE_MISTAKES` and `MASK_EXERCISE_MISTAKES`.)
"""

from svmlib.exercises._catalogue import Catalogue
from svmlib.exercises.chapters import (
    duality,
    gradient,
    gradient_check,
    hinge_loss,
    hyperplanes,
    in_practice,
    kernels,
    linear_scores,
    mask_trick,
    regularization,
    scaling,
    smo,
    soft_margin,
    training,
    two_formulations,
)

CHAPTERS = (
    linear_scores,
    hinge_loss,
    gradient,
    gradient_check,
    mask_trick,
    regularization,
    training,
    hyperplanes,
    soft_margin,
    duality,
    kernels,
    smo,
    two_formulations,
    scaling,
    in_practice,
)
CATALOGUE = Catalogue([module.CHAPTER for module in CHAPTERS])
