"""The exercises of each chapter, with the mistakes that are made in them."""

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
