"""Compiled code and code for devices."""

import numba
import torch
import torch.jit as jit
from numba import cuda, njit
from torch import compile as compiled
from torch.cuda import is_available


@njit
def fast(x):  # is: compiled code
    return x


@numba.jit(nopython=True)
def faster(x):  # is: compiled code
    return x


@compiled
def graph(x):  # is: compiled code
    return x


@jit.script
def scripted(x):  # is: compiled code
    return x


@cuda.jit
def kernel(x):  # is: device code
    pass


model = torch.compile(graph)  # is: compiled code


def device(x):
    if is_available():  # is: device code
        torch.cuda.synchronize()  # is: device code
        with torch.cuda.stream(torch.cuda.Stream()):  # is: device code; device code
            return x.cuda()  # not: device code
    return x


def look_alikes(text, torch):
    import re

    re.compile(text)
    compile(text, "torch.compile", "exec")  # not: compiled code
    return torch.compile(text), torch.cuda.is_available()


def defaults(x=torch.cuda.current_device()):  # is: device code
    return x.jit
