"""The rules of docs/writing.md for prose, as far as a program can check them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.sources import COMMENT, parsed

REPOSITORY = Path(__file__).parents[1]

VOCABULARY = {
    r"la(?:y|ys|id|ying)(?! out)|lies?|lying": "place, be on",
    r"heed\w*": "support, follow",
    r"told apart|alike": "distinct, identical",
    r"told|looks? the same|somebody|nobody|glimpsed?|twins?": "a noun of the field",
    r"lift(?:s|ed|ing)?": "remove",
    r"mended": "repaired",
    r"left over|turned over": "spare or unused, flipped",
    r"slips?": "typo",
    r"crowds?|sweeps?": "beam, beam search",
    r"square by square in C": "compiled search",
    r"as it is to be|as they are to be": "a noun",
    r"so many|so much": "N, at most n",
    r"(?<!in addition to )(?<!in addition, )beside": "next to, in addition to",
    r"that of|those of|the ones? (?:on|of|that)": "the noun again",
    r"of (?:which|whom) (?:a|an|the|each|all|none|some|one)": "whose, or a sentence of its own",
    r"(?<!there )(?:is|are) no(?! longer| more)|(?:is|are) (?-i:none)": "is not a, or None",
    r"as \w+ has it": "in the format of",
    r"in words|for a person|by people|of people": "human-readable, hand-written, printable",
    r"stands? for": "mean, represent",
    r"given up": "out of budget, abandoned",
    r"(?<!your )own (?:rules|order)|of yours": "user rules, default heuristic, your",
    r"carr(?:y|ies|ied) out": "run",
    r"goes on (?:from|with|where|after)|comes? about": "continue, be produced",
    r"gets? ready|made ready|make ready": "initialise",
    r"judg(?:e|es|ed|ing)": "check, verify, validate",
    r"made again by": "reproduce with",
    r"outward|peculiar|story": "a term of the field",
}
"""Words of a private language, and the terms to write (docs/writing.md has the whole table)."""

TYPED = ("score judge validate test card", "given up", " turned over")
"""Texts that users type, that ledgers store, or that hashes contain: rather than what users read."""

TYPED_TEXT = re.compile(r"\A(?:{0})\Z|'(?:{0})'".format("|".join(TYPED)))
"""Such a text alone, or as a literal in SQL."""

REFUSED = re.compile("|".join(rf"\b(?:{word})\b" for word in VOCABULARY), re.I)

NO_VERB = re.compile(
    r"(The|A|An|All|Each|Every|Both|One|Two|Some|Any|No|None|Number|That|Those|These|This|What|Which|Who|How|Where|When|Why|"
    r"If|Of|In|On|At|By|For|From|With|Without|As|It|Its|Such|Also|Only|\w+(ed|ing|[^sui]s))\b"
)
"""Openings of a sentence that begins with anything but an imperative."""

VERBS = ("Address", "Bring", "Embed", "Feed", "Need", "Process", "String")


COMMENT_OF_SCRIPT = re.compile(r"(?:/\*|^ *\*|(?<!:)//) .*")
"""Comments of JavaScript and style sheets, line by line."""

COMMENT_OF_RULES = re.compile(r"%(?!:)(.*)")
"""Comments of a logic program, without the instructions of its template."""

ATOM = re.compile(r"\w+(?:/\d|\([^)]*\))")
"""Predicates and atoms in comments of a logic program."""


def opening(text: str) -> str:
    """Return the first paragraph of a docstring in one line."""
    return " ".join(text.split("\n\n", maxsplit=1)[0].split())


def without_code(text: str) -> str:
    """Blank code, links and addresses, and keep the lines."""
    code = re.compile(
        r"^ +\w+(?=: )|@\w+ \{[^\n]*\} \[?\w*|^( *)```.*?^\1```|^ *>>> .*?(?=\n\n|\Z)|`[^`]*`|\]\([^)]*\)|https?://\S+|<[^>]*>",
        re.S | re.M,
    )
    return code.sub(lambda match: "\n" * match[0].count("\n"), text)


def refused(text: str) -> list[str]:
    """List the words that the vocabulary replaces."""
    return [match[0] for match in REFUSED.finditer(without_code(text))]


def faults(node: ast.AST, text: str) -> Iterator[str]:
    """Name the rules that the docstring of a definition breaks."""
    first = opening(text)
    function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    properties = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and any(
        "property" in ast.unparse(decorator) for decorator in node.decorator_list
    )
    if len(first.split()) > (10 if function and not properties and not first.startswith("Whether ") else 12):
        yield f"{len(first.split())} words"
    if ";" in first:
        yield "semicolon"
    if function and not properties and NO_VERB.match(first) and first.split()[0] not in VERBS:
        yield "no verb first"
    yield from refused(text)


def faults_of_module(path: Path) -> Iterator[str]:
    """Yield each broken rule of a Python file, with its line: docstrings, messages and comments."""
    tree = parsed(path)
    documented: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and node.body:
            match node.body[0]:
                case ast.Expr(ast.Constant(str(text)) as constant):
                    documented.add(id(constant))
                    for fault in faults(node, text):
                        yield f"{constant.lineno}: {fault}: {opening(text)}"
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documented:
            for word in refused(TYPED_TEXT.sub("", node.value)) if " " in node.value else ():
                yield f"{node.lineno}: {word}: {node.value}"
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if comment := COMMENT.search(line):
            for word in refused(comment[1]):
                yield f"{number}: {word}: {comment[1]}"


def faults_of_text(path: Path) -> Iterator[str]:
    """Yield each word of a text that the vocabulary replaces, with its line."""
    text = path.read_text(encoding="utf-8")
    if path.suffix in (".js", ".css"):
        text = "\n".join(" ".join(COMMENT_OF_SCRIPT.findall(line)) for line in text.splitlines())
    if path.suffix == ".lp":
        text = "\n".join(ATOM.sub("", " ".join(COMMENT_OF_RULES.findall(line))) for line in text.splitlines())
    for number, line in enumerate(without_code(text).splitlines(), 1):
        for word in REFUSED.finditer(line):
            yield f"{number}: {word[0]}: {line.strip()}"


def prose_files() -> list[Path]:
    """List the files whose prose is checked: the package, rules, documents, examples, studies and results."""
    files = [*REPOSITORY.glob("*.md")]
    for folder, suffixes in (
        ("edgeasp", (".py", ".js", ".css", ".html")),
        ("asp", (".lp", ".md")),
        ("docs", (".md",)),
        ("examples", (".py", ".lp")),
        ("studies", (".py", ".md")),
        ("instances", (".md",)),
    ):
        files += [path for path in (REPOSITORY / folder).rglob("*") if path.suffix in suffixes]
    return sorted(files)


def name(path: Path) -> str:
    """Return the path within the repository."""
    return path.relative_to(REPOSITORY).as_posix()


def faults_of(path: Path) -> list[str]:
    """List the broken rules of a file."""
    return [*(faults_of_module(path) if path.suffix == ".py" else faults_of_text(path))]


@pytest.mark.parametrize("path", prose_files(), ids=name)
def test_prose_follows_the_rules(path: Path) -> None:
    assert faults_of(path) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("def f():\n    '''Count the tiles.'''\n", []),
        ("def f():\n    '''The tiles.'''\n", ["no verb first"]),
        ("def f():\n    '''Tiles of a board.'''\n", ["no verb first"]),
        ("def f():\n    '''Returns the tiles.'''\n", ["no verb first"]),
        ("def f():\n    '''Process the tiles; then stop.'''\n", ["semicolon"]),
        ("def f():\n    '''Count all the tiles of a board that is not yet full of them.'''\n", ["14 words"]),
        ("class C:\n    '''A tile that lies on a board.'''\n", ["lies"]),
        ("class C:\n    @property\n    def f(self):\n        '''The tiles.'''\n", []),
        ("error('so many tiles')\nerror('`lay` is an option')\n", ["so many"]),
        ("x = 1  # heeded by clasp\n", ["heeded"]),
    ],
)
def test_a_broken_rule_is_found(text: str, expected: list[str], tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text(text, encoding="utf-8")
    assert [fault.split(": ")[1] for fault in faults_of_module(path)] == expected


def test_comments_of_rules_are_prose_and_atoms_are_not(tmp_path: Path) -> None:
    path = tmp_path / "rules.lp"
    path.write_text(
        "% needs lies/3\n%*! lies(T)  tile T is placed *%\n%: filter lies\n% It lies.\nlies(1).\n", encoding="utf-8"
    )
    assert faults_of(path) == ["4: lies: It lies."]


def test_words_in_code_and_links_are_not_prose() -> None:
    text = "A tile `lies` [here](lies.md).\n\n```sh\nlay a tile\n```\n"
    assert refused(text) == []
    assert refused("There is no tile; it is no tile.") == ["is no"]


VAGUE = {"each", "found", "made", "given", "said"}
"""Names that say nothing of a value. Fields may have them, as schemas do."""


def vague_names(tree: ast.Module) -> list[int]:
    """List the lines on which a variable or a parameter has a vague name."""
    nodes = [*ast.walk(tree)]
    fields = {
        id(statement.target)
        for node in nodes
        if isinstance(node, ast.ClassDef)
        for statement in node.body
        if isinstance(statement, ast.AnnAssign)
    }
    return [
        node.lineno
        for node in nodes
        if (isinstance(node, ast.arg) and node.arg in VAGUE)
        or (
            isinstance(node, ast.Name)
            and isinstance(node.ctx, ast.Store)
            and node.id in VAGUE
            and id(node) not in fields
        )
    ]


def test_variables_are_named_after_their_contents() -> None:
    files = (REPOSITORY / "edgeasp").rglob("*.py")
    assert [f"{name(path)}:{line}" for path in files for line in vague_names(parsed(path))] == []
    assert vague_names(ast.parse("for each in boards:\n    pass\nf = lambda each: [clue for clue in each]\n")) == [1, 3]
    assert vague_names(ast.parse("class Result:\n    found: int\nfound = 1\n")) == [3]
