# Copyright 2026 The Bourse Authors
# SPDX-License-Identifier: Apache-2.0
"""Faults of FIX sessions and of FIX market data."""
import contextlib
import os
import pathlib
import subprocess
import time

from venue import field, running, symptom, utc

TEST_REQUEST, LOGOUT = "1", "5"
LOGON_WAIT_S = 10
ORDER = [(11, "x1"), (1, "AA02000"), (55, "Si-12.26"), (54, 1), (60, "20261120-09:00:00"), (38, 1), (40, 2),
         (44, 92345)]


@contextlib.contextmanager
def sessions(checkout, config=None):
    """A function that opens a session of a venue anew, as soon as the venue has noticed the end of the one before."""
    with running(checkout, config) as venue, contextlib.ExitStack() as connections:
        def log_on(login="FIXAA02"):
            until = time.monotonic() + LOGON_WAIT_S
            while time.monotonic() < until:
                client = venue.fix(login)
                connections.callback(client.close)
                if field(client.log_on(), 35) == "A":
                    return client
                client.close()
            raise RuntimeError("no Logon: login=" + login)
        yield log_on


def header(client, **changes):
    """The fields of a header by their names; a text changes one, None takes it away."""
    fields = {"sender": (49, client.login), "target": (56, "BOURSE"), "number": (34, client.number),
              "time": (52, utc())}
    client.number += 1
    for name, value in changes.items():
        fields[name] = None if value is None else (fields[name][0], value)
    return [pair for pair in fields.values() if pair]


def answer(client, kind, *fields, header=None):
    """Type and the fields that matter of the next message; `end` when the connection was closed."""
    try:
        client.send(kind, *fields, header=header)
        message = client.next()
    except TimeoutError:
        return "nothing"
    except OSError:
        message = None
    return "end" if message is None else " ".join(
        f"{tag}={field(message, tag)}" for tag in (35, 373, 371, 380) if field(message, tag) is not None)


def wrong(seen, wanted):
    """What was not as wanted, as a text; None when all was."""
    return ", ".join(f"{name}: {seen[name]} and not {wanted[name]}"
                     for name in wanted if seen[name] != wanted[name]) or None


@symptom
def poison_header(checkout):
    """A malformed field of the header ends the connection without a message, or uses no number."""
    seen = {}
    with sessions(checkout) as log_on:
        for name, tag, change in (("52", 52, {"time": "xyz"}), ("43", 43, None), ("122", 122, None)):
            client = log_on()
            fields = header(client, **change) if change else [*header(client), (tag, "xyz")]
            seen[name] = answer(client, TEST_REQUEST, (112, "x"), header=fields)
            client.close()
        for number in ("abc", "99999999999"):
            client = log_on()
            seen[number] = answer(client, TEST_REQUEST, (112, "x"), header=header(client, number=number))
            client.close()
    return wrong(seen, {"52": "35=3 373=6 371=52", "43": "35=3 373=6 371=43", "122": "35=3 373=6 371=122",
                        "abc": "35=5", "99999999999": "35=5"})


@symptom
def missing_header(checkout):
    """A missing, empty, repeated or displaced field of the header has another answer than Reject with its reason."""
    with sessions(checkout) as log_on:
        client = log_on()
        seen = {
            "49 missing": answer(client, "D", *ORDER, header=header(client, sender=None)),
            "56 missing": answer(client, "D", *ORDER, header=header(client, target=None)),
            "52 missing": answer(client, "D", *ORDER, header=header(client, time=None)),
            "34 twice": answer(client, "D", *ORDER, header=[*header(client), (34, client.number - 1)]),
        }
        fields = header(client)
        seen["34 displaced"] = answer(client, "D", ORDER[0], fields[2], *ORDER[1:], header=fields[:2] + fields[3:])
        seen["56 empty"] = answer(client, "D", *ORDER, header=header(client, target=""))
    return wrong(seen, {"49 missing": "35=3 373=1 371=49", "56 missing": "35=3 373=1 371=56",
                        "52 missing": "35=3 373=1 371=52", "34 twice": "35=3 373=13 371=34",
                        "34 displaced": "35=3 373=14 371=34", "56 empty": "35=3 373=4 371=56"})


@symptom
def unserved_types(checkout):
    """A message type of FIX 4.4 that the venue does not serve is rejected as unknown to FIX."""
    kinds = ("C", "N", "E", "k", "AN", "BE", "BH", "d")
    with sessions(checkout) as log_on:
        client = log_on()
        seen = {kind: answer(client, kind, (58, "x")) for kind in kinds}
    return wrong(seen, dict.fromkeys(kinds, "35=j 380=3"))


@symptom
def quote_cancel(checkout):
    """QuoteCancel(Z) is rejected as a type that the venue does not know."""
    with sessions(checkout) as log_on:
        client = log_on()
        seen = answer(client, "Z", (117, "x"), (298, 4))
    return seen if "373=" in seen else None


@symptom
def logon_choices(checkout):
    """A Logon with encryption, or with a reset under another number than 1, is accepted."""
    seen = {}
    with running(checkout) as venue:
        for name, number, method in (("98=1", 1, 1), ("34=7", 7, 0)):
            client = venue.fix()
            client.number = number
            client.send("A", (98, method), (108, 30), (141, "Y"))
            message = client.next()
            seen[name] = "end" if message is None else field(message, 35)
            client.close()
    return wrong(seen, dict.fromkeys(seen, LOGOUT))


@symptom
def foreign_fields(checkout):
    """A session without options of its own is sent fields that FIX 4.4 does not have in the message."""
    seen = []
    with sessions(checkout) as log_on:
        client = log_on()
        client.send("V", (262, "m"), (263, 0), (264, 0), (267, 1), (269, 0), (146, 1), (55, "Si-12.26"))
        client.send("x", (320, "l"), (559, 0), (55, "Si-12.26"))
        client.send("e", (324, "s"), (55, "Si-12.26"), (263, 0))
        for message in client.all(2):
            seen += [f"{field(message, 35)}: {tag}" for tag in (83, 969, 1146, 1148, 1149, 1150) if field(message, tag)]
    return ", ".join(seen) or None


@symptom
def blocked_login(checkout):
    """A client whose line broke cannot log on again although its old connection answers nothing."""
    with running(checkout) as venue:
        dead, again = venue.fix(), venue.fix()
        try:
            dead.log_on()
            message = again.log_on()
            return None if field(message, 35) == "A" else "the second Logon is closed without an answer"
        finally:
            dead.close()
            again.close()


@symptom
def silent_refusal(checkout):
    """Nothing in the log says that a Logon of an unknown session was closed, nor where it came from."""
    with running(checkout) as venue:
        client = venue.fix("NOBODY")
        address = client.socket.getsockname()
        message = client.log_on()
        client.close()
        until = time.monotonic() + LOGON_WAIT_S
        while message is None and time.monotonic() < until:
            if f":{address[1]}" in venue.log.read_text():
                return None
            time.sleep(0.05)
    return "no line with the source"


@symptom
def java_sample_failure(checkout):
    """The sample clients in Java end with an error when their orders trade."""
    java = pathlib.Path(os.environ["JAVA_HOME"], "bin/java") if "JAVA_HOME" in os.environ else "java"
    jars, dictionary = checkout / "deploy/cli/target/lib/*", checkout / "docs/protocols/fix44-bourse.xml"
    with running(checkout) as venue:
        seller = venue.fix()
        seller.log_on()
        failed = []
        for name, address, before, arguments in (
                ("TwimeSample", venue.descriptor["twime"], [], ["TWBB01", "BB01000", "1001"]),
                ("FixSample", venue.descriptor["fix"], [dictionary], ["FIXBB01", "-", "BB01000", "Si-12.26"])):
            seller.send("D", (11, name), *ORDER[1:3], (54, 2), ORDER[4], (38, 2), *ORDER[6:])
            while field(seller.next(), 150) != "0":
                pass
            done = subprocess.run(
                [java, "-cp", jars, checkout / f"docs/clients/{name}.java", *before, *address.rsplit(":", 1),
                 *arguments, "92345"], capture_output=True, text=True, timeout=60)
            if done.returncode:
                failed.append(f"{name}: {done.stderr.strip().splitlines()[-1]}")
        seller.close()
        return ", ".join(failed) or None


@symptom
def uncopied_refusal(checkout):
    """A refusal that the gateway itself gives, or the reject of a cancel, does not reach the drop copy of the firm."""
    watcher = {"venue.fix.sessions.FIXBB01.roles": ["drop-copy"],
               "venue.fix.sessions.FIXBB01.drop-copy-firms": ["AA02"]}
    with sessions(checkout, watcher) as log_on:
        client, copies = log_on(), log_on("FIXBB01")
        client.send("D", *ORDER[:2], (55, "NONE"), *ORDER[3:])
        client.send("F", (11, "x2"), (41, "none"), (55, "Si-12.26"), (54, 1), (60, utc()))
        received = [field(message, 35) for message in client.all()]
        copied = [field(message, 35) for message in copies.all()]
        return None if copied == received == ["8", "9"] else f"received={received} copied={copied}"


@symptom
def poison_tag(checkout):
    """A tag that is a number but not a positive one, with a malformed header, ends the connection without a message."""
    seen = {}
    with sessions(checkout) as log_on:
        for name, tag, changes in (("0", 0, {}), ("0 52", 0, {"time": "xyz"}), ("-1 52", -1, {"time": "xyz"})):
            client = log_on()
            seen[name] = answer(client, TEST_REQUEST, (112, "x"), (tag, "x"), header=header(client, **changes))
            client.close()
    return wrong(seen, {"0": "35=3 373=0 371=0", "0 52": "35=3 373=6 371=52", "-1 52": "35=3 373=6 371=52"})
