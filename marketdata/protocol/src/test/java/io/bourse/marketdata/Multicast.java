// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata;

import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.MulticastReceiver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.nio.channels.DatagramChannel;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Four feeds on groups and ports that no other test uses: free ports, and groups by chance.
 */
public class Multicast
{
    private static final int RECEIVE_BUFFER_LENGTH = 4 * 1024 * 1024;

    protected final String incrementalA = free();
    protected final String incrementalB = free();
    protected final String snapshotA = free();
    protected final String snapshotB = free();

    /**
     * In the order of SimbaFeed.
     */
    public String[] endpoints()
    {
        return new String[]{incrementalA, incrementalB, snapshotA, snapshotB};
    }

    public MulticastReceiver[] openAll()
    {
        return new MulticastReceiver[]{open(incrementalA), open(incrementalB), open(snapshotA), open(snapshotB)};
    }

    public static NetworkInterface loopback()
    {
        try
        {
            return NetworkInterface.getByName("lo");
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    public static MulticastReceiver open(final String endpoint)
    {
        try
        {
            return new MulticastReceiver(MulticastEndpoint.parse(endpoint), loopback(), RECEIVE_BUFFER_LENGTH);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    public static String free()
    {
        try (DatagramChannel channel = DatagramChannel.open())
        {
            channel.bind(new InetSocketAddress("127.0.0.1", 0));
            final int port = ((InetSocketAddress)channel.getLocalAddress()).getPort();
            final ThreadLocalRandom random = ThreadLocalRandom.current();
            return "239.195." + random.nextInt(2, 255) + '.' + random.nextInt(1, 255) + ':' + port;
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }
}
