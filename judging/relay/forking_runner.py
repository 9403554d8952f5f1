"""Runs one Python program on one input after another, in a new process for each.

relay.c starts it in place of the program: `python3 -c SOURCE MODULES FILE [ARGUMENT...]`. It
compiles FILE and imports MODULES once. For each input it forks, and the new process runs
the code as Python would have run FILE: what that leaves in memory does not reach the next
input.

It needs nothing but the standard library, and runs with every Python 3 of a package.
"""

import builtins
import gc
import os
import sys

# These are there from the start. Other modules may not be imported here: a file in the working
# directory could have the same name.

# Descriptors of relay.c: the names of a file to read and one to write, separated by a space;
# and the answers, numbers of 8 bytes each. First a number when this program is ready. For each
# request the id of the new process when it starts; then its wait status, its CPU time in
# nanoseconds, the most memory that it had in bytes, and 1 if the box was as at the start when
# it started, else 2.
_REQUESTS = 3
_ANSWERS = 4
_REQUEST_BYTES = 4096  # of a pipe, written and read at once
# By its number: the module `signal` takes longer to import than a fork.
_SIGKILL = 9
_CLEAN = 1
_CHANGED = 2


def _main() -> None:
    """Serve all requests. Each new process goes on to run the program."""
    modules, path = sys.argv[1:3]
    sys.argv = sys.argv[2:]
    if hasattr(sys, "orig_argv"):
        # The last words are `-c SOURCE MODULES FILE [ARGUMENT...]`.
        sys.orig_argv[-3 - len(sys.argv) :] = sys.argv
    # "" is the working directory, in which Python does not look if it runs a file. Without
    # it, the modules are those of the standard library.
    has_script_folder = sys.path[:1] == [""]
    if has_script_folder:
        del sys.path[0]
    for name in modules.split():
        __import__(name)
    if has_script_folder:
        sys.path.insert(0, os.path.dirname(path))
    with open(path, "rb") as file:
        code = compile(file.read(), path, "exec", dont_inherit=True)
    main = type(sys)("__main__")
    main.__dict__.update(_names_of_main(path))
    _wait_for_input()
    # From here on this is a new process. Whatever the program raises, SystemExit too, goes
    # up to the interpreter, which ends it in the usual way.
    sys.modules["__main__"] = main
    exec(code, main.__dict__)


def _names_of_main(path: str) -> "dict[str, object]":
    """Return the names of a module that Python makes for a file that it runs."""
    machinery = sys.modules["_frozen_importlib_external"]
    names: dict[str, object] = {
        "__file__": path,
        "__cached__": None,
        "__builtins__": builtins,
        "__loader__": machinery.SourceFileLoader("__main__", path),
    }
    if "__annotations__" in globals():  # not in newer versions of Python
        names["__annotations__"] = {}
    return names


def _wait_for_input() -> None:
    """Answer requests until there are no more. Return only in new processes, with the
    input as standard input and the output file as standard output."""
    # Else the collection at the end of each new process would copy the memory of all modules.
    gc.freeze()
    files_at_start = _files_in_box()
    _answer(os.getpid())
    while True:
        names = os.read(_REQUESTS, _REQUEST_BYTES).split()
        if not names:
            os._exit(0)
        files = [os.open(name, os.O_RDWR) for name in names]
        for name in names:
            os.unlink(name)
        box = _CLEAN if _files_in_box() == files_at_start else _CHANGED
        child = os.fork()
        if child == 0:
            os.setpgid(0, 0)
            for standard, file in enumerate(files):
                os.dup2(file, standard)
            for descriptor in (*files, _REQUESTS, _ANSWERS):
                os.close(descriptor)
            return
        for file in files:
            os.close(file)
        _answer(child)
        os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
        os.killpg(child, _SIGKILL)  # the processes that it left behind
        _, status, used = os.wait4(child, 0)
        cpu_ns = int(1e9 * (used.ru_utime + used.ru_stime))
        _answer(status, cpu_ns, 1024 * used.ru_maxrss, box)


def _files_in_box() -> "list[tuple[str, int, int]]":
    """Return every file and folder, with what changes if it is written to."""
    found = []
    for folder, folders, files in os.walk("."):
        for name in folders + files:
            path = os.path.join(folder, name)
            status = os.lstat(path)
            found.append((path, status.st_size, status.st_mtime_ns))
    return sorted(found)


def _answer(*numbers: int) -> None:
    os.write(_ANSWERS, b"".join(n.to_bytes(8, sys.byteorder) for n in numbers))


if __name__ == "__main__":
    _main()
