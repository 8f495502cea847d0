// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.net;

import org.agrona.DirectBuffer;

/**
 * The protocol of one connection of a {@link TcpServer}. Called by the thread that polls the server; must not block.
 */
public interface TcpConnectionHandler
{
    /** Answer of {@link #onData}: these bytes are not the protocol; the connection is closed and counted. */
    int GARBAGE = -1;

    /**
     * Bytes of the peer. At least half of the outgoing queue is free. Called again while it consumes something and
     * something is left.
     *
     * @param connection they came on.
     * @param buffer that holds them; valid during the call.
     * @param offset of the first byte that was not consumed yet.
     * @param length bytes, from 1 to the receive buffer's length.
     * @param nowNs time of the poll.
     * @return bytes consumed, whole messages; 0 if more bytes are needed first; {@link #GARBAGE} to close at once.
     */
    int onData(TcpConnection connection, DirectBuffer buffer, int offset, int length, long nowNs);

    /**
     * Called once in every poll while the connection is open and not closing: the place to send what is to be
     * sent without being asked, as far as there is room.
     *
     * @param connection to send on.
     * @param nowNs time of the poll.
     * @return work done, 0 if there was nothing to do.
     */
    default int onPoll(final TcpConnection connection, final long nowNs)
    {
        return 0;
    }

    /**
     * Whether the peer has not said yet who it is. When its address has no connection left, or the server has none, the
     * oldest such connection gives way to a new one.
     *
     * @return true until it has logged in.
     */
    default boolean isAnonymous()
    {
        return false;
    }

    /**
     * The connection is over. Nothing can be sent any more.
     *
     * @param connection that ended.
     * @param reason why.
     */
    default void onClosed(final TcpConnection connection, final TcpCloseReason reason)
    {
    }
}
