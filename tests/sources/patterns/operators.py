"""Operators."""


class Vector:  # is: operator overloading
    def __add__(self, other):
        return self

    __radd__ = __add__

    def __imul__(self, other):
        return self

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0

    def __getitem__(self, index):
        return index

    def __neg__(self):
        return self


class Plain:  # not: operator overloading
    def __init__(self):
        self.__add = 1

    def __repr__(self):
        return "__add__"

    def __len__(self):
        return 0

    def add(self, other):
        return self + other
