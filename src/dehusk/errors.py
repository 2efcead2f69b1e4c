"""The errors that dehusk raises.

No document raises: a page that cannot be extracted gives an :class:`~dehusk.Extraction` whose ``status`` and
``reason`` say why. What raises is a wrong argument, or a file that cannot be read or written::

    DehuskError
    ├── ArgumentError        an argument has a wrong type or value, or cannot apply (also a ValueError)
    │   └── UnknownMethod    no method has this name
    ├── NotRequested         an Outcome does not hold this (also an AttributeError and a LookupError)
    ├── SourceError          a file or URL could not be read
    ├── OutputError          a file could not be written
    ├── CollectionError      a labelled page or collection is malformed
    ├── ModelError           a model file is missing, damaged or of another format
    ├── BrowserError         no browser was found, or it did not start
    ├── DrawError            a browser could not draw this page
    ├── PluginError          a writer of another package could not be imported
    └── MissingExtra         an optional package is not installed (also an ImportError)

Each message says what would have worked.
"""

from __future__ import annotations


class DehuskError(Exception):
    """Any error that dehusk raises on purpose.

    >>> issubclass(UnknownMethod, DehuskError)
    True
    """

    def __reduce__(self) -> tuple[object, ...]:
        # Not through __init__, which makes the message: errors come back from worker processes as they were.
        return _restored, (type(self), self.args, self.__dict__)


def _restored(kind: type[DehuskError], args: tuple[object, ...], state: dict[str, object]) -> DehuskError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(state)
    return error


class ArgumentError(DehuskError, ValueError):
    """An argument has a wrong type or value, or cannot apply to what it was given with.

    >>> isinstance(ArgumentError("hidden must be 'drop' or 'keep'"), ValueError)
    True
    """


class UnknownMethod(ArgumentError):  # noqa: N818 - named for what happened
    """No method of that name is registered.

    >>> print(UnknownMethod("foo", ["arias", "cetd-ds"]))
    unknown method 'foo'; known: arias, cetd-ds
    """

    def __init__(self, name: str, known: list[str]) -> None:
        super().__init__(f"unknown method {name!r}; known: {', '.join(known)}")


class NotRequested(DehuskError, AttributeError, LookupError):  # noqa: N818 - named for what happened
    """An Outcome does not hold this; the message says how to request it.

    >>> issubclass(NotRequested, DehuskError)
    True
    """


class SourceError(DehuskError):
    """A file or URL could not be read: what, why, and what to try.

    >>> print(SourceError("page.html", "no such file", "check the path"))
    page.html: no such file (check the path)
    """

    def __init__(self, name: str, cause: str, remedy: str) -> None:
        super().__init__(f"{name}: {cause} ({remedy})")
        self.name, self.cause, self.remedy = name, cause, remedy


class OutputError(DehuskError):
    """A file could not be written: which, why, and what to try.

    >>> print(OutputError("page.txt", "No space left on device", "choose another output"))
    page.txt: No space left on device (choose another output)
    """

    def __init__(self, name: str, cause: str, remedy: str, number: int | None = None) -> None:
        super().__init__(f"{name}: {cause} ({remedy})")
        self.name, self.cause, self.remedy, self.number = name, cause, remedy, number
        """``number``: as of an OSError."""


class CollectionError(DehuskError):
    """A labelled page or a collection is malformed.

    >>> issubclass(CollectionError, DehuskError)
    True
    """


class ModelError(DehuskError):
    """A model file is missing, damaged or of another format.

    >>> issubclass(ModelError, DehuskError)
    True
    """


class BrowserError(DehuskError):
    """No browser was found, or it did not start; the message says what to do.

    >>> issubclass(BrowserError, DehuskError)
    True
    """


class DrawError(DehuskError):
    """A browser could not draw this page: it hung, crashed or took too long.

    ``extract`` turns this into an Extraction whose status is ``failed``.

    >>> issubclass(DrawError, DehuskError)
    True
    """


class PluginError(DehuskError):
    """A writer of another package could not be imported.

    >>> print(PluginError("writer", "words", "my_package:write_words", ImportError("no module")))
    the writer 'words' could not be imported from my_package:write_words: ImportError: no module
    """

    def __init__(self, kind: str, name: str, where: str, cause: BaseException) -> None:
        problem = f"{type(cause).__name__}: {cause}"
        super().__init__(f"the {kind} {name!r} could not be imported from {where}: {problem}")


class MissingExtra(DehuskError, ImportError):  # noqa: N818 - named for what happened
    """An optional package is not installed; the message names the extra that brings it.

    >>> print(MissingExtra("rapidfuzz", "bench"))
    this needs the package 'rapidfuzz'; from a checkout of dehusk: pip install '.[bench]'
    """

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(f"this needs the package {package!r}; from a checkout of dehusk: pip install '.[{extra}]'")
