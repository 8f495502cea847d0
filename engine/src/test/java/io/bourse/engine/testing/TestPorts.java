// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * Looks for free ports on the loopback interface.
 */
public final class TestPorts
{
    private TestPorts()
    {
    }

    /** True when nobody has any of the ports at the moment. */
    public static boolean areFree(final int basePort, final int count)
    {
        for (int port = basePort; port < basePort + count; port++)
        {
            try (DatagramSocket socket =
                new DatagramSocket(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port)))
            {
                socket.setReuseAddress(false);
            }
            catch (final IOException ex)
            {
                return false;
            }
        }
        return true;
    }

    /** First of so many ports in a row that nobody has at the moment. */
    public static int freeRow(final int count)
    {
        while (true)
        {
            try (DatagramSocket first = new DatagramSocket(0, InetAddress.getLoopbackAddress()))
            {
                final int basePort = first.getLocalPort();
                if (basePort + count <= 0xFFFF && areFree(basePort + 1, count - 1))
                {
                    return basePort;
                }
            }
            catch (final IOException ex)
            {
                throw new UncheckedIOException("no port of the loopback interface can be opened", ex);
            }
        }
    }
}
