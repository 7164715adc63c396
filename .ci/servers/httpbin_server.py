"""httpbin with two additions: files that can be resumed, and answers that break off."""

import threading
import time

from flask import Response, request
from httpbin import app

versions = {}
lock = threading.Lock()


@app.before_request
def read_body():
    """Reads the body even if no code needs it, as before a redirection.

    gunicorn closes a connection with the rest of a body in it after the answer, and a client that has sent its next
    request on it by then cannot know whether that was read.
    """
    request.get_data()


@app.route("/file/<name>/<int:length>", methods=["GET"])
def file(name, length):
    """The alphabet repeated, shifted by its version, with a strong ETag, Range and If-Range (RFC 9110, 13.1.5).

    With ?after=N&pause=S nothing comes for S seconds after N bytes, if all of the first version is asked for.
    """
    with lock:
        version = versions.get(name, 0)
    body = bytes(ord("a") + (position + version) % 26 for position in range(length))
    response = Response(body, mimetype="application/octet-stream")
    response.set_etag(f"{name}-{version}")
    response.make_conditional(request, accept_ranges=True, complete_length=length)
    after, pause = request.args.get("after", type=int), request.args.get("pause", type=float)
    if after is None or response.status_code != 200 or version > 0:
        return response
    part = b"".join(response.response)

    def pieces():
        yield part[:after]
        time.sleep(pause)
        yield part[after:]

    # The length is set already.
    response.response = pieces()
    return response


@app.route("/file/<name>", methods=["POST"])
def change(name):
    """Changes the file, and with it its ETag."""
    with lock:
        versions[name] = versions.get(name, 0) + 1
    return "", 204


@app.route("/cut/<int:length>")
def cut(length):
    """Half of the announced bytes, and then the end of the connection; in chunks with ?chunked=1."""

    def pieces():
        yield b"x" * (length // 2)
        raise ConnectionAbortedError("as asked for")

    response = Response(pieces(), mimetype="application/octet-stream")
    if not request.args.get("chunked"):
        response.content_length = length
    return response


@app.route("/fail-first/<name>/<int:count>", methods=["GET", "POST", "PUT"])
def fail_first(name, count):
    """503 a number of times, and then the request's body."""
    with lock:
        versions[name] = versions.get(name, 0) + 1
        attempt = versions[name]
    if attempt <= count:
        return Response(status=503, headers={"Retry-After": "0"})
    return Response(request.get_data(), mimetype="application/octet-stream")
