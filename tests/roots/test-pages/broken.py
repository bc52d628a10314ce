"""Written in a hurry."""


def half(:
    return
