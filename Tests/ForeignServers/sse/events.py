"""Streams in the ways that sse-starlette and starlette send them."""

import asyncio
import json
import zlib

from sse_starlette.sse import EventSourceResponse
from starlette.applications import Starlette
from starlette.responses import StreamingResponse
from starlette.routing import Route


async def numbers(request):
    """Three events: with a name and an id, with two lines, and with a comment before it."""

    async def events():
        yield {"event": "first", "id": "1", "retry": 10, "data": json.dumps({"n": 1})}
        yield {"data": "two\nlines", "comment": "nothing"}
        yield {"id": "3", "data": json.dumps({"n": 3})}

    return EventSourceResponse(events(), sep=request.query_params.get("sep", "\r\n").encode().decode("unicode_escape"))


async def forever(request):
    """Events without end, and a ping between them."""

    async def events():
        number = int(request.headers.get("last-event-id", 0))
        while True:
            number += 1
            yield {"id": str(number), "data": json.dumps({"n": number})}
            await asyncio.sleep(0.005)

    return EventSourceResponse(events(), ping=1)


async def broken(request):
    """One event for each connection; the id tells where to go on."""

    async def events():
        number = int(request.headers.get("last-event-id", 0)) + 1
        yield {"id": str(number), "retry": 1, "data": json.dumps({"n": number})}

    return EventSourceResponse(events())


async def zipped(request):
    """Each event is a flushed piece of one gzip stream, which never ends."""

    async def pieces():
        packer = zlib.compressobj(9, zlib.DEFLATED, 31)
        number = 0
        while True:
            number += 1
            event = f"data: {json.dumps({'n': number})}\n\n".encode()
            yield packer.compress(event) + packer.flush(zlib.Z_SYNC_FLUSH)
            await asyncio.sleep(0.005)

    return StreamingResponse(
        pieces(), media_type="text/event-stream", headers={"Content-Encoding": "gzip"})


async def lines(request):
    async def pieces():
        for number in range(3):
            yield json.dumps({"n": number}) + "\n"

    return StreamingResponse(pieces(), media_type="application/x-ndjson")


app = Starlette(
    routes=[
        Route("/numbers", numbers),
        Route("/forever", forever),
        Route("/broken", broken),
        Route("/zipped", zipped),
        Route("/lines", lines),
    ]
)
