# Copyright 2026 The Bourse Authors
# SPDX-License-Identifier: Apache-2.0
"""What the faults are tried with: a venue of a checkout, its commands, and a FIX client that sends any bytes."""
import contextlib
import json
import os
import pathlib
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from datetime import datetime, timezone

SYMPTOMS = {}
SOH = b"\x01"
WAIT_S = 120


def symptom(function):
    """Marks a fault: takes the checkout, returns what was seen of it, or None when it does not show."""
    SYMPTOMS[function.__name__] = function
    return function


def bourse(checkout, *arguments, stdin=None, timeout=WAIT_S):
    """Runs a command to its end."""
    return subprocess.run([checkout / "bourse", *map(str, arguments)], input=stdin, capture_output=True, text=True,
                          timeout=timeout)


def feeds(checkout):
    """Groups and ports of the venue's own: other venues may run on this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as held:
        held.bind(("127.0.0.1", 0))
        port = held.getsockname()[1]
    options, path, last = {}, [], 0
    for line in (checkout / "deploy/node/src/main/resources/bourse.conf").read_text().splitlines():
        line = line.split("#")[0].strip()
        if line.endswith("{"):
            path.append(line[:-1].strip())
        elif line == "}":
            path.pop()
        elif "=" in line and path[:2] == ["venue", "marketdata"]:
            key, value = (part.strip() for part in line.split("=", 1))
            if value.startswith('"239.'):
                last += 1
                options[".".join([*path, key])] = f"239.195.{os.getpid() % 200 + 20}.{last}:{port}"
            elif key.endswith("port"):
                options[".".join([*path, key])] = 0
    return options


@contextlib.contextmanager
def running(checkout, config=None):
    """A venue with the demo's reference data; `config` has options by their names."""
    work = pathlib.Path(tempfile.mkdtemp(prefix="symptom"))
    data = work / "data"
    file = work / "venue.conf"
    lines = {"venue.data-dir": data, "venue.twime.port": 0, "venue.twime.recovery-port": 0, "venue.fix.port": 0,
             "venue.clearing.approvals": "none", **feeds(checkout), **(config or {})}
    file.write_text("".join(f"{key} = {json.dumps(str(value) if isinstance(value, pathlib.Path) else value)}\n"
                              for key, value in lines.items()))
    log = open(work / "log", "w")
    process = subprocess.Popen([checkout / "bourse", "start", "--config", file], stdout=log,
                               stderr=subprocess.STDOUT, start_new_session=True)
    try:
        until = time.monotonic() + WAIT_S
        while not (data / "venue.json").is_file():
            if process.poll() is not None or time.monotonic() > until:
                raise RuntimeError("the venue does not start:\n" + (work / "log").read_text())
            time.sleep(0.05)
        yield Venue(checkout, data, file, process, json.loads((data / "venue.json").read_text()), work / "log")
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        log.close()
        shutil.rmtree(work, ignore_errors=True)


class Venue:
    """A venue that runs."""

    def __init__(self, checkout, data, config, process, descriptor, log):
        self.checkout, self.data, self.config, self.process = checkout, data, config, process
        self.descriptor, self.log = descriptor, log

    def bourse(self, *arguments, **options):
        return bourse(self.checkout, *arguments, "--data", self.data, **options)

    def fix(self, login="FIXAA02", password=None):
        return Fix(self.descriptor["fix"], login, password)


def utc():
    return datetime.now(timezone.utc).strftime("%Y%m%d-%H:%M:%S.%f")[:-3]


class Fix:
    """A FIX connection; nothing is checked, nothing is answered that `next` does not say."""

    def __init__(self, address, login, password=None):
        host, port = address.rsplit(":", 1)
        self.socket = socket.create_connection((host, int(port)), timeout=10)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.login, self.password, self.number, self.buffer = login, password, 1, b""

    def message(self, kind, *fields, header=None):
        """Bytes of a message; `header` replaces what stands between MsgType and the fields."""
        if header is None:
            header = [(49, self.login), (56, "BOURSE"), (34, self.number), (52, utc())]
            self.number += 1
        body = b"".join(b"%d=%s\x01" % (tag, str(value).encode()) for tag, value in [(35, kind), *header, *fields])
        text = b"8=FIX.4.4\x019=%d\x01" % len(body) + body
        return text + b"10=%03d\x01" % (sum(text) % 256)

    def send(self, kind, *fields, header=None):
        self.raw(self.message(kind, *fields, header=header))

    def raw(self, data):
        self.socket.sendall(data)

    def log_on(self, *fields, reset=True):
        extra = [(141, "Y")] if reset else []
        extra += [(553, self.login), (554, self.password)] if self.password else []
        self.send("A", (98, 0), (108, 30), *extra, *fields)
        return self.next()

    def next(self, timeout=10):
        """The next message as pairs of tag and value in their order; None at the end of the connection."""
        until = time.monotonic() + timeout
        while True:
            end = self.buffer.find(b"\x0110=")
            stop = self.buffer.find(SOH, end + 1) if end >= 0 else -1
            if stop >= 0:
                message, self.buffer = self.buffer[:stop], self.buffer[stop + 1:]
                return [(int(tag), value.decode("latin-1")) for tag, _, value in
                        (field.partition(b"=") for field in message.split(SOH))]
            if not select.select([self.socket], [], [], max(0.0, until - time.monotonic()))[0]:
                raise TimeoutError("no message in time")
            try:
                data = self.socket.recv(65536)
            except ConnectionResetError:
                data = b""
            if not data:
                return None
            self.buffer += data

    def all(self, silence=1.0):
        """What comes until it is silent for so long or the connection ends; an end is a None at the end."""
        messages = []
        try:
            while not messages or messages[-1] is not None:
                messages.append(self.next(silence))
        except TimeoutError:
            pass
        return messages

    def close(self):
        self.socket.close()


def field(message, tag):
    """Value of a field, or None."""
    return dict(reversed(message)).get(tag) if message else None
