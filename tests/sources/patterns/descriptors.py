"""Descriptors."""


class Reads:  # is: descriptor
    def __get__(self, instance, owner):
        return 1


class Everything:  # is: descriptor
    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, instance, owner):
        return 1

    def __set__(self, instance, value):
        pass

    def __delete__(self, instance):
        pass


class OnlyNamed:  # not: descriptor
    def __set_name__(self, owner, name):
        self.name = name


class Deletes:
    def __del__(self):
        """Not __delete__."""


def __get__(self, instance, owner):
    """A function, and no class."""
