"""What the rows of the test ask for."""

import celery
from celery import shared_task as task
from shop.models import Base
from .plugins import Plugin


@task
def send():  # is: task
    eval("1")  # is: evaluation


@celery.shared_task(bind=True)
def later():  # is: task
    pass


class Order(Base):  # is: shop model
    pass


class Line(Order):  # is: shop model
    pass


class Extra(Plugin):  # is: plug-in
    pass


def task_like():
    return celery.shared_task


def local(eval):
    return eval("1"), "eval(1)"
