// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.bourse.engine.net.SocketWatch;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** How long a thread sleeps on its sockets. */
class SocketIdleStrategyTest
{
    @Test
    void shouldYieldLessAndSleepLongerWhenNoClientHasSentAnythingForAWhile() throws IOException
    {
        try (ServerSocketChannel listener = ServerSocketChannel.open()
            .bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0));
            SocketChannel client = SocketChannel.open(listener.getLocalAddress());
            SocketChannel ours = listener.accept();
            SocketWatch watch = new SocketWatch())
        {
            ours.configureBlocking(false);
            watch.addConnection(ours);
            final SocketIdleStrategy idle = new SocketIdleStrategy(watch, 0);
            assertEquals(SocketIdleStrategy.SLEEP_MS, idle.sleepMs());
            for (int i = 0; i < SocketIdleStrategy.SLEEPS_UNTIL_QUIET; i++)
            {
                assertEquals(SocketIdleStrategy.SLEEP_MS, idle.sleepMs());
                // Snapshots on the feeds are work, and no client's.
                idle.idle(1);
                sleep(idle);
            }
            assertEquals(SocketIdleStrategy.QUIET_SLEEP_MS, idle.sleepMs());
            client.write(ByteBuffer.wrap(new byte[1]));
            // Its own work keeps it awake for fewer turns now, so this is as far as the sleep that the byte ends.
            idle.idle(1);
            for (int i = 0; i < SocketIdleStrategy.QUIET_YIELDS; i++)
            {
                idle.idle(0);
                assertEquals(SocketIdleStrategy.QUIET_SLEEP_MS, idle.sleepMs());
            }
            idle.idle(0);
            assertEquals(SocketIdleStrategy.SLEEP_MS, idle.sleepMs());
        }
    }

    private static void sleep(final SocketIdleStrategy idle)
    {
        for (int i = 0; i <= SocketIdleStrategy.YIELDS; i++)
        {
            idle.idle(0);
        }
    }
}
