"""Mutation testing: alter a sign, a factor, a comparison, an index or a summand of code.

Some changes are left out, because nobody would call the result another equation: changes
to the examples that a check draws or writes down, changes that only make an assertion
claim less, and changes to statements that no assertion depends on.
"""

import ast
import copy
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import singledispatchmethod
from typing import Any

import numpy as np

from book._parsing.page import called_name
from svmlib import datasets

DRAWS = {
    "normal", "random", "standard_normal", "uniform", "integers", "choice", "dirichlet",
    "permutation",
}  # fmt: skip
# Calls that make the examples of a check. Its equations hold for other examples too.
INPUTS = {
    "print", "range", "arange", "linspace", "zeros", "ones", "eye", "empty",
    "symbols", "default_rng", "product", "combinations", "round", "reshape", "astype",
    "isinstance", "len", "ndindex", *DRAWS, *datasets.__all__,
}  # fmt: skip
EQUALITIES = {"isclose", "allclose", "array_equal", "equals"}
QUANTIFIERS = {"all", "any"}
OTHER_CALL = {
    "max": "min", "min": "max", "maximum": "minimum", "minimum": "maximum",
    "Max": "Min", "Min": "Max", "argmax": "argmin", "argmin": "argmax",
    "sum": "max", "mean": "sum", "all": "any", "any": "all",
}  # fmt: skip
LABELS = ("y", "signs", "labels")  # -1 or 1, never 0
EVEN_FUNCTIONS = {"norm", "abs"}
# A mutant may leave such a call out, and keep its argument.
REMOVABLE = {"abs", "sqrt", "exp", "cbrt", "log"}
# The arguments of these are altered; those of other calls are examples.
FORMULAS = {*OTHER_CALL, *REMOVABLE, "norm", "where", "outer"}
OTHER_COMPARISONS = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
}
UPWARD = {ast.Lt: 1, ast.LtE: 1, ast.Gt: -1, ast.GtE: -1}  # the right side is larger
STRICT = {ast.LtE: ast.Lt, ast.GtE: ast.Gt}
PRODUCT = (ast.Mult, ast.Div, ast.MatMult)
OPPOSITE = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult}
# Of these only some fields are altered, or none.
ALTERED_FIELDS: dict[type[ast.AST], tuple[str, ...]] = {
    ast.Import: (),
    ast.ImportFrom: (),
    ast.Raise: (),
    ast.JoinedStr: (),
    ast.For: ("body",),
    ast.With: ("body",),
    ast.Lambda: ("body",),
    ast.comprehension: ("ifs",),
}


class NoMutantError(Exception):
    """Transposing a vector or a symmetric matrix changes nothing."""


def transposed(matrix: Any) -> Any:
    """Return the transpose where it differs from the matrix."""
    other = matrix.T
    if other.ndim < 2:
        raise NoMutantError
    if other.shape == matrix.shape and np.allclose(other, matrix):
        raise NoMutantError
    return other


def find_guards(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield what raises or warns: the statements of each such block, and its condition."""
    for node in ast.walk(tree):
        if isinstance(node, ast.If | ast.ExceptHandler):
            last = node.body[-1]
            warns = isinstance(last, ast.Expr) and called_name(last.value) == "warn"
            if warns or isinstance(last, ast.Raise):
                yield from node.body
                if isinstance(node, ast.If):
                    yield node.test


@dataclass
class Mutant:
    """One changed expression: `was` and `now` as text, and all the code with the change.

    The change is `in_guard` if it is in the condition or in the message of an exception
    or a warning.
    """

    was: str
    now: str
    line: int
    function: str  # a method with its class, such as A.f; "" outside of any
    statement: str  # without its comments
    source: str
    in_guard: bool

    @property
    def location(self) -> str:
        """Return the statement, after the name of its function."""
        return f"{self.function}: {self.statement}" if self.function else self.statement


@dataclass(frozen=True)
class Slot:
    """A position in a syntax tree: a field of a node, or one entry of a list in it."""

    parent: ast.AST
    field: str
    index: int | None = None

    @property
    def node(self) -> Any:
        """Return what stands there."""
        content = getattr(self.parent, self.field)
        return content if self.index is None else content[self.index]

    def fill(self, new: Any) -> None:
        """Put another node there."""
        if self.index is None:
            setattr(self.parent, self.field, new)
        else:
            getattr(self.parent, self.field)[self.index] = new


def slots(parent: ast.AST, *fields: str) -> Iterator[Slot]:
    """Yield the slots of the nodes that stand in these fields."""
    for field in fields:
        content = getattr(parent, field)
        for index in range(len(content)) if isinstance(content, list) else [None]:
            slot = Slot(parent, field, index)
            if isinstance(slot.node, ast.AST):
                yield slot


def renamed(call: ast.Call, name: str) -> ast.Call:
    """Return the call with another function of that name."""
    new = copy.deepcopy(call)
    if isinstance(new.func, ast.Attribute):
        new.func.attr = name
    else:
        new.func = ast.Name(name, ast.Load())
    return new


def literal_number(node: ast.AST) -> float | None:
    """Return the value of a literal number, None for anything else."""
    value = node.value if isinstance(node, ast.Constant) else None
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    return None


def is_tiny(node: ast.AST) -> bool:
    """Tell whether a node is a tolerance, such as 1e-12."""
    value = literal_number(node)
    return value is not None and 0 < abs(value) <= 1e-5


def is_example(node: ast.AST) -> bool:
    """Tell whether an expression is an example of a check, made of numbers alone.

    It names nothing but what holds or draws numbers, as in rng.normal(size=3) or [1, 2].
    """
    names = {x.id for x in ast.walk(node) if isinstance(x, ast.Name)}
    return names <= {"np", "sp", "sympy", "rng", "int", "float", "list", "zip", "set"}


def is_drawn(node: ast.AST) -> bool:
    """Tell whether an expression makes a random example from numbers that it draws."""
    return isinstance(node, ast.BinOp | ast.UnaryOp) and any(
        called_name(x) in DRAWS for x in ast.walk(node)
    )


def from_template(template: str, *args: ast.expr) -> ast.expr:
    """Return the expression in which the arguments replace _0, _1, ... of a template."""
    tree = ast.parse(template, mode="eval")

    class Fill(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.expr:
            if re.fullmatch(r"_\d", node.id):
                return copy.deepcopy(args[int(node.id[1])])
            return node

    filled: ast.Expression = Fill().visit(tree)
    return filled.body


def other_numbers(value: float) -> tuple[float, ...]:
    """Return a number one lower and one higher, or doubled and halved."""
    if isinstance(value, int):
        return value + 1, value - 1
    return (2 * value, value / 2) if value else (1.0,)


def other_operations(node: ast.BinOp, parent: ast.AST) -> Iterator[ast.expr]:
    """Yield a sum, a product or a mask with another sign, factor or part."""
    left, right, op = node.left, node.right, node.op
    if is_tiny(right) or is_tiny(left) or 0 in map(literal_number, (left, right)):
        return
    match op:
        case ast.Add():
            yield from_template("_0 - _1", left, right)
            yield left
            yield right
        case ast.Sub():
            yield from_template("_0 + _1", left, right)
            yield left
            yield from_template("-_0", right)
        case ast.Mult():
            yield left
            yield right
        case ast.Div():
            yield from_template("_0 * _1", left, right)
            yield left
            yield from_template("_1 / _0", left, right)
        case ast.MatMult():
            yield from_template("transposed(_0) @ _1", left, right)
            yield from_template("_0 @ transposed(_1)", left, right)
        case ast.Pow() if literal_number(right) is None:
            yield left
        case ast.BitAnd() | ast.BitOr():
            swapped = "_0 | _1" if isinstance(op, ast.BitAnd) else "_0 & _1"
            yield from_template(swapped, left, right)
            yield left
            yield right
    inside = called_name(parent) in EVEN_FUNCTIONS or (
        isinstance(parent, ast.BinOp)
        and (
            isinstance(parent.op, (*PRODUCT, ast.Pow))
            or (isinstance(parent.op, ast.Add | ast.Sub) and parent.right is node)
        )
    )
    if isinstance(op, PRODUCT) and not inside and not isinstance(parent, ast.UnaryOp):
        yield from_template("-(_0)", node)


def other_calls(node: ast.Call) -> Iterator[ast.expr]:
    """Yield a call of a related function, and a sum without its last summand."""
    name, args = called_name(node), node.args
    is_method = isinstance(node.func, ast.Attribute) and not (
        isinstance(node.func.value, ast.Name) and node.func.value.id in {"np", "sp"}
    )
    if name in OTHER_CALL:
        yield renamed(node, OTHER_CALL[name])
    if name in {"sum", "mean"}:
        new = copy.deepcopy(node)
        if is_method and isinstance(new.func, ast.Attribute):
            new.func.value = from_template("_0[:-1]", new.func.value)
            yield new
        elif args and isinstance(new.func, ast.Attribute):
            new.args[0] = from_template("_0[:-1]", args[0])
            yield new
        elif args:
            new.args[0] = from_template("list(_0)[:-1]", args[0])
            yield new
    if name in {"max", "min", "maximum", "minimum", "Max", "Min"} and len(args) == 2:
        yield from (arg for arg in args if literal_number(arg) is None)
    if name in REMOVABLE and len(args) == 1:
        yield args[0]
    if name == "norm":
        yield from_template("_0 ** 2", node)
    if name == "where" and len(args) == 3:
        yield ast.Call(node.func, [args[0], args[2], args[1]], node.keywords)
    if name == "outer":
        yield from_template("transposed(_0)", node)


class MutantFinder:
    """Finds the mutants of a piece of code, in the order of its lines."""

    def __init__(self, source: str):
        self.tree = ast.parse(source)
        self.mutants: list[Mutant] = []
        self.top_level = [ast.unparse(statement) for statement in self.tree.body]
        self.top_index = 0  # of the statement that is being altered
        self.sources = {"\n".join(self.top_level)}
        self.scopes: list[str] = []
        self.statement = ""
        self.in_guard = False
        self.guards = set(find_guards(self.tree))
        self.indices = {
            name.id
            for sub in ast.walk(self.tree)
            if isinstance(sub, ast.Subscript)
            for name in ast.walk(sub.slice)
            if isinstance(name, ast.Name)
        } & {
            name.id
            for loop in ast.walk(self.tree)
            if isinstance(loop, ast.For | ast.comprehension)
            for name in ast.walk(loop.target)
            if isinstance(name, ast.Name)
        }

    def altered_source(self) -> str:
        """Return the whole code; only one statement at its top level may have changed."""
        changed = ast.unparse(self.tree.body[self.top_index])
        before, after = (
            self.top_level[: self.top_index],
            self.top_level[self.top_index + 1 :],
        )
        return "\n".join([*before, changed, *after])

    def add(self, slot: Slot, new: Any) -> None:
        """Note the mutant with another node in a slot."""
        old = slot.node
        is_operator = isinstance(old, ast.operator | ast.cmpop | ast.boolop)
        was = ast.unparse(slot.parent if is_operator else old)
        slot.fill(new)
        now = ast.unparse(slot.parent if is_operator else new)
        source = self.altered_source()
        slot.fill(old)
        if source not in self.sources:
            self.sources.add(source)
            line = getattr(slot.parent if is_operator else old, "lineno", 0)
            function = ".".join(self.scopes)
            args = was, now, line, function, self.statement, source, self.in_guard
            self.mutants.append(Mutant(*args))

    # --- what an assertion claims --------------------------------------------------

    def alter_claim(self, slot: Slot) -> None:
        """Alter what an assertion compares, but never so that it claims less."""
        match node := slot.node:
            case ast.Compare():
                self.alter_comparison(node)
            case ast.Call() if called_name(node) in EQUALITIES:
                self.alter_sign(Slot(node, "args", len(node.args) - 1))
                self.alter_below(node, "args")
                if isinstance(node.func, ast.Attribute):
                    self.alter_below(node.func, "value")
            case ast.Call() if called_name(node) in QUANTIFIERS:
                self.alter_claims(node, "args")
                if isinstance(node.func, ast.Attribute):
                    self.alter_claims(node.func, "value")
            case ast.GeneratorExp() | ast.ListComp():
                self.alter_claims(node, "elt")
                for loop in node.generators:
                    self.alter_below(loop, "ifs")
            case ast.BoolOp():
                self.alter_claims(node, "values")
            case ast.UnaryOp(op=ast.Not()):
                self.alter_claims(node, "operand")
            case ast.BinOp(op=ast.BitAnd() | ast.BitOr()):
                self.alter_claims(node, "left", "right")
            case _:
                self.alter_below(node, *node._fields)

    def alter_claims(self, parent: ast.AST, *fields: str) -> None:
        """Alter the claims that another one consists of."""
        for slot in slots(parent, *fields):
            self.alter_claim(slot)

    def alter_comparison(self, node: ast.Compare) -> None:
        """Alter both sides of each comparison of a claim, and make it strict."""
        if isinstance(node.ops[-1], ast.Eq):
            self.alter_sign(Slot(node, "comparators", len(node.comparators) - 1))
        roughly = any(is_tiny(x) for x in ast.walk(node))
        for k, slot in enumerate(slots(node, "left", "comparators")):
            # For each neighbour: 1 if the claim says that this side is larger than it, -1 if
            # it says that this side is smaller, and 0 if it says neither.
            directions = set[int]()
            if k:
                before = type(node.ops[k - 1])
                if before in STRICT and not roughly:
                    self.add(Slot(node, "ops", k - 1), STRICT[before]())
                directions.add(UPWARD.get(before, 0))
            if k < len(node.ops):
                directions.add(-UPWARD.get(type(node.ops[k]), 0))
            self.alter_side(slot, directions)

    def alter_side(self, slot: Slot, directions: set[int]) -> None:
        """Alter one side of a comparison, but not so that it claims less."""
        direction = directions.pop() if len(directions) == 1 else 0
        if isinstance(slot.node, ast.BinOp) and is_tiny(slot.node.right):
            slot = Slot(slot.node, "left")
        value = slot.node
        plain = literal_number(value)
        if direction and is_example(value) and plain not in {0, 1, 2}:
            return  # a tolerance or a count
        if direction and plain is not None:
            for other in other_numbers(plain):
                if direction * (other - plain) < 0:  # it claims more
                    self.add(slot, ast.Constant(other))
        elif called_name(value) == "abs":  # a bound: without abs it claims less
            self.alter_below(value, "args")
        elif direction and called_name(value) == {1: "min", -1: "max"}[direction]:
            # min(x) > 0 is about all of x, and max(x) > 0 would claim less
            self.alter_below(value, "args")
            if isinstance(value.func, ast.Attribute):
                self.alter_below(value.func, "value")
        else:
            self.alter(slot)

    def alter_sign(self, slot: Slot) -> None:
        """Alter the sign of one whole side: both sides might be 0 throughout."""
        side = slot.node
        simple = isinstance(side, ast.Name | ast.Call | ast.Subscript | ast.Attribute)
        if simple and called_name(side) not in QUANTIFIERS:
            self.add(slot, from_template("-_0", side))

    # --- any other code --------------------------------------------------------------

    def alter(self, slot: Slot) -> None:
        """Note each mutant of the node in a slot, and of what stands below it."""
        node = slot.node
        if is_drawn(node):
            return
        if isinstance(node, ast.stmt):
            self.statement = ast.unparse(node).split("\n")[0].rstrip(":")
        outside = self.in_guard
        self.in_guard |= node in self.guards
        self.alter_node(node, slot)
        self.in_guard = outside

    def alter_below(self, parent: ast.AST, *fields: str) -> None:
        """Alter what stands in these fields of a node."""
        for slot in slots(parent, *fields):
            self.alter(slot)

    @singledispatchmethod
    def alter_node(self, node: ast.AST, slot: Slot) -> None:
        """Alter a node as its type asks; most types have mutants only below them."""
        self.alter_below(node, *ALTERED_FIELDS.get(type(node), node._fields))

    @alter_node.register
    def _(self, node: ast.Assert, slot: Slot) -> None:
        self.alter_claim(Slot(node, "test"))

    @alter_node.register
    def _(self, node: ast.FunctionDef | ast.ClassDef, slot: Slot) -> None:
        self.scopes.append(node.name)
        self.alter_below(node, "body")
        self.scopes.pop()

    @alter_node.register
    def _(self, node: ast.Assign | ast.AnnAssign, slot: Slot) -> None:
        if isinstance(node.value, ast.Tuple):
            values = slots(node.value, "elts")
        else:
            values = slots(node, "value")
        for value in values:
            if not is_example(value.node):
                self.alter(value)

    @alter_node.register
    def _(self, node: ast.AugAssign, slot: Slot) -> None:
        if type(node.op) in OPPOSITE:
            self.add(Slot(node, "op"), OPPOSITE[type(node.op)]())
        self.alter_below(node, "value")

    @alter_node.register
    def _(self, node: ast.Constant, slot: Slot) -> None:
        value = literal_number(node)
        if value is not None and not is_tiny(node):
            for other in other_numbers(value):
                self.add(slot, ast.Constant(other))

    @alter_node.register
    def _(self, node: ast.Subscript, slot: Slot) -> None:
        if not isinstance(node.value, ast.Tuple):  # one of several examples
            self.alter_below(node, "value")
        self.alter_index(Slot(node, "slice"))

    def alter_index(self, slot: Slot) -> None:
        """Alter an index, or several, but no slice and no list of them."""
        match node := slot.node:
            case ast.Tuple():
                for part in slots(node, "elts"):
                    self.alter_index(part)
            case ast.Name() if node.id in self.indices:
                for name in sorted(self.indices - {node.id}):
                    self.add(slot, ast.Name(name, ast.Load()))
            case ast.Constant(value=0):  # -1 is also an index, though the last one
                self.add(slot, ast.Constant(1))
            case ast.Slice() | ast.List():
                return
            case _:
                self.alter(slot)

    @alter_node.register
    def _(self, node: ast.Attribute, slot: Slot) -> None:
        if node.attr == "T":
            self.add(slot, node.value)
        self.alter_below(node, *node._fields)

    @alter_node.register
    def _(self, node: ast.UnaryOp, slot: Slot) -> None:
        if isinstance(node.op, ast.USub | ast.Not):
            self.add(slot, node.operand)
        self.alter_below(node, *node._fields)

    @alter_node.register
    def _(self, node: ast.BinOp, slot: Slot) -> None:
        for new in other_operations(node, slot.parent):
            self.add(slot, new)
        self.alter_below(node, *node._fields)

    @alter_node.register
    def _(self, node: ast.Compare, slot: Slot) -> None:
        if ast.unparse(node) in {f"{y} {op} 0" for y in LABELS for op in "<>"}:
            self.add(Slot(node, "ops", 0), OTHER_COMPARISONS[type(node.ops[0])][1]())
            return
        roughly = any(is_tiny(x) for x in ast.walk(node))
        for op in slots(node, "ops"):
            for other in OTHER_COMPARISONS.get(type(op.node), ())[roughly:]:
                self.add(op, other())
        self.alter_below(node, *node._fields)

    @alter_node.register
    def _(self, node: ast.BoolOp, slot: Slot) -> None:
        swap = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        self.add(Slot(node, "op"), swap)
        self.alter_below(node, *node._fields)

    @alter_node.register
    def _(self, node: ast.IfExp, slot: Slot) -> None:
        swap = from_template("_0 if _1 else _2", node.orelse, node.test, node.body)
        self.add(slot, swap)
        self.alter_below(node, *node._fields)

    @alter_node.register
    def _(self, node: ast.keyword, slot: Slot) -> None:
        if node.arg == "axis" or not is_example(node.value):
            self.alter_below(node, "value")

    @alter_node.register
    def _(self, node: ast.Call, slot: Slot) -> None:
        if called_name(node) == "warn":
            return
        if called_name(node) in INPUTS:
            if isinstance(node.func, ast.Attribute):
                self.alter_below(node.func, "value")
            return
        for new in other_calls(node):
            self.add(slot, new)
        self.alter_below(node, "func")
        for arg in slots(node, "args"):
            if called_name(node) in FORMULAS or not is_example(arg.node):
                self.alter(arg)
        self.alter_below(node, "keywords")


def names_read(node: ast.AST) -> set[str]:
    """Return the names that are read below a node."""
    return {
        x.id
        for x in ast.walk(node)
        if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Load)
    }


def names_set(statement: ast.stmt) -> set[str]:
    """Return the names that a statement sets: A[i] = x and a.w = x set A and a."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return {statement.name}
    names = set[str]()
    for node in ast.walk(statement):
        if isinstance(getattr(node, "ctx", None), ast.Store):
            target: ast.AST = node
            while isinstance(target, ast.Subscript | ast.Attribute):
                target = target.value
            if isinstance(target, ast.Name):
                names.add(target.id)
    return names


def asserted_part(tree: ast.Module) -> ast.Module:
    """Return the cell without the statements that no assertion depends on."""
    needed: set[str] = set()
    kept: list[ast.stmt] = []
    for statement in reversed(tree.body):
        is_definition = isinstance(statement, ast.FunctionDef | ast.ClassDef)
        changed = {
            x.func.value.id
            for x in ast.walk(statement)
            if isinstance(x, ast.Call)
            and isinstance(x.func, ast.Attribute)
            and isinstance(x.func.value, ast.Name)
        }
        asserts = any(isinstance(x, ast.Assert) for x in ast.walk(statement))
        if (
            asserts
            or needed & names_set(statement)
            or (needed & changed and not is_definition)
        ):
            kept.append(statement)
            needed |= names_read(statement)
    return ast.Module(kept[::-1], [])


def mutants(source: str, whole: bool = False) -> list[Mutant]:
    """Return the mutants of a check, or of a whole module, all different."""
    finder = MutantFinder(source)
    tree = finder.tree if whole else asserted_part(finder.tree)
    kept = {id(statement) for statement in tree.body}
    for index, statement in enumerate(finder.tree.body):
        if id(statement) in kept:
            finder.top_index = index
            finder.alter(Slot(finder.tree, "body", index))
    return finder.mutants


def sampled(candidates: list[Any], size: int, seed: str) -> list[Any]:
    """Return a random sample of the mutants in their order; all of them for 0."""
    if not size or size >= len(candidates):
        return candidates
    draw = random.Random(seed)
    return [candidates[k] for k in sorted(draw.sample(range(len(candidates)), size))]
