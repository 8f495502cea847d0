# Copyright 2026 The Bourse Authors
# SPDX-License-Identifier: Apache-2.0
"""Faults of clearing's proofs and of units on the command line."""
import atexit
import contextlib
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import tempfile

from venue import bourse, running, symptom


DAYS = {}


def day(checkout):
    """Directory of a small synthetic day: an intraday and an evening run with reports. It is made once."""
    if checkout not in DAYS:
        work = pathlib.Path(tempfile.mkdtemp(prefix="cleared"))
        atexit.register(shutil.rmtree, work, ignore_errors=True)
        made = bourse(checkout, "clearing", "bench", "--scale", "0.0001", "--kind", "both", "--reports", "--keep",
                      "--threads", "1", "--dir", work / "clearing", timeout=300)
        if made.returncode != 0:
            raise RuntimeError(f"the day was not cleared: {made.stdout}{made.stderr}")
        DAYS[checkout] = work
    return DAYS[checkout]


@contextlib.contextmanager
def cleared(checkout):
    """A copy of the day that may be changed: its data directory and its runs."""
    with tempfile.TemporaryDirectory() as work:
        data = pathlib.Path(work) / "data"
        shutil.copytree(day(checkout), data)
        yield data, sorted(path.parent for path in data.glob("clearing/*/*/publication.json"))


def verify(checkout, data, *arguments):
    return bourse(checkout, "clearing", "verify", *arguments, "--data", data)


def accepts(result, what):
    """The fault when a verification finds nothing wrong."""
    return f"verify says OK: {what}" if result.returncode == 0 else None


@symptom
def forged_digest(checkout):
    """calls.json and its digest in state.json are changed together, and verify says OK."""
    with cleared(checkout) as (data, runs):
        calls, state = runs[0] / "calls.json", runs[0] / "state.json"
        before = hashlib.sha256(calls.read_bytes()).hexdigest()
        calls.write_text(calls.read_text() + " ")
        state.write_text(state.read_text().replace(before, hashlib.sha256(calls.read_bytes()).hexdigest()))
        return accepts(verify(checkout, data, runs[0]), "calls.json is not what was published")


@symptom
def other_runs_reports(checkout):
    """Reports and packages of the evening lie in the intraday run, and both verifications say OK."""
    with cleared(checkout) as (data, runs):
        for part in ("reports", "packages"):
            shutil.rmtree(runs[0] / part)
            shutil.copytree(runs[1] / part, runs[0] / part)
        return accepts(bourse(checkout, "reports", "verify", runs[0]), "reports verify of another run's") or \
            accepts(verify(checkout, data, runs[0]), "clearing verify of another run's")


@symptom
def run_without_wave(checkout):
    """A run lost a wave of its reports and all packages, and verify says OK."""
    with cleared(checkout) as (data, runs):
        shutil.rmtree(runs[1] / "reports" / "w2")
        shutil.rmtree(runs[1] / "packages")
        return accepts(verify(checkout, data, runs[1]), "w2 and the packages are not there")


@symptom
def cut_trail(checkout):
    """The last lines of the audit trail are cut off, and verify says OK."""
    with cleared(checkout) as (data, runs):
        trail = data / "clearing" / "audit.jsonl"
        lines = trail.read_text().splitlines(keepends=True)
        trail.write_text("".join(lines[:-4]))
        return accepts(verify(checkout, data, runs[1]), "the trail ends early")


@symptom
def reporting_is_done(checkout):
    """A run that is still reporting is OK to `verify --all`."""
    with cleared(checkout) as (data, runs):
        state = runs[1] / "state.json"
        text = json.loads(state.read_text())
        text["phase"] = "REPORTING"
        state.write_text(json.dumps(text))
        line = next((line for line in verify(checkout, data, "--all").stdout.splitlines() if "/2-E" in line), "")
        return f"verify --all: {line}" if line.startswith("OK") else None


@symptom
def dollars_in_hundredths(checkout):
    """10.50 dollars cannot be brought: the command line wants hundredths."""
    with tempfile.TemporaryDirectory() as work:
        parameters = pathlib.Path(work) / "clearing" / "funds" / "parameters.json"
        parameters.parent.mkdir(parents=True)
        parameters.write_text('{"assets": {"USD": {"kind": "CURRENCY", "rateE6": 90000000, "haircutE6": 0}}}')
        taken = bourse(checkout, "clearing", "funds", "deposit", "--client", "AA01C01", "--asset", "USD", "--units",
                       "10.50", "--reference", "r1", "--data", work)
        return None if "10.50 USD" in taken.stdout else (taken.stderr.splitlines() or [taken.stdout])[0]


@symptom
def error_above_usage(checkout):
    """The error of a wrong command line stands above a page of usage."""
    said = bourse(checkout, "risk", "margin", "--no-such-option").stderr.splitlines()
    return f"{len(said)} lines, the last: {said[-1].strip()}" if len(said) > 4 else None


@symptom
def unknown_command_helps(checkout):
    """An unknown command with --help ends with 0."""
    asked = bourse(checkout, "no-such-command", "--help")
    return "exit 0" if asked.returncode == 0 else None


def signing_files(keys, work):
    """Key and certificate of the venue's signer as PEM, out of its key store."""
    text = subprocess.run(["openssl", "pkcs12", "-in", keys / "clearing.p12", "-nodes", "-passin",
                           f"file:{keys / 'keystore.password'}"], capture_output=True, text=True, check=True).stdout
    found = []
    for kind in ("PRIVATE KEY", "CERTIFICATE"):
        begin, end = f"-----BEGIN {kind}-----", f"-----END {kind}-----"
        part = next(each for each in text.split("Bag Attributes")
                    if re.search(r"friendlyName: signer$", each, re.M) and begin in each)
        file = work / f"signer-{len(found)}.pem"
        file.write_text(part[part.index(begin):part.index(end) + len(end)] + "\n")
        found.append(file)
    return found


def sign(file, key, certificate):
    subprocess.run(["openssl", "cms", "-sign", "-binary", "-md", "sha256", "-in", file, "-signer", certificate,
                    "-inkey", key, "-outform", "DER", "-out", f"{file}.p7s"], check=True, capture_output=True)


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def sha256(data):
    return hashlib.sha256(data if isinstance(data, bytes) else data.encode()).hexdigest()


def forge_trail(run, keys, work):
    """Another actor in every line, the chain, the manifest and the signatures made anew with the venue's own key."""
    trail, manifest, head = (run.parent.parent / "audit.jsonl", run / "run-manifest.json", run / "audit-head.json")
    signer = signing_files(keys, work)
    lines = []
    for text in trail.read_text().splitlines():
        line = json.loads(text)
        before = line["sha256"]
        line.update(actor="somebody", previous=lines[-1]["sha256"] if lines else "0" * 64, sha256="")
        if line["command"] == "sign run":
            published = lines[json.loads(head.read_text())["seq"] - 1]
            head.write_text(compact({name: value for name, value in published.items() if name != "was"}))
            sign(head, *signer)
            changed = manifest.read_text().replace(lines[-1]["was"], lines[-1]["sha256"])
            for name in (head, head.with_name("audit-head.json.p7s")):
                changed = re.sub(rf'("name" : "{re.escape(name.name)}",\s+"sha256" : ")[0-9a-f]+',
                                 rf"\g<1>{sha256(name.read_bytes())}", changed)
            manifest.write_text(changed)
            sign(manifest, *signer)
            line["arguments"]["manifestSha256"] = sha256(changed)
            line["argumentsSha256"] = sha256(compact(line["arguments"]))
        line["sha256"] = sha256(compact(line))
        lines.append({**line, "was": before})
    trail.write_text("".join(compact({name: value for name, value in line.items() if name != "was"}) + "\n"
                             for line in lines))


@symptom
def trail_forged_with_the_key(checkout):
    """The audit trail is written anew with manifest and signatures, and verify says OK."""
    with running(checkout) as venue, tempfile.TemporaryDirectory() as work:
        made = venue.bourse("clearing", "intraday", timeout=120)
        if made.returncode != 0:
            raise RuntimeError(f"the run does not end: {made.stdout}{made.stderr}")
        run = next(venue.data.glob("clearing/*/1-I"))
        first = venue.bourse("clearing", "verify", run)
        if first.returncode != 0:
            raise RuntimeError(f"the run is broken before anything is forged: {first.stdout}{first.stderr}")
        forge_trail(run, venue.data / "keys", pathlib.Path(work))
        return accepts(venue.bourse("clearing", "verify", run), "somebody else has done everything, says the trail")
