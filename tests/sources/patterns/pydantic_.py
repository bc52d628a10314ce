"""Models, by the base that the imports name."""

import pydantic
from pydantic import BaseModel, RootModel
from pydantic import BaseModel as Model
from pydantic.dataclasses import dataclass as checked


class User(BaseModel):  # is: Pydantic model
    name: str


class Admin(User):  # is: Pydantic model
    level: int


class Renamed(Model):  # is: Pydantic model
    x: int


class Dotted(pydantic.BaseModel):  # is: Pydantic model
    x: int


class Names(RootModel[list[str]]):  # is: Pydantic model
    pass


@checked
class Checked:  # is: Pydantic model
    x: int


class Elsewhere:
    class BaseModel:
        pass

    class NotOne(BaseModel):  # not: Pydantic model
        pass


class NotOneEither(Elsewhere.BaseModel):
    """Inherits from a class that is called BaseModel."""
