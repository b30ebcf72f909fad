"""The NumPy code that the book derives and executes, and the checks of its exercises.

Import the modules that you need, as in ``from svmlib import hinge``: ``import svmlib``
alone loads none of them. Names that begin with an underscore, or that ``__all__`` leaves
out, are for the package's own modules only. A matrix of float16 counts as one of float64,
because sums of float16 overflow. In the book's order:

hinge        scores, and the multiclass hinge loss, as loops and as a mask
gradcheck    gradient checks that know where the hinge has its kinks
training     minibatch descent, with the functions of the course assignments
base         what scikit-learn's tools ask of a classifier
linear_svm   the linear classifier
margin       hyperplanes, the soft margin, and subgradient descent
kernels      kernels and feature maps
dual         the dual of the soft margin, and the duality gap
smo          sequential minimal optimisation, which solves the dual
kernel_svm   the kernel machine
convert      from one convention to another
datasets     the data of the book
plots        its figures, which need Matplotlib
exercises    exercises that name the mistake
"""

__version__ = "1.0.0"
