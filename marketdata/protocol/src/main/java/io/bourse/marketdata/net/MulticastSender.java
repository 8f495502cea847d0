// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.net;

import java.io.IOException;
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
    private final MulticastEndpoint endpoint;
    private long sentCount;
    private long failedCount;

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
        this.endpoint = endpoint;
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
     * Sends one datagram.
     *
     * @param packet direct buffer; its remaining bytes are sent, its position is left as it was.
     * @return false if the datagram was not taken.
     */
    public boolean send(final ByteBuffer packet)
    {
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
        if (0 == written)
        {
            failedCount++;
            return false;
        }
        sentCount++;
        return true;
    }

    /**
     * Where the datagrams go.
     *
     * @return endpoint.
     */
    public MulticastEndpoint endpoint()
    {
        return endpoint;
    }

    /**
     * Datagrams taken by the socket.
     *
     * @return count.
     */
    public long sentCount()
    {
        return sentCount;
    }

    /**
     * Datagrams the socket did not take.
     *
     * @return count.
     */
    public long failedCount()
    {
        return failedCount;
    }

    @Override
    public void close()
    {
        CloseHelper.quietClose(channel);
    }
}
