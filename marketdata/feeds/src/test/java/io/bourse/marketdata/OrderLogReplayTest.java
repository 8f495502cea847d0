// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.marketdata.client.PacketReplay;
import io.bourse.marketdata.client.ReplayClient;
import io.bourse.marketdata.client.ReplayClientOptions;
import io.bourse.marketdata.net.MulticastReceiver;
import io.bourse.marketdata.net.PacketHistory;
import io.bourse.marketdata.publisher.MarketDataPublisher;
import io.bourse.marketdata.publisher.MarketDataPublisherOptions;
import io.bourse.marketdata.publisher.simba.ReplayCounter;
import io.bourse.marketdata.publisher.simba.SimbaOrderLog;
import io.bourse.marketdata.publisher.simba.SimbaReplayOptions;
import io.bourse.marketdata.publisher.simba.SimbaReplayServer;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What TCP replay sends is what the incremental feed has sent, also what a former life of the publisher has sent.
 */
@Tag("venue")
class OrderLogReplayTest
{
    private static final int STEPS = 2000;
    private static final int CAPACITY = 4 * 1024 * 1024;

    private final List<String> sent = new ArrayList<>();
    private Venue venue;
    private MulticastReceiver[] sockets;
    private PacketHistory history;
    private SimbaReplayServer server;
    private ReplayClient client;

    @TempDir
    private Path dir;

    @AfterEach
    void tearDown()
    {
        CloseHelper.quietCloseAll(client, venue, history);
        CloseHelper.quietCloseAll(sockets);
    }

    @Test
    void shouldReplayThePacketsOfTheFeedAlsoOfAFormerLife()
    {
        final long seed = System.nanoTime();
        System.out.println("OrderLogReplayTest seed=" + seed);
        venue = new Venue(dir.resolve("engine"), new Random(seed));
        sockets = venue.multicast.openAll();
        start();
        flow(seed);
        replayAll(seed, false);

        venue.publisher.close();
        client.close();
        history.close();
        start();
        // Sent anew only are those that may not have left; nothing of the replay is lost.
        replayAll(seed, true);
        flow(seed);
        replayAll(seed, true);
        assertEquals(0, server.counters().get(ReplayCounter.REQUESTS_REFUSED));
    }

    private void start()
    {
        history = PacketHistory.inFile(dir.resolve("history"), CAPACITY);
        venue.publisher = new MarketDataPublisher(MarketDataPublisherOptions.builder()
            .engineClient(venue.client)
            .feeds(List.of(
                (market) ->
                {
                    venue.orderLog = new SimbaOrderLog(venue.multicast.orderLogContext()
                        .markFile(dir.resolve("mark")).history(history).build(), market);
                    return venue.orderLog;
                },
                (market) ->
                {
                    server = new SimbaReplayServer(SimbaReplayOptions.builder().build(), history);
                    return server;
                })).build());
        venue.workUntil("publisher live", venue.publisher::isLive);
        client = new ReplayClient(ReplayClientOptions.builder().server(server.localAddress()).build());
    }

    private void flow(final long seed)
    {
        for (int i = 0; i < STEPS; i++)
        {
            venue.flow.step();
            venue.work();
            receive();
        }
        venue.flow.listen(0);
        venue.publishAll();
        venue.workUntil("received seed=" + seed + " sent=" + sent.size(), () ->
        {
            receive();
            return sent.size() >= venue.orderLog.msgSeqNum();
        });
    }

    private void receive()
    {
        for (int length = sockets[0].receive(); length > 0; length = sockets[0].receive())
        {
            final DirectBuffer buffer = sockets[0].buffer();
            final int number = (int)SimbaPacketDescriptor.msgSeqNum(buffer, 0);
            if (0 != (SimbaPacketDescriptor.msgFlags(buffer, 0) & SimbaPacketDescriptor.FLAG_INCREMENTAL) &&
                number > sent.size())
            {
                assertEquals(sent.size() + 1, number);
                sent.add(hex(buffer, 0, length));
            }
        }
    }

    private void replayAll(final long seed, final boolean isOtherLife)
    {
        final List<String> replayed = new ArrayList<>();
        assertTrue(sent.size() > 20, "sent=" + sent.size());
        for (long first = 1; first <= sent.size(); first += 1000)
        {
            client.request(first, Math.min(first + 999, sent.size()));
            venue.workUntil("replayed seed=" + seed, () ->
            {
                client.doWork((buffer, offset, length) -> replayed.add(hex(buffer, offset, length)));
                return PacketReplay.State.RUNNING != client.state();
            });
            assertEquals(PacketReplay.State.DONE, client.state(), client.failure());
        }
        assertEquals(isOtherLife ? withoutMarks(sent) : sent, isOtherLife ? withoutMarks(replayed) : replayed,
            "seed=" + seed);
    }

    /** Without the flags and the time of sending, which belong to a life of the publisher. */
    private static List<String> withoutMarks(final List<String> packets)
    {
        final List<String> lines = new ArrayList<>();
        packets.forEach(packet -> lines.add(packet.substring(0, 12) + packet.substring(32)));
        return lines;
    }

    private static String hex(final DirectBuffer buffer, final int offset, final int length)
    {
        final byte[] bytes = new byte[length];
        buffer.getBytes(offset, bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
