// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.wire;

import io.bourse.jmh.loadtest.client.RefusalCounts;
import io.bourse.jmh.loadtest.client.Wire;
import io.bourse.jmh.loadtest.client.WireEvents;

/**
 * A session of a load over TWIME or FIX: what it sends is for its heirs to say. What the venue says beside answers is
 * an error unless they know better.
 */
public abstract class OrderSession implements Link, WireEvents
{
    private final Answers answers;
    private Wire wire;
    private int pending;

    /**
     * A session that is not connected yet.
     *
     * @param answers takes them.
     */
    protected OrderSession(final Answers answers)
    {
        this.answers = answers;
    }

    /**
     * Has it send over a connection.
     *
     * @param newWire whose events come here.
     */
    protected final void connect(final Wire newWire)
    {
        wire = newWire;
    }

    /**
     * The connection.
     *
     * @return what it sends over.
     */
    protected final Wire wire()
    {
        return wire;
    }

    /**
     * Counts a transaction that waits for its answer.
     *
     * @param isSent whether it was sent.
     * @return the same.
     */
    protected final boolean sent(final boolean isSent)
    {
        pending += isSent ? 1 : 0;
        return isSent;
    }

    /**
     * The first answer to a transaction has come.
     *
     * @param id of the transaction.
     */
    protected final void answered(final long id)
    {
        pending--;
        answers.onAnswer(id);
    }

    @Override
    public final void poll()
    {
        wire.receive();
    }

    @Override
    public final int pending()
    {
        return pending;
    }

    @Override
    public void onRemoved(final long venuesId)
    {
        throw new IllegalStateException("an order was removed: orderId=" + venuesId);
    }

    @Override
    public void onTraded(final long id, final boolean isBuy, final long lots)
    {
        throw new IllegalStateException("an order has traded: id=" + id + " lots=" + lots);
    }

    @Override
    public void onRefused(final long id, final int reason)
    {
        throw new IllegalStateException("refused: id=" + id + " reason=" + RefusalCounts.name(reason));
    }

    @Override
    public final void close()
    {
        wire.close();
    }
}
