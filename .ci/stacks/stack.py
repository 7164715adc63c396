"""Asks a framework, or a parser of queries alone, for its reading. See install for the form of lines in and out.

stack.py django|flask|fastapi|urllib|werkzeug|querydict
"""
import asyncio
import io
import json
import logging
import sys

TYPES = {"form": "application/x-www-form-urlencoded", "json": "application/json"}


def form(value):
    if isinstance(value, dict):
        return ["dictionary"] + [[key, form(entry)] for key, entry in value.items()]
    if isinstance(value, list):
        return ["list"] + [form(element) for element in value]
    return value if value is None or isinstance(value, (bool, str)) else ["number", repr(value)]


def answer(tree):
    return json.dumps(form(tree), separators=(",", ":"))


def lists(pairs):
    values = {}
    for key, value in pairs:
        values.setdefault(key, []).append(value)
    return values


def django():
    from django.conf import settings
    from django.core.handlers.wsgi import WSGIHandler
    from django.http import HttpResponse
    from django.urls import path

    def read(request):
        if request.content_type == TYPES["json"]:
            return HttpResponse(answer(json.loads(request.body)))
        return HttpResponse(answer(dict((request.POST if request.method == "POST" else request.GET).lists())))

    settings.configure(ALLOWED_HOSTS=["*"], ROOT_URLCONF=(path("", read),), LOGGING_CONFIG=None)
    import django

    django.setup()
    return with_wsgi(WSGIHandler())


def flask():
    from flask import Flask, request

    app = Flask("stack")

    @app.route("/", methods=["GET", "POST"])
    def read():
        if request.is_json:
            return answer(request.get_json())
        return answer(dict((request.form if request.method == "POST" else request.args).lists()))

    return with_wsgi(app)


def fastapi():
    from fastapi import FastAPI, Request
    from fastapi.responses import PlainTextResponse

    app = FastAPI()

    @app.api_route("/", methods=["GET", "POST"])
    async def read(request: Request):
        if request.headers.get("content-type") == TYPES["json"]:
            return PlainTextResponse(answer(await request.json()))
        parameters = await request.form() if request.method == "POST" else request.query_params
        return PlainTextResponse(answer(lists(parameters.multi_items())))

    return with_asgi(app)


def urllib():
    from urllib.parse import parse_qsl

    return with_parser(lambda query: lists(parse_qsl(query.decode(), keep_blank_values=True, errors="strict")))


def werkzeug():
    from werkzeug.wrappers import Request

    environ = {"REQUEST_METHOD": "GET", "wsgi.url_scheme": "http"}
    return with_parser(lambda query: dict(Request(environ | {"QUERY_STRING": query.decode("latin-1")}).args.lists()))


def querydict():
    from django.conf import settings
    from django.http import QueryDict

    settings.configure()
    return with_parser(lambda query: dict(QueryDict(query).lists()))


def with_parser(parse):
    def read(kind, content):
        try:
            return 200, answer(parse(content)).encode()
        except Exception as error:
            return 200, json.dumps({"error": type(error).__name__}).encode()

    return read


def with_wsgi(app):
    def read(kind, content):
        environ = {
            "REQUEST_METHOD": "GET" if kind == "query" else "POST", "SCRIPT_NAME": "", "PATH_INFO": "/",
            "QUERY_STRING": content.decode("latin-1") if kind == "query" else "", "SERVER_NAME": "localhost",
            "SERVER_PORT": "80", "SERVER_PROTOCOL": "HTTP/1.1", "wsgi.version": (1, 0), "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(content), "wsgi.errors": io.StringIO(), "wsgi.multithread": False,
            "wsgi.multiprocess": False, "wsgi.run_once": False,
        }
        if kind != "query":
            environ |= {"CONTENT_TYPE": TYPES[kind], "CONTENT_LENGTH": str(len(content))}
        status = []
        body = b"".join(app(environ, lambda line, headers, error=None: status.append(int(line.split()[0]))))
        return status[0], body

    return read


def with_asgi(app):
    loop = asyncio.new_event_loop()

    def read(kind, content):
        headers = [(b"host", b"localhost")]
        if kind != "query":
            headers += [(b"content-type", TYPES[kind].encode()), (b"content-length", str(len(content)).encode())]
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "http", "path": "/",
            "method": "GET" if kind == "query" else "POST", "raw_path": b"/", "root_path": "", "headers": headers,
            "query_string": content if kind == "query" else b"", "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80),
        }
        sent = []

        async def receive():
            return {"type": "http.request", "body": b"" if kind == "query" else content, "more_body": False}

        async def send(message):
            sent.append(message)

        loop.run_until_complete(app(scope, receive, send))
        return sent[0]["status"], b"".join(message.get("body", b"") for message in sent[1:])

    return read


logging.disable(logging.CRITICAL)
read = globals()[sys.argv[1]]()
for line in sys.stdin:
    kind, _, digits = line.strip().partition(" ")
    try:
        status, body = read(kind, bytes.fromhex(digits))
    except Exception:
        # What the framework does not answer is a 500 of the server.
        status = 500
    print(body.decode() if status == 200 else json.dumps({"status": status}))
