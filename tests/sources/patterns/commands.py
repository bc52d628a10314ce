import click
import typer

app = typer.Typer()  # is: command-line parser


@click.group()
def main():  # is: command-line parser
    pass


@main.command("list")
def list_all():  # is: command
    pass


@main.group(name="more")
def more():  # is: command
    pass


@app.command()
def go():  # is: command
    pass


@app.callback()
def before():  # not: command
    pass
