"""Threads, processes, event loops and locks."""

import asyncio
import concurrent.futures
import multiprocessing as mp
import os
import subprocess
import threading
from asyncio import create_task
from concurrent.futures import ThreadPoolExecutor
from subprocess import run as start

import filelock
import trio

lock = threading.Lock()  # is: lock


class Worker(threading.Thread):  # is: thread
    def __init__(self):
        self.condition: object = threading.Condition()  # is: lock


def threads():
    threading.Thread(target=threads).start()  # is: thread
    with ThreadPoolExecutor() as pool:  # is: thread
        pool.submit(threads)
    threading.current_thread()  # not: thread
    trio.to_thread.run_sync(threads)  # is: thread
    with filelock.FileLock("x"), trio.Lock():  # is: lock; lock
        pass


def processes():
    mp.Pool(2)  # is: process
    concurrent.futures.ProcessPoolExecutor()  # is: process
    start(["ls"])  # is: process
    print(subprocess.check_output(["ls"]))  # is: process
    os.getpid()  # not: process
    mp.get_context("spawn").Process()  # is: process
    trio.run_process(["ls"])  # is: process; not: event loop
    return os.fork()  # is: process


async def loops():  # is: coroutine
    task = create_task(other())  # is: event loop
    await asyncio.gather(task)  # is: event loop
    await asyncio.sleep(1)  # not: event loop


async def other():  # is: coroutine
    pass


def entry():
    asyncio.run(loops())  # is: event loop
    import threading as lazily

    lazily.Timer(1, entry)  # is: thread


class Lookalike:
    def run(self):
        return "threading.Thread()"

    def Lock(self):
        return self.Lock()  # not: lock

    def Thread(self):
        self.Thread()
        self.run()


def parameter(subprocess, asyncio, threading):
    subprocess.run(["ls"])  # not: process
    asyncio.run(None)  # not: event loop
    threading.Thread()  # not: thread
    threading.Lock()  # not: lock


def run():
    """subprocess.run"""


run()
