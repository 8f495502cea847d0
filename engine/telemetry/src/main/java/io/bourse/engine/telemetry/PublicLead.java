// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

/** How long market data was public before the private answer; docs/timestamps.md names the stamps. */
public enum PublicLead
{
    /** From the publication of the transaction, or of a later one, to the write of its answer (t9 to t4). */
    LEAD
}
