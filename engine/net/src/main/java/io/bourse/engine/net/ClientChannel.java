// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.security.cert.X509Certificate;

/**
 * A connection of a client that never blocks. Reading 0 bytes means that nothing can be read now, and writing fewer
 * bytes than asked that the rest cannot be written now; {@link #interestOps(boolean)} says what to wait for.
 */
interface ClientChannel extends ByteChannel
{
    /**
     * Reads what is there.
     *
     * @param target to read into.
     * @return bytes read; -1 at the end of the client's stream.
     * @throws IOException when the connection is broken.
     */
    @Override
    int read(ByteBuffer target) throws IOException;

    /**
     * What the selector should wait for.
     *
     * @param hasOutput whether the caller has bytes that could not be written.
     * @return operations of {@link java.nio.channels.SelectionKey}; 0 for none.
     */
    int interestOps(boolean hasOutput);

    /** The socket takes output again. */
    default void onWritable()
    {
        // Nothing waited inside.
    }

    /**
     * Whether to read again although the socket may have nothing: bytes wait inside, or something that reading waited
     * for has happened.
     *
     * @return true when the next read may bring something.
     */
    default boolean isReadDue()
    {
        return false;
    }

    /**
     * Whether bytes that were taken from the caller have not left yet; {@link #flush()} goes on with them.
     *
     * @return true when the socket was full.
     */
    default boolean hasOwnOutput()
    {
        return false;
    }

    /**
     * Writes what has not left yet.
     *
     * @throws IOException when the connection is broken.
     */
    default void flush() throws IOException
    {
        // Nothing waits inside.
    }

    /**
     * Whether the client broke the rules of this channel. The caller ends the connection; what still comes is read and
     * dropped.
     *
     * @return true from then on.
     */
    default boolean isFailed()
    {
        return false;
    }

    /**
     * The certificate that the client has shown, which is trusted.
     *
     * @return certificate; null before the handshake and when none is asked for.
     */
    default X509Certificate certificate()
    {
        return null;
    }

    /**
     * Says that nothing more will be written. What the client still sends can be read and is to be dropped.
     *
     * @throws IOException when the connection is broken.
     */
    void shutdownOutput() throws IOException;
}
