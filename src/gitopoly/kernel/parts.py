"""How compiled functions are put together: parts are translated, wholes become machine code.

Numba on its own makes every function ready to be called from Python: together with all that it
calls, it is optimised, becomes machine code and gets a wrapper. For a function deep in the rules
this is done again in each of its callers, and the caller's caller, and nobody ever calls it from
Python. Here a function becomes a part, which is translated for LLVM and no more; only what is
called from Python becomes a whole, in which its parts are gathered and optimised once.
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

PREFIX = "_ZN4part."
"""How the names of parts begin for LLVM."""
_PARTS: dict[str, Part] = {}
"""The parts of this process by these names."""
DIGEST = hashlib.sha256().digest_size
"""How many bytes of a kept file stand before what it holds."""


class Part(JITCodeLibrary):
    """A function for other compiled functions: not optimised, not linked, not callable."""

    KIND = "part"

    def finalize(self) -> None:
        """Take in what is no part, and be known to those that look for parts."""
        for library in dict.fromkeys(self._linking_libraries):
            if not isinstance(library, Part):
                module = library._get_module_for_linking()
                self._final_module.link_in(module, preserve=True)
        for function in self._final_module.functions:
            if not function.is_declaration:
                # Whoever is gathered twice is kept once, and left out where it is inlined.
                function.linkage = "linkonce_odr"
        self._make_known()

    def _make_known(self) -> None:
        self._shared_module = self._final_module
        self._finalized = True
        for function in self._final_module.functions:
            if not function.is_declaration and function.name.startswith(PREFIX):
                _PARTS[function.name] = self

    def get_pointer_to_function(self, name: str) -> int:
        """Nothing that could be called."""
        return 0

    @property
    def codegen(self) -> Any:
        """Only asked for to set the environment of machine code: there is none."""
        return _NoMachineCode()

    def serialize_using_object_code(self) -> tuple[str, str, bytes]:
        """The part for the cache: Numba asks for machine code, and there is none."""
        return self.name, self.KIND, self._final_module.as_bitcode()

    @classmethod
    def restored(cls, generator: Any, kept: tuple[str, str, bytes]) -> Part:
        """The part that was kept in the cache."""
        part = cls(generator, kept[0])
        part._final_module = binding.parse_bitcode(kept[2])
        part._make_known()
        return part


class _NoMachineCode:
    def set_env(self, *_: Any) -> None:
        """No machine code, no place for an environment."""


class Whole(JITCodeLibrary):
    """A function that is called from Python, with all its parts."""

    def finalize(self) -> None:
        """Gather the parts, and what they lack in turn, then optimise everything once."""
        while lacking := self._lacking():
            for part in lacking:
                self._final_module.link_in(part._get_module_for_linking(), preserve=True)
        self._linking_libraries = [
            library for library in self._linking_libraries if not isinstance(library, Part)
        ]
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == binding.Linkage.linkonce_odr:
                function.linkage = "internal"
        super().finalize()

    def _lacking(self) -> dict[Part, None]:
        functions = self._final_module.functions
        names = [function.name for function in functions if function.is_declaration]
        return dict.fromkeys(_PARTS[name] for name in names if name.startswith(PREFIX))


class _WholeCompiler(compiler.Compiler):
    """Numba's compiler with a library of ours."""

    library_class: type[JITCodeLibrary] = Whole

    def define_pipelines(self) -> Any:
        """The usual passes, into our library."""
        name = self.state.func_id.func_qualname
        self.state.library = self.library_class(self.state.targetctx.codegen(), name)
        self.state.library.enable_object_caching()
        return super().define_pipelines()


class _PartCompiler(_WholeCompiler):
    """The same for parts, whose names are the same in every process.

    Numba's names hold numbers of functions and types, counted as it meets them; but parts find
    each other by name, and come from several processes.
    """

    library_class = Part

    def _compile_core(self) -> Any:
        result = super()._compile_core()
        described = result.fndesc
        name = f"{PREFIX}{described.modname}.{described.qualname}"
        result.library._final_module.get_function(described.mangled_name).name = name
        described.mangled_name = name
        return result


class _Folder(caching.UserProvidedCacheLocator):
    """The cache folder that is set, which is named after what the sources say.

    Numba would ask where they lie too, and copies of the package could not share what they keep.
    """

    def __init__(self, function: Any, source: str) -> None:
        super().__init__(function, source)
        self._cache_path = str(Path(vars(numba.config)["CACHE_DIR"], function.__module__))

    def get_source_stamp(self) -> str:
        """Nothing that the folder's name does not say."""
        return ""


class _KeptWhole(caching.CompileResultCacheImpl):
    def __init__(self, function: Any) -> None:
        self._locator_classes = [_Folder]
        super().__init__(function)


class _KeptPart(_KeptWhole):
    def get_filename_base(self, name: str, flags: str) -> str:
        """A name of its own, beside that of the whole."""
        return f"{super().get_filename_base(name, flags)}.{Part.KIND}"

    def rebuild(self, context: Any, payload: Any) -> Any:
        """The result of compiling a part, from the cache."""
        kept, described, environment, signature, *_ = payload
        part = Part.restored(context.codegen(), kept)
        return compiler.compile_result(
            typing_context=context.typing_context,
            target_context=context,
            library=part,
            environment=environment,
            entry_point=context.get_executable(part, described, environment),
            fndesc=described,
            signature=signature,
            objectmode=False,
            lifted=(),
            reload_init=(),
            referenced_envs=(),
        )


class _Files(caching.IndexDataCacheFile):
    """Numba's files, each behind the digest of what it holds: a damaged one counts as none.

    What others left behind may be cut off or overwritten, and would end the process, or be run.
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
        except FileNotFoundError:  # somebody removes the folder right now
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            self._put(path, kept)

    def _put(self, path: str, kept: bytes) -> None:
        with self._open_for_write(path) as file:
            file.write(kept)


class _WholeCache(caching.FunctionCache):
    _impl_class = _KeptWhole

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        stamp = self._impl.locator.get_source_stamp()
        self._cache_file = _Files(self._cache_path, self._impl.filename_base, stamp)


class _PartCache(_WholeCache):
    _impl_class = _KeptPart


def part_of(function: Any, options: dict[str, Any]) -> Any:
    """A function as a part, kept in the cache folder that is set."""
    inner = {**options, "no_cpython_wrapper": True}
    if function.__defaults__:
        # Called with several signatures, and tiny: its callers take it in.
        return numba.njit(function, **inner)
    part = numba.njit(function, pipeline_class=_PartCompiler, **inner)
    part._cache = _PartCache(function)
    part._can_compile = False
    return part


def whole_of(function: Any, options: dict[str, Any]) -> Any:
    """A function as a whole, kept in the cache folder that is set."""
    whole = numba.njit(function, pipeline_class=_WholeCompiler, **options)
    whole._cache = _WholeCache(function)
    whole._can_compile = False
    return whole


def load(twin: Any, signature: tuple[Any, ...]) -> bool:
    """Take a function out of the cache, if it is there."""
    result = twin._cache.load_overload(signature, twin.targetctx)
    if result is not None:
        twin.add_overload(result)
    return result is not None


def make(twin: Any, signature: tuple[Any, ...]) -> None:
    """Compile a function for one signature, and never for what a caller happens to come with."""
    twin._can_compile = True
    try:
        twin.compile(signature)
    finally:
        twin._can_compile = False
