#!/usr/bin/env python3
# Copyright 2026 The Bourse Authors
# SPDX-License-Identifier: Apache-2.0
"""Replays the faults that outsiders found: which of them does a checkout show?

    src/test/symptoms/symptoms.py CHECKOUT [--only NAME,...] [--list]

CHECKOUT is built (`mvn package`). Each fault is a function of a module beside this file, see venue.symptom. A line for
each: `shown` with what was seen, `none`, or `broken` when it could not be tried. The exit status is the number of faults
shown or broken. Venues run in directories of their own, on free ports of the loopback interface.
"""
import argparse
import importlib
import pathlib
import sys
import traceback

import venue


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", type=pathlib.Path)
    parser.add_argument("--only", default="", help="names of faults, separated by commas")
    parser.add_argument("--list", action="store_true", help="names and what they are")
    options = parser.parse_args()
    for file in sorted(pathlib.Path(__file__).parent.glob("*_symptoms.py")):
        importlib.import_module(file.stem)
    if options.list:
        for name, probe in venue.SYMPTOMS.items():
            print(f"{name:28} {probe.__doc__}")
        return 0
    only = [name for name in options.only.split(",") if name]
    unknown = set(only) - set(venue.SYMPTOMS)
    if unknown or not (options.checkout / "bourse").is_file():
        parser.error(f"no such fault or checkout: {sorted(unknown)} {options.checkout}")
    failed = 0
    for name in only or venue.SYMPTOMS:
        try:
            seen = venue.SYMPTOMS[name](options.checkout.resolve())
        except Exception:
            traceback.print_exc()
            print(f"{name:28} broken", flush=True)
            failed += 1
            continue
        print(f"{name:28} {'shown: ' + seen if seen else 'none'}", flush=True)
        failed += 1 if seen else 0
    return failed


if __name__ == "__main__":
    sys.exit(main())
