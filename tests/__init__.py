"""Tests of edgeasp."""

import sys

# pytest keeps what it compiles of hypothesis, too, which is imported before `conftest.py` is carried out.
sys.dont_write_bytecode = False
