"""A module that computes its names (PEP 562)."""


def __getattr__(name):  # is: module __getattr__
    raise AttributeError(name)


class Class:
    def __getattr__(self, name):  # not: module __getattr__
        def __getattr__(name):
            return name

        return __getattr__(name)
