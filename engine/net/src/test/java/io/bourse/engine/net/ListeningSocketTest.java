// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnresolvedAddressException;
import java.util.ArrayList;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

class ListeningSocketTest
{
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress("127.0.0.1", 0);
    private static final int BACKLOG = 8;

    private final IdleStrategy idle = new SleepingMillisIdleStrategy(1);

    @Test
    void shouldSayWhenAConnectionHasComeAndTakeIt() throws IOException
    {
        final List<Object> ready = new ArrayList<>();
        try (Selector selector = Selector.open();
            ListeningSocket listener = new ListeningSocket(ANY_PORT, BACKLOG, null))
        {
            listener.register(selector, "the plain port");
            assertNull(listener.accept());
            assertFalse(listener.isTls());
            try (SocketChannel client = SocketChannel.open(listener.localAddress()))
            {
                while (ready.isEmpty())
                {
                    selector.selectNow((key) -> ready.add(key.attachment()));
                    idle.idle();
                }
                assertEquals(List.of("the plain port"), ready);
                try (SocketChannel accepted = listener.accept())
                {
                    assertNotNull(accepted);
                    assertEquals(client.getLocalAddress(), accepted.getRemoteAddress());
                    assertInstanceOf(PlainChannel.class, listener.channel(accepted));
                }
            }
            assertNull(listener.accept());
        }
    }

    @Test
    void shouldRefuseAnAddressThatIsTakenOrNone() throws IOException
    {
        try (ListeningSocket listener = new ListeningSocket(ANY_PORT, BACKLOG, null))
        {
            assertThrows(BindException.class, () -> new ListeningSocket(listener.localAddress(), BACKLOG, null));
        }
        final InetSocketAddress nowhere = InetSocketAddress.createUnresolved("nowhere.invalid", 1);
        assertThrows(UnresolvedAddressException.class, () -> new ListeningSocket(nowhere, BACKLOG, null));
    }

    @Test
    void shouldTakeNobodyOnceItIsClosed() throws IOException
    {
        final ListeningSocket listener = new ListeningSocket(ANY_PORT, BACKLOG, null);
        listener.close();
        assertThrows(ClosedChannelException.class, listener::accept);
    }
}
