"""Sends the requests of standard input to a server that it starts. See install for the form of lines in and out.

    ask.py COMMAND…             starts a server that writes its port on a separate line, or after `127.0.0.1:`
    ask.py --parser COMMAND…    sends queries as bodies, which may have any bytes
"""
import contextlib
import json
import re
import socket
import subprocess
import sys
import threading

TYPES = {"form": "application/x-www-form-urlencoded", "json": "application/json"}


def send(connection, request):
    # A server may answer, and close the connection, before it has read the whole request.
    with contextlib.suppress(OSError):
        connection.sendall(request)


def answer(port, kind, content, query=b""):
    if kind == "query" and not is_parser:
        request = b"GET /?%b HTTP/1.0\r\nHost: localhost\r\n\r\n" % content
    else:
        head = f" HTTP/1.0\r\nHost: localhost\r\nContent-Type: {TYPES.get(kind)}\r\nContent-Length: {len(content)}\r\n\r\n"
        request = b"POST /" + (b"?" + query if query else b"") + head.encode() + content
    parts = []
    with socket.create_connection(("127.0.0.1", port)) as connection:
        threading.Thread(target=send, args=(connection, request), daemon=True).start()
        with contextlib.suppress(ConnectionError):
            while part := connection.recv(1 << 16):
                parts.append(part)
    # PHP's server closes the connection after a request line of more than 16 KiB.
    head, _, body = (b"".join(parts) or b"HTTP/1.0 0").partition(b"\r\n\r\n")
    status = int(head.split()[1])
    # ASCII only: what reads the answers need not agree on marks of byte order.
    text = re.sub("[^\0-\x7F]", lambda found: json.dumps(found[0])[1:-1], body.decode(errors="replace").strip())
    return text if status == 200 else json.dumps({"status": status})


is_parser = sys.argv[1] == "--parser"
server = subprocess.Popen(
    sys.argv[1 + is_parser:], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
try:
    ports = (int(found[1]) for line in server.stdout if (found := re.search(rb"(?:^|127\.0\.0\.1:)(\d+)\b", line)))
    port = next(ports, None) or sys.exit("The server did not start.")
    # A full pipe would stop the server.
    threading.Thread(target=lambda: [None for _ in server.stdout], daemon=True).start()
    for line in sys.stdin:
        kind, *parts = line.strip("\n").split(" ")
        print(answer(port, kind, *map(bytes.fromhex, parts)))
finally:
    server.terminate()
