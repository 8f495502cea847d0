// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.client;

import io.bourse.engine.protocol.AccountCode;
import io.bourse.gateway.sbe.client.TwimeClient;
import io.bourse.gateway.sbe.client.TwimeListener;
import io.bourse.gateway.sbe.twime.BusinessMessageRejectDecoder;
import io.bourse.gateway.sbe.twime.EstablishmentRejectCodeEnum;
import io.bourse.gateway.sbe.twime.EstablishmentRejectDecoder;
import io.bourse.gateway.sbe.twime.FloodRejectDecoder;
import io.bourse.gateway.sbe.twime.SessionRejectDecoder;
import io.bourse.gateway.sbe.twime.SideEnum;
import io.bourse.gateway.sbe.twime.TerminateDecoder;
import io.bourse.gateway.sbe.twime.TimeInForceEnum;
import io.bourse.gateway.sbe.wire.TwimeFrames;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * An established TWIME session that trades on one account: what it sends is for its heirs to say. What the venue says
 * beside answers is an error unless they know better.
 */
public abstract class TwimeOrderClient implements TwimeListener, AutoCloseable
{
    private static final int KEEPALIVE_MS = 60_000;
    private static final long RECONNECT_NS = TimeUnit.MILLISECONDS.toNanos(1_100);

    private final long account;
    private TwimeClient client;
    private boolean isTooSoon;

    /**
     * Connects, and waits until the session is there.
     *
     * @param address of the venue.
     * @param login of the session.
     * @param account it trades on.
     * @throws IOException when there is no connection.
     */
    protected TwimeOrderClient(final InetSocketAddress address, final String login, final String account)
        throws IOException
    {
        this.account = AccountCode.pack(account);
        connect(address, login);
        if (isTooSoon)
        {
            // The venue wants some time between two connections of a login.
            LockSupport.parkNanos(RECONNECT_NS);
            isTooSoon = false;
            connect(address, login);
        }
        if (TwimeClient.State.ESTABLISHED != client.state())
        {
            throw new IOException("no session: login=" + login + " state=" + client.state());
        }
    }

    private void connect(final InetSocketAddress address, final String login) throws IOException
    {
        client = TwimeClient.connect(address, login, KEEPALIVE_MS);
        while (TwimeClient.State.ESTABLISHING == client.state())
        {
            client.poll(this);
            Thread.onSpinWait();
        }
        if (isTooSoon)
        {
            client.close();
        }
    }

    /**
     * Encodes an order.
     *
     * @param clOrdId of it.
     * @param instrumentId of the instrument.
     * @param side of the order.
     * @param priceE5 price x 100 000.
     * @param lots of it.
     * @param timeInForce of the order.
     * @return false when the session takes no more now.
     */
    protected final boolean encodeOrder(
        final long clOrdId,
        final int instrumentId,
        final SideEnum side,
        final long priceE5,
        final long lots,
        final TimeInForceEnum timeInForce)
    {
        return client.newOrder(
            clOrdId, instrumentId, side, priceE5, lots, timeInForce, account, TwimeFrames.NULL_INT32);
    }

    /**
     * Encodes a cancel.
     *
     * @param clOrdId of the request.
     * @param orderId of the order.
     * @param instrumentId of the instrument.
     * @return false when the session takes no more now.
     */
    protected final boolean encodeCancel(final long clOrdId, final long orderId, final int instrumentId)
    {
        return client.cancel(clOrdId, orderId, instrumentId, account);
    }

    /** Writes what is encoded, as far as the network takes it. */
    public final void flush()
    {
        client.flush();
    }

    /**
     * Writes and reads what there is, without waiting.
     *
     * @return messages read.
     */
    public final int receive()
    {
        return client.poll(this);
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
        isTooSoon = EstablishmentRejectCodeEnum.TooFastReconnect == message.establishmentRejectCode();
        if (!isTooSoon)
        {
            throw new IllegalStateException("no session: " + message);
        }
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
