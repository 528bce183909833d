"""How compiled functions are linked: fragments are only LLVM IR, entry points are machine code.

Numba on its own makes every function callable from Python: with everything it calls, it is
optimised, becomes machine code and gets a wrapper. For a function deep in the rules this happens
again in each of its callers, and their callers, although nobody ever calls it from Python. Here a
function becomes a fragment, which is only translated to LLVM IR; only what is called from Python
becomes an entry point, into which its fragments are linked and optimised once.
"""

# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

import hashlib
import pickle
from pathlib import Path
from typing import Any

import numba
from llvmlite import binding
from numba.core import caching, compiler
from numba.core.codegen import JITCodeLibrary

PREFIX = "_ZN8fragment."
"""The prefix of fragments' LLVM names."""
_FRAGMENTS: dict[str, Fragment] = {}
"""The fragments of this process by these names."""
DIGEST = hashlib.sha256().digest_size
"""How many bytes of a cached file precede its content."""


class Fragment(JITCodeLibrary):
    """A function for other compiled functions: not optimised, not linked, not callable."""

    KIND = "fragment"

    def finalize(self) -> None:
        """Link in whatever is not a fragment, and register this one by name."""
        for library in dict.fromkeys(self._linking_libraries):
            if not isinstance(library, Fragment):
                module = library._get_module_for_linking()
                self._final_module.link_in(module, preserve=True)
        for function in self._final_module.functions:
            if not function.is_declaration:
                # Duplicate symbols are merged, and dropped where they are inlined.
                function.linkage = "linkonce_odr"
        self._register()

    def _register(self) -> None:
        self._shared_module = self._final_module
        self._finalized = True
        for function in self._final_module.functions:
            if not function.is_declaration and function.name.startswith(PREFIX):
                _FRAGMENTS[function.name] = self

    def get_pointer_to_function(self, name: str) -> int:
        """A fragment cannot be called."""
        return 0

    @property
    def codegen(self) -> Any:
        """Only used for the environment of machine code: there is none."""
        return _NoMachineCode()

    def serialize_using_object_code(self) -> tuple[str, str, bytes]:
        """The fragment for the cache: Numba asks for machine code, and there is none."""
        return self.name, self.KIND, self._final_module.as_bitcode()

    @classmethod
    def restored(cls, generator: Any, kept: tuple[str, str, bytes]) -> Fragment:
        """The fragment from the cache."""
        fragment = cls(generator, kept[0])
        fragment._final_module = binding.parse_bitcode(kept[2])
        fragment._register()
        return fragment


class _NoMachineCode:
    def set_env(self, *_: Any) -> None:
        """No machine code, no place for an environment."""


class EntryPoint(JITCodeLibrary):
    """A function that is called from Python, with all its fragments."""

    def finalize(self) -> None:
        """Link in the fragments, and those that they need in turn, then optimise once."""
        while missing := self._missing():
            for fragment in missing:
                self._final_module.link_in(fragment._get_module_for_linking(), preserve=True)
        self._linking_libraries = [
            library for library in self._linking_libraries if not isinstance(library, Fragment)
        ]
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == binding.Linkage.linkonce_odr:
                function.linkage = "internal"
        super().finalize()

    def _missing(self) -> dict[Fragment, None]:
        functions = self._final_module.functions
        names = [function.name for function in functions if function.is_declaration]
        return dict.fromkeys(_FRAGMENTS[name] for name in names if name.startswith(PREFIX))


class _EntryPointCompiler(compiler.Compiler):
    """Numba's compiler with our own library."""

    library_class: type[JITCodeLibrary] = EntryPoint

    def define_pipelines(self) -> Any:
        """The usual passes, into our library."""
        name = self.state.func_id.func_qualname
        self.state.library = self.library_class(self.state.targetctx.codegen(), name)
        self.state.library.enable_object_caching()
        return super().define_pipelines()


class _FragmentCompiler(_EntryPointCompiler):
    """The same for fragments, whose names are the same in every process.

    Numba's names contain numbers of functions and types, counted as it meets them; but fragments
    find each other by name, and come from several processes.
    """

    library_class = Fragment

    def _compile_core(self) -> Any:
        result = super()._compile_core()
        described = result.fndesc
        name = f"{PREFIX}{described.modname}.{described.qualname}"
        result.library._final_module.get_function(described.mangled_name).name = name
        described.mangled_name = name
        return result


class _Folder(caching.UserProvidedCacheLocator):
    """The current cache folder, which is named after the content of the sources.

    Numba would also use their location, and copies of the package could not share a cache.
    """

    def __init__(self, function: Any, source: str) -> None:
        super().__init__(function, source)
        self._cache_path = str(Path(vars(numba.config)["CACHE_DIR"], function.__module__))

    def get_source_stamp(self) -> str:
        """Nothing beyond what the folder's name says."""
        return ""


class _StoredEntryPoint(caching.CompileResultCacheImpl):
    def __init__(self, function: Any) -> None:
        self._locator_classes = [_Folder]
        super().__init__(function)


class _StoredFragment(_StoredEntryPoint):
    def get_filename_base(self, name: str, flags: str) -> str:
        """A separate name, beside that of the entry point."""
        return f"{super().get_filename_base(name, flags)}.{Fragment.KIND}"

    def rebuild(self, context: Any, payload: Any) -> Any:
        """The result of compiling a fragment, from the cache."""
        kept, described, environment, signature, *_ = payload
        fragment = Fragment.restored(context.codegen(), kept)
        return compiler.compile_result(
            typing_context=context.typing_context,
            target_context=context,
            library=fragment,
            environment=environment,
            entry_point=context.get_executable(fragment, described, environment),
            fndesc=described,
            signature=signature,
            objectmode=False,
            lifted=(),
            reload_init=(),
            referenced_envs=(),
        )


class _Files(caching.IndexDataCacheFile):
    """Numba's files, each preceded by its digest: a damaged one counts as missing.

    Files left by others may be truncated or overwritten, and would crash the process or be run.
    """

    def _load_index(self) -> dict[Any, str]:
        return self._read(self._index_path) or {}

    def _save_index(self, overloads: dict[Any, str]) -> None:
        self._write(self._index_path, overloads)

    def _load_data(self, name: str) -> Any:
        return self._read(self._data_path(name))

    def _save_data(self, name: str, data: Any) -> None:
        self._write(self._data_path(name), data)

    def _read(self, path: str) -> Any:
        try:
            kept = Path(path).read_bytes()
        except OSError:
            return None
        data = kept[DIGEST:]
        return pickle.loads(data) if hashlib.sha256(data).digest() == kept[:DIGEST] else None

    def _write(self, path: str, content: Any) -> None:
        data = self._dump(content)
        kept = hashlib.sha256(data).digest() + data
        try:
            self._put(path, kept)
        except FileNotFoundError:  # another process is removing the folder
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            self._put(path, kept)

    def _put(self, path: str, kept: bytes) -> None:
        with self._open_for_write(path) as file:
            file.write(kept)


class _EntryPointCache(caching.FunctionCache):
    _impl_class = _StoredEntryPoint

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        stamp = self._impl.locator.get_source_stamp()
        self._cache_file = _Files(self._cache_path, self._impl.filename_base, stamp)


class _FragmentCache(_EntryPointCache):
    _impl_class = _StoredFragment


def as_fragment(function: Any, options: dict[str, Any]) -> Any:
    """A function as a fragment, kept in the current cache folder."""
    inner = {**options, "no_cpython_wrapper": True}
    if function.__defaults__:
        # Called with several signatures, and tiny: it is inlined into its callers.
        return numba.njit(function, **inner)
    compiled = numba.njit(function, pipeline_class=_FragmentCompiler, **inner)
    compiled._cache = _FragmentCache(function)
    compiled._can_compile = False
    return compiled


def as_entry_point(function: Any, options: dict[str, Any]) -> Any:
    """A function as an entry point, kept in the current cache folder."""
    compiled = numba.njit(function, pipeline_class=_EntryPointCompiler, **options)
    compiled._cache = _EntryPointCache(function)
    compiled._can_compile = False
    return compiled


def load(function: Any, signature: tuple[Any, ...]) -> bool:
    """Load a function from the cache, if it is there."""
    result = function._cache.load_overload(signature, function.targetctx)
    if result is not None:
        function.add_overload(result)
    return result is not None


def make(function: Any, signature: tuple[Any, ...]) -> None:
    """Compile a function for one signature, never for a caller's types."""
    function._can_compile = True
    try:
        function.compile(signature)
    finally:
        function._can_compile = False
