"""Compiles sources to bytecode for a cache, in the interpreter that will read it. Executes none of them.

Reads one JSON object on stdin: ``{"out": file, "tag": tag of the bytecode, "sources": [[path, level], ...]}`` with
paths in the form of ``os.fsdecode``. Appends each compiled file, header included, to ``out``, and prints one JSON list
a source that was compiled: ``[path, level, offset, length, device, inode, size, mtime_ns, ctime_ns]``, numbers beyond
53 bits as strings. What cannot be compiled, or was changed a moment ago, is left out.
"""
import json
import marshal
import os
import sys
import time
import warnings
from importlib.util import MAGIC_NUMBER

# A file that is changed twice within one tick of the file system's clock keeps its times: what is this young is left.
SETTLED_NS = 2000000000


def main():
    request = json.load(sys.stdin)
    if request["tag"] != sys.implementation.cache_tag:
        return
    warnings.simplefilter("ignore")
    with open(request["out"], "ab") as out:
        for path, level in request["sources"]:
            try:
                content, stats = settled(path)
                code = compile(content, path, "exec", dont_inherit=True, optimize=level)
            except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
                continue
            # PEP 552: flags 0, then the source's time and size.
            numbers = (0, int(stats.st_mtime), stats.st_size)
            parts = [MAGIC_NUMBER] + [(number & 0xFFFFFFFF).to_bytes(4, "little") for number in numbers] + [marshal.dumps(code)]
            offset = out.tell()
            length = out.write(b"".join(parts))
            identity = (stats.st_dev, stats.st_ino, stats.st_size, stats.st_mtime_ns, stats.st_ctime_ns)
            print(json.dumps([path, level, offset, length] + [str(number) for number in identity]))


def settled(path):
    """The content of a regular file that lay still while it was read, and its stat data."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    with open(descriptor, "rb") as file:
        before = os.fstat(descriptor)
        content = file.read()
        after = os.fstat(descriptor)
    age = time.time_ns() - after.st_ctime_ns
    if (before.st_ctime_ns, before.st_size) != (after.st_ctime_ns, len(content)) or age < SETTLED_NS:
        raise OSError("not settled")
    return content, after


main()
