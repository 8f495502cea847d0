// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.wire;

import io.bourse.gateway.sbe.twime.SideEnum;
import io.bourse.gateway.sbe.twime.TimeInForceEnum;
import io.bourse.jmh.loadtest.client.TwimeOrderClient;

import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * A TWIME session of a load: what it sends is for its heirs to say.
 */
public abstract class TwimeSession extends TwimeOrderClient implements Link
{
    private final Answers answers;
    private int pending;

    /**
     * Connects, and waits until the session is there.
     *
     * @param address of the venue.
     * @param login of the session.
     * @param account it trades on.
     * @param answers is told of them.
     * @throws IOException when there is no connection.
     */
    protected TwimeSession(
        final InetSocketAddress address, final String login, final String account, final Answers answers)
        throws IOException
    {
        super(address, login, account);
        this.answers = answers;
    }

    /**
     * Sends an order of one lot.
     *
     * @param id of the transaction.
     * @param instrumentId of the instrument.
     * @param side of the order.
     * @param priceE5 price x 100 000.
     * @param timeInForce of the order.
     * @return false when the session takes no more now.
     */
    protected final boolean newOrder(
        final long id,
        final int instrumentId,
        final SideEnum side,
        final long priceE5,
        final TimeInForceEnum timeInForce)
    {
        return sent(encodeOrder(id, instrumentId, side, priceE5, 1, timeInForce));
    }

    /**
     * Cancels an order.
     *
     * @param id of the transaction.
     * @param orderId of the order.
     * @param instrumentId of the instrument.
     * @return false when the session takes no more now.
     */
    protected final boolean cancel(final long id, final long orderId, final int instrumentId)
    {
        return sent(encodeCancel(id, orderId, instrumentId));
    }

    private boolean sent(final boolean isSent)
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
        receive();
    }

    @Override
    public final int pending()
    {
        return pending;
    }
}
