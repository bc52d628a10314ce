"""Nothing here is anything.

class local_param: eval("x"), @dataclass, yield 1, threading.Thread()
"""

# class local_param(Enum): pass  # not: enum
# @functools.cache
# def f(): yield eval("1")

SOURCE = """
import enum
class Color(enum.Enum):
    RED = eval("1")
"""
OTHER = 'eval("x") and subprocess.run("x", shell=True)'


class Plain:
    cache = {}
    thread = "threading.Thread()"

    def run(self, eval, Thread, compile):
        cache = dict(self.cache)  # not: cache
        eval("1")  # not: evaluation
        Thread()
        compile("x")
        return cache

    def enum(self):
        return self.enum


class Enum:
    pass


class Protocol(Enum):
    pass


class Thread(Protocol):
    def start(self):
        return f"{self.run()} yield"

    def run(self):
        return [Thread().start() for property in ()]


def function(property, Exception):
    class Local(Exception):
        @property
        def x(self):
            return property(self)

    return Local
