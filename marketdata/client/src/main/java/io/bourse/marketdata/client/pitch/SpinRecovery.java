// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.pitch;

import static io.bourse.marketdata.client.pitch.PitchReceiverCounter.CONNECTIONS_LOST;
import static io.bourse.marketdata.client.pitch.PitchReceiverCounter.SPINS;
import static io.bourse.marketdata.client.pitch.PitchReceiverCounter.SPUN_ORDERS;

import io.bourse.engine.telemetry.CounterSet;
import io.bourse.marketdata.pitch.PitchMessages;
import io.bourse.marketdata.pitch.PitchReader;
import io.bourse.marketdata.pitch.RecoveryListener;
import io.bourse.marketdata.pitch.RecoveryReader;
import io.bourse.marketdata.pitch.SequencedUnit;

import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Loads the books from the spin server: waits for an image that what is held of the feed goes on from, asks for it, and
 * takes its orders. A server that sends nothing but heartbeats is left and tried again.
 */
final class SpinRecovery implements RecoveryListener, AutoCloseable
{
    private static final int SILENT_HEARTBEATS = 10;

    private final PitchReceiverOptions options;
    private final PitchBooks books;
    private final CounterSet<PitchReceiverCounter> counters;
    private final RecoveryConnection connection;
    private final RecoveryConnection.MessageHandler handler = this::onMessage;
    private long neededFrom;
    private long nowNs;
    private long progressNs;
    private long image;
    private long finished;
    private boolean isAsked;
    private boolean isSpinning;

    SpinRecovery(
        final PitchReceiverOptions options, final PitchBooks books, final CounterSet<PitchReceiverCounter> counters)
    {
        this.options = options;
        this.books = books;
        this.counters = counters;
        connection = new RecoveryConnection(options, options.spinServer(), counters.counter(CONNECTIONS_LOST));
    }

    /**
     * Goes on with the spin.
     *
     * @param from first number held of the feed, or wanted.
     * @param time now.
     * @return number of the last message in the image once all its orders are in the books, else 0.
     */
    long doWork(final long from, final long time)
    {
        neededFrom = from;
        nowNs = time;
        finished = 0;
        progressNs = connection.isOpen() ? progressNs : time;
        connection.doWork(time, handler);
        if (!connection.isOpen())
        {
            isAsked = false;
            isSpinning = false;
        }
        else if (time - progressNs >= SILENT_HEARTBEATS * options.heartbeatIntervalNs())
        {
            connection.lose(time);
        }
        return finished;
    }

    @Override
    public void onSpinImageAvailable(final long sequence)
    {
        final long available = SequencedUnit.expand(sequence, neededFrom);
        if (!isAsked && available + 1 >= neededFrom)
        {
            image = available;
            isAsked = true;
            connection.spinRequest(available, nowNs);
        }
    }

    @Override
    public void onSpinResponse(final long sequence, final long orderCount, final byte status)
    {
        isAsked = PitchMessages.ACCEPTED == status;
        isSpinning = isAsked;
        if (isSpinning)
        {
            books.clear();
        }
    }

    @Override
    public void onSpinFinished(final long sequence)
    {
        if (isSpinning)
        {
            finished = image;
            isAsked = false;
            isSpinning = false;
            counters.increment(SPINS);
            connection.close();
        }
    }

    @Override
    public void close()
    {
        CloseHelper.quietClose(connection);
    }

    private void onMessage(final UnsafeBuffer buffer, final int offset)
    {
        progressNs = nowNs;
        if (RecoveryReader.readMessage(buffer, offset, this) || !isSpinning)
        {
            return;
        }
        final int type = buffer.getByte(offset + 1) & 0xFF;
        if (PitchMessages.ADD_ORDER_SHORT == type || PitchMessages.ADD_ORDER_LONG == type ||
            PitchMessages.ADD_ORDER_EXPANDED == type)
        {
            counters.increment(SPUN_ORDERS);
        }
        PitchReader.readMessage(buffer, offset, books);
    }
}
