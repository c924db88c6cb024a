"""Says where names would be imported from, in the very interpreter that runs it. Imports no module of a project.

Not run as a file: its folder would then come first on ``sys.path``. The caller hands this text to ``python -c`` with
one more line, ``main("<token>", "<JSON>")``, where the JSON is
``{"names": [dotted name, ...], "first": folder put first on sys.path | "" for the working folder | null for none,
"twins": {dotted name: file or folder that the same name has elsewhere}}``.
The answer is one line on stdout, the token, a space and one JSON object; what start-up code prints around it is noise.

    version, implementation, executable, prefix, magic    this interpreter
    path                                                  sys.path as the command sees it
    site                                                  folders whose .pth files were read at start-up
    names                                                 name -> {state, origin, locations, finder, why, copy}

``copy`` says how the sources found differ from those of the twin, ``{compared, differing: [path in the twin]}``; null
without a twin, or where the twin itself was found. ``state`` is "found", "absent", "would-build" (a finder that compiles before it answers; it is not asked) or "failed".
This file parses on Python 2.7 too, where it can only say which version it met.
"""
import sys

FIRST_VERSION = (3, 6)


#: Sources of one name that are compared, and their bytes in all.
COMPARED_FILES = 2000
COMPARED_BYTES = 64 << 20


def main(token, request):
    started = dict(sys.modules)
    own, sys.path[:] = sys.path[:], standard_library()
    finders, sys.meta_path[:] = sys.meta_path[:], [one for one in sys.meta_path if is_standard(one)]
    # From here to the restoration only the standard library can be imported, whatever lies in the working folder.
    import json
    import os
    answer = {
        "version": "%d.%d.%d" % sys.version_info[:3],
        "implementation": sys.implementation.name if hasattr(sys, "implementation") else "unknown",
        "executable": sys.executable or "",
        "prefix": sys.prefix,
    }
    if sys.version_info >= FIRST_VERSION:
        import importlib.machinery
        import importlib.util
        import site
        request = json.loads(request)
        sys.path[:], sys.meta_path[:] = own, finders
        set_first_entry(request["first"])
        answer["magic"] = int.from_bytes(importlib.util.MAGIC_NUMBER[:2], "little")
        answer["path"] = [entry for entry in sys.path if isinstance(entry, str)]
        answer["site"] = site_folders(site, os)
        search = Search(importlib.machinery, os, started)
        answer["names"] = {name: search.compared(name, request["twins"].get(name)) for name in request["names"]}
    line = ("\n" + token + " " + json.dumps(answer) + "\n").encode("ascii")
    while line:
        line = line[os.write(1, line):]


def standard_library():
    """The entries of sys.path that hold the standard library, by where the interpreter found its codecs."""
    encodings = sys.modules["encodings"].__path__[0]
    library = encodings.rpartition("/")[0] if "/" in encodings else ""
    base = getattr(sys, "base_prefix", sys.prefix)
    return [
        entry for entry in sys.path
        if entry == library or entry.endswith("/lib-dynload") and entry.startswith(base + "/")
        or entry.endswith(".zip") and entry.startswith(base + "/")
    ]


def is_standard(finder):
    kind = finder if isinstance(finder, type) else type(finder)
    return kind.__module__ in ("_frozen_importlib", "_frozen_importlib_external", "importlib._bootstrap",
                               "importlib._bootstrap_external")


def set_first_entry(first):
    """Puts in front what the command would have there in place of the entry that ``-c`` makes."""
    safe = getattr(sys.flags, "safe_path", False) or sys.flags.isolated
    if not safe and sys.path and sys.path[0] == "":
        del sys.path[0]
    if not safe and first is not None:
        sys.path.insert(0, first)


def site_folders(site, os):
    """Folders whose .pth files site.py reads; empty under -S."""
    if sys.flags.no_site:
        return []
    folders = list(site.getsitepackages()) if hasattr(site, "getsitepackages") else []
    if site.ENABLE_USER_SITE:
        folders.append(site.getusersitepackages())
    folders += [entry for entry in sys.path if os.path.basename(entry) in ("site-packages", "dist-packages")]
    return list(dict.fromkeys(folder for folder in folders if os.path.isdir(folder)))


def builds(finder):
    """Whether asking this finder may start a compiler, as those of editable extension modules do."""
    return (hasattr(finder, "_rebuild") or bool(getattr(finder, "rebuild_flag", False))
            or getattr(finder, "rebuild_flag", None) is None and hasattr(finder, "known_source_files"))


def built_names(finder):
    """The top-level names that a building finder answers for."""
    names = set()
    for attribute in ("_top_level_modules", "known_source_files", "known_wheel_files", "known_packages"):
        names.update(str(name).partition(".")[0] for name in getattr(finder, attribute, None) or ())
    return names


def sources_below(os, folder):
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if name != "__pycache__" and not name.startswith("."))
        for name in sorted(files):
            path = place + os.sep + name
            if name.endswith(".py") and os.path.isfile(path):
                yield path


def class_name(finder):
    kind = finder if isinstance(finder, type) else type(finder)
    return kind.__module__ + "." + getattr(kind, "__qualname__", kind.__name__)


class Search:
    """Looks names up by specification, as the import system would and without importing a parent."""

    def __init__(self, machinery, os, started):
        self.machinery = machinery
        self.os = os
        self.started = started
        self.entry_finders = {}
        self.loader = None

    def compared(self, name, twin):
        found = self.answer(name)
        found["copy"] = None
        if twin is not None and found["state"] == "found":
            try:
                found["copy"] = self.compare(found, twin)
            except Exception as error:
                found["why"] = "%s: %s" % (type(error).__name__, str(error)[:300])
        return found

    def compare(self, found, twin):
        """The sources of a package or module beside those of its twin; what the copy lacks is left to the import."""
        os = self.os
        if os.path.isdir(twin):
            base = found["locations"][0] if found["origin"] and found["locations"] else None
            pairs = ((path, base + path[len(twin):]) for path in sources_below(os, twin))
        else:
            base = found["origin"] if (found["origin"] or "").endswith(".py") else None
            pairs = ((twin, base),)
        if base is None or os.path.realpath(base) == os.path.realpath(twin):
            return None
        compared, room, differing = 0, COMPARED_BYTES, []
        for path, counterpart in pairs:
            try:
                data = self.data(counterpart)
            except (OSError, ValueError):
                continue
            with open(path, "rb") as file:
                differs = file.read() != data
            compared, room = compared + 1, room - len(data)
            if differs:
                differing.append(path)
            if compared >= COMPARED_FILES or room < 0 or len(differing) >= 20:
                break
        return {"compared": compared, "differing": differing}

    def data(self, path):
        """As the import system reads it, for what lies in an archive; a loader of the environment's own is not asked."""
        if self.loader is not None and type(self.loader).__module__ == "zipimport":
            return self.loader.get_data(path)
        with open(path, "rb") as file:
            return file.read()

    def loaded(self, name):
        """A module that start-up made already, as the .pth files of old namespace packages do: an import takes that."""
        module = self.started.get(name)
        if module is None:
            return None
        spec = getattr(module, "__spec__", None)
        origin = getattr(module, "__file__", None) or getattr(spec, "origin", None)
        folders = [str(one) for one in getattr(module, "__path__", None) or ()]
        origin = str(origin) if origin is not None and origin != "namespace" else None if folders else "unknown"
        return {"state": "found", "origin": origin, "locations": folders, "finder": None, "why": ""}

    def answer(self, name):
        found = {"state": "absent", "origin": None, "locations": [], "finder": None, "why": ""}
        path, parts = None, name.split(".")
        for depth in range(len(parts)):
            part = ".".join(parts[:depth + 1])
            try:
                found = self.loaded(part) or self.ask_all(part, path)
            except Exception as error:
                return {"state": "failed", "origin": None, "locations": [], "finder": None,
                        "why": "%s: %s" % (type(error).__name__, str(error)[:300])}
            if found["state"] != "found":
                return found
            path = found["locations"]
            if depth + 1 < len(parts) and not path:
                return dict(found, state="absent", origin=None, why="%s is no package" % part)
        return found

    def ask_all(self, name, path):
        for finder in sys.meta_path:
            if builds(finder):
                if name.partition(".")[0] in built_names(finder):
                    return {"state": "would-build", "origin": None, "locations": [], "finder": class_name(finder),
                            "why": "this finder compiles before it answers"}
                continue
            if finder is self.machinery.PathFinder:
                origin, locations = self.ask_path(name, sys.path if path is None else path)
            elif hasattr(finder, "find_spec"):
                origin, locations = self.read(finder.find_spec(name, path, None))
            else:
                continue
            if origin is not None or locations:
                return {"state": "found", "origin": origin, "locations": locations, "finder": class_name(finder),
                        "why": ""}
        return {"state": "absent", "origin": None, "locations": [], "finder": None, "why": ""}

    def ask_path(self, name, entries):
        """PathFinder's walk, without its namespace object: that one needs the parent to be imported."""
        portions = []
        for entry in entries:
            finder = self.entry_finder(entry) if isinstance(entry, str) else None
            spec = finder.find_spec(name) if finder is not None and hasattr(finder, "find_spec") else None
            if spec is None:
                continue
            if spec.loader is not None:
                return self.read(spec)
            portions.extend(str(one) for one in spec.submodule_search_locations or ())
        return None, portions

    def entry_finder(self, entry):
        entry = entry or self.os.getcwd()
        if entry not in self.entry_finders:
            self.entry_finders[entry] = None
            for hook in sys.path_hooks:
                if builds(getattr(hook, "__self__", None)):
                    continue
                try:
                    self.entry_finders[entry] = hook(entry)
                    break
                except ImportError:
                    continue
        return self.entry_finders[entry]

    def read(self, spec):
        if spec is None:
            return None, []
        self.loader = spec.loader
        locations = spec.submodule_search_locations
        folders = [str(one) for one in getattr(locations, "_path", locations)] if locations is not None else []
        return (str(spec.origin) if spec.origin is not None else None if folders else "unknown"), folders
