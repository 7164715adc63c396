"""Reads queries with urllib.parse, Werkzeug or Django. See install for the form of lines in and out."""
import json
import sys
import urllib.parse


def with_urllib(query):
    values = {}
    for key, value in urllib.parse.parse_qsl(query.decode(), keep_blank_values=True, errors="strict"):
        values.setdefault(key, []).append(value)
    return values


def with_werkzeug(query):
    from werkzeug.wrappers import Request

    request = Request({"QUERY_STRING": query.decode("latin-1"), "REQUEST_METHOD": "GET", "wsgi.url_scheme": "http"})
    return dict(request.args.lists())


def with_django(query):
    from django.conf import settings
    from django.http import QueryDict

    if not settings.configured:
        settings.configure()
    return dict(QueryDict(query).lists())


parse = {"django": with_django, "urllib": with_urllib, "werkzeug": with_werkzeug}[sys.argv[1]]
for line in sys.stdin:
    try:
        values = parse(bytes.fromhex(line.strip()))
        answer = ["dictionary"] + [[key, ["list"] + all_values] for key, all_values in values.items()]
    except Exception as error:
        answer = {"error": type(error).__name__}
    print(json.dumps(answer, separators=(",", ":")))
