"""Functions whose complexity and loops are counted."""


def nothing():
    pass


def chain(x):
    if x == 1:
        return 1
    elif x == 2:
        return 2
    elif x == 3:
        return 3
    else:
        return x if x else -x


def loops(rows):
    for row in rows:
        for cell in row:
            while cell:
                cell -= 1
            else:
                if cell:
                    return
        else:
            pass
    for row in rows:
        [x for x in row for y in x if y]
    return [x for row in rows for x in row if x and row or x]


def tries(x):
    try:
        x()
    except ValueError:
        pass
    except (TypeError, KeyError):
        for _ in x:
            pass
    else:
        if x:
            pass
    finally:
        while x:
            pass
    try:
        pass
    except* OSError:
        pass


def matches(x):
    match x:
        case 1:
            return 1
        case [_, *_] if x:
            if x:
                return 2
        case _:
            return 3
    match x:
        case 1 | 2:
            return 1
        case {}:
            return 4
    match x:
        case (1 as y) | y:
            return y
    match x:
        case _ if x:
            return 1


def nested(x):
    for one in x:

        def inner(y):
            for two in y:
                for three in two:
                    for four in three:
                        if four:
                            yield lambda: [z for z in four if z]

        class Local:
            if x:
                y = 1

            def method(self):
                for two in one:
                    pass
                with x, inner(x) as z:
                    assert x and z or x

        for two in one:
            with two:
                for three in two:
                    pass


async def asynchronous(x):
    async for y in x:
        async with y:
            async for z in y:
                await z
    return [z async for z in x]


if nothing:

    class Class:
        for number in range(3):

            def method(self):
                if self:
                    pass
