"""Runs that stand for what people do with Baton: workflows of two requests each, and a server that answers them."""
import contextlib
import http.server
import os
import tempfile
import threading

WORKFLOW = """name: Sign in and read the profile {number}
vars:
  username: ada
steps:
  - post: /login
    id: login
    json: {{ username: $(username), password: lovelace-1815 }}
    expect:
      status: 200
    capture:
      token: $.token

  - get: /me
    name: Read the profile
    auth: {{ bearer: $(token) }}
    expect:
      status: 200
      headers: {{ content-type: {{ starts_with: application/json }} }}
      $.name: Ada Lovelace
      $.age: {{ gte: 18 }}
"""


class Answers(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        body = b'{"token":"0123456789abcdef","name":"Ada Lovelace","age":36,"roles":["user"],"balance":1843.07}'
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = answer

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def project(count):
    """A temporary folder with a project of that many workflows; its server answers for as long as the folder is there."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{server.server_address[1]}"
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(f"{folder}/workflows")
        with open(f"{folder}/baton.yaml", "w") as file:
            file.write(f"environments:\n  local:\n    base_url: {base}\ndefault_environment: local\n")
        for number in range(count):
            with open(f"{folder}/workflows/chain-{number}.yaml", "w") as file:
                file.write(WORKFLOW.format(number=number))
        yield folder
    server.shutdown()
