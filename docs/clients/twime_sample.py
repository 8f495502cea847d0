#!/usr/bin/env python3
# Copyright 2026 The Bourse Authors
# SPDX-License-Identifier: Apache-2.0
"""A TWIME client in one file that needs nothing but Python's standard library (3.8 or newer).

    python3 twime_sample.py HOST PORT LOGIN ACCOUNT SECURITY_ID PRICE

It establishes a session, lives on heartbeats for a while, places a limit order, cancels it, loses its connection on
purpose while an answer is on its way, comes back, asks for what it missed, and says goodbye. At a PRICE at which
a buy order trades it shows the trades, and that the cancel comes too late.
"""
import socket
import struct
import sys
import time
from decimal import Decimal

SCHEMA_ID, VERSION = 19781, 7
HEADER = struct.Struct("<HHHH")  # blockLength, templateId, schemaId, version
KEEPALIVE_MS = 1000
HEARTBEAT_AFTER = 0.6  # seconds without a message of ours; more than 3 heartbeats a second are too many
NULL_U64, NULL_U32, NULL_I32 = 2**64 - 1, 2**32 - 1, 2**31 - 1
TERMINATION = ("Finished", "UnspecifiedError", "ReRequestOutOfBounds", "ReRequestInProgress", "TooFastClient",
               "TooSlowClient", "MissedHeartbeat", "InvalidMessage", "TCPFailure", "InvalidSequenceNumber",
               "ServerShutdown", "SequenceReset")

# Template: name, layout behind the header, fields. "<" is little-endian without padding, as on the wire.
MESSAGES = {
    5000: ("Establish", "<QL20s", "timestamp keepalive credentials"),
    5001: ("EstablishmentAck", "<QLQ", "requestTimestamp keepalive nextSeqNo"),
    5002: ("EstablishmentReject", "<QB", "requestTimestamp code"),
    5003: ("Terminate", "<B", "code"),
    5004: ("RetransmitRequest", "<QQL", "timestamp fromSeqNo count"),
    5005: ("Retransmission", "<QQL", "nextSeqNo requestTimestamp count"),
    5006: ("Sequence", "<Q", "nextSeqNo"),
    5007: ("FloodReject", "<QLL", "clOrdId queueSize penaltyRemain"),
    5008: ("SessionReject", "<QLB", "clOrdId refTag reason"),
    5009: ("BusinessMessageReject", "<QQl", "clOrdId timestamp ordRejReason"),
    6000: ("NewOrderSingle", "<QQqllLcBBB7s", "clOrdId expireDate price securityId clOrdLinkId orderQty complianceId "
           "timeInForce side clientFlags account"),
    6006: ("OrderCancelRequest", "<QqlB7s", "clOrdId orderId securityId clientFlags account"),
    7010: ("EmptyBook", "<Ql", "timestamp session"),
    7014: ("SystemEvent", "<QqlB", "timestamp eventId session event"),
    7015: ("NewOrderSingleResponse", "<QQQqQQqlLllBc", "clOrdId timestamp expireDate orderId flags flags2 price "
           "securityId orderQty session clOrdLinkId side complianceId"),
    7017: ("OrderCancelResponse", "<QQqQQLll", "clOrdId timestamp orderId flags flags2 orderQty session clOrdLinkId"),
    7019: ("ExecutionSingleReport", "<QQqqQQqLLlllB", "clOrdId timestamp orderId trdMatchId flags flags2 lastPx "
           "lastQty orderQty session clOrdLinkId securityId side"),
}
TEMPLATES = {name: template for template, (name, _, _) in MESSAGES.items()}


class Session:
    """One connection: sends and receives whole messages and keeps itself alive."""

    def __init__(self, host, port, login, next_seq_no=None):
        self.sock = socket.create_connection((host, port), timeout=10)
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b""
        self.heartbeats = 0
        self.next_seq_no = next_seq_no  # number that the next application message will have
        self.send("Establish", time.time_ns(), KEEPALIVE_MS, login.encode("ascii"))
        ack = self.await_message("EstablishmentAck")
        self.venue_seq_no = ack["nextSeqNo"]
        if next_seq_no is None or self.venue_seq_no < next_seq_no:  # first time, or numbered anew over night
            self.next_seq_no = self.venue_seq_no
        print("established nextSeqNo=%d" % self.venue_seq_no)

    def send(self, name, *values):
        template = TEMPLATES[name]
        block = struct.pack(MESSAGES[template][1], *values)
        self.sock.sendall(HEADER.pack(len(block), template, SCHEMA_ID, VERSION) + block)
        self.sent_at = time.monotonic()

    def receive(self, timeout):
        """The next message as a dictionary, or None after a while; ConnectionError at the end of the stream."""
        until = time.monotonic() + timeout
        while True:
            message = self.next_buffered()
            if message is not None:
                return message
            now = time.monotonic()
            if now >= until:
                return None
            if now - self.sent_at >= HEARTBEAT_AFTER:
                self.send("Sequence", NULL_U64)
                self.heartbeats += 1
            self.sock.settimeout(max(0.001, min(until - now, HEARTBEAT_AFTER - (now - self.sent_at))))
            try:
                data = self.sock.recv(65536)
            except socket.timeout:
                continue
            if not data:
                raise ConnectionError("the venue has closed the connection")
            self.buffer += data

    def next_buffered(self):
        """Frames have no length prefix: the block length in the header says where the next one begins."""
        if len(self.buffer) < HEADER.size:
            return None
        length, template, schema, version = HEADER.unpack_from(self.buffer)
        if (schema, version) != (SCHEMA_ID, VERSION):
            raise ValueError("not a frame of TWIME 7: schemaId=%d version=%d" % (schema, version))
        end = HEADER.size + length
        if len(self.buffer) < end:
            return None
        block, self.buffer = self.buffer[HEADER.size:end], self.buffer[end:]
        if template >= 6000 and self.next_seq_no is not None:
            self.next_seq_no += 1  # only application messages have a number, and it is not written in them
        if template not in MESSAGES:
            return {"name": "template %d" % template}
        name, layout, fields = MESSAGES[template]
        return dict(zip(fields.split(), struct.unpack(layout, block)), name=name)

    def await_message(self, *names):
        until = time.monotonic() + 10
        while time.monotonic() < until:
            message = self.receive(1)
            if message is None or message["name"] in ("Sequence", "SystemEvent"):
                continue
            if message["name"] in names:
                return message
            if message["name"] != "ExecutionSingleReport":  # a trade may come at any time
                raise RuntimeError("%s instead of %s" % (message, names))
            show(message)
        raise TimeoutError("no %s within 10 s" % (names,))

    def recover(self):
        """Asks for the messages that the venue has numbered and we have not seen, at most 10 at a time."""
        while self.next_seq_no < self.venue_seq_no:
            count = min(10, self.venue_seq_no - self.next_seq_no)
            self.send("RetransmitRequest", time.time_ns(), self.next_seq_no, count)
            answer = self.await_message("Retransmission")
            print("retransmission nextSeqNo=%d count=%d" % (answer["nextSeqNo"], answer["count"]))
            for _ in range(answer["count"]):
                show(self.receive(10))

    def terminate(self):
        """The initiator reads on until the other side's Terminate: what happens meanwhile is not lost."""
        self.send("Terminate", 0)
        while True:
            message = self.receive(10)
            if message is None:
                raise TimeoutError("no answer to Terminate")
            if message["name"] == "Terminate":
                break
            show(message)
        self.sock.close()
        print("terminated code=%s" % TERMINATION[message["code"]])


def show(message):
    if message["name"] == "NewOrderSingleResponse":
        print("accepted clOrdId=%(clOrdId)d orderId=%(orderId)d price=%(price)d qty=%(orderQty)d" % message)
    elif message["name"] == "OrderCancelResponse":
        print("cancelled orderId=%(orderId)d qty=%(orderQty)d" % message)
    elif message["name"] == "ExecutionSingleReport":
        print("traded orderId=%(orderId)d price=%(lastPx)d qty=%(lastQty)d rest=%(orderQty)d" % message)
    elif message["name"] == "BusinessMessageReject":
        print("refused clOrdId=%(clOrdId)d code=%(ordRejReason)d" % message)
    else:
        print(message)
    return message


def main(host, port, login, account, security_id, price):
    account, security_id = account.encode("ascii"), int(security_id)
    mantissa = int(Decimal(price) * 100000)  # Decimal5: five places
    cl_ord_id = time.time_ns()  # unique is all it has to be

    def order(time_in_force, number):
        session.send("NewOrderSingle", cl_ord_id + number, NULL_U64, mantissa, security_id, NULL_I32, 1, b"R",
                     time_in_force, 1, 0, account)

    session = Session(host, int(port), login)
    quiet_until = time.monotonic() + 1.5
    while time.monotonic() < quiet_until:
        session.receive(quiet_until - time.monotonic())
    print("alive heartbeats=%d" % session.heartbeats)

    order(0, 0)  # Day
    accepted = show(session.await_message("NewOrderSingleResponse"))
    session.send("OrderCancelRequest", cl_ord_id + 1, accepted["orderId"], security_id, 0, account)
    show(session.await_message("OrderCancelResponse", "BusinessMessageReject"))  # 14 when it has traded: too late

    order(3, 2)  # IOC: accepted, and what does not trade at once is removed again
    session.sock.shutdown(socket.SHUT_WR)  # as if the line broke here: no answer is read any more
    print("connection lost")
    time.sleep(1.2)  # not more than one Establish a second
    session.sock.close()
    session = Session(host, int(port), login, session.next_seq_no)
    session.recover()
    session.terminate()


if __name__ == "__main__":
    if len(sys.argv) != 7:
        sys.exit(__doc__)
    main(*sys.argv[1:])
