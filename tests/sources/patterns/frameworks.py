"""Classes by the frameworks that they belong to."""

import unittest

import torch
import torch.nn as nn
from django.db import models
from django.test import TestCase as DjangoTestCase
from torch.autograd import Function


class Net(nn.Module):  # is: torch.nn.Module
    pass


class Deeper(Net):  # is: torch.nn.Module
    pass


class Chain(torch.nn.Sequential):  # is: torch.nn.Module
    pass


class Exp(Function):  # is: torch.autograd.Function
    pass


class Article(models.Model):  # is: Django model
    class Meta:
        pass


class Case(unittest.TestCase):  # is: unittest case
    pass


class WithDatabase(DjangoTestCase):  # is: unittest case
    pass


class Module:
    pass


class NotOne(Module):  # not: torch.nn.Module
    pass


class Model(models.Manager):  # not: Django model
    pass


class TestCase:
    """unittest.TestCase"""


class NorThis(TestCase):  # not: unittest case
    pass


def own_function():
    class Function:
        pass

    class Log(Function):  # not: torch.autograd.Function
        """torch.autograd.Function"""

    return Log
