// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.testing;

import io.bourse.engine.host.cluster.MemberEndpoints;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Ports of the loopback interface for members that are killed and started again.
 */
public final class TestPorts
{
    /** Open until this process ends, so that tests of other processes are not given a dead member's ports. */
    private static final List<ServerSocket> ROWS = new CopyOnWriteArrayList<>();

    private TestPorts()
    {
    }

    /** First of so many ports in a row, 64 at most, that no other test is given as long as this process lives. */
    public static int reserveRow(final int count)
    {
        for (int basePort = MemberEndpoints.freeRow(count);; basePort = MemberEndpoints.freeRow(count))
        {
            try
            {
                ROWS.add(new ServerSocket(basePort, 1, InetAddress.getLoopbackAddress()));
                return basePort;
            }
            catch (final BindException ex)
            {
                // Somebody was faster: another row.
                continue;
            }
            catch (final IOException ex)
            {
                throw new UncheckedIOException("a port of the loopback interface cannot be opened: " + basePort, ex);
            }
        }
    }
}
