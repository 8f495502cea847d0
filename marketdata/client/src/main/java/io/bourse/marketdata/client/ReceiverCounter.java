// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

/**
 * What a {@link SimbaReceiver} counts. Written by its duty cycle, readable from any thread.
 */
public enum ReceiverCounter
{
    /** Incremental packets received from A. */
    PACKETS_A,
    /** Incremental packets received from B. */
    PACKETS_B,
    /** Incremental packets that came from A first. */
    FIRST_FROM_A,
    /** Incremental packets dropped because they were known. */
    DUPLICATES,
    /** Incremental packets that came before their turn. */
    HELD_PACKETS,
    /** Gaps on both feeds that were given up. */
    GAPS,
    /** Packets whose contents did not fit the books; each leads to a recovery. */
    FAULTS,
    /** Times the books were rebuilt from snapshots after a loss. */
    RECOVERIES,
    /** Requests for TCP replay. */
    REPLAY_REQUESTS,
    /** Gaps that TCP replay filled. */
    REPLAY_RECOVERIES,
    /** Gaps that the other feed filled. */
    OTHER_FEED_RECOVERIES,
    /** Gaps that the same feed filled after all, out of order. */
    LATE_RECOVERIES,
    /** Times the numbers began again: nightly reset, or a publisher without history. */
    RESETS,
    /** Complete snapshot cycles that did not meet the packets held. */
    UNUSABLE_CYCLES,
    /** Datagrams that were not packets of this protocol. */
    MALFORMED_PACKETS,
    /** Transactions applied. */
    TRANSACTIONS,
    /** MsgSeqNum of the last incremental packet that the books contain. */
    LAST_MSG_SEQ_NUM,
    /** 1 while the books hold everything up to the last packet known of, 0 while a packet is missing. */
    LIVE,
    /** Incremental packets that came from B first. */
    FIRST_FROM_B,
    /** Incremental packets known to be missing when a gap was given up. */
    MISSING_PACKETS,
    /** Instruments whose book after a transaction was not what BestPrices said. */
    BEST_PRICES_MISMATCHES,
    /** Times the books became right: the first join and all recoveries. */
    JOINS,
    /** Snapshot packets received from A and B. */
    SNAPSHOT_PACKETS,
    /** Messages applied. */
    MESSAGES,
    /** Trades applied. */
    TRADES,
    /** TransactTime of the last transaction applied, nanoseconds since the Unix epoch. */
    LAST_TRANSACT_TIME_NS,
    /** Incremental packets that came by TCP replay first. */
    REPLAYED_PACKETS,
    /** Incremental packets with PossDupFlag, known ones among them. */
    SENT_AGAIN_PACKETS,
    /** Requests for TCP replay that were refused, cut off, timed out or did not bring everything. */
    REPLAY_FAILURES,
    /** Times a book became stale. */
    STALE_MARKS,
    /** Books that are stale now. */
    STALE_INSTRUMENTS
}
