// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

/**
 * How a receiver came back to right books: what was missing, where it came from in the end, and how long it took.
 *
 * @param cause what went wrong.
 * @param way where the missing packets, or the books in their place, came from.
 * @param firstMissing MsgSeqNum of the first packet that was missing; 1 for a late join.
 * @param lastMissing MsgSeqNum of the last packet that was missing, as far as known; 0 for a late join that has missed
 *     none.
 * @param missingPackets packets that were missing, as far as known; 0 if contents were at fault.
 * @param staleInstruments instruments whose books were known to be behind in the meantime.
 * @param durationNs nanoseconds from the first sign of the loss until the books were right.
 * @param replayFailure why a TCP replay that was tried did not help; empty if none was tried, or if it did help.
 */
public record Recovery(
    Cause cause,
    Way way,
    long firstMissing,
    long lastMissing,
    long missingPackets,
    int staleInstruments,
    long durationNs,
    String replayFailure)
{
    /** What went wrong. */
    public enum Cause
    {
        /** Packets did not come when it was their turn. */
        GAP,

        /** A packet contradicted the books. */
        FAULT,

        /** Not a loss: the receiver began after the feed did. */
        LATE_JOIN,

        /** A publisher without the history of the former one took over. */
        RESTART
    }

    /** Where the missing packets came from, from the cheapest to the dearest; the dearest of a gap counts. */
    public enum Way
    {
        /** The same feed brought them after all, out of order. */
        LATE_PACKET,

        /** The other feed of the pair brought them. */
        OTHER_FEED,

        /** They were asked for and came by TCP. */
        TCP_REPLAY,

        /** They did not come: the books were rebuilt from a snapshot. */
        SNAPSHOT
    }
}
