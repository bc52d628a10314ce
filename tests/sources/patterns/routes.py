import functools

from django.urls import include, path, re_path
from flask import Flask

from . import bottle, views

app = Flask(__name__)


@app.route("/", methods=["GET"])
@app.route("/index")
def index():  # is: route
    return ""


@views.router.get("/items/{number}")
async def item(number):  # is: route; coroutine
    return number


@bottle.get("/plain")
def plain():  # is: route
    return ""


class Pages:
    @app.post("/save")
    def save(self):  # is: route
        return ""


@app.get("relative")
def relative():  # not: route
    return ""


@app.get()
@app.template("/a")
@app.get(functools)
def other():  # not: route
    return ""


urlpatterns = [
    path("about/", views.about),  # is: route
    path("shop/", include("shop.urls")),  # is: route
]
by_pattern = [
    re_path(r"^(\d+)/$", views.Show.as_view(), name="show"),  # is: route
    re_path("a\n\\", views.Show(bottle)),  # is: route
]
