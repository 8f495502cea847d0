// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;

import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Receives the datagrams of one multicast group without blocking.
 */
public final class MulticastReceiver implements AutoCloseable
{
    private static final int MAX_DATAGRAM_LENGTH = 64 * 1024;

    private final DatagramChannel channel;
    private final MulticastEndpoint endpoint;
    private final ByteBuffer byteBuffer = ByteBuffer.allocateDirect(MAX_DATAGRAM_LENGTH);
    private final UnsafeBuffer buffer = new UnsafeBuffer(byteBuffer);
    private final int receiveBufferLength;
    private Handler handler;
    private InetSocketAddress sender;

    /**
     * Takes the datagrams of a group.
     */
    @FunctionalInterface
    public interface Handler
    {
        /**
         * One datagram.
         *
         * @param buffer that holds it from index 0 on during the call.
         * @param length of it in bytes.
         */
        void onDatagram(UnsafeBuffer buffer, int length);
    }

    /**
     * Opens the socket and joins the group.
     *
     * @param endpoint to receive from.
     * @param networkInterface to join on.
     * @param receiveBufferLength SO_RCVBUF wanted in bytes; the system may give less.
     * @throws IOException if the socket cannot be opened or the group not joined.
     */
    public MulticastReceiver(
        final MulticastEndpoint endpoint, final NetworkInterface networkInterface, final int receiveBufferLength)
        throws IOException
    {
        this.endpoint = endpoint;
        channel = DatagramChannel.open(StandardProtocolFamily.INET);
        try
        {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            channel.setOption(StandardSocketOptions.SO_RCVBUF, receiveBufferLength);
            // Bound to the group and not to any address: other groups on the same port stay out.
            channel.bind(endpoint.socketAddress());
            channel.join(endpoint.group(), networkInterface);
            this.receiveBufferLength = channel.getOption(StandardSocketOptions.SO_RCVBUF);
        }
        catch (final IOException | RuntimeException ex)
        {
            CloseHelper.quietClose(channel);
            throw ex;
        }
    }

    /**
     * Opens the socket of a handler and joins the group.
     *
     * @param endpoint to receive from.
     * @param interfaceName network interface to join on.
     * @param receiveBufferLength SO_RCVBUF wanted in bytes; the system may give less.
     * @param handler of the datagrams that {@link #poll} takes.
     * @return receiver.
     * @throws UncheckedIOException if the socket cannot be opened or the group not joined.
     */
    public static MulticastReceiver open(
        final MulticastEndpoint endpoint,
        final String interfaceName,
        final int receiveBufferLength,
        final Handler handler)
    {
        try
        {
            final MulticastReceiver receiver = new MulticastReceiver(
                endpoint, OptionChecks.networkInterface(interfaceName), receiveBufferLength);
            receiver.handler = handler;
            return receiver;
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(
                "Cannot join a multicast feed: endpoint=" + endpoint + " interface=" + interfaceName, ex);
        }
    }

    /**
     * Hands the datagrams that have come to the handler.
     *
     * @param limit most datagrams to take.
     * @return datagrams taken.
     * @throws UncheckedIOException if the socket is broken.
     */
    public int poll(final int limit)
    {
        int count = 0;
        for (int length = receive(); 0 < length; length = count < limit ? receive() : 0)
        {
            handler.onDatagram(buffer, length);
            count++;
        }
        return count;
    }

    /**
     * Takes one datagram into {@link #buffer()}.
     *
     * @return its length in bytes, 0 if there was none.
     * @throws UncheckedIOException if the socket is broken.
     */
    public int receive()
    {
        byteBuffer.clear();
        try
        {
            sender = (InetSocketAddress)channel.receive(byteBuffer);
            return null == sender ? 0 : byteBuffer.position();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("Cannot receive: endpoint=" + endpoint, ex);
        }
    }

    /**
     * Who has sent the last datagram.
     *
     * @return address and port; null if there was none.
     */
    public InetSocketAddress sender()
    {
        return sender;
    }

    /**
     * Holds the last datagram from index 0 on.
     *
     * @return reused buffer.
     */
    public UnsafeBuffer buffer()
    {
        return buffer;
    }

    /**
     * SO_RCVBUF that the system gave.
     *
     * @return bytes.
     */
    public int receiveBufferLength()
    {
        return receiveBufferLength;
    }

    @Override
    public void close()
    {
        CloseHelper.quietClose(channel);
    }
}
