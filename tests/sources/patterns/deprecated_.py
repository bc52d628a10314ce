"""What is deprecated, and what says so when it is called."""

import warnings
import warnings as w
from warnings import warn

from django.utils.deprecation import RemovedInDjango60Warning

from . import own
from .own import PackageDeprecationWarning, RemovedIn2Warning, deprecated_text
from typing_extensions import deprecated


@deprecated("Use other().")
def decorated():  # is: deprecated
    """Old."""


class Old:
    @deprecated("Use other().", category=FutureWarning)
    def method(self):  # is: deprecated
        pass

    def warns(self):
        warnings.warn(  # is: deprecation warning
            "Old.",
            FutureWarning,
            stacklevel=2,
        )


def renamed(argument=None):
    if argument is not None:
        w.warn("argument is deprecated", category=DeprecationWarning)  # is: deprecation warning
    warn("old", RemovedInDjango60Warning, stacklevel=2)  # is: deprecation warning


def other():
    # A user's mistake, and words only.
    warnings.warn("deprecated", UserWarning)  # not: deprecation warning
    warnings.warn("DeprecationWarning")
    print(DeprecationWarning)


def hidden():
    class DeprecationWarning(Warning):  # is: exception
        pass

    warnings.warn("Its own.", DeprecationWarning)  # is: deprecation warning


def ignored():
    warnings.simplefilter("ignore", DeprecationWarning)


def deprecated_by_name():
    def deprecated(function):
        return function

    @deprecated
    def inner():  # not: deprecated
        pass

    return inner


class LocalDeprecatedSince2(DeprecationWarning):  # is: exception
    pass


def with_own_categories():
    warn("old", PackageDeprecationWarning)  # is: deprecation warning
    warn("old", category=own.DeprecatedSince2)  # is: deprecation warning
    warn("old", RemovedIn2Warning)  # is: deprecation warning
    warn("old", LocalDeprecatedSince2)  # is: deprecation warning
    warn(deprecated_text)
