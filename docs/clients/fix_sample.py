#!/usr/bin/env python3
# Copyright 2026 The Bourse Authors
# SPDX-License-Identifier: Apache-2.0
"""A FIX 4.4 client in one file that needs nothing but Python's standard library (3.8 or newer).

    python3 fix_sample.py HOST PORT LOGIN PASSWORD ACCOUNT SYMBOL PRICE

It logs on, lives on heartbeats for a while, places a limit order, replaces it, cancels it, loses its connection on
purpose while answers are on their way, comes back, asks for what it missed, and logs out. At a PRICE at which a buy
order trades it shows the trades, and what comes too late. PASSWORD is - for a login that has none.
"""
import socket
import sys
import time
from datetime import datetime, timezone

SOH = b"\x01"
VENUE = "BOURSE"
HEARTBEAT = 1  # seconds: HeartBtInt. A client with less to show takes 30


class Gone(Exception):
    """The venue has closed the connection."""


def utc():
    return datetime.now(timezone.utc).strftime("%Y%m%d-%H:%M:%S.%f")


class Session:
    """A FIX session: it outlives its connections, and its numbers go on until both sides reset them."""

    def __init__(self, host, port, login, password):
        self.address, self.login, self.password = (host, int(port)), login, password
        self.next_out = self.next_in = 1
        self.heartbeats = 0

    def log_on(self, reset=False):
        until = time.monotonic() + 15
        while True:
            self.sock = socket.create_connection(self.address, timeout=10)
            self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.buffer, self.gap = b"", False
            fields = [(98, 0), (108, HEARTBEAT)] + ([(141, "Y")] if reset else [])
            if self.password != "-":
                fields += [(553, self.login), (554, self.password)]
            self.send("A", fields)
            try:
                self.expect(lambda m: m[35] == "A")
                print("logged on")
                return
            except Gone:  # it may not have noticed yet that the connection before this one is lost
                if time.monotonic() > until:
                    raise
                self.next_out -= 1  # what was not answered is sent again under its number
                time.sleep(0.5)

    def send(self, msg_type, fields=()):
        header = [(35, msg_type), (49, self.login), (56, VENUE), (34, self.next_out), (52, utc())]
        body = SOH.join(b"%d=%s" % (tag, str(value).encode("ascii")) for tag, value in header + list(fields)) + SOH
        message = b"8=FIX.4.4\x019=%d\x01" % len(body) + body
        self.next_out += 1
        self.sent_at = time.monotonic()
        self.sock.sendall(message + b"10=%03d\x01" % (sum(message) % 256))

    def next_buffered(self):
        """The next whole message as {tag: text}, or None. BodyLength says where it ends, CheckSum that it is whole."""
        if self.buffer.count(SOH) < 2:
            return None
        begin, length = self.buffer.split(SOH, 2)[:2]
        end = len(begin) + len(length) + 2 + int(length[2:]) + 7  # and "10=123" with its separator
        if len(self.buffer) < end:
            return None
        message, self.buffer = self.buffer[:end], self.buffer[end:]
        if int(message[-4:-1]) != sum(message[:-7]) % 256:
            return self.next_buffered()  # damaged: as if it had never come, the gap will be seen
        pairs = (field.split(b"=", 1) for field in message.split(SOH)[:-1])
        return {int(tag): value.decode("latin-1") for tag, value in pairs}

    def receive(self, timeout):
        """The next message that the session layer does not keep to itself, or None after a while."""
        until = time.monotonic() + timeout
        while True:
            message = self.next_buffered()
            if message is not None:
                if self.in_sequence(message) and not self.is_session_message(message):
                    return message
                continue
            now = time.monotonic()
            if now >= until:
                return None
            if now - self.sent_at >= HEARTBEAT:
                self.send("0")
                self.heartbeats += 1
            self.sock.settimeout(max(0.001, min(until - now, HEARTBEAT - (now - self.sent_at))))
            try:
                data = self.sock.recv(65536)
            except socket.timeout:
                continue
            except ConnectionError:
                data = b""
            if not data:
                raise Gone()
            self.buffer += data

    def in_sequence(self, message):
        """Counts; sees gaps and asks for them; passes over what was seen already."""
        sequence = int(message[34])
        if message[35] == "4" and message.get(123) != "Y":  # reset without gap fill: for a venue that lost its store
            self.next_in = int(message[36])
            return False
        if message[35] == "A" and message.get(141) == "Y":
            self.next_in = sequence
        if sequence > self.next_in:
            if not self.gap:
                self.gap = True  # what comes now will come again in its place, so one request is enough
                print("resend from=%d" % self.next_in)
                self.send("2", [(7, self.next_in), (16, 0)])
            return message[35] in "A5"  # a Logon may be later than expected, and a Logout is the last word
        if sequence < self.next_in:
            if message.get(43) == "Y":
                return False
            raise RuntimeError("the venue counts differently: expected=%d %s" % (self.next_in, message))
        self.next_in = int(message[36]) if message[35] == "4" else sequence + 1
        return True

    def is_session_message(self, message):
        if message[35] == "1":
            self.send("0", [(112, message[112])])
        return message[35] in "0124"

    def expect(self, is_it):
        until = time.monotonic() + 10
        while time.monotonic() < until:
            message = self.receive(until - time.monotonic())
            if message is not None and is_it(message):
                return message
            if message is not None and message[35] in "3589j":
                raise RuntimeError("refused: type=%s text=%s" % (message[35], message.get(58)))
        raise TimeoutError("no answer within 10 s")

    def show_until(self, is_it):
        """Shows reports, trades among them, which may come at any time, up to the one that is waited for."""
        message = self.expect(lambda m: m[35] == "8" and m[150] != "8" or m[35] == "9")
        if message[35] == "9":  # the order has traded before the request came
            print("too late clOrdId=%s" % message[11])
        else:
            words = {"0": "accepted", "5": "replaced", "4": "cancelled", "F": "traded"}
            again = " again" if message.get(43) == "Y" else ""
            print("%s clOrdId=%s orderId=%s qty=%s leaves=%s%s" % (
                words.get(message[150], message[150]), message[11], message[37], message[38], message[151], again))
        return message if is_it(message) else self.show_until(is_it)

    def answer(self, cl_ord_id):
        """Waits for the answer to a request; whether it was done."""
        return self.show_until(lambda m: m[11] == cl_ord_id and m.get(150) != "F")[35] == "8"

    def log_out(self):
        self.send("5")
        self.expect(lambda m: m[35] == "5")
        self.sock.close()
        print("logged out")


def main(host, port, login, password, account, symbol, price):
    session = Session(host, port, login, password)
    prefix = "%x-" % time.time_ns()  # ClOrdIDs are never used twice

    def order(number, qty, time_in_force):
        return [(11, prefix + str(number)), (1, account), (55, symbol), (54, 1), (60, utc()), (38, qty), (40, 2),
                (44, price), (59, time_in_force)]

    session.log_on(reset=True)  # a client that keeps its numbers on disk resets only when the venue agreed on it
    session.receive(2.5)  # nothing comes, but heartbeats go out
    print("alive heartbeats=%d" % session.heartbeats)

    session.send("D", order(1, 1, 0))  # Day
    session.answer(prefix + "1")
    session.send("G", order(2, 2, 0) + [(41, prefix + "1")])
    name = prefix + ("2" if session.answer(prefix + "2") else "1")  # a replace that is refused changes no name
    session.send("F", [(11, prefix + "3"), (41, name), (55, symbol), (54, 1), (60, utc())])
    session.answer(prefix + "3")

    session.send("D", order(4, 1, 3))  # IOC: accepted, and what does not trade at once is removed again
    session.sock.shutdown(socket.SHUT_WR)  # as if the line broke here: no answer is read any more
    print("connection lost")
    time.sleep(1)
    session.sock.close()
    session.log_on()
    session.show_until(lambda m: m[11] == prefix + "4" and m.get(151) == "0")
    session.log_out()


if __name__ == "__main__":
    if len(sys.argv) != 8:
        sys.exit(__doc__)
    main(*sys.argv[1:])
