"""What has a name in an index that Python does not give it."""

LIMIT: int = 3
if LIMIT:
    OTHER: int = 4


class Counter:
    """Counts."""

    step: int = 1

    def counting(self, value: int):
        """Return what counts on from a value."""
        value = value or LIMIT

        def count(more: int):
            return value + more * self.step + len("a".upper())

        return count

    def one(self):
        """Return one of two functions of a name."""

        def twice():
            return 1

        return twice

    def two(self):
        """Return the other."""

        def twice():
            return 2

        return twice
