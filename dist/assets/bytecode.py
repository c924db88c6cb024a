"""Compares bytecode files with their sources, compiled again by this very interpreter.

Run as ``python -I -S -B bytecode.py``. On stdin: one JSON array of requests
``{"pyc": path, "source": path, "optimize": [level, ...]}``, paths with bytes that are no UTF-8 as lone surrogates
(PEP 383). On stdout: one JSON line ``{"magic": number}``, then one line per request, in order,
``{"answer": "same" | "differs" | "other-magic" | "not-compiled" | "not-loaded", "why": text}``.
A level list with several entries means that any of them may have been used. Nothing that is compiled is executed.
"""
import importlib.util
import json
import marshal
import sys
import types
import warnings

HEADER_LENGTH = 16
ADDRESS_SPACE_LIMIT = 4 << 30

# Everything a code object runs by. The file name is left out: it is where the source lay when it was compiled.
# So are columns: -X no_debug_ranges leaves them out.
COMPARED = (
    "co_name", "co_qualname", "co_argcount", "co_posonlyargcount", "co_kwonlyargcount", "co_flags", "co_firstlineno",
    "co_code", "co_names", "co_varnames", "co_freevars", "co_cellvars", "co_exceptiontable", "co_stacksize",
)


def lines(code):
    return list(code.co_lines()) if hasattr(code, "co_lines") else code.co_lnotab


def first_difference(left, right):
    """A few words on where two code objects or constants differ, None where they do not."""
    if type(left) is not type(right):
        return "a constant is %s, then %s" % (type(left).__name__, type(right).__name__)
    if isinstance(left, types.CodeType):
        for name in COMPARED:
            if getattr(left, name, None) != getattr(right, name, None):
                return "%s of %s" % (name, right.co_name)
        if lines(left) != lines(right):
            return "line numbers of %s" % right.co_name
        return first_difference(left.co_consts, right.co_consts)
    if isinstance(left, tuple):
        if len(left) != len(right):
            return "a number of constants is %d, then %d" % (len(left), len(right))
        return next((found for found in map(first_difference, left, right) if found), None)
    if isinstance(left, frozenset):
        # The order within a set follows the hash seed of the process.
        return first_difference(ordered(left), ordered(right))
    # repr tells 0.0 from -0.0 and takes one nan for another.
    same = repr(left) == repr(right) if isinstance(left, (float, complex)) else left == right
    return None if same else "a constant is %.60r, then %.60r" % (left, right)


def ordered(members):
    return tuple(sorted(members, key=lambda member: (type(member).__name__, repr(member))))


def native(path):
    return path.encode("utf-8", "surrogateescape")


def compare(request):
    with open(native(request["pyc"]), "rb") as file:
        data = file.read()
    if data[:4] != importlib.util.MAGIC_NUMBER:
        return "other-magic", "its magic number is not this interpreter's"
    try:
        found = marshal.loads(data[HEADER_LENGTH:])
    except Exception as error:
        return "not-loaded", "%s: %s" % (type(error).__name__, error)
    if not isinstance(found, types.CodeType):
        return "not-loaded", "it holds %s, not code" % type(found).__name__
    with open(native(request["source"]), "rb") as file:
        source = file.read()
    difference = None
    for level in request["optimize"]:
        try:
            made = compile(source, "<source>", "exec", dont_inherit=True, optimize=level)
        except Exception as error:
            return "not-compiled", "%s: %s" % (type(error).__name__, error)
        found_difference = first_difference(found, made)
        if found_difference is None:
            return "same", ""
        difference = difference or found_difference
    return "differs", difference or ""


def say(record):
    # ASCII, as every JSON escape is: no locale of stdout can break a line.
    sys.stdout.write(json.dumps(record) + "\n")
    sys.stdout.flush()


def main():
    warnings.simplefilter("ignore")
    try:
        import resource
        resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE_LIMIT, ADDRESS_SPACE_LIMIT))
    except (ImportError, ValueError, OSError):
        pass
    requests = json.loads(sys.stdin.buffer.read().decode("utf-8"))
    say({"magic": int.from_bytes(importlib.util.MAGIC_NUMBER[:2], "little")})
    for request in requests:
        try:
            answer, why = compare(request)
        except Exception as error:
            answer, why = "not-loaded", "%s: %s" % (type(error).__name__, error)
        say({"answer": answer, "why": why[:300]})


main()
