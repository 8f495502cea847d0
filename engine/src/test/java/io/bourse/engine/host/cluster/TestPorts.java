// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * Looks for free ports on the loopback interface.
 */
final class TestPorts
{
    private TestPorts()
    {
    }

    /** True when nobody has any of the ports at the moment. */
    static boolean areFree(final int basePort, final int count)
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
}
