"""An HTTP server that wants SPNEGO (RFC 4559): the ticket of a user of the realm, for HTTP at localhost."""

import base64
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import gssapi

CREDENTIALS = gssapi.Credentials(usage="accept", name=gssapi.Name("HTTP@localhost", gssapi.NameType.hostbased_service))


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        scheme, _, token = self.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "negotiate":
            return self.answer(401, "who is it?", "Negotiate")
        context = gssapi.SecurityContext(creds=CREDENTIALS, usage="accept")
        try:
            reply = context.step(base64.b64decode(token))
        except gssapi.exceptions.GSSError as error:
            return self.answer(403, str(error))
        proof = f"Negotiate {base64.b64encode(reply).decode()}" if reply else None
        self.answer(200, str(context.initiator_name), proof)

    def answer(self, status, text, challenge=None):
        body = text.encode()
        self.send_response(status)
        if challenge:
            self.send_header("WWW-Authenticate", challenge)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
