"""The witness inside a CPython process: records the files whose code is executed, with the digest of their bytes.

It listens to audit events (PEP 578), so it also sees scripts, ``-m``, runpy and rewritten modules, which loaders do
not show. Every record is opened, appended and closed by itself: nothing is lost when the process is killed, forks, or
closes descriptors it does not know. Executed in the names of witness_records.py, after it.
"""


class Witness:
    """Follows what is read, compiled and executed, and tells the recorder of the files that matter."""

    def __init__(self, home, recorder, root, names):
        self.home = home + "/"
        self.recorder = recorder
        self.root = root
        self.names = names
        self.all_names = "*" in names
        library = absolute(os.__file__).rpartition("/")[0] + "/"
        self.library = library
        self.installed = (library + "site-packages/", library + "dist-packages/")
        self.local = _thread._local()
        # File name of a compilation -> digest of its text, None for a script; files of interest alone.
        self.compiled = {}
        # "<string>" and its like -> the file that holds the text, and its digest.
        self.nameless = {}
        # Size of a source that was read as text -> its paths: what exec(open(path).read()) runs has no name of its own.
        self.texts = {}
        self.real_folders = {}
        self.noted = set()
        self.path_seen = search_path()
        self.passed_over = 0

    # What matters

    def real(self, path):
        """The path with its folder resolved; the last component stays as it was named."""
        folder, _, name = path.rpartition("/")
        return self.real_folder(folder) + "/" + name

    def real_folder(self, folder):
        if folder == "":
            return ""
        found = self.real_folders.get(folder)
        if found is None:
            # Kept before a link is followed: one that leads to itself ends here.
            found = self.real_folders[folder] = self.real(folder)
            try:
                target = _readlink(found)
            except OSError:
                return found
            if target[:1] != "/":
                target = found.rpartition("/")[0] + "/" + target
            found = self.real_folders[folder] = self.real_folder(absolute(target))
        return found

    def is_inside(self, path):
        if path.startswith(self.root):
            return not path.startswith(self.home)
        if path.startswith(self.library) and not path.startswith(self.installed):
            return False
        return self.real(path).startswith(self.root)

    def is_standard_library(self, path):
        return path.startswith(self.library) and not path.startswith(self.installed) and not path.startswith(self.root)

    def may_be_twin(self, path, name=None):
        """Whether a file outside may stand in for one of the workspace: by its dotted name, or by where it lies."""
        if self.all_names:
            return True
        if name:
            return ".".join(name.rsplit(".", 2)[-2:]) in self.names
        folder, _, file = path.rpartition("/")
        stem = file.partition(".")[0]
        return (folder.rpartition("/")[2] if stem == "__init__" else stem) in self.names

    def matters(self, path, name=None):
        if self.is_standard_library(path):
            return False
        return self.may_be_twin(path, name) or self.is_inside(path)

    # Events

    def opened(self, arguments):
        path, mode, flags = arguments
        if type(path) is not str:
            return
        if path.endswith(".pyc"):
            self.local.bytecode, self.local.payload = path, None
        elif path.endswith(".py"):
            path = absolute(path)
            if not path.startswith(self.root) or path.startswith(self.home):
                return
            writes = not {"w", "a", "x", "+"}.isdisjoint(mode) if mode else bool((flags or 0) & WRITE_FLAGS)
            if (path, writes) in self.noted:
                return
            self.noted.add((path, writes))
            if writes:
                self.recorder.put({"record": "write", "path": path})
            else:
                try:
                    self.texts.setdefault(_stat(path).st_size, set()).add(path)
                except OSError:
                    pass

    def was_compiled(self, arguments):
        source, name = arguments
        if type(name) is not str:
            if name is None:
                return
            name = _fsdecode(name)
        if name[:1] == "<":
            self.nameless_compiled(source, name)
            return
        self.local.bytecode = self.local.payload = None
        if not self.matters(absolute(name)):
            return
        if source is None:
            # The interpreter's own reader took the file: python script.py.
            self.compiled[name] = None
        elif isinstance(source, _bytes_like):
            self.compiled[name] = digest_of(bytes(source))
        elif isinstance(source, str):
            self.compiled[name] = digest_of(source.encode("utf-8", "surrogatepass"))

    def nameless_compiled(self, source, name):
        self.nameless.pop(name, None)
        if not self.texts or not isinstance(source, (str, bytes)):
            return
        content = source.encode("utf-8", "surrogatepass") if isinstance(source, str) else source
        paths = self.texts.get(len(content))
        if paths:
            digest = digest_of(content)
            for path in paths:
                found = content_of(path)
                if found is not None and digest_of(found) == digest:
                    self.nameless[name] = (path, digest)

    def unmarshalled(self, arguments):
        path = getattr(self.local, "bytecode", None)
        if path is None:
            return
        content = arguments[0] if arguments else (content_of(path) or b"")[16:]
        if path == getattr(self.local, "main", None):
            # python file.pyc: nothing more is heard of it.
            self.local.bytecode = self.local.main = None
            if self.matters(absolute(path)):
                self.loaded_bytecode(None, absolute(path), path, content)
            return
        self.local.payload = content if isinstance(content, bytes) else bytes(content)

    def executed(self, arguments):
        code = arguments[0]
        if type(code) is not _code_type or code.co_name != "<module>":
            return
        named = code.co_filename
        imports, spec = importer(_calling_frame())
        origin = getattr(spec, "origin", None)
        if type(origin) is not str or origin in ("frozen", "built-in"):
            if origin in ("frozen", "built-in"):
                return
            origin = None
        if named[:1] == "<" and origin is None:
            if named in self.nameless:
                path, digest = self.nameless[named]
                self.load(None, path, "string", digest)
            return
        name = getattr(spec, "name", None)
        path = absolute(origin or named)
        bytecode, payload = getattr(self.local, "bytecode", None), getattr(self.local, "payload", None)
        self.local.bytecode = self.local.payload = None
        if not self.matters(path, name):
            self.passed_over += 1
            return
        if payload is not None and is_bytecode_of(bytecode, path):
            self.loaded_bytecode(name, path, bytecode, payload)
        else:
            self.loaded_source(name, path, imports, named)

    def loaded_bytecode(self, name, path, bytecode, payload):
        bytecode = absolute(bytecode)
        sourceless = path.endswith(".pyc")
        source = None if sourceless else content_of(path)
        self.load(
            name, path, "sourceless" if sourceless else "bytecode", None if source is None else digest_of(source),
            bytecode=bytecode, payload=digest_of(payload),
        )

    def loaded_source(self, name, path, imports, named):
        if named not in self.compiled:
            # Code whose text this process never saw compiled; the file's digest says only what lies there now.
            content = content_of(path)
            self.load(name, path, "unseen", None if content is None else digest_of(content))
            return
        digest = self.compiled[named]
        if digest is not None and imports:
            self.load(name, path, "source", digest)
            return
        content = content_of(path)
        if digest is None:
            self.load(name, path, "source", None if content is None else digest_of(content))
        else:
            # No importer runs it: a tool compiled a text under this name, and it may be the file's own.
            self.load(name, path, "string", digest_of(content) if content is not None and is_text_of(digest, content) else digest)

    def imported(self, arguments):
        path = arguments[1]
        if type(path) is str:
            self.loaded_library(arguments[0], absolute(path))

    def library_opened(self, arguments):
        path = arguments[0]
        if type(path) is str and "/" in path:
            self.loaded_library(None, absolute(path))

    def loaded_library(self, name, path):
        if self.is_inside(path) if name is None else self.matters(path, name):
            content = content_of(path)
            self.load(name, path, "extension", None if content is None else digest_of(content))

    def load(self, name, path, how, digest, **more):
        """Records one load; the same file with the same bytes under the same name once a process."""
        key = (name, path, how, digest, more.get("payload"))
        if key in self.noted:
            return
        self.noted.add(key)
        self.note_search_path()
        real = self.real(path)
        record = {"record": "load", "name": name if type(name) is str else None, "path": real, "how": how, "digest": digest}
        try:
            stats = _stat(real)
            record["mtime_ns"], record["ctime_ns"] = str(stats.st_mtime_ns), str(stats.st_ctime_ns)
        except OSError:
            archive = archive_around(real)
            if archive is not None:
                record["archive"], record["archive_digest"] = archive, digest_of(content_of(archive) or b"")
        record.update(more)
        self.recorder.put(record)

    def note_search_path(self):
        current = sys.path
        if current != self.path_seen:
            self.path_seen = list(current)
            self.recorder.put({"record": "search", "search_path": search_path()})

    def before(self):
        """Modules that were there before the witness was: start-up files import them. Their bytes went by unseen."""
        for name, module in list(_modules.items()):
            spec = getattr(module, "__spec__", None)
            path = getattr(spec, "origin", None)
            if type(path) is str and path not in ("frozen", "built-in") and not path.startswith(self.home) and self.matters(absolute(path), name):
                path = absolute(path)
                content = content_of(path)
                self.load(name, path, "unseen", None if content is None else digest_of(content))

    # Processes

    def keeps_witness(self, environment):
        if environment is None:
            environment = _environment
        value = environment.get("PYTHONPATH")
        if value is None:
            value = environment.get(b"PYTHONPATH") or ""
        return self.home[:-1] in _fsdecode(value).split(":")

    def spawned(self, how, executable, argv, environment):
        words = [argv] if isinstance(argv, (str, bytes)) else list(argv or ())
        self.recorder.put({
            "record": "spawn", "how": how, "executable": None if executable is None else shortened(executable),
            "argv": [shortened(word) for word in words[:ARGUMENTS_LIMIT]], "kept": self.keeps_witness(environment),
        })

    def handlers(self):
        return {
            "open": self.opened,
            "compile": self.was_compiled,
            "marshal.loads": self.unmarshalled,
            "marshal.load": self.unmarshalled,
            "exec": self.executed,
            "import": self.imported,
            "ctypes.dlopen": self.library_opened,
            "generation_gate.witness": lambda arguments: arguments[1].append(True) if arguments[0] + "/" == self.home else None,
            "cpython.run_file": lambda arguments: setattr(self.local, "main", arguments[0]),
            "subprocess.Popen": lambda arguments: self.spawned("subprocess", arguments[0], arguments[1], arguments[3]),
            "os.system": lambda arguments: self.spawned("shell", "/bin/sh", arguments[0], None),
            "os.exec": lambda arguments: self.spawned("exec", arguments[0], arguments[1], arguments[2]),
            "os.posix_spawn": lambda arguments: self.spawned("spawn", arguments[0], arguments[1], arguments[2]),
            "os.spawn": lambda arguments: self.spawned("spawn", arguments[1], arguments[2], arguments[3]),
        }


def _calling_frame():
    """The frame that called exec(); None for a script, -c and standard input, which no Python code calls."""
    try:
        # 0 is here, 1 the handler, 2 the audit hook.
        return _getframe(3)
    except ValueError:
        return None


def importer(frame):
    """Whether the caller of exec() is one of the known importers, and the spec of the module that it fills."""
    if frame is None:
        return True, None
    caller = frame.f_code.co_name
    if caller == "_call_with_frames_removed":
        passed = frame.f_locals.get("args") or ()
        scope = passed[1] if len(passed) > 1 else None
    elif caller == "_run_code":
        scope = frame.f_locals.get("run_globals")
    elif caller in ("exec_module", "load_module"):
        module = frame.f_locals.get("module") or frame.f_locals.get("mod")
        scope = getattr(module, "__dict__", None)
    else:
        return False, None
    return True, scope.get("__spec__") if isinstance(scope, dict) else None


def is_bytecode_of(bytecode, path):
    stem = path.rpartition("/")[2].partition(".")[0]
    return bytecode is not None and bytecode.rpartition("/")[2].partition(".")[0] == stem


def is_text_of(digest, content):
    """Whether a text is the file's, up to a byte order mark, line ends and a last newline."""
    plain = content[3:] if content[:3] == b"\xef\xbb\xbf" else content
    lines = plain.replace(b"\r\n", b"\n")
    return any(digest_of(form) == digest for form in (content, plain, lines, lines + b"\n", lines.rstrip(b"\n")))


def archive_around(path):
    """The file above a path that leads into an archive; None where there is none."""
    folder = path.rpartition("/")[0]
    while folder:
        try:
            return folder if _stat(folder).st_mode & 0o170000 == 0o100000 else None
        except OSError:
            folder = folder.rpartition("/")[0]
    return None


def install(home, entered):
    if getattr(sys, "addaudithook", None) is None:
        raise RuntimeError("this interpreter has no audit hooks")
    settings = _fsdecode(content_of(home + "/settings") or b"").split("\0")
    folder, root, names = settings[0], settings[1], frozenset(settings[2:])
    recorder = Recorder(folder, entered)
    witness = Witness(home, recorder, root + "/", names)
    handlers, local = witness.handlers(), witness.local

    def hook(event, arguments, handler_of=handlers.get):
        handler = handler_of(event)
        if handler is None or getattr(local, "busy", False):
            return
        local.busy = True
        try:
            handler(arguments)
        except Exception as error:
            # The program under test goes on as if nobody watched; the verdict hears of it.
            try:
                recorder.put({"record": "error", "doing": event, "what": repr(error)[:TEXT_LIMIT]})
            except Exception:
                recorder.lost += 1
        finally:
            local.busy = False

    def quietly(write):
        local.busy = True
        try:
            write()
        except Exception:
            recorder.lost += 1
        finally:
            local.busy = False

    recorder.begin(_getpid())
    witness.before()
    # Registered with the interpreter; the program finds the module unimported, as it would be.
    if not atexit_was_there:
        _modules.pop("atexit", None)
    sys.addaudithook(hook)
    atexit.register(lambda: quietly(lambda: recorder.put({"record": "end", "lost": recorder.lost, "passed_over": witness.passed_over})))
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=lambda: quietly(lambda: recorder.begin(_getpid())))
