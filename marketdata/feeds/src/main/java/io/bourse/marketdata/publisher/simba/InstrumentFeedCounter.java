// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

/**
 * What a {@link SimbaInstrumentFeed} counts.
 */
enum InstrumentFeedCounter
{
    /** Number of the last incremental packet, sent or counted; 0 before the first one. */
    MSG_SEQ_NUM,
    /** Instruments of the feed. */
    DEFINITIONS,
    /** Replay cycles completed. */
    CYCLES,
    /** How long the last replay cycle took; 0 before the first one is complete. */
    LAST_CYCLE_NS
}
