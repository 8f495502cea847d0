# Copyright 2026 The Bourse Authors
# SPDX-License-Identifier: Apache-2.0
"""Faults of order entry."""
import contextlib
import socket
import struct
import subprocess
import sys
import time

from venue import field, running, symptom, utc

ACCOUNT, SYMBOL, INSTRUMENT, PRICE = "AA02000", "Si-12.26", 1001, 92_345


def new(name, side, quantity=1, price=PRICE):
    return [(11, name), (1, ACCOUNT), (55, SYMBOL), (54, side), (60, utc()), (38, quantity), (40, 2), (44, price)]


def cancel(name, former, side):
    return [(11, name), (41, former), (55, SYMBOL), (54, side), (60, utc())]


@symptom
def overtaken_cancel(checkout):
    """A new order overtakes the cancel that was sent before it and trades with the order to be cancelled."""
    with running(checkout) as venue:
        client = venue.fix()
        client.log_on()
        rounds, traded = 100, 0
        for i in range(rounds):
            client.raw(b"".join([
                client.message("D", *new(f"a{i}", 1)), client.message("F", *cancel(f"b{i}", f"a{i}", 1)),
                client.message("D", *new(f"c{i}", 2)), client.message("F", *cancel(f"d{i}", f"c{i}", 2))]))
            ended = 0
            while ended < 2:
                message = client.next()
                traded += field(message, 150) == "F"
                ended += field(message, 35) == "8" and field(message, 151) == "0"
        client.close()
        return f"trades={traded // 2} of {rounds}" if traded else None


@symptom
def unanswered_flood(checkout):
    """Behind the Logout of a session that floods the venue, numbers are used up by messages without an answer."""
    with running(checkout) as venue:
        client = venue.fix()
        client.log_on()
        first, count = client.number, 10_000
        client.raw(b"".join(client.message("D", *new(f"a{i}", 1)) for i in range(count)))
        answered, text = 0, ""
        while True:
            message = client.next()
            if message is None or field(message, 35) == "5":
                text = field(message, 58) or ""
                break
            answered += field(message, 35) == "j" or field(message, 150) in ("0", "8")
        client.close()
        time.sleep(1)
        back = venue.fix()
        back.number = first + answered
        message = back.log_on(reset=False)
        back.close()
        if field(message, 35) == "A" and text.endswith(f" {first + answered - 1}"):
            return None
        return f"answered={answered} of {count}, the next number is not the one behind them: {message}"


@symptom
def sample_traceback(checkout):
    """The sample clients in Python end with a traceback when their orders trade."""
    with running(checkout) as venue:
        seller = venue.fix()
        seller.log_on()
        failed = []
        for name, port in (("twime", venue.descriptor["twime"]), ("fix", venue.descriptor["fix"])):
            seller.send("D", *new(name, 2, 2))
            while field(seller.next(), 150) != "0":
                pass
            host, port = port.rsplit(":", 1)
            login = ["TWBB01"] if name == "twime" else ["FIXBB01", "-"]
            instrument = str(INSTRUMENT) if name == "twime" else SYMBOL
            done = subprocess.run(
                [sys.executable, "-B", checkout / f"docs/clients/{name}_sample.py", host, port, *login, "BB01000",
                 instrument, str(PRICE)], capture_output=True, text=True, timeout=60)
            if done.returncode:
                failed.append(f"{name}: {done.stderr.strip().splitlines()[-1]}")
        seller.close()
        return "; ".join(failed) or None


class Twime:
    """A TWIME connection; frames are bytes behind their header."""

    def __init__(self, address, login):
        host, port = address.rsplit(":", 1)
        self.socket = socket.create_connection((host, int(port)), timeout=10)
        self.send(5000, struct.pack("<QL20s", time.time_ns(), 60_000, login.encode()))
        assert self.next()[0] == 5001

    def send(self, template, block):
        self.socket.sendall(struct.pack("<HHHH", len(block), template, 19781, 7) + block)

    def order(self, number, side=1, compliance=b"R", flags=0, account=b"AA01000"):
        self.send(6000, struct.pack("<QQqllLcBBB7s", number, 2**64 - 1, PRICE * 100_000, INSTRUMENT, 0, 1,
                                    compliance, 0, side, flags, account))

    def read(self, length):
        data = b""
        while len(data) < length:
            more = self.socket.recv(length - len(data))
            if not more:
                raise EOFError("the venue has closed the connection")
            data += more
        return data

    def next(self):
        """Template and block of the next message that is no heartbeat and no event of the session."""
        while True:
            length, template, _, _ = struct.unpack("<HHHH", self.read(8))
            block = self.read(length)
            if template not in (5006, 7010, 7014):
                return template, block


@symptom
def twime_flags(checkout):
    """TWIME does not report NCCRequest of an order and NCC of a cancel by limit, and names the wrong field first."""
    with running(checkout) as venue:
        client = Twime(venue.descriptor["twime"], "TWAA01")
        seen = []
        client.order(1, flags=2)
        flags, = struct.unpack_from("<Q", client.next()[1], 32)
        if not flags >> 38 & 1:
            seen.append(f"accepted flags={flags:x}")
        client.send(6005, struct.pack("<Q7s", 2, b"AA01%%%"))
        flags, = struct.unpack_from("<Q", client.next()[1], 24)
        if not flags >> 39 & 1:
            seen.append(f"cancelled by limit flags={flags:x}")
        client.next()
        client.order(3, side=9, compliance=b"\0")
        client.send(6005, struct.pack("<Q7s", 4, b"AA01"))
        for wanted in (54, 1):
            template, block = client.next()
            tag = struct.unpack_from("<L", block, 8)[0] if template == 5008 else None
            if tag != wanted:
                seen.append(f"RefTagID={tag} for {wanted}")
        client.socket.close()
        return ", ".join(seen) or None


@symptom
def missing_auction_price(checkout):
    """A market-to-limit order that an auction made a limit order without a fill does not get its price."""
    with running(checkout) as venue:
        def phase(name):
            done = venue.bourse("phase", name, "--instrument", INSTRUMENT)
            if done.returncode:
                raise RuntimeError(done.stdout + done.stderr)
        client = venue.fix()
        client.log_on()
        phase("INTRADAY_AUCTION")
        for name in ("first", "second"):
            client.send("D", (11, name), (1, ACCOUNT), (55, SYMBOL), (54, 1), (60, utc()), (38, 1), (40, "K"))
        client.send("D", *new("sell", 2))
        with contextlib.suppress(TimeoutError):
            while True:
                client.next(1)
        phase("CONTINUOUS")
        while True:
            message = client.next()
            if field(message, 150) == "D" and field(message, 11) == "second":
                client.close()
                return None if field(message, 44) else "restated without a price"
