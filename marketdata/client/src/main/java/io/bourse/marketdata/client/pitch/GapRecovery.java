// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.pitch;

import static io.bourse.marketdata.client.pitch.PitchReceiverCounter.CONNECTIONS_LOST;
import static io.bourse.marketdata.client.pitch.PitchReceiverCounter.GAP_REQUESTS;
import static io.bourse.marketdata.client.pitch.PitchReceiverCounter.GAP_REQUESTS_REFUSED;

import io.bourse.engine.telemetry.CounterSet;
import io.bourse.marketdata.pitch.PitchMessages;
import io.bourse.marketdata.pitch.RecoveryListener;
import io.bourse.marketdata.pitch.RecoveryReader;

import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Asks the gap request server for messages, one request at a time. The answers come by multicast.
 */
final class GapRecovery implements RecoveryListener, AutoCloseable
{
    private static final int MAX_ATTEMPTS = 5;

    private final PitchReceiverOptions options;
    private final CounterSet<PitchReceiverCounter> counters;
    private final RecoveryConnection connection;
    private final RecoveryConnection.MessageHandler handler = this::onMessage;
    private long askedFrom;
    private long askedTo;
    private long deadlineNs;
    private int attempts;
    private boolean isRefused;

    GapRecovery(final PitchReceiverOptions options, final CounterSet<PitchReceiverCounter> counters)
    {
        this.options = options;
        this.counters = counters;
        connection = new RecoveryConnection(options, options.gapServer(), counters.counter(CONNECTIONS_LOST));
    }

    int doWork(final long nowNs)
    {
        return connection.doWork(nowNs, handler);
    }

    /**
     * Messages are missing.
     *
     * @return false if they cannot be had this way.
     */
    boolean recover(final long from, final long to, final long nowNs)
    {
        if (isRefused)
        {
            reset();
            return false;
        }
        final boolean isSameHole = from >= askedFrom && from < askedTo;
        if (isSameHole && nowNs - deadlineNs < 0)
        {
            return true;
        }
        // A hole that gets smaller is being filled; one that stays is asked for a few times.
        attempts = isSameHole && from == askedFrom ? attempts + 1 : 1;
        if (attempts > MAX_ATTEMPTS)
        {
            reset();
            return false;
        }
        askedFrom = from;
        askedTo = Math.min(to, from + options.maxRequestMessages());
        deadlineNs = nowNs + options.requestTimeoutNs();
        if (connection.gapRequest(options.unit(), askedFrom, (int)(askedTo - askedFrom), nowNs))
        {
            counters.increment(GAP_REQUESTS);
        }
        return true;
    }

    /** Nothing is missing any more, or it comes another way. */
    void reset()
    {
        askedFrom = 0;
        askedTo = 0;
        attempts = 0;
        isRefused = false;
    }

    @Override
    public void onGapResponse(final int unit, final long sequence, final int count, final byte status)
    {
        if (PitchMessages.ACCEPTED == status)
        {
            return;
        }
        counters.increment(GAP_REQUESTS_REFUSED);
        // The quota of the second is free again soon: the request is repeated when its time is over.
        isRefused = PitchMessages.GAP_SECOND_QUOTA != status && (int)sequence == (int)askedFrom && 0 != askedTo;
    }

    @Override
    public void close()
    {
        CloseHelper.quietClose(connection);
    }

    private void onMessage(final UnsafeBuffer buffer, final int offset)
    {
        RecoveryReader.readMessage(buffer, offset, this);
    }
}
