// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.deploy.config.ConfigurationException;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.deploy.node.Venue;
import io.bourse.deploy.node.VenueEngine;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.gateway.sbe.client.TwimeClient;
import io.bourse.gateway.sbe.client.TwimeListener;
import io.bourse.gateway.sbe.twime.NewOrderSingleResponseDecoder;
import io.bourse.gateway.sbe.twime.SideEnum;
import io.bourse.gateway.sbe.twime.TimeInForceEnum;
import io.bourse.gateway.sbe.wire.TwimeFrames;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A venue in each of its layouts: it has the threads that the layout says, answers, and leaves nothing open.
 */
@Timeout(300)
@Tag("venue")
class ThreadLayoutTest
{
    /** Of components, and of the archive. */
    private static final Set<String> OWN =
        Set.of("sbe-gateway", "fix-gateway", "market-data-publisher-0", "archive-conductor");
    private static final int ORDERS = 20;
    private static final int KEEPALIVE_MS = 60_000;
    private static final int INSTRUMENT = 1001;
    private static final long PRICE_E5 = 92_345_00000L;

    @TempDir
    private Path dir;

    @ParameterizedTest
    @CsvSource({
        "compact,   park,  ram,   , ''",
        "compact,   park,  ram,  0, archive-conductor",
        "compact,   park,  disk,  , archive-conductor",
        "compact,   spin,  ram,   , ''",
        "dedicated, park,  ram,   , 'sbe-gateway fix-gateway market-data-publisher-0 archive-conductor'",
        "dedicated, yield, disk, 0, 'sbe-gateway fix-gateway market-data-publisher-0 archive-conductor'"})
    void shouldHaveTheThreadsOfItsLayoutAndAnswer(
        final String layout, final String idle, final String durability, final Integer coreOfArchive,
        final String threads) throws IOException
    {
        final boolean hasGapMeter = "spin".equals(idle);
        final InetSocketAddress twime;
        final InetSocketAddress fix;
        final Map<String, Object> options = new LinkedHashMap<>(Map.of(
            "venue.layout", layout,
            "venue.durability", durability,
            "venue.engine.idle", idle,
            "venue.engine.gap-meter", hasGapMeter));
        if (null != coreOfArchive)
        {
            options.put("venue.cores.archive", coreOfArchive);
        }
        try (Venue venue = start(options))
        {
            assertEquals(Arrays.stream(threads.split(" ")).filter((name) -> !name.isEmpty())
                .collect(Collectors.toSet()), threads().stream().filter(OWN::contains).collect(Collectors.toSet()));
            assertTrue(threads().contains("bourse-engine"));
            twime = venue.twime().localAddress();
            fix = venue.fix().localAddress();
            trade(twime);
        }
        assertEquals(hasGapMeter, Files.exists(dir.resolve(VenueEngine.GAP_FILE)));
        // Free again: a socket that a thread watched is closed with its component.
        new ServerSocket(twime.getPort(), 1, twime.getAddress()).close();
        new ServerSocket(fix.getPort(), 1, fix.getAddress()).close();
    }

    @Test
    void shouldRefuseAProcessorForARoomWithoutAThread()
    {
        final ConfigurationException ex = assertThrows(ConfigurationException.class,
            () -> start(Map.of("venue.layout", "compact", "venue.cores.twime", 0)).close());
        assertTrue(ex.getMessage().contains("key=venue.cores.twime value=0"), ex::getMessage);
    }

    private Venue start(final Map<String, Object> given) throws IOException
    {
        final Map<String, Object> options = new LinkedHashMap<>(TestVenue.options(dir));
        options.putAll(given);
        return Venue.start(VenueConfigLoader.load(null, options));
    }

    private static void trade(final InetSocketAddress address) throws IOException
    {
        final Set<Long> answered = new TreeSet<>();
        final TwimeListener listener = new TwimeListener()
        {
            @Override
            public void onNewOrderSingleResponse(final long seqNo, final NewOrderSingleResponseDecoder message)
            {
                answered.add(message.clOrdID());
            }
        };
        final TwimeClient client = TwimeClient.connect(address, "TWAA01", KEEPALIVE_MS);
        try (client)
        {
            while (TwimeClient.State.ESTABLISHING == client.state())
            {
                client.poll(listener);
                Thread.onSpinWait();
            }
            for (long id = 1; id <= ORDERS; id++)
            {
                assertTrue(client.newOrder(id, INSTRUMENT, SideEnum.Buy, PRICE_E5, 1, TimeInForceEnum.Day,
                    AccountCode.pack("AA01000"), TwimeFrames.NULL_INT32));
                while (!answered.contains(id))
                {
                    client.poll(listener);
                    Thread.onSpinWait();
                }
            }
        }
    }

    private static Set<String> threads()
    {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName).collect(Collectors.toSet());
    }
}
