"""Parse the text of cells: Markdown with MyST's parser, as the site does, and code.

page.py reads the files.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

import yaml
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from myst_parser.config.main import MdParserConfig
from myst_parser.parsers.mdit import create_md_parser

from . import ROOT

CONFIG = ROOT / "_config.yml"
FENCES = {"fence", "colon_fence"}
INLINE = {"code_inline", "math_inline"}
NAME = re.compile(r"\{(?P<name>[^}]+)\} *(?P<argument>.*)")
OPTION = re.compile(r"^:(?P<key>[\w-]+): *(?P<value>.*)$")
CODE_DIRECTIVES = {
    "code",
    "code-block",
    "code-cell",
    "math",
    "raw",
    "literalinclude",
}
ANSWERS = "# Answers\n"  # how the cell begins that checks the answers to the questions
CHECKS = re.compile(r"# Checks (eq-[a-z0-9-]+(?:, eq-[a-z0-9-]+)*)\s*(?:\n|$)")


@dataclass(frozen=True)
class Directive:
    """A fenced block, and the line on which it begins. Plain code has no name."""

    name: str
    argument: str
    options: dict[str, str]
    body: str
    line: int

    @property
    def body_line(self) -> int:
        """The line on which the body begins: each option takes a line."""
        return self.line + 1 + len(self.options)

    @property
    def classes(self) -> list[str]:
        """The names in its option `class`."""
        return self.options.get("class", "").split()

    @property
    def has_text(self) -> bool:
        """Whether the body is Markdown."""
        return bool(self.name) and self.name not in CODE_DIRECTIVES


@cache
def markdown_parser() -> MarkdownIt:
    """Return MyST's parser with the extensions of _config.yml."""
    parse = yaml.safe_load(CONFIG.read_text("utf-8"))["parse"]
    config = MdParserConfig(enable_extensions=set(parse["myst_enable_extensions"]))
    return create_md_parser(config, RendererHTML)


@cache
def top_tokens(source: str) -> list[tuple[int, Token]]:
    """Return the tokens of Markdown, without what stands inside its directives.

    Each comes with the number of the line on which its block begins.
    """
    by_line, line = list[tuple[int, Token]](), 1
    for token in markdown_parser().parse(source):
        if token.map:  # the end of a block has none
            line = token.map[0] + 1
        by_line.append((line, token))
    return by_line


def tokens(source: str, first: int = 1) -> Iterator[tuple[int, Token]]:
    """Yield all tokens of Markdown, with those inside a line and inside a directive.

    Each comes with the number of its line, counted from that of the first line.
    """
    for number, token in top_tokens(source):
        line = first + number - 1
        yield line, token
        if token.type in FENCES and (block := directive(token, line)).has_text:
            yield from tokens(block.body, block.body_line)
        end = 0  # of the last code or formula in the content
        for child in token.children or []:
            yield line, child
            line += child.type in {"softbreak", "hardbreak"}
            if child.type in INLINE and (
                found := as_written(child).search(token.content, end)
            ):
                line, end = line + found[0].count("\n"), found.end()


def as_written(child: Token) -> re.Pattern[str]:
    """Return a pattern that finds code or a formula as its author wrote it.

    The parser strips a token's content, and puts a space where code has a line break. So
    the pattern takes any white space between two words, and next to the marks.
    """
    parts = [child.markup, *child.content.split(), child.markup]
    return re.compile(r"\s*".join(map(re.escape, parts)))


def directive(fence: Token, line: int) -> Directive:
    """Return a fenced block as a directive, with its options taken off its body."""
    named = NAME.match(fence.info.strip())
    if not named:
        return Directive("", fence.info.strip(), {}, fence.content, line)
    lines, options = fence.content.splitlines(), dict[str, str]()
    while lines and (option := OPTION.match(lines[0].strip())):
        options[option["key"]] = option["value"].strip()
        del lines[0]
    return Directive(
        named["name"], named["argument"].strip(), options, "\n".join(lines), line
    )


def top_directives(source: str) -> list[Directive]:
    """Return the fenced blocks of Markdown, without those inside others."""
    return [directive(x, line) for line, x in top_tokens(source) if x.type in FENCES]


def directives(source: str) -> list[Directive]:
    """Return every fenced block, the nested ones after the one that holds them."""
    return [directive(x, line) for line, x in tokens(source) if x.type in FENCES]


def replace_directives(source: str, replace: Callable[[Directive], str | None]) -> str:
    """Return Markdown with other text for its directives, where `replace` returns one."""
    lines = source.split("\n")
    for line, token in reversed(top_tokens(source)):
        if (
            token.type in FENCES
            and token.map
            and (block := directive(token, line)).name
        ):
            other = replace(block)
            if other is not None:
                lines[slice(*token.map)] = [other]
    return "\n".join(lines)


def unclosed_fences(source: str, first: int = 1) -> Iterator[tuple[int, str]]:
    """Yield (line, fence) of the fences that open a block and are never closed."""
    lines = source.splitlines()
    for number, token in top_tokens(source):
        line = first + number - 1
        if token.type in FENCES and token.map:
            begin, end = token.map
            last = "" if end - begin < 2 else lines[end - 1].strip(" >")
            if last.strip(token.markup[0]) or len(last) < len(token.markup):
                yield line, token.markup
            elif (block := directive(token, line)).has_text:
                yield from unclosed_fences(block.body, block.body_line)


def prose(token: Token) -> str:
    """Return a paragraph as written, without its code and its formulas.

    Their line breaks stay, so that each line is where it was.
    """
    rest = token.content if token.type == "inline" else ""
    for child in token.children or []:
        if child.type in INLINE:
            rest = as_written(child).sub(
                lambda found: "\n" * found[0].count("\n"), rest, count=1
            )
    return rest


def checked_labels(code: str) -> list[str]:
    """Return the labels of the equations which the first line of a cell says it checks."""
    found = CHECKS.match(code)
    return found[1].split(", ") if found else []
