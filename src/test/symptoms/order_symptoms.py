# Copyright 2026 The Bourse Authors
# SPDX-License-Identifier: Apache-2.0
"""Faults of order entry."""
from venue import field, running, symptom, utc

ACCOUNT, SYMBOL, PRICE = "AA02000", "Si-12.26", 92_345


def new(name, side, quantity=1, price=PRICE, **more):
    return [(11, name), (1, ACCOUNT), (55, SYMBOL), (54, side), (60, utc()), (38, quantity), (40, 2), (44, price),
            *more.items()]


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
