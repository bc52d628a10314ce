"""attrs, by its old names and its new ones."""

import attr
import attrs
from attr import define as record
from attrs import frozen


@attr.s
class Old:  # is: attrs class
    x = attr.ib()


@attr.s(auto_attribs=True)
class OldCalled:  # is: attrs class
    x: int


@record
class New:  # is: attrs class
    x: int


@attrs.define(slots=False)
class NewDotted:  # is: attrs class
    x: int


@frozen
class Frozen:  # is: attrs class
    x: int


class AttrsOfItsOwn:  # not: attrs class
    attrs = [attr.ib(), "attr.s"]


def define(cls):
    return cls


@define
class NotOne:  # not: attrs class
    x: int
