// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.NetworkInterface;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;

import org.agrona.CloseHelper;

/**
 * Sends datagrams to one multicast group without ever blocking. What the socket does not take at once is lost and
 * counted, as it would be lost in the network: receivers recover from the other feed or by snapshot.
 */
public final class MulticastSender implements AutoCloseable
{
    private static final int SEND_BUFFER_LENGTH = 4 * 1024 * 1024;

    private final DatagramChannel channel;
    private Runnable guard;

    /**
     * Opens the socket.
     *
     * @param endpoint to send to.
     * @param networkInterface to send through.
     * @param timeToLive IP_MULTICAST_TTL, 0 to stay on this machine.
     * @throws IOException if the socket cannot be opened.
     */
    public MulticastSender(
        final MulticastEndpoint endpoint, final NetworkInterface networkInterface, final int timeToLive)
        throws IOException
    {
        channel = DatagramChannel.open(StandardProtocolFamily.INET);
        try
        {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.IP_MULTICAST_IF, networkInterface);
            channel.setOption(StandardSocketOptions.IP_MULTICAST_TTL, timeToLive);
            channel.setOption(StandardSocketOptions.IP_MULTICAST_LOOP, true);
            channel.setOption(StandardSocketOptions.SO_SNDBUF, SEND_BUFFER_LENGTH);
            // A connected socket resolves the route once instead of for every datagram.
            channel.connect(endpoint.socketAddress());
        }
        catch (final IOException | RuntimeException ex)
        {
            CloseHelper.quietClose(channel);
            throw ex;
        }
    }

    /**
     * Opens the socket of a feed.
     *
     * @param endpoint to send to, or null.
     * @param interfaceName network interface to send through.
     * @param timeToLive hops that the datagrams may take, 0 to 255.
     * @return sender; null without an endpoint.
     * @throws UncheckedIOException if the socket cannot be opened.
     */
    public static MulticastSender open(
        final MulticastEndpoint endpoint, final String interfaceName, final int timeToLive)
    {
        try
        {
            return null == endpoint ? null :
                new MulticastSender(endpoint, OptionChecks.networkInterface(interfaceName), timeToLive);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(
                "Cannot open a multicast feed: endpoint=" + endpoint + " interface=" + interfaceName, ex);
        }
    }

    /**
     * Sets what is asked right before each datagram.
     *
     * @param newGuard throws when the datagram must not leave; null, the default, to send all.
     */
    public void guard(final Runnable newGuard)
    {
        guard = newGuard;
    }

    /**
     * Sends one datagram.
     *
     * @param packet direct buffer; its remaining bytes are sent, its position is left as it was.
     * @return false if the datagram was not taken.
     */
    public boolean send(final ByteBuffer packet)
    {
        if (null != guard)
        {
            guard.run();
        }
        final int position = packet.position();
        int written;
        try
        {
            written = channel.write(packet);
        }
        catch (final IOException ignore)
        {
            // Such as a full device queue: nothing to do for the sender but to count it.
            written = 0;
        }
        packet.position(position);
        return 0 != written;
    }

    @Override
    public void close()
    {
        CloseHelper.quietClose(channel);
    }
}
