"""Rules as ASP text, rendered from the templates in `asp/`: those of an encoding, and those that a page carries.

Templates are ASP with Jinja2 line statements behind `%:`, so that each parses as ASP before it is rendered. A filter
block names a rule that can be dropped, or be checked against an answer.

A page with a table carries rules as texts, and adds facts: those of the puzzle, what lies on the board as `clue/4` or
`laid/4`, and what is asked about. So it needs no template engine, and no rule is written twice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from enum import Enum
from functools import cache
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

from edgeasp.encoding.components import EncodingRequest, EncodingSpec
from edgeasp.system.errors import OutputError
from edgeasp.system.processes import cache_folder, is_private, make_private
from edgeasp.system.writing import write_text

if TYPE_CHECKING:
    from jinja2 import Environment
    from jinja2.runtime import Context


@dataclass(frozen=True, slots=True)
class Program:
    """The text of an encoding, and its hash."""

    text: str

    @property
    def hash(self) -> str:
        """The first 12 hexadecimal digits of the text's SHA-256."""
        from hashlib import sha256  # it loads OpenSSL

        return sha256(self.text.encode()).hexdigest()[:12]


def folder() -> Path:
    """The folder of the templates: inside an installed package, or beside the package in a checkout."""
    package = Path(__file__).parents[1]
    inside = package / "asp"
    return inside if inside.is_dir() else package.parent / "asp"


@cache
def rules_of(name: str) -> str:
    """The rules of a file that is a program by itself, such as `narrow/region.lp`; read once."""
    return (folder() / name).read_text(encoding="utf-8")


def render(
    encoding: EncodingSpec,
    drop: Collection[str] = (),
    *,
    placements: bool = False,
    added: bool = False,
    narrowed: bool = False,
) -> Program:
    """The program of an encoding.

    Args:
        encoding: the choice of rules.
        drop: names of rules to leave out (`adjoining`, `diamond`, ...), to study the others.
        placements: show `place/4`, if the formulation has it, in place of the answer atoms of the class; that grounds
            faster, and `answers.expand_placements` converts an answer.
        added: give the answer atoms of the class as atoms that added rules can use; the formulation is `halves`.
        narrowed: heed the facts of `region.domain_facts`.
    """
    return _program(encoding, frozenset(drop), placements, added, narrowed)


@cache
def _program(encoding: EncodingSpec, drop: frozenset[str], placements: bool, added: bool, narrowed: bool) -> Program:
    """The program without some of its rules, rendered once for its text and its hash."""

    def rendered() -> Program:
        modes = dict.fromkeys(drop, RuleMode.DROPPED)
        return _render(encoding, modes, placements=placements, added=added, narrowed=narrowed)

    return _kept(repr((encoding, sorted(drop), placements, added, narrowed)), rendered)


def _kept(parameters: str, rendered: Callable[[], Program]) -> Program:
    """A program from the user's cache, or one that is rendered now and kept there.

    To start jinja2 and to compile the templates takes longer than to solve a small board. A kept program is believed if
    it was made of the same templates by the same code, has the digest that its first line states, and cannot have been
    changed by another user.
    """
    cache = cache_folder()
    if cache is None:
        return rendered()
    of_sources, of_parameters = _sources(), _digest(parameters.encode())
    folder = cache / "edgeasp" / "programs"
    path = folder / f"{of_sources}-{of_parameters}.lp"
    with suppress(OSError, UnicodeDecodeError):
        if all(map(is_private, (folder.parent, folder, path))):
            stated, _, text = path.read_text(encoding="utf-8").partition("\n")
            if stated == f"% {_digest(text.encode())}":
                return Program(text)
    program = rendered()
    with suppress(OSError, OutputError):  # a cache is a comfort
        make_private(folder.parent)
        make_private(folder)
        for other in folder.glob("*.lp"):
            if not other.name.startswith(of_sources):
                other.unlink(missing_ok=True)
        write_text(str(path), f"% {_digest(program.text.encode())}\n{program.text}", settled=False)
        path.chmod(0o644)
    return program


@cache
def _sources() -> str:
    """The digest of all that decides what is rendered: the templates, this module and that of the components."""
    paths = [Path(__file__), Path(__file__).with_name("components.py"), *sorted(folder().rglob("*.lp"))]
    return _digest(b"\0".join(path.name.encode() + b"\0" + path.read_bytes() for path in paths))


def _digest(data: bytes) -> str:
    return f"{crc32(data):08x}-{len(data)}"


def render_violations(encoding: EncodingSpec) -> Program:
    """The program that checks an answer, given as `chosenTile/3` and `chosenRotation/3` facts.

    Every rule that states a condition on solutions derives `violated(name(...))` where the answer violates it.
    """
    return _render(_conditions_only(encoding), dict.fromkeys(CONDITIONS, RuleMode.VIOLATED), examines=True)


def render_relaxed(encoding: EncodingSpec, *, soft: Collection[str] = (), guarded: Collection[str] = ()) -> Program:
    """The program in which some conditions need not hold everywhere; it shows `place/4`.

    A soft condition may be violated: each violation derives `mismatch(name(...))`, and their number is what the
    program minimises. A guarded one holds where the atom `active(name(...))` does, which is open otherwise, so that an
    assumption can switch it on. Rules that follow from the conditions, or that break symmetries, are left out; the
    search is guided as the encoding says.

    Args:
        encoding: the choice of rules, of which the formulation is `halves`.
        soft: names from `RELAXABLE`.
        guarded: names from `RELAXABLE`.
    """
    modes = dict.fromkeys(soft, RuleMode.SOFT) | dict.fromkeys(guarded, RuleMode.GUARDED)
    if not set(modes) <= set(RELAXABLE):
        raise ValueError(f"expected conditions among {', '.join(RELAXABLE)}, found {', '.join(modes)}")
    return _render(replace(_conditions_only(encoding), heuristic=encoding.heuristic), modes, placements=True)


def render_block(encoding: EncodingSpec) -> str:
    """The program that fills a block of squares (`asked/2`) beside what lies (`laid/4`); it leaves the rest open."""
    names = (
        "input",
        "rotation",
        "board",
        *(["partners"] if encoding.partners else []),
        f"base/{encoding.base}",
        "symmetry/tile-rotations",
        "table/free",
        "narrow/region",
    )
    templates = (_environment(folder()).get_template(f"{name}.lp") for name in names)
    texts = (template.render(named=False, relaxed=set(), partners=encoding.partners) for template in templates)
    return "\n\n".join(text.strip("\n") for text in texts) + "\n"


def _conditions_only(encoding: EncodingSpec) -> EncodingSpec:
    """The encoding with nothing that only helps the search."""
    return replace(encoding, redundant=(), formulation="halves", symmetry=("tile-rotations",), heuristic="none")


class RuleMode(Enum):
    """The treatment of the rules in a named block."""

    STATED = "as they stand"
    DROPPED = "left out"
    VIOLATED = "with the head violated(name)"
    SOFT = "with the head mismatch(name), as few as possible"
    GUARDED = "under the condition active(name), which may be assumed"


CONDITIONS = ("tile", "square", "adjoining", "boundary", "sign", "clue")
"""The names of the conditions of a solution, as the checker has them."""

RELAXABLE = ("adjoining", "boundary", "sign", "clue")
"""Those that can be soft or guarded; without the other two there is no board."""


def _render(
    encoding: EncodingSpec,
    modes: Mapping[str, RuleMode],
    *,
    examines: bool = False,
    placements: bool = False,
    added: bool = False,
    narrowed: bool = False,
) -> Program:
    relaxed = {name for name, mode in modes.items() if mode in (RuleMode.SOFT, RuleMode.GUARDED)}
    environment = _environment(folder())
    body = environment.get_template("program.lp").render(
        named=examines,
        modes=modes,
        relaxed=relaxed,
        guarded={name for name, mode in modes.items() if mode is RuleMode.GUARDED},
        placements=placements,
        added=added,
        narrowed=narrowed,
        base=encoding.base,
        **asdict(encoding),
    )
    head = "% Edge matching, an encoding by edgeasp.\n% " + encoding.description() + "\n"
    return Program(head + re.sub(r"\n*(?=% ---- )", "\n\n", body).removeprefix("\n"))


def _named(context: Context, rules: str, name: str, where: str = "", over: str = "") -> str:
    """The filter of a block that states a condition."""
    return _in_mode(context["modes"].get(name.partition("(")[0], RuleMode.STATED), rules, name, where, over)


def _implied(context: Context, rules: str, name: str) -> str:
    """The filter of a block that follows from conditions.

    A relaxation does not imply it, and a checked answer violates conditions only.
    """
    dropped = context["named"] or (context["relaxed"] and name != "diamond")
    return "" if dropped or context["modes"].get(name) is RuleMode.DROPPED else rules


def _in_mode(mode: RuleMode, rules: str, name: str, where: str, over: str) -> str:
    """The constraints of a named block in a mode.

    Args:
        mode: the mode.
        rules: the block: comments and constraints.
        name: the name of the condition with its place, such as `adjoining(X,Y,S)`.
        where: a further condition that leaves one violation of several equal ones.
        over: the body that gives all places.
    """

    def with_head(head: str, guard: str = "") -> str:
        text = re.sub(r"^:-", f"{head} :-{guard}".lstrip(), rules, flags=re.MULTILINE)
        return re.sub(r"\.\s*$", f", {where}.\n", text) if where else text

    match mode:
        case RuleMode.STATED:
            return rules
        case RuleMode.DROPPED:
            return ""
        case RuleMode.VIOLATED:
            return with_head(f"violated({name})")
        case RuleMode.SOFT:
            return with_head(f"mismatch({name})") + f":~ mismatch({name}). [1,{name}]\n"
        case RuleMode.GUARDED:
            return f"{{ active({name}) : {over} }}.\n" + with_head("", f" active({name}),")


@cache
def _environment(templates: Path) -> Environment:
    """An environment that keeps what it has compiled."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context

    environment = Environment(
        loader=FileSystemLoader(templates),
        undefined=StrictUndefined,
        line_statement_prefix="%:",
        # The default delimiters occur in ASP.
        block_start_string="<?",
        block_end_string="?>",
        variable_start_string="<<",
        variable_end_string=">>",
        comment_start_string="<#",
        comment_end_string="#>",
        keep_trailing_newline=True,
        autoescape=False,
    )
    environment.filters.update(named=pass_context(_named), implied=pass_context(_implied))
    return environment


@cache
def all_rules() -> dict[str, dict[str, str]]:
    """For each kind of puzzle, by its name such as `framed+signed`, the programs and questions of a page.

    Whether tiles may be turned is said by the facts.

    - whole: `edgeasp encode`: solutions, one of those that differ in identical tiles alone.
    - open: `edgeasp encode --symmetry tile-rotations --heuristic none`: any placement may be asked about.
    - block: some squares, the rest of the board left open.
    - square: beside `open`, what may lie on squares.
    - mend: beside `open`, how many tiles can stay.
    - subsets: which set of tiles to ask about next.
    """
    rules = {}
    for partners, framed, signed in product((False, True), (True, False), (False, True)):
        kind = {"framed": framed, "signed": signed, "partners": partners}
        whole = EncodingRequest().resolve(**kind)
        rules[whole.name] = {
            "whole": render(whole).text,
            "open": render(EncodingRequest(symmetry=("tile-rotations",), heuristic="none").resolve(**kind)).text,
            "block": render_block(whole),
            "square": rules_of("table/square.lp"),
            "mend": rules_of("table/mend.lp"),
            "subsets": rules_of("explain/subsets.lp"),
        }
    return rules
