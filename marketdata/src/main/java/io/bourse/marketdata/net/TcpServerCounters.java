// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.net;

import io.bourse.marketdata.FeedCounter;
import java.util.EnumMap;

/**
 * What a {@link TcpServer} has seen; readable from any thread.
 */
public final class TcpServerCounters
{
    private final EnumMap<TcpCloseReason, FeedCounter> closed = new EnumMap<>(TcpCloseReason.class);
    private final EnumMap<TcpRefusal, FeedCounter> refused = new EnumMap<>(TcpRefusal.class);
    private final FeedCounter accepted = new FeedCounter();
    private final FeedCounter acceptFailures = new FeedCounter();
    private final FeedCounter open = new FeedCounter();
    private final FeedCounter bytesReceived = new FeedCounter();
    private final FeedCounter bytesSent = new FeedCounter();

    TcpServerCounters()
    {
        for (final TcpCloseReason reason : TcpCloseReason.values())
        {
            closed.put(reason, new FeedCounter());
        }
        for (final TcpRefusal refusal : TcpRefusal.values())
        {
            refused.put(refusal, new FeedCounter());
        }
    }

    FeedCounter closedCounter(final TcpCloseReason reason)
    {
        return closed.get(reason);
    }

    FeedCounter refusedCounter(final TcpRefusal refusal)
    {
        return refused.get(refusal);
    }

    FeedCounter acceptedCounter()
    {
        return accepted;
    }

    FeedCounter acceptFailuresCounter()
    {
        return acceptFailures;
    }

    FeedCounter openCounter()
    {
        return open;
    }

    FeedCounter bytesReceivedCounter()
    {
        return bytesReceived;
    }

    FeedCounter bytesSentCounter()
    {
        return bytesSent;
    }

    /**
     * Connections let in.
     *
     * @return count.
     */
    public long accepted()
    {
        return accepted.get();
    }

    /**
     * Connections that failed while they were accepted.
     *
     * @return count.
     */
    public long acceptFailures()
    {
        return acceptFailures.get();
    }

    /**
     * Connections open now, without those of refused peers.
     *
     * @return count.
     */
    public long open()
    {
        return open.get();
    }

    /**
     * Peers not let in.
     *
     * @param refusal why.
     * @return count.
     */
    public long refused(final TcpRefusal refusal)
    {
        return refused.get(refusal).get();
    }

    /**
     * Connections that ended.
     *
     * @param reason why.
     * @return count.
     */
    public long closed(final TcpCloseReason reason)
    {
        return closed.get(reason).get();
    }

    /**
     * Bytes read from all sockets.
     *
     * @return count.
     */
    public long bytesReceived()
    {
        return bytesReceived.get();
    }

    /**
     * Bytes that all sockets took.
     *
     * @return count.
     */
    public long bytesSent()
    {
        return bytesSent.get();
    }

    @Override
    public String toString()
    {
        return "TcpServerCounters{accepted=" + accepted + " open=" + open + " refused=" + refused + " closed=" +
            closed + " acceptFailures=" + acceptFailures + " bytesReceived=" + bytesReceived + " bytesSent=" +
            bytesSent + '}';
    }
}
