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
@click.option("--name")
def hello(name):  # is: command-line parser
    pass


class Command(BaseCommand):  # is: command-line parser
    pass


class ArgumentParser:
    pass


not_one = ArgumentParser()  # not: command-line parser


def unrelated(argparse):
    return argparse.ArgumentParser()


TEXT = "argparse.ArgumentParser()"  # not: command-line parser
