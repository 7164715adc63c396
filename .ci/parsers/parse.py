"""Reads queries with urllib.parse or Werkzeug. See install for the form of lines in and out."""
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


parse = {"urllib": with_urllib, "werkzeug": with_werkzeug}[sys.argv[1]]
for line in sys.stdin:
    try:
        values = parse(bytes.fromhex(line.strip()))
        answer = ["dictionary"] + [[key, ["list"] + all_values] for key, all_values in values.items()]
    except ValueError as error:
        answer = {"error": type(error).__name__}
    print(json.dumps(answer, separators=(",", ":")))
