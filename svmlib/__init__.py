"""The small NumPy package that the book derives and executes."""

# In the order of the book: each module imports only those before it, and validation.
MODULES = (
    "hinge",
    "gradcheck",
    "base",
    "linear",
    "margin",
    "kernels",
    "dual",
    "smo",
    "kernel_svm",
    "convert",
    "datasets",
    "plots",
    "exercises",
)
