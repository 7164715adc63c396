r"""Answers each form posted to it with the reading of a Python framework's own parser, as JSON.

    forms.py werkzeug|django|starlette ADDRESS-FILE

Listens on a free loopback port, with the server that comes with the framework (uvicorn for Starlette), and writes its
address to ADDRESS-FILE once it listens. `router.php` beside this file answers in the same shape:

    {"server": "Werkzeug 3.1.9",
     "headers": {"content-type": …, "content-length": …, "transfer-encoding": …, "expect": …},   null if not sent
     "fields": [{"name": …, "size": …, "text"|"base64"|"crc32": …}],
     "files":  [{"name": …, "fileName": …, "mediaType": …, "size": …, "text"|"base64"|"crc32": …}]}

`text` is content in UTF-8, `base64` other content, `crc32` (hexadecimal) content above 1 MiB.

What each does to names, measured; the interop test has these rules as code (FrameworkRules.swift):
- Werkzeug reads `%22` in a name or file name as `"`; Django and Starlette do not. None of them decodes `%0D%0A`.
- A `\` quotes the next character for Werkzeug, but for Django and Starlette only `"` and another `\`.
- Django trims white space around a field's name. Of a file's name it keeps what follows the last `/` or `\`, decodes
  HTML character references and drops characters that cannot be printed. It lower-cases media types and splits their
  parameters off, and refuses a form with a part whose head is longer than 1,024 bytes; Starlette's limit is near 4 KiB.
- Repeated names are kept; Werkzeug and Django group the values by name, Starlette leaves them as sent.
- Values are text: what is not UTF-8 becomes U+FFFD, but with Starlette the whole value is taken for ISO 8859-1.
"""

import base64
import json
import os
import sys
import zlib
from importlib.metadata import version

LARGE = 1024 * 1024
# Far above the sizes that the test sends; the frameworks' own limits (1,000 fields, 0.5 to 2.5 MB of them) are below it.
MOST_PARTS = 100_000
MOST_MEMORY = 512 * 1024 * 1024


def described(content):
    """Bytes by their text, their base64 or their checksum."""
    if len(content) > LARGE:
        return {"size": len(content), "crc32": f"{zlib.crc32(content):08x}"}
    try:
        return {"size": len(content), "text": content.decode()}
    except UnicodeDecodeError:
        return {"size": len(content), "base64": base64.b64encode(content).decode()}


def described_file(file):
    """An open file in the same form, read in pieces if it is large."""
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    if size <= LARGE:
        return described(file.read())
    checksum = 0
    while piece := file.read(LARGE):
        checksum = zlib.crc32(piece, checksum)
    return {"size": size, "crc32": f"{checksum:08x}"}


def field(name, value):
    return {"name": name, **described(value.encode())}


def file(name, upload, stream):
    return {"name": name, "fileName": upload.filename, "mediaType": upload.content_type, **described_file(stream)}


def answer(package, headers, fields, files):
    names = ("content-type", "content-length", "transfer-encoding", "expect")
    return json.dumps(
        {
            "server": f"{package} {version(package)}",
            "headers": {name: headers.get(name) or None for name in names},
            "fields": fields,
            "files": files,
        },
        ensure_ascii=False,
    ).encode()


def announce(address_file, port):
    """Writes the address in one step, so that no reader sees half of it."""
    with open(address_file + ".new", "w") as new:
        new.write(f"http://127.0.0.1:{port}/form\n")
    os.rename(address_file + ".new", address_file)


def serve_werkzeug(address_file):
    from werkzeug import Request, Response
    from werkzeug.serving import make_server

    class FormRequest(Request):
        max_form_parts = MOST_PARTS
        max_form_memory_size = MOST_MEMORY

    @FormRequest.application
    def application(request):
        fields = [field(name, value) for name, value in request.form.items(multi=True)]
        files = [file(name, upload, upload.stream) for name, upload in request.files.items(multi=True)]
        return Response(answer("Werkzeug", request.headers, fields, files), mimetype="application/json")

    server = make_server("127.0.0.1", 0, application, threaded=True)
    announce(address_file, server.port)
    server.serve_forever()


def serve_django(address_file):
    import django
    from django.conf import settings
    from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler
    from django.http import HttpResponse
    from django.urls import path

    def form(request):
        fields = [field(name, value) for name, values in request.POST.lists() for value in values]
        uploads = [(name, upload) for name, uploads in request.FILES.lists() for upload in uploads]
        files = [file(name, Named(upload), upload.file) for name, upload in uploads]
        return HttpResponse(answer("Django", request.headers, fields, files), content_type="application/json")

    class Named:
        """Django's name for a file name is `name`."""

        def __init__(self, upload):
            self.filename, self.content_type = upload.name, upload.content_type

    settings.configure(
        ALLOWED_HOSTS=["127.0.0.1"],
        ROOT_URLCONF=(path("form", form),),
        DATA_UPLOAD_MAX_NUMBER_FIELDS=MOST_PARTS,
        DATA_UPLOAD_MAX_NUMBER_FILES=MOST_PARTS,
        DATA_UPLOAD_MAX_MEMORY_SIZE=MOST_MEMORY,
        LOGGING_CONFIG=None,
    )
    django.setup()
    from django.core.handlers.wsgi import WSGIHandler

    server = ThreadedWSGIServer(("127.0.0.1", 0), WSGIRequestHandler)
    server.set_app(WSGIHandler())
    announce(address_file, server.server_port)
    server.serve_forever()


def serve_starlette(address_file):
    import socket

    import uvicorn
    from starlette.applications import Starlette
    from starlette.datastructures import UploadFile
    from starlette.responses import Response
    from starlette.routing import Route

    async def form(request):
        limits = {"max_files": MOST_PARTS, "max_fields": MOST_PARTS, "max_part_size": MOST_MEMORY}
        fields, files = [], []
        async with request.form(**limits) as parts:
            for name, value in parts.multi_items():
                if isinstance(value, UploadFile):
                    files.append(file(name, value, value.file))
                else:
                    fields.append(field(name, value))
        return Response(answer("Starlette", request.headers, fields, files), media_type="application/json")

    listener = socket.create_server(("127.0.0.1", 0))
    announce(address_file, listener.getsockname()[1])
    application = Starlette(routes=[Route("/form", form, methods=["GET", "POST", "PUT"])])
    uvicorn.Server(uvicorn.Config(application, lifespan="off")).run([listener])


if __name__ == "__main__":
    {"werkzeug": serve_werkzeug, "django": serve_django, "starlette": serve_starlette}[sys.argv[1]](sys.argv[2])
