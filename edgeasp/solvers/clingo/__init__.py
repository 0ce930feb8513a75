"""The only entry point to clingo: text in, plain values out.

No clingo object leaves this package.
"""
