# Starts the witness, then gives its place to the sitecustomize that it shadows. Executed by entry.py it only starts it.
# Parses on every Python.
import sys


def is_started(home):
    # A .pth file may have been faster. The witness's own hook answers, and nothing in the process shows that it is there.
    answer = []
    if hasattr(sys, "audit"):
        sys.audit("generation_gate.witness", home, answer)
    return bool(answer)


def start(home, entered):
    # Its folder is the gate's own, made for one run: what lies compiled there was compiled by this run.
    name = "%s/witness.%s-%x.code" % (home, sys.implementation.cache_tag, sys.hexversion)
    import marshal
    try:
        with open(name, "rb") as file:
            parts = marshal.loads(file.read())
    except Exception:
        parts = keep_compiled(home, name, marshal.dumps)
    scope = {"__name__": "generation_gate_witness"}
    for code in parts:
        exec(code, scope)
    scope["install"](home, entered)


def keep_compiled(home, name, dumps):
    import os
    parts = (compiled(home + "/witness_records.py"), compiled(home + "/witness.py"))
    try:
        keep(os, name, dumps(parts))
        # This file too, so that the next interpreter need not compile it (PEP 552: hash-based, never checked).
        header = sys.modules["_frozen_importlib_external"].MAGIC_NUMBER + b"\1\0\0\0" + bytes(8)
        os.makedirs(home + "/__pycache__", exist_ok=True)
        keep(os, "%s/__pycache__/sitecustomize.%s.pyc" % (home, sys.implementation.cache_tag), header + dumps(compiled(home + "/sitecustomize.py")))
    except OSError:
        # A full disk costs the next start some time, and nothing else.
        pass
    return parts


def compiled(path):
    with open(path, "rb") as file:
        return compile(file.read(), path, "exec", dont_inherit=True, optimize=2)


def keep(os, name, content):
    # Several processes may come here at once: each puts a whole file in place.
    beside = "%s.%d" % (name, os.getpid())
    with open(beside, "wb") as file:
        file.write(content)
    os.replace(beside, name)


def report(home, error):
    # Without a word here a process that nobody watched would look like one that loaded nothing.
    import os
    import time
    try:
        with open(home + "/settings", "rb") as file:
            records = file.read().split(b"\0")[0]
        line = '{"record":"error","doing":"start","what":"%s","pid":%d}\n' % (ascii(error)[:200].replace("\\", "/").replace('"', "'"), os.getpid())
        with open(os.path.join(records, ("%d-%d.jsonl" % (os.getpid(), int(time.time() * 1e9))).encode()), "ab") as file:
            file.write(line.encode("ascii"))
    except Exception:
        pass


def shadowed(home):
    # The search path as it would be without the witness, and the module that would have been found on it.
    sys.path[:] = [entry for entry in sys.path if entry != home]
    sys.path_importer_cache.pop(home, None)
    machinery = sys.modules.get("_frozen_importlib_external") or __import__("importlib.machinery").machinery
    return machinery.PathFinder.find_spec("sitecustomize", sys.path)


def give_way(home):
    spec = shadowed(home)
    if spec is None or spec.loader is None:
        # What "import sitecustomize" says where there is none: site.py expects it, and nothing stays behind.
        raise ImportError("No module named 'sitecustomize'", name="sitecustomize")
    bootstrap = sys.modules.get("_frozen_importlib") or __import__("importlib._bootstrap")._bootstrap
    own = sys.modules["sitecustomize"]
    module = sys.modules["sitecustomize"] = bootstrap.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        sys.modules["sitecustomize"] = own
        raise


HOME = __file__.rpartition("/")[0]
try:
    if not is_started(HOME):
        start(HOME, "environment" if __name__ == "generation_gate_entry" else "variables")
except Exception as problem:
    report(HOME, problem)
if __name__ != "generation_gate_entry":
    give_way(HOME)
