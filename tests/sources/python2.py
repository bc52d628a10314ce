# -*- coding: utf-8 -*-
"""Of another time."""

class Old:
    def method(self):
        print "hello"
        raise ValueError, "x"
