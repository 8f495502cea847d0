// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.wire;

import io.bourse.engine.protocol.AccountCode;
import io.bourse.gateway.sbe.client.TwimeClient;
import io.bourse.gateway.sbe.client.TwimeListener;
import io.bourse.gateway.sbe.twime.BusinessMessageRejectDecoder;
import io.bourse.gateway.sbe.twime.EstablishmentRejectDecoder;
import io.bourse.gateway.sbe.twime.FloodRejectDecoder;
import io.bourse.gateway.sbe.twime.SessionRejectDecoder;
import io.bourse.gateway.sbe.twime.SideEnum;
import io.bourse.gateway.sbe.twime.TerminateDecoder;
import io.bourse.gateway.sbe.twime.TimeInForceEnum;
import io.bourse.gateway.sbe.wire.TwimeFrames;

import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * A TWIME session of a load: what it sends is for its heirs to say. What the venue says beside answers is an error
 * unless they know better.
 */
public abstract class TwimeSession implements Link, TwimeListener
{
    private static final int KEEPALIVE_MS = 60_000;

    private final Answers answers;
    private final long account;
    private final TwimeClient client;
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
        this.answers = answers;
        this.account = AccountCode.pack(account);
        client = TwimeClient.connect(address, login, KEEPALIVE_MS);
        while (TwimeClient.State.ESTABLISHING == client.state())
        {
            client.poll(this);
            Thread.onSpinWait();
        }
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
        return sent(client.newOrder(
            id, instrumentId, side, priceE5, 1, timeInForce, account, TwimeFrames.NULL_INT32));
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
        return sent(client.cancel(id, orderId, instrumentId, account));
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
        client.poll(this);
    }

    @Override
    public final int pending()
    {
        return pending;
    }

    @Override
    public void onBusinessMessageReject(final BusinessMessageRejectDecoder message)
    {
        throw new IllegalStateException("refused: " + message);
    }

    @Override
    public void onSessionReject(final SessionRejectDecoder message)
    {
        throw new IllegalStateException("refused: " + message);
    }

    @Override
    public void onFloodReject(final FloodRejectDecoder message)
    {
        throw new IllegalStateException("too fast for the venue's limit: " + message);
    }

    @Override
    public void onEstablishmentReject(final EstablishmentRejectDecoder message)
    {
        throw new IllegalStateException("no session: " + message);
    }

    @Override
    public void onTerminate(final TerminateDecoder message)
    {
        throw new IllegalStateException("the venue ended the session: " + message);
    }

    @Override
    public void onDisconnected()
    {
        throw new IllegalStateException("the venue is gone");
    }

    @Override
    public void close()
    {
        client.close();
    }
}
