// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

class PlainChannelTest
{
    @Test
    void shouldHandOverBytesAsTheyAre() throws IOException
    {
        final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
        final ByteBuffer received = ByteBuffer.allocate(16);
        try (ServerSocketChannel listener = ServerSocketChannel.open().bind(new InetSocketAddress("127.0.0.1", 0));
            SocketChannel client = SocketChannel.open(listener.getLocalAddress());
            SocketChannel socket = listener.accept();
            ClientChannel channel = new PlainChannel(socket))
        {
            socket.configureBlocking(false);
            assertEquals(0, channel.read(received));
            client.write(ByteBuffer.wrap(new byte[]{1, 2, 3}));
            while (received.position() < 3)
            {
                channel.read(received);
                idle.idle();
            }
            assertEquals(ByteBuffer.wrap(new byte[]{1, 2, 3}), received.flip());
            assertEquals(SelectionKey.OP_READ, channel.interestOps(false));
            assertEquals(SelectionKey.OP_READ | SelectionKey.OP_WRITE, channel.interestOps(true));

            assertEquals(2, channel.write(ByteBuffer.wrap(new byte[]{4, 5})));
            channel.shutdownOutput();
            client.read(received.clear());
            assertEquals(ByteBuffer.wrap(new byte[]{4, 5}), received.flip());
            assertEquals(-1, client.read(received.clear()));
            assertFalse(channel.isFailed() || channel.isReadDue() || channel.hasOwnOutput());
            client.close();
            while (-1 != channel.read(received.clear()))
            {
                idle.idle();
            }
        }
    }
}
