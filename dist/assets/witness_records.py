"""What the witness writes, and how: records, digests and paths, with nothing in it that a test can patch away.

Everything needed later is taken hold of here, so that a test which replaces ``os.open`` replaces nothing of the witness.
The format of the records is documented in docs/witness-format.md.
"""
import sys

atexit_was_there = "atexit" in sys.modules

import _thread
import atexit
import os
import time

FORMAT = "generation-gate/witness/1"
# Records that could not be written wait here for a free descriptor; what exceeds the number is lost, and counted.
WAITING_LIMIT = 10000
ARGUMENTS_LIMIT = 24
TEXT_LIMIT = 300
BUFFER_BYTES = 1 << 20
APPEND = os.O_CREAT | os.O_APPEND | os.O_WRONLY | getattr(os, "O_CLOEXEC", 0)
READ = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0)
WRITE_FLAGS = os.O_WRONLY | os.O_RDWR

_open, _read, _write, _close, _stat, _readlink = os.open, os.read, os.write, os.close, os.stat, os.readlink
_getpid, _getppid, _getcwd = os.getpid, os.getppid, os.getcwd
_fsdecode, _fspath = os.fsdecode, os.fspath
_environment = os.environ
_modules = sys.modules
_getframe = sys._getframe
_nanoseconds = time.time_ns
_code_type = type(_getframe().f_code)
_bytes_like = (bytes, bytearray, memoryview)


def quoted(text):
    """A JSON string in ASCII; what is no Unicode stands as a lone surrogate."""
    if text.isascii() and text.isprintable() and '"' not in text and "\\" not in text:
        return '"' + text + '"'
    parts = []
    for character in text:
        code = ord(character)
        if 32 <= code < 127 and character not in '"\\':
            parts.append(character)
        elif code > 0xFFFF:
            code -= 0x10000
            parts.append("\\u%04x\\u%04x" % (0xD800 + (code >> 10), 0xDC00 + (code & 0x3FF)))
        else:
            parts.append("\\u%04x" % code)
    return '"' + "".join(parts) + '"'


def encoded(value):
    if value is None:
        return "null"
    if value is True or value is False:
        return "true" if value else "false"
    if isinstance(value, int):
        return "%d" % value
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, (list, tuple)):
        return "[" + ",".join([encoded(one) for one in value]) + "]"
    if isinstance(value, dict):
        return "{" + ",".join([quoted(key) + ":" + encoded(one) for key, one in value.items() if one is not None]) + "}"
    return quoted(str(value)[:TEXT_LIMIT])


def sha256_type():
    # OpenSSL's is the fastest and costs a library where nobody has loaded it; the built-in one costs nothing.
    if "_hashlib" in _modules:
        return _modules["_hashlib"].openssl_sha256
    try:
        from _sha2 import sha256
    except ImportError:
        try:
            from _sha256 import sha256
        except ImportError:
            from hashlib import sha256
    return sha256


def digest_of(content):
    """The gate's content digest: sha256 over git's blob header and the bytes."""
    digest = sha256_type()(b"blob %d\0" % len(content))
    digest.update(content)
    return digest.hexdigest()


def absolute(path):
    """The path as os.path.abspath gives it, with nothing in it that a test may have patched."""
    if path[:1] != "/":
        path = current_folder() + "/" + path
    if "/." not in path and "//" not in path and path[-1] != "/":
        return path
    parts = []
    for part in path.split("/"):
        if part == "..":
            del parts[-1:]
        elif part not in ("", "."):
            parts.append(part)
    return "/" + "/".join(parts)


def content_of(path):
    """The bytes of a file, None where it cannot be read."""
    try:
        descriptor = _open(path, READ)
    except OSError:
        return None
    try:
        parts = []
        while True:
            part = _read(descriptor, BUFFER_BYTES)
            if not part:
                return b"".join(parts)
            parts.append(part)
    except OSError:
        return None
    finally:
        _close(descriptor)


class Recorder:
    """Writes records to a file of this process's own; a forked child begins one of its own."""

    def __init__(self, folder, entered):
        self.folder = folder
        self.entered = entered
        self.pid = 0
        self.file = ""
        self.waiting = []
        self.lost = 0

    def put(self, record):
        pid = _getpid()
        if pid != self.pid:
            self.begin(pid)
        self.append(record)

    def begin(self, pid):
        forked_from, self.pid = self.pid, pid
        self.file = "%s/%d-%d.jsonl" % (self.folder, pid, _nanoseconds())
        self.waiting, self.lost = [], 0
        flags = sys.flags
        self.append({
            "record": "start", "format": FORMAT, "pid": pid, "parent": _getppid(), "forked_from": forked_from or None,
            "entered": self.entered, "runtime": sys.implementation.name, "version": "%d.%d.%d" % sys.version_info[:3], "tag": sys.implementation.cache_tag or "",
            "executable": sys.executable or "", "prefix": sys.prefix, "cwd": current_folder(), "search_path": search_path(),
            "argv": [shortened(word) for word in arguments()[:ARGUMENTS_LIMIT]],
            "bytecode_prefix": sys.pycache_prefix,
            "flags": {"optimize": flags.optimize, "isolated": flags.isolated, "writes_bytecode": not sys.dont_write_bytecode},
        })

    def append(self, record):
        self.waiting.append(encoded(record) + "\n")
        try:
            descriptor = _open(self.file, APPEND, 0o600)
        except OSError:
            # No descriptor is free: the record waits for the next one that is.
            if len(self.waiting) > WAITING_LIMIT:
                del self.waiting[0]
                self.lost += 1
            return
        lines, self.waiting = self.waiting, []
        try:
            _write(descriptor, "".join(lines).encode("ascii"))
        except OSError:
            self.lost += len(lines)
        finally:
            _close(descriptor)


def current_folder():
    try:
        return _getcwd()
    except OSError:
        return ""


def search_path():
    return [entry for entry in sys.path if isinstance(entry, str)]


def arguments():
    """The interpreter's own arguments; sys has them from 3.10 on."""
    own = getattr(sys, "orig_argv", None)
    if own is None:
        listed = (content_of("/proc/self/cmdline") or b"").split(b"\0")[:-1]
        own = listed or getattr(sys, "argv", None) or []
    return own


def shortened(word):
    text = _fsdecode(word) if isinstance(word, (bytes, str)) or hasattr(word, "__fspath__") else str(word)
    return text[:TEXT_LIMIT]
