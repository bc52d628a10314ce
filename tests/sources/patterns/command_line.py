"""Command lines."""

import argparse
from argparse import ArgumentParser as Parser

import click
import typer
from django.core.management.base import BaseCommand

app = typer.Typer()  # is: command-line parser


def main():
    parser = argparse.ArgumentParser(description="argparse")  # is: command-line parser
    return parser


def lazily():
    if (parser := Parser()) is not None:  # is: command-line parser
        return parser


@click.group()
def cli():  # is: command-line parser
    pass


@click.command
@click.option("--name")  # is: command-line option
def hello(name):  # is: command-line parser
    pass


def options(parser, group, name):
    parser.add_argument("-v", "--verbose", help="-x")  # is: command-line option
    group.add_argument("path", "-")  # not: command-line option
    group.add_argument("--headless")  # not: command-line option
    group.option(-name, "a-b")  # not: command-line option


class Command(BaseCommand):  # is: command-line parser
    pass


class ArgumentParser:
    pass


not_one = ArgumentParser()  # not: command-line parser


def unrelated(argparse):
    return argparse.ArgumentParser()


TEXT = "argparse.ArgumentParser()"  # not: command-line parser
