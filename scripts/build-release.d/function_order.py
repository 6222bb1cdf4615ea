#!/usr/bin/env python3
"""Prints the functions that an ordinary run of Baton calls, for a linker to put them side by side.

usage: function_order.py PROGRAM

Runs the program under valgrind (callgrind) on a few workflows of two requests each, which this script itself answers.
Pages of functions that are not called are then not in memory: the system loads 64 KB around each page that is touched.
"""
import http.server
import os
import re
import subprocess
import sys
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


def write_project(folder, port):
    os.mkdir(f"{folder}/workflows")
    with open(f"{folder}/baton.yaml", "w") as file:
        file.write(f"environments:\n  local:\n    base_url: http://127.0.0.1:{port}\ndefault_environment: local\n")
    for number in range(5):
        with open(f"{folder}/workflows/chain-{number}.yaml", "w") as file:
            file.write(WORKFLOW.format(number=number))


def called_functions(profile, program):
    """The names of the program's own functions in what callgrind wrote, in which a name stands once, with a number."""
    objects, functions, found, is_own = {}, {}, set(), False
    entry = re.compile(r"(c?ob|c?fn)=\((\d+)\)(?: (.*))?$")
    with open(profile, errors="replace") as file:
        for line in file:
            match = entry.match(line.rstrip("\n"))
            if not match:
                continue
            kind, number, name = match.groups()
            names = objects if kind.endswith("ob") else functions
            if name is not None:
                names[number] = name
            if kind == "ob":
                is_own = names[number] == program
            elif kind == "fn" and is_own:
                # A function that calls itself is counted apart for each depth.
                found.add(re.sub(r"'\d+$", "", names[number]))
    return sorted(name for name in found if not name.startswith("0x"))


def main():
    program = os.path.realpath(sys.argv[1])
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as folder:
        write_project(folder, server.server_address[1])
        profile = f"{folder}/profile"
        valgrind = ["valgrind", "--tool=callgrind", "--demangle=no", f"--callgrind-out-file={profile}"]
        command = [*valgrind, program, "run", "--jobs", "1"]
        run = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if run.returncode != 0:
            sys.exit(f"function_order.py: the run that was to show the order failed:\n{run.stdout}{run.stderr}")
        print("\n".join(called_functions(profile, program)))


main()
