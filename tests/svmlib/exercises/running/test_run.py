"""What an attempt may be."""

from svmlib.exercises import check


class Model:
    def predict(self, W, X):
        return (X @ W).argmax(axis=1)


def test_for_a_class_it_is_said_what_to_pass():
    assert check("predict", Model).message == (
        "predict: the attempt is the class Model, where a function f(W, X) is expected. "
        "Pass a function, or a method of an object of that class."
    )
    assert check("predict", Model().predict)
