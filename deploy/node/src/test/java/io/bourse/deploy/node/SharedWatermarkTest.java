// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.PublishedWatermark;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.security.Principal;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.DatagramSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Market data and gateways with engines of their own, which have nothing in common but a multicast group and a secret.
 */
class SharedWatermarkTest
{
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(20);

    @TempDir
    private Path dir;

    private final List<NodeParts> opened = new ArrayList<>();
    private String group;

    @BeforeEach
    void chooseGroup() throws IOException
    {
        try (DatagramSocket held = new DatagramSocket())
        {
            group = "239.195.15.1:" + held.getLocalPort();
        }
        CredentialStore.at(dir.resolve("credentials")).createMissing();
        CredentialStore.at(dir.resolve("other")).createMissing();
    }

    @AfterEach
    void close()
    {
        opened.forEach(NodeParts::close);
    }

    @Test
    void shouldBeHeardByWhoHasTheSecretAndThePartition()
    {
        final PublishedWatermark sender = sending("credentials", 0);
        final PublishedWatermark foreign = sending("other", 0);
        final PublishedWatermark elsewhere = sending("credentials", 1);
        final PublishedWatermark hearing = hearing("credentials");

        foreign.advance(5_000);
        elsewhere.advance(6_000);
        sender.advance(128);
        await(sender, hearing, 128);
        // One that is late takes nothing back.
        sender.advance(64);
        await(sender, hearing, 256);
        assertEquals(256, hearing.get());
    }

    @Test
    void shouldKnowNoTimeOfWhatAnotherMachineHasPublished()
    {
        final PublishedWatermark sender = sending("credentials", 0);
        final Local ofThisMachine = new Local();
        final PublishedWatermark hearing = hearing("credentials", ofThisMachine);
        sender.advance(64, 1_000);
        assertEquals(1_000, sender.publishedNs());
        ofThisMachine.advance(96, 2_000);
        assertEquals(2_000, hearing.publishedNs());
        await(sender, hearing, 128);
        assertEquals(0, hearing.publishedNs());
    }

    @Test
    void shouldGoOnWithANewSecret() throws Exception
    {
        final PublishedWatermark hearing = hearing("credentials");
        final PublishedWatermark before = sending("credentials", 0);
        await(before, hearing, 128);
        final CredentialStore store = CredentialStore.at(dir.resolve("credentials"));
        store.rotate(Principal.READER);
        store.retire(Principal.READER);
        await(sending("credentials", 0), hearing, 256);
    }

    @Test
    void shouldLeaveAClientAsItIsWithoutAGroup()
    {
        group = "";
        final VenueConfig config = config("credentials", 0);
        final EngineClient client = new Client(new Local());
        try (NodeParts parts = new NodeParts(config))
        {
            assertSame(client, SharedWatermark.sending(config, client, parts));
            assertSame(client, SharedWatermark.hearing(config, client, parts));
        }
    }

    /** Datagrams may be lost: it is said again until it is heard, or for too long. */
    private static void await(final PublishedWatermark sender, final PublishedWatermark hearing, final long cursor)
    {
        final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
        final long deadlineNs = System.nanoTime() + LIMIT_NS;
        while (cursor != hearing.get())
        {
            sender.advance(cursor);
            assertTrue(System.nanoTime() - deadlineNs < 0, () -> "expected=" + cursor + " heard=" + hearing.get());
            idle.idle();
        }
    }

    private PublishedWatermark sending(final String credentials, final int partition)
    {
        final VenueConfig config = config(credentials, partition);
        return SharedWatermark.sending(config, new Client(new Local()), parts(config)).publishedWatermark();
    }

    private PublishedWatermark hearing(final String credentials)
    {
        return hearing(credentials, new Local());
    }

    private PublishedWatermark hearing(final String credentials, final Local local)
    {
        final VenueConfig config = config(credentials, 0);
        return SharedWatermark.hearing(config, new Client(local), parts(config)).publishedWatermark();
    }

    private NodeParts parts(final VenueConfig config)
    {
        final NodeParts parts = new NodeParts(config);
        opened.add(parts);
        return parts;
    }

    private VenueConfig config(final String credentials, final int partition)
    {
        return VenueConfigLoader.load(null, new HashMap<>(Map.of("venue.data-dir", dir.resolve("data").toString(),
            "venue.credentials", dir.resolve(credentials).toString(), "venue.partition", partition,
            "venue.marketdata.watermark", group)));
    }

    /** The counter of an engine of its own. */
    private static final class Local implements PublishedWatermark
    {
        private volatile long cursor;
        private volatile long publishedNs;

        @Override
        public long get()
        {
            return cursor;
        }

        @Override
        public long publishedNs()
        {
            return publishedNs;
        }

        @Override
        public void advance(final long cursor, final long publishedNs)
        {
            this.cursor = cursor;
            this.publishedNs = publishedNs;
        }
    }

    /** A client that has a watermark and nothing else. */
    private record Client(PublishedWatermark publishedWatermark) implements EngineClient
    {
        @Override
        public int partition()
        {
            throw new UnsupportedOperationException();
        }

        @Override
        public CommandPublisher newCommandPublisher(final Principal sender)
        {
            throw new UnsupportedOperationException();
        }

        @Override
        public EventFollower follow(final long fromCursor, final EventListener listener)
        {
            throw new UnsupportedOperationException();
        }

        @Override
        public long endCursor()
        {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close()
        {
            // Nothing is open.
        }
    }
}
