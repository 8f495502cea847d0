// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.service;

import io.bourse.engine.net.TcpCloseReason;
import io.bourse.engine.net.TcpRefusal;
import io.bourse.marketdata.FeedCounter;

import java.util.EnumMap;

/**
 * What a {@link ServiceServer} has seen; readable from any thread.
 */
public final class ServiceCounters
{
    private final EnumMap<TcpCloseReason, FeedCounter> closed = new EnumMap<>(TcpCloseReason.class);
    private final EnumMap<TcpRefusal, FeedCounter> refused = new EnumMap<>(TcpRefusal.class);
    final FeedCounter accepted = new FeedCounter();
    final FeedCounter acceptFailures = new FeedCounter();
    final FeedCounter open = new FeedCounter();
    final FeedCounter bytesReceived = new FeedCounter();
    final FeedCounter bytesSent = new FeedCounter();

    ServiceCounters()
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

    /** Connections let in. */
    public long accepted()
    {
        return accepted.get();
    }

    /** Connections that failed while they were accepted. */
    public long acceptFailures()
    {
        return acceptFailures.get();
    }

    /** Connections open now, without those of refused peers. */
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

    /** Bytes read from all sockets. */
    public long bytesReceived()
    {
        return bytesReceived.get();
    }

    /** Bytes that all sockets took. */
    public long bytesSent()
    {
        return bytesSent.get();
    }

    @Override
    public String toString()
    {
        return "ServiceCounters{accepted=" + accepted + " open=" + open + " refused=" + refused + " closed=" +
            closed + " acceptFailures=" + acceptFailures + " bytesReceived=" + bytesReceived + " bytesSent=" +
            bytesSent + '}';
    }
}
