// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.deploy.config.LoopbackFeeds;
import io.bourse.deploy.config.MarketDataConfig;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.deploy.decode.SamplePackets;
import io.bourse.marketdata.client.Recovery;
import io.bourse.marketdata.client.SimbaFeed;
import io.bourse.marketdata.client.SimbaReceiver;
import io.bourse.marketdata.client.SimbaReceiverOptions;
import io.bourse.marketdata.net.FeedEndpoints;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;

class WatchStateTest
{
    private static final long GAP_TIMEOUT_NS = 50_000_000;

    private final StringWriter out = new StringWriter();
    private final SamplePackets packets = new SamplePackets();
    private SimbaReceiver receiver;
    private WatchModel model;
    private long nowNs = 1;

    @AfterEach
    void close()
    {
        receiver.close();
    }

    @Test
    void shouldSayWhenTheBookIsNotRightAndWhenItIsAgain() throws IOException
    {
        open(new LineView(new PrintWriter(out)));
        receive(packets.order(1, 1, 1, false, 15_000_000, 10));
        receive(packets.order(3, 3, 3, true, 14_800_000, 7));
        assertEquals(WatchState.LIVE, model.state());
        nowNs += 2 * GAP_TIMEOUT_NS;
        receiver.doWork();
        receiver.onPacket(SimbaFeed.SNAPSHOT_A, packets.book(1, 3, 3, 14_900_000, 5).buffer(), 0, packets.length());
        receiver.onPacket(SimbaFeed.SNAPSHOT_A, packets.sequenceReset(2).later(1).buffer(), 0, packets.length());
        model.silent(true);
        model.silent(false);

        assertEquals(
            List.of(
                "state 1001 live securityId=1001",
                "book 1001 bid ask 10@150",
                "state 1001 recovering securityId=1001",
                "state 1001 stale securityId=1001",
                "book 1001 bid 5@149 ask",
                "state 1001 live securityId=1001",
                "state 1001 silent securityId=1001",
                "state 1001 live securityId=1001"),
            out.toString().lines().map(line -> line.replaceFirst("^[^ ]+ ", "")).toList());
        assertEquals(Map.of(Recovery.Way.SNAPSHOT, 1), model.recoveries());
    }

    @Test
    void shouldDrawOverWhatItHasDrawnWhenItIsATerminal() throws IOException
    {
        final ScreenView view = new ScreenView(new PrintWriter(out));
        open(view);
        view.onCycle(model, nowNs);
        receive(packets.order(1, 1, 1, false, 15_000_000, 10));
        receive(packets.order(2, 2, 2, true, 14_900_000, 5));
        view.onCycle(model, nowNs + 1);
        final int before = out.toString().length();
        receive(packets.fill(3, 3, 3, 1, 15_000_000, 4, 6));
        view.onCycle(model, nowNs + 200_000_000);
        view.onEnd(model);

        assertTrue(out.toString().startsWith("\u001b[?25l1001  1001  \u001b[7m joining \u001b[0m\n"), out::toString);
        final String frame = out.toString().substring(before);
        assertTrue(frame.startsWith("\u001b[5A\r\u001b[J1001  1001  live  04:00:00.000000004Z  packet 3\n" +
            "  orders         lots              bid | ask              lots         orders  \n" +
            "       1            5              149 | 150              6            1       \n" +
            "                                       |                                       \n" +
            "trades 1\n" +
            "04:00:00.000000004Z            4 @ 150              buy\n"), frame);
        assertTrue(frame.endsWith("\u001b[?25h"), frame);
    }

    private void open(final WatchView view) throws IOException
    {
        final MarketDataConfig feeds =
            VenueConfigLoader.load(null, LoopbackFeeds.options("239.195.16")).marketData();
        model = new WatchModel("1001", 2, view);
        receiver = new SimbaReceiver(SimbaReceiverOptions.builder()
            .endpoints(FeedEndpoints.of(
                text(feeds.address("simba.orders-log.incremental-a")),
                text(feeds.address("simba.orders-log.incremental-b")),
                text(feeds.address("simba.orders-log.snapshot-a")),
                text(feeds.address("simba.orders-log.snapshot-b"))))
            .gapTimeoutNs(GAP_TIMEOUT_NS)
            .clock(() -> nowNs)
            .listener(model).build());
        model.instrument(1001, null, receiver.books());
    }

    private void receive(final SamplePackets packet)
    {
        receiver.onPacket(SimbaFeed.INCREMENTAL_A, packet.buffer(), 0, packet.length());
    }

    private static String text(final InetSocketAddress address)
    {
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }
}
