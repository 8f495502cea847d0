// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.pitch;

import io.bourse.marketdata.FeedCounter;

/**
 * What a {@link PitchReceiver} has seen and done. Readable from any thread.
 */
public final class PitchReceiverCounters
{
    final FeedCounter packetsA = new FeedCounter();
    final FeedCounter packetsB = new FeedCounter();
    final FeedCounter packetsRepeated = new FeedCounter();
    final FeedCounter malformed = new FeedCounter();
    final FeedCounter messages = new FeedCounter();
    final FeedCounter duplicates = new FeedCounter();
    final FeedCounter gaps = new FeedCounter();
    final FeedCounter recoveredMessages = new FeedCounter();
    final FeedCounter gapRequests = new FeedCounter();
    final FeedCounter gapRequestsRefused = new FeedCounter();
    final FeedCounter spins = new FeedCounter();
    final FeedCounter spunOrders = new FeedCounter();
    final FeedCounter faults = new FeedCounter();
    final FeedCounter connectionsLost = new FeedCounter();

    PitchReceiverCounters()
    {
    }

    /**
     * Datagrams of feed A.
     *
     * @return count.
     */
    public long packetsA()
    {
        return packetsA.get();
    }

    /**
     * Datagrams of feed B.
     *
     * @return count.
     */
    public long packetsB()
    {
        return packetsB.get();
    }

    /**
     * Datagrams of the retransmission group.
     *
     * @return count.
     */
    public long packetsRepeated()
    {
        return packetsRepeated.get();
    }

    /**
     * Datagrams that are no whole block.
     *
     * @return count.
     */
    public long malformed()
    {
        return malformed.get();
    }

    /**
     * Messages applied, spins not counted.
     *
     * @return count.
     */
    public long messages()
    {
        return messages.get();
    }

    /**
     * Messages that had come before.
     *
     * @return count.
     */
    public long duplicates()
    {
        return duplicates.get();
    }

    /**
     * Times that messages were missing for longer than the other feed may need.
     *
     * @return count.
     */
    public long gaps()
    {
        return gaps.get();
    }

    /**
     * Messages that the retransmission group brought first.
     *
     * @return count.
     */
    public long recoveredMessages()
    {
        return recoveredMessages.get();
    }

    /**
     * Gap requests sent.
     *
     * @return count.
     */
    public long gapRequests()
    {
        return gapRequests.get();
    }

    /**
     * Gap requests that were refused.
     *
     * @return count.
     */
    public long gapRequestsRefused()
    {
        return gapRequestsRefused.get();
    }

    /**
     * Spins completed.
     *
     * @return count.
     */
    public long spins()
    {
        return spins.get();
    }

    /**
     * Orders that spins have brought.
     *
     * @return count.
     */
    public long spunOrders()
    {
        return spunOrders.get();
    }

    /**
     * Messages that did not fit the books; each made the receiver join anew.
     *
     * @return count.
     */
    public long faults()
    {
        return faults.get();
    }

    /**
     * Connections to recovery servers that failed or were closed on us.
     *
     * @return count.
     */
    public long connectionsLost()
    {
        return connectionsLost.get();
    }

    @Override
    public String toString()
    {
        return "PitchReceiverCounters{packetsA=" + packetsA + " packetsB=" + packetsB + " packetsRepeated=" +
            packetsRepeated + " malformed=" + malformed + " messages=" + messages + " duplicates=" + duplicates +
            " gaps=" + gaps + " recoveredMessages=" + recoveredMessages + " gapRequests=" + gapRequests +
            " gapRequestsRefused=" + gapRequestsRefused + " spins=" + spins + " spunOrders=" + spunOrders +
            " faults=" + faults + " connectionsLost=" + connectionsLost + '}';
    }
}
