// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.net;

import org.agrona.MutableDirectBuffer;

/**
 * Gives every accepted connection its protocol.
 */
@FunctionalInterface
public interface TcpConnectionHandlerFactory
{
    /**
     * A connection was accepted.
     *
     * @param connection new one; the handler may send on it at once.
     * @return handler of this connection alone.
     */
    TcpConnectionHandler newHandler(TcpConnection connection);

    /**
     * Last words to somebody who is not let in, for protocols that have some.
     *
     * @param refusal which limit was reached.
     * @param facts limit and value as key=value.
     * @param buffer to write to.
     * @param offset to write at.
     * @param nowNs time of the poll.
     * @return length written, at most {@link TcpServer#MAX_REFUSAL_LENGTH}; 0 to close without a word.
     */
    default int refuse(
        final TcpRefusal refusal,
        final String facts,
        final MutableDirectBuffer buffer,
        final int offset,
        final long nowNs)
    {
        return 0;
    }
}
