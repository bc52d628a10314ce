import sys

from shapes import Circle


def main(arguments: list[str]) -> int:
    "Print the area of a circle."
    print(Circle(float(arguments[0])).area)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
