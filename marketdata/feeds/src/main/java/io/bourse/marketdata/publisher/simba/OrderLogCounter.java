// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

/**
 * What a {@link SimbaOrderLog} counts.
 */
public enum OrderLogCounter
{
    /** Number of the last incremental packet, sent or counted; 0 before the first one. */
    MSG_SEQ_NUM,
    /** Messages of live transactions sent. */
    MESSAGES_SENT,
    /** Live transactions that were market data. */
    TRANSACTIONS_SENT,
    /** Packets sent with PossDupFlag because an earlier process may have sent them. */
    PACKETS_REPEATED,
    /** Packets that left although more should have followed: after a crash or a long pause of the engine. */
    EARLY_CUTS,
    /** Records of time stamps that could not be written. */
    TIMESTAMPS_LOST,
    /** Snapshot cycles completed. */
    SNAPSHOT_CYCLES,
    /** Snapshot cycles given up because all books were emptied or numbers began again. */
    SNAPSHOT_CYCLES_ABORTED,
    /** How long the last snapshot cycle took; 0 before the first one. */
    LAST_SNAPSHOT_CYCLE_NS,
    /** Books copied for the snapshots because they changed before their packets were due. */
    SNAPSHOT_BOOKS_COPIED
}
