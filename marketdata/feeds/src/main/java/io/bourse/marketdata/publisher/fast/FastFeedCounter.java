// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

/**
 * What a feed of a {@link FastPublisher} counts.
 */
enum FastFeedCounter
{
    /** Number of the last incremental message, sent or counted; 0 before the first one of the day. */
    MSG_SEQ_NUM,
    /** Snapshot cycles completed. */
    SNAPSHOT_CYCLES,
    /** How long the last snapshot cycle took. */
    LAST_SNAPSHOT_CYCLE_NS
}
