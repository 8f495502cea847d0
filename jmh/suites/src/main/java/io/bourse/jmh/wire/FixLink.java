// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.wire;

import io.bourse.jmh.loadtest.client.FixBytes;
import io.bourse.jmh.loadtest.client.FixOrderClient;
import io.bourse.jmh.loadtest.client.FixReport;
import org.agrona.collections.LongArrayQueue;

import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * A FIX session of bytes that lays orders into the book, a few at a time, and cancels them again, the oldest first.
 * Every transaction has one ExecutionReport; anything else that is said is an error.
 */
final class FixLink extends FixOrderClient implements Link
{
    private static final int LIVE_ORDERS = 8;
    private static final int LEVELS = 16;
    private static final long BEST_BID_E5 = 90_000_00000L;
    private static final long TICK_E5 = 1_00000L;
    private static final byte[] SYMBOL = FixBytes.ascii("Si-12.26");

    private final LongArrayQueue live = new LongArrayQueue();
    private final Answers answers;
    private int pending;
    private int openOrders;

    FixLink(final InetSocketAddress address, final String login, final Answers answers) throws IOException
    {
        super(address, login, VenueServer.ACCOUNT);
        this.answers = answers;
    }

    @Override
    public boolean send(final long id)
    {
        final boolean isCancel = openOrders >= LIVE_ORDERS && !live.isEmpty();
        final boolean isSent = isCancel ?
            encodeCancel(id, live.peekLong(), SYMBOL, true, 1) :
            encodeOrder(id, SYMBOL, true, BEST_BID_E5 - id % LEVELS * TICK_E5, 1, false);
        if (!isSent)
        {
            return false;
        }
        pending++;
        if (isCancel)
        {
            live.removeLong();
        }
        openOrders += isCancel ? -1 : 1;
        return true;
    }

    @Override
    public void poll()
    {
        receive();
    }

    @Override
    protected void onReport(final FixReport told)
    {
        if ('0' == told.execType())
        {
            live.addLong(told.clOrdId());
        }
        else if ('4' != told.execType())
        {
            throw unexpected(told);
        }
        pending--;
        answers.onAnswer(told.clOrdId());
    }

    @Override
    public int pending()
    {
        return pending;
    }
}
