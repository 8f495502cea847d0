# Copyright 2026 The Bourse Authors
# SPDX-License-Identifier: Apache-2.0
"""Faults of market data and of the tools around it."""
import contextlib
import json
import pathlib
import re
import shutil
import socket
import struct
import subprocess
import tempfile
import threading
import time
import zipfile

from venue import bourse, running, symptom

FAST_ORDERS_LOG = bytes.fromhex("07000000c09d87237c49187c2406bb818180b007ea1250b48280167e60014d7a95ff275fe3868080803390"
                                "208281ab")


@contextlib.contextmanager
def directory():
    path = pathlib.Path(tempfile.mkdtemp(prefix="symptom"))
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


def capture(file, group, payloads):
    """A pcap file of datagrams to a group and port."""
    with open(file, "wb") as out:
        out.write(struct.pack("<IHHiIII", 0xA1B23C4D, 2, 4, 0, 0, 65535, 1))
        for payload in payloads:
            udp = struct.pack(">HHHH", 40000, group[1], 8 + len(payload), 0) + payload
            ip = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 20 + len(udp), 0, 0, 1, 17, 0, socket.inet_aton("127.0.0.1"),
                             socket.inet_aton(group[0])) + udp
            frame = bytes(12) + b"\x08\x00" + ip
            out.write(struct.pack("<IIII", 1_795_320_000, 0, len(frame), len(frame)) + frame)


@symptom
def fast_packet_guessed_pitch(checkout):
    """decode takes single FAST packets of an unknown group for PITCH."""
    with directory() as work:
        capture(work / "x.pcap", ("239.9.9.9", 2222), [FAST_ORDERS_LOG, bytes([8, 0, 0, 0, 0, 0, 0, 0])] +
                [FAST_ORDERS_LOG] * 8)
        done = bourse(checkout, "decode", work / "x.pcap")
        wrong = done.stdout.count("PITCH")
        return f"{wrong} of 10 packets are taken for PITCH" if wrong else None


@symptom
def statistics_wait_for_ever(checkout):
    """statistics waits for ever for the rest of an answer."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        held = []

        def answer():
            peer, _ = server.accept()
            held.append(peer)
            peer.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{")

        threading.Thread(target=answer, daemon=True).start()
        try:
            bourse(checkout, "statistics", "--http", "127.0.0.1:%d" % server.getsockname()[1], timeout=25)
        except subprocess.TimeoutExpired:
            return "no end after 25 s"
        finally:
            for peer in held:
                peer.close()
    return None


@symptom
def hidden_orders_trade(checkout):
    """day --orders trades with orders that the recording has cancelled below sight."""
    empty = "9999999999,0"
    messages, books, order = [], [], 1
    for i in range(300):
        # A bid is overtaken, cancelled out of sight, and another one comes at its price, which is hit.
        lower, upper = order, order + 1
        messages += [f"34200.{i},1,{lower},5,1000000,1", f"34200.{i},1,{upper},5,1001000,1",
                     f"34200.{i},3,{upper},5,1001000,1", f"34200.{i},1,{order + 2},20,999900,1",
                     f"34200.{i},4,{order + 2},20,999900,1"]
        books += [f"{empty},1000000,5", f"{empty},1001000,5", f"{empty},999800,7", f"{empty},999900,20",
                  f"{empty},999800,7"]
        order += 3
    with directory() as work:
        with zipfile.ZipFile(work / "day.zip", "w") as file:
            file.writestr("X_message_1.csv", "\n".join(messages) + "\n")
            file.writestr("X_orderbook_1.csv", "\n".join(books) + "\n")
        done = bourse(checkout, "day", "--orders", work / "day.zip", "--out", work / "out", timeout=300)
        text = done.stdout + done.stderr
        summary = json.loads((work / "out" / "summary.json").read_text())
        trades = summary["flow"]["trades"] if "trades" in summary.get("flow", {}) else None
        if trades is None:
            trades = int(re.search(r"([\d,]+) trades", text).group(1).replace(",", ""))
        return f"{trades} trades for 300 recorded" if trades > 310 else None


@symptom
def day_leaves_no_venue_json(checkout):
    """day leaves no description of its groups, so that its captures are decoded without names."""
    with directory() as work:
        bourse(checkout, "day", "--count", 2000, "--out", work / "out", timeout=300)
        return None if (work / "out" / "venue.json").is_file() else "no venue.json in the day's directory"


@symptom
def bar_in_a_file(checkout):
    """day writes its progress bar into files and pipes."""
    with directory() as work:
        done = bourse(checkout, "day", "--count", 2000, "--out", work / "out", timeout=300)
        bars = re.findall(r"^orders +\d+% ?\[", done.stdout + done.stderr, re.M)
        return f"{len(bars)} bars in the output" if bars else None


@symptom
def idle_gap_connections(checkout):
    """300 idle connections keep a client from the PITCH gap server."""
    login = struct.pack("<HBBI", 8 + 22, 1, 0, 0) + struct.pack("<BB4s4s2s10s", 22, 1, b"0001", b"USR1", b"  ",
                                                                b"open".ljust(10))
    with directory() as work, contextlib.ExitStack() as stack:
        password = work / "password"
        password.touch(0o600)
        password.write_text("open")
        venue = stack.enter_context(running(checkout, {
            "venue.marketdata.pitch.enabled": True,
            "venue.marketdata.pitch.logins": [{"session": "0001", "user": "USR1", "password-file": str(password)}]}))
        host, port = venue.descriptor["services"]["pitch.gap-request"].rsplit(":", 1)
        for _ in range(300):
            stack.enter_context(socket.create_connection((host, int(port)), timeout=10))
        time.sleep(0.5)
        try:
            client = stack.enter_context(socket.create_connection((host, int(port)), timeout=10))
            time.sleep(0.2)
            client.sendall(login)
            return None if client.recv(100) else "the connection is closed"
        except OSError as failure:
            return f"the connection ends: {failure}"


@symptom
def leader_not_named(checkout):
    """No command says which member of a cluster leads, and no line of the log."""
    with running(checkout, {"venue.host": "cluster"}) as venue:
        done = venue.bourse("leader")
        log = venue.log.read_text()
        if "memberId=0" not in done.stdout:
            return f"exit={done.returncode} {(done.stdout + done.stderr).splitlines()[:1]}"
        return None if re.search(r"^20\d\d-.*leads.*memberId=0", log, re.M) else "no line in the log"


@symptom
def fast_not_dissected(checkout):
    """There is no dissector of FAST for Wireshark."""
    with directory() as work:
        bourse(checkout, "dissector", "--out", work)
        if not (work / "fast.lua").is_file():
            return "no fast.lua among " + ", ".join(sorted(file.name for file in work.iterdir()))
        capture(work / "x.pcap", ("239.9.9.9", 21101), [FAST_ORDERS_LOG])
        done = subprocess.run(["tshark", "-n", "-r", work / "x.pcap", "-X", f"lua_script:{work / 'fast.lua'}",
                               "-T", "fields", "-e", "fast.MDEntryPx"], capture_output=True, text=True, timeout=60)
        return None if done.stdout.strip() == "65123.5" else f"MDEntryPx is shown as {done.stdout.strip()!r}"
