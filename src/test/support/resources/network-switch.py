# Copyright 2026 The Bourse Authors
# SPDX-License-Identifier: Apache-2.0
#
# A switch between the ends of veth pairs, in the namespace that has them: every frame leaves after a delay. Kernels
# without netem can be tested with it.
#
#   network-switch.py DELAY_US INTERFACE...
#
# Commands on its standard input: "delay US", "cut N in|out|both", "heal N in|out|both"; N counts interfaces from 0, in is
# what goes to the host of N; "separate N M", "join N M". Each is answered with "ok". Its end ends the switch.
import heapq, select, socket, sys, time
delay = int(sys.argv[1]) / 1e6
ports = []
for name in sys.argv[2:]:
    port = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3))
    # Offloaded checksums and segments go through as they are.
    port.setsockopt(263, 15, 1)
    port.setsockopt(263, 23, 1)
    port.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 << 20)
    port.bind((name, 0))
    port.setblocking(False)
    ports.append(port)
cut_out, cut_in, apart, where, due, count = set(), set(), set(), {}, [], 0
print("ok", flush=True)
while True:
    now = time.monotonic()
    wait = max(0, due[0][0] - now) if due else None
    ready = select.select([sys.stdin] + ports, [], [], wait)[0]
    now = time.monotonic()
    for one in ready:
        if one is sys.stdin:
            words = sys.stdin.readline().split()
            if not words:
                sys.exit()
            if words[0] == "delay":
                delay = int(words[1]) / 1e6
            elif words[0] in ("separate", "join"):
                pair = frozenset(ports[int(word)] for word in words[1:])
                (apart.add if words[0] == "separate" else apart.discard)(pair)
            else:
                for name, links in (("out", cut_out), ("in", cut_in)):
                    if words[2] in (name, "both"):
                        (links.add if words[0] == "cut" else links.discard)(ports[int(words[1])])
            print("ok", flush=True)
            continue
        for turn in range(32):
            try:
                frame = one.recv(70000)
            except BlockingIOError:
                break
            where[frame[16:22]] = one
            if one in cut_out:
                continue
            to = where.get(frame[10:16])
            count += 1
            heapq.heappush(due, (now + delay, count, one, to, frame))
    while due and due[0][0] <= time.monotonic():
        _, _, source, to, frame = heapq.heappop(due)
        for port in ports if to is None else [to]:
            if port is not source and port not in cut_in and frozenset((source, port)) not in apart:
                try:
                    port.send(frame)
                except OSError:
                    pass
