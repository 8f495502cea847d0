// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.record;

import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.MulticastReceiver;
import io.bourse.marketdata.pcap.DatagramHeaders;
import org.agrona.concurrent.EpochNanoClock;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;

/**
 * One group, received and recorded, and what came of it.
 */
public final class RecordedFeed implements AutoCloseable
{
    private static final int RECEIVE_BUFFER_LENGTH = 8 * 1024 * 1024;
    private static final int PACKET_LIMIT = 64;

    private final String name;
    private final MulticastEndpoint endpoint;
    private final MulticastReceiver receiver;
    private final CaptureFiles files;
    private final EpochNanoClock clock;
    private final int group;
    private long packetCount;
    private long byteCount;
    private long firstTimeNs;
    private long lastTimeNs;
    private InetSocketAddress lastSender;
    private int lastSenderAddress;

    RecordedFeed(
        final String name,
        final InetSocketAddress address,
        final NetworkInterface networkInterface,
        final CaptureFiles files,
        final EpochNanoClock clock)
        throws IOException
    {
        this.name = name;
        this.files = files;
        this.clock = clock;
        endpoint = new MulticastEndpoint(address.getAddress(), address.getPort());
        group = DatagramHeaders.ipv4(address.getAddress());
        receiver = new MulticastReceiver(endpoint, networkInterface, RECEIVE_BUFFER_LENGTH);
    }

    int poll(final long limit) throws IOException
    {
        int received = 0;
        while (received < PACKET_LIMIT && received < limit)
        {
            final int length = receiver.receive();
            if (0 == length)
            {
                break;
            }
            final long nowNs = clock.nanoTime();
            files.append(nowNs, senderAddress(), receiver.sender().getPort(), group, endpoint.port(),
                receiver.buffer(), length);
            firstTimeNs = 0 == packetCount ? nowNs : firstTimeNs;
            lastTimeNs = nowNs;
            packetCount++;
            byteCount += length;
            received++;
        }
        return received;
    }

    /** The address of a sender is copied out of its object once, not for every datagram. */
    private int senderAddress()
    {
        final InetSocketAddress sender = receiver.sender();
        if (sender != lastSender)
        {
            lastSender = sender;
            lastSenderAddress = DatagramHeaders.ipv4(sender.getAddress());
        }
        return lastSenderAddress;
    }

    /**
     * Name of the feed.
     *
     * @return name, or group:port if it has none.
     */
    public String name()
    {
        return name;
    }

    /**
     * Where it was received.
     *
     * @return group and port.
     */
    public MulticastEndpoint endpoint()
    {
        return endpoint;
    }

    /**
     * Packets recorded.
     *
     * @return count.
     */
    public long packetCount()
    {
        return packetCount;
    }

    /**
     * Bytes of the packets recorded, without headers of the network.
     *
     * @return count.
     */
    public long byteCount()
    {
        return byteCount;
    }

    /**
     * When the first packet came.
     *
     * @return nanoseconds since the Unix epoch; 0 if none came.
     */
    public long firstTimeNs()
    {
        return firstTimeNs;
    }

    /**
     * When the last packet came.
     *
     * @return nanoseconds since the Unix epoch; 0 if none came.
     */
    public long lastTimeNs()
    {
        return lastTimeNs;
    }

    @Override
    public void close()
    {
        receiver.close();
    }
}
