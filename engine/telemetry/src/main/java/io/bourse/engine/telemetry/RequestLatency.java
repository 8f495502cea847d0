// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

/** Ways of a request between doors of the venue; docs/timestamps.md names the stamps. */
public enum RequestLatency
{
    /** From its read by the gateway to the write of its answer (t3n to t4). */
    ANSWER,
    /** From its read by the gateway to its place in the journal (t3n to t5). */
    INGRESS,
    /** From its place in the journal until its events are handed to the event stream (t5 to t6). */
    ENGINE,
    /** From the event stream to the write of its answer (t6 to t4). */
    EGRESS
}
