# The public names, one a line, each from its module. Type checkers read this file, and so does `__init__.py`, which
# imports a module when a name of it is asked for.

from edgeasp._version import __version__ as __version__
from edgeasp.api.best_board import BestBoard as BestBoard
from edgeasp.api.best_board import best as best
from edgeasp.api.explaining import Changes as Changes
from edgeasp.api.explaining import Explained as Explained
from edgeasp.api.explaining import Hinted as Hinted
from edgeasp.api.explaining import diff as diff
from edgeasp.api.explaining import explain as explain
from edgeasp.api.explaining import hint as hint
from edgeasp.api.generate import Book as Book
from edgeasp.api.generate import Generated as Generated
from edgeasp.api.generate import generate_book as generate_book
from edgeasp.api.generate import generate_puzzle as generate_puzzle
from edgeasp.api.info import Info as Info
from edgeasp.api.info import info as info
from edgeasp.api.instance import Board as Board
from edgeasp.api.instance import Instance as Instance
from edgeasp.api.instance import check as check
from edgeasp.api.instance import convert as convert
from edgeasp.api.instance import decode as decode
from edgeasp.api.instance import facts as facts
from edgeasp.api.instance import link as link
from edgeasp.api.instance import list_formats as list_formats
from edgeasp.api.instance import load as load
from edgeasp.api.instance import load_board as load_board
from edgeasp.api.instance import load_solution as load_solution
from edgeasp.api.instance import make_task as make_task
from edgeasp.api.instance import parse as parse
from edgeasp.api.instance import parse_solution as parse_solution
from edgeasp.api.instance import save as save
from edgeasp.api.solving import Outcome as Outcome
from edgeasp.api.solving import Progress as Progress
from edgeasp.api.solving import Solutions as Solutions
from edgeasp.api.solving import count as count
from edgeasp.api.solving import is_unique as is_unique
from edgeasp.api.solving import solve as solve
from edgeasp.api.solving import solve_all as solve_all
from edgeasp.api.table import Table as Table
from edgeasp.api.table import play as play
from edgeasp.draw.view import DrawStyle as DrawStyle
from edgeasp.encoding.facts import Assumption as Assumption
from edgeasp.encoding.facts import Atom as Atom
from edgeasp.encoding.render import EncodingRequest as EncodingRequest
from edgeasp.generate import Recipe as Recipe
from edgeasp.lab.bench.table import RunRow as RunRow
from edgeasp.lab.bench.table import read_runs as read_runs
from edgeasp.lab.certificate.certificates import Certificate as Certificate
from edgeasp.lab.certificate.certificates import certify as certify
from edgeasp.lab.certificate.certificates import verify as verify
from edgeasp.lab.signs.signs import Signs as Signs
from edgeasp.lab.teach.exam import Grade as Grade
from edgeasp.lab.teach.exam import grade as grade
from edgeasp.puzzle.checker import Report as Report
from edgeasp.puzzle.checker import Violation as Violation
from edgeasp.puzzle.model import Grid as Grid
from edgeasp.puzzle.model import Names as Names
from edgeasp.puzzle.model import Placement as Placement
from edgeasp.puzzle.model import Puzzle as Puzzle
from edgeasp.puzzle.model import Side as Side
from edgeasp.puzzle.model import Sign as Sign
from edgeasp.puzzle.model import Solution as Solution
from edgeasp.puzzle.model import Square as Square
from edgeasp.puzzle.model import Tile as Tile
from edgeasp.search.solve import Session as Session
from edgeasp.search.task import Job as Job
from edgeasp.search.task import Result as Result
from edgeasp.search.task import Task as Task
from edgeasp.system.errors import AnswerError as AnswerError
from edgeasp.system.errors import CheckError as CheckError
from edgeasp.system.errors import EdgeaspError as EdgeaspError
from edgeasp.system.errors import EncodingError as EncodingError
from edgeasp.system.errors import FormatError as FormatError
from edgeasp.system.errors import InputError as InputError
from edgeasp.system.errors import LimitError as LimitError
from edgeasp.system.errors import OptionError as OptionError
from edgeasp.system.errors import OutputError as OutputError
from edgeasp.system.errors import ProgramError as ProgramError
from edgeasp.system.errors import SolverError as SolverError
from edgeasp.system.limits import Limit as Limit
from edgeasp.system.limits import Limits as Limits
from edgeasp.system.limits import Stopped as Stopped

__all__: list[str]

# Names that people guess.
unique = is_unique
generate = generate_puzzle
