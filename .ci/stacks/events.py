"""Sends server-sent events by Starlette: three after the last one, up to ten.

events.py FILE writes the port to the file, and ends when it is removed.
"""
import asyncio
import os
import socket
import sys

import uvicorn
from starlette.applications import Starlette
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route


async def count(request):
    start = int(request.headers.get("last-event-id", 0))
    if request.headers["accept"] != "text/event-stream":
        return Response(status_code=406)
    if start >= 10:
        return Response(status_code=204)

    async def events():
        yield ": the beginning\n\n"
        for number in range(start + 1, min(start + 3, 10) + 1):
            await asyncio.sleep(0.01)
            yield f"id: {number}\r\nevent: count\nretry: 100\rdata: {number}\ndata: ☃\n\n"

    return StreamingResponse(events(), media_type="text/event-stream")


async def main(file):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        config = uvicorn.Config(Starlette(routes=[Route("/events", count)]), log_level="error")
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        with open(f"{file}.new", "w") as place:
            place.write(str(listener.getsockname()[1]))
        os.rename(f"{file}.new", file)
        while os.path.exists(file) and not serving.done():
            await asyncio.sleep(0.5)
        server.should_exit = True
        await serving


asyncio.run(main(sys.argv[1]))
