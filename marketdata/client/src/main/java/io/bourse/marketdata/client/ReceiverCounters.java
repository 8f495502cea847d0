// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import io.bourse.marketdata.FeedCounter;

/**
 * What a {@link SimbaReceiver} counts. Written by its duty cycle, readable from any thread.
 */
public final class ReceiverCounters
{
    final FeedCounter packetsA = new FeedCounter();
    final FeedCounter packetsB = new FeedCounter();
    final FeedCounter firstFromA = new FeedCounter();
    final FeedCounter firstFromB = new FeedCounter();
    final FeedCounter duplicates = new FeedCounter();
    final FeedCounter heldPackets = new FeedCounter();
    final FeedCounter gaps = new FeedCounter();
    final FeedCounter missingPackets = new FeedCounter();
    final FeedCounter faults = new FeedCounter();
    final FeedCounter bestPricesMismatches = new FeedCounter();
    final FeedCounter joins = new FeedCounter();
    final FeedCounter recoveries = new FeedCounter();
    final FeedCounter snapshotPackets = new FeedCounter();
    final FeedCounter unusableCycles = new FeedCounter();
    final FeedCounter malformedPackets = new FeedCounter();
    final FeedCounter transactions = new FeedCounter();
    final FeedCounter messages = new FeedCounter();
    final FeedCounter trades = new FeedCounter();
    final FeedCounter lastMsgSeqNum = new FeedCounter();
    final FeedCounter lastTransactTimeNs = new FeedCounter();
    final FeedCounter live = new FeedCounter();
    final FeedCounter replayedPackets = new FeedCounter();
    final FeedCounter sentAgainPackets = new FeedCounter();
    final FeedCounter lateRecoveries = new FeedCounter();
    final FeedCounter otherFeedRecoveries = new FeedCounter();
    final FeedCounter replayRecoveries = new FeedCounter();
    final FeedCounter replayRequests = new FeedCounter();
    final FeedCounter replayFailures = new FeedCounter();
    final FeedCounter resets = new FeedCounter();
    final FeedCounter staleMarks = new FeedCounter();
    final FeedCounter staleInstruments = new FeedCounter();

    ReceiverCounters()
    {
    }

    /**
     * Incremental packets received from A.
     *
     * @return value.
     */
    public long packetsA()
    {
        return packetsA.get();
    }

    /**
     * Incremental packets received from B.
     *
     * @return value.
     */
    public long packetsB()
    {
        return packetsB.get();
    }

    /**
     * Incremental packets that came from A first.
     *
     * @return value.
     */
    public long firstFromA()
    {
        return firstFromA.get();
    }

    /**
     * Incremental packets that came from B first.
     *
     * @return value.
     */
    public long firstFromB()
    {
        return firstFromB.get();
    }

    /**
     * Incremental packets dropped because they were known.
     *
     * @return value.
     */
    public long duplicates()
    {
        return duplicates.get();
    }

    /**
     * Incremental packets that came before their turn.
     *
     * @return value.
     */
    public long heldPackets()
    {
        return heldPackets.get();
    }

    /**
     * Gaps on both feeds that were given up.
     *
     * @return value.
     */
    public long gaps()
    {
        return gaps.get();
    }

    /**
     * Incremental packets known to be missing when a gap was given up.
     *
     * @return value.
     */
    public long missingPackets()
    {
        return missingPackets.get();
    }

    /**
     * Packets whose contents did not fit the books; each leads to a recovery.
     *
     * @return value.
     */
    public long faults()
    {
        return faults.get();
    }

    /**
     * Instruments whose book after a transaction was not what BestPrices said.
     *
     * @return value.
     */
    public long bestPricesMismatches()
    {
        return bestPricesMismatches.get();
    }

    /**
     * Times the books became right: the first join and all recoveries.
     *
     * @return value.
     */
    public long joins()
    {
        return joins.get();
    }

    /**
     * Times the books were rebuilt from snapshots after a loss.
     *
     * @return value.
     */
    public long recoveries()
    {
        return recoveries.get();
    }

    /**
     * Snapshot packets received from A and B.
     *
     * @return value.
     */
    public long snapshotPackets()
    {
        return snapshotPackets.get();
    }

    /**
     * Complete snapshot cycles that did not meet the packets held.
     *
     * @return value.
     */
    public long unusableCycles()
    {
        return unusableCycles.get();
    }

    /**
     * Datagrams that were not packets of this protocol.
     *
     * @return value.
     */
    public long malformedPackets()
    {
        return malformedPackets.get();
    }

    /**
     * Transactions applied.
     *
     * @return value.
     */
    public long transactions()
    {
        return transactions.get();
    }

    /**
     * Messages applied.
     *
     * @return value.
     */
    public long messages()
    {
        return messages.get();
    }

    /**
     * Trades applied.
     *
     * @return value.
     */
    public long trades()
    {
        return trades.get();
    }

    /**
     * MsgSeqNum of the last incremental packet that the books contain.
     *
     * @return value.
     */
    public long lastMsgSeqNum()
    {
        return lastMsgSeqNum.get();
    }

    /**
     * TransactTime of the last transaction applied, nanoseconds since the Unix epoch.
     *
     * @return value.
     */
    public long lastTransactTimeNs()
    {
        return lastTransactTimeNs.get();
    }

    /**
     * Incremental packets that came by TCP replay first.
     *
     * @return value.
     */
    public long replayedPackets()
    {
        return replayedPackets.get();
    }

    /**
     * Incremental packets with PossDupFlag, known ones among them.
     *
     * @return value.
     */
    public long sentAgainPackets()
    {
        return sentAgainPackets.get();
    }

    /**
     * Gaps that the same feed filled after all, out of order.
     *
     * @return value.
     */
    public long lateRecoveries()
    {
        return lateRecoveries.get();
    }

    /**
     * Gaps that the other feed filled.
     *
     * @return value.
     */
    public long otherFeedRecoveries()
    {
        return otherFeedRecoveries.get();
    }

    /**
     * Gaps that TCP replay filled.
     *
     * @return value.
     */
    public long replayRecoveries()
    {
        return replayRecoveries.get();
    }

    /**
     * Requests for TCP replay.
     *
     * @return value.
     */
    public long replayRequests()
    {
        return replayRequests.get();
    }

    /**
     * Requests for TCP replay that were refused, cut off, timed out or did not bring everything.
     *
     * @return value.
     */
    public long replayFailures()
    {
        return replayFailures.get();
    }

    /**
     * Times the numbers began again: nightly reset, or a publisher without history.
     *
     * @return value.
     */
    public long resets()
    {
        return resets.get();
    }

    /**
     * Times a book became stale.
     *
     * @return value.
     */
    public long staleMarks()
    {
        return staleMarks.get();
    }

    /**
     * Books that are stale now.
     *
     * @return value.
     */
    public long staleInstruments()
    {
        return staleInstruments.get();
    }

    /**
     * 1 while the books hold everything up to the last packet known of, 0 while a packet is missing.
     *
     * @return value.
     */
    public long live()
    {
        return live.get();
    }

    @Override
    public String toString()
    {
        return "ReceiverCounters{packetsA=" + packetsA + " packetsB=" + packetsB + " firstFromA=" + firstFromA +
            " duplicates=" + duplicates + " heldPackets=" + heldPackets + " gaps=" + gaps + " faults=" + faults +
            " recoveries=" + recoveries + " replayRequests=" + replayRequests +
            " replayRecoveries=" + replayRecoveries + " otherFeedRecoveries=" + otherFeedRecoveries +
            " lateRecoveries=" + lateRecoveries + " resets=" + resets + " unusableCycles=" + unusableCycles +
            " malformedPackets=" + malformedPackets + " transactions=" + transactions +
            " lastMsgSeqNum=" + lastMsgSeqNum + " live=" + live + '}';
    }
}
