#!/usr/bin/env python3
"""The server of the trials: http on port 8080 and https on port 8443 of loopback, with a certificate that it signs itself.

It runs in a network of its own, so that the ports are free. The argument is a folder for the certificate.
"""

import gzip
import http.server
import ssl
import subprocess
import sys
import threading

BODY = gzip.compress(b"<orders><order id='7'>12.50</order></orders>", mtime=0)


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "application/xml")
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(BODY)))
        self.end_headers()
        self.wfile.write(BODY)


def main():
    folder = sys.argv[1]
    subprocess.run(
        [
            "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1",
            "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", f"{folder}/key.pem", "-out", f"{folder}/cert.pem",
        ],
        check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(f"{folder}/cert.pem", f"{folder}/key.pem")
    plain = http.server.ThreadingHTTPServer(("127.0.0.1", 8080), Handler)
    threading.Thread(target=plain.serve_forever, daemon=True).start()
    secure = http.server.ThreadingHTTPServer(("127.0.0.1", 8443), Handler)
    secure.socket = context.wrap_socket(secure.socket, server_side=True)
    secure.serve_forever()


main()
