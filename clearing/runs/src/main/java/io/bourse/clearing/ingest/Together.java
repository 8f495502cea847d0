// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.protocol.ClearingCompletedDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.SessionDateMovedDecoder;
import io.bourse.engine.protocol.SessionOpenedDecoder;
import io.bourse.engine.protocol.TradingResumedDecoder;
import io.bourse.engine.protocol.TradingSuspendedDecoder;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

/**
 * Whether the last transaction is one that all partitions of a market do together.
 */
class Together implements EventListener
{
    private String what;
    private boolean isWhole;

    /**
     * Reads one transaction of a partition.
     *
     * @param client of the partition.
     * @param cursor before the transaction, which its stream has.
     * @return what all partitions do there together; null when it is of this partition alone.
     * @throws IllegalStateException when it does not come.
     */
    static String at(final EngineClient client, final long cursor, final long timeoutNs)
    {
        final IdleStrategy idle = new BackoffIdleStrategy();
        final long deadlineNs = System.nanoTime() + timeoutNs;
        final Together transaction = new Together();
        try (EventFollower follower = client.follow(cursor, transaction))
        {
            while (!transaction.isWhole)
            {
                idle.idle(follower.poll(1));
                if (System.nanoTime() - deadlineNs > 0)
                {
                    throw new IllegalStateException("the event stream went silent: partition=" + client.partition() +
                        " cursor=" + cursor + " timeoutNs=" + timeoutNs);
                }
            }
        }
        return transaction.what;
    }

    /** What all partitions do; null when the transaction is of this partition alone. */
    final String what()
    {
        return what;
    }

    @Override
    public final void onGroupBegin(final EventGroup group)
    {
        what = null;
    }

    @Override
    public final void onSessionOpened(final EventGroup group, final SessionOpenedDecoder event)
    {
        what = "session=" + event.sessionId() + " tradingDate=" + event.tradingDate();
    }

    @Override
    public final void onSessionDateMoved(final EventGroup group, final SessionDateMovedDecoder event)
    {
        what = "movedSession=" + event.sessionId() + " tradingDate=" + event.tradingDate();
    }

    @Override
    public final void onTradingSuspended(final EventGroup group, final TradingSuspendedDecoder event)
    {
        what = "suspendedRun=" + event.runId() + " kind=" + event.kind();
    }

    @Override
    public final void onClearingCompleted(final EventGroup group, final ClearingCompletedDecoder event)
    {
        what = "completedRun=" + event.runId();
    }

    @Override
    public final void onTradingResumed(final EventGroup group, final TradingResumedDecoder event)
    {
        what = "resumedRun=" + event.runId();
    }

    @Override
    public void onGroupEnd(final EventGroup group)
    {
        isWhole = true;
    }
}
