// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.client.operator.PhaseChangeSpec;
import io.bourse.engine.client.operator.PhaseOperator;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.testing.TestEngine;
import io.bourse.marketdata.Multicast;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.publisher.MarketDataPublisher;
import io.bourse.marketdata.publisher.MarketDataPublisherOptions;
import io.bourse.testing.SharedData;
import org.agrona.CloseHelper;
import org.agrona.collections.Long2LongHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The orders of recorded days of real exchanges through an engine: the books of the feed equal the public ones after
 * every transaction. The days themselves are proven elsewhere; here only their orders matter.
 */
@Tag("venue")
class RecordedDayTest
{
    private static final int INSTRUMENT_ID = 2001;
    private static final int MAX_LOBSTER_ROWS = 60_000;
    private static final long SCALE = 100;
    private static final long UNKNOWN = Long.MIN_VALUE;

    private TestEngine engine;
    private RecordedFlow flow;
    private PhaseOperator phases;
    private MarketDataPublisher publisher;
    private PitchFeed feed;
    private PitchCheck check;

    @BeforeEach
    void setUp(@TempDir final Path dir)
    {
        engine = TestEngine.start(dir).withDemoReferenceData();
        phases = new PhaseOperator(engine.operator());
    }

    @AfterEach
    void tearDown()
    {
        CloseHelper.closeAll(publisher, flow, engine);
    }

    @Test
    void shouldKeepTheBooksThroughTheShanghaiDay() throws IOException
    {
        final Path file = SharedData.require("data/sse_600519_20230207_events.csv.gz");
        start("600519", 1_000);
        phase(Phase.OPENING_AUCTION);
        Phase phase = Phase.OPENING_AUCTION;
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
            new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.US_ASCII)))
        {
            reader.readLine();
            for (String line = reader.readLine(); null != line; line = reader.readLine())
            {
                final String[] row = line.split(",", -1);
                final Phase next = shanghaiPhase(row, phase);
                if (next != phase)
                {
                    phase = next;
                    phase(next);
                }
                shanghaiRow(row);
                publisher.doWork();
            }
        }
        phase(Phase.CONTINUOUS);
        finish(60_000, 10_000);
    }

    @Test
    void shouldKeepTheBooksThroughTheMorningOfTheGoogleDay() throws IOException
    {
        final Path file = SharedData.require("data/LOBSTER_SampleFile_GOOG_2012-06-21_10.zip");
        start("GOOG", 10);
        final Long2LongHashMap rests = new Long2LongHashMap(UNKNOWN);
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(file)))
        {
            ZipEntry entry = zip.getNextEntry();
            while (!entry.getName().contains("_message_"))
            {
                entry = zip.getNextEntry();
            }
            final BufferedReader reader = new BufferedReader(new InputStreamReader(zip, StandardCharsets.US_ASCII));
            for (int i = 0; i < MAX_LOBSTER_ROWS; i++)
            {
                lobsterRow(reader.readLine().split(","), rests);
                publisher.doWork();
            }
        }
        finish(50_000, 2_000);
    }

    private void lobsterRow(final String[] row, final Long2LongHashMap rests)
    {
        final long key = Long.parseLong(row[2]);
        final long lots = Long.parseLong(row[3]);
        final long priceE5 = Long.parseLong(row[4]) * 10;
        final boolean isBuy = "1".equals(row[5]);
        if (!"1".equals(row[1]) && UNKNOWN == rests.get(key))
        {
            // An order from before the file.
            return;
        }
        switch (row[1])
        {
            case "1" ->
            {
                rests.put(key, lots);
                flow.rest(key, isBuy, priceE5, lots);
            }
            case "2" ->
            {
                rests.put(key, rests.get(key) - lots);
                if (0 < rests.get(key))
                {
                    flow.setRest(key, priceE5, rests.get(key));
                }
            }
            case "3" -> flow.cancel(key);
            case "4" ->
            {
                rests.put(key, rests.get(key) - lots);
                flow.take(!isBuy, priceE5, lots);
            }
            default ->
            {
                // Hidden executions and halts change no visible book.
            }
        }
    }

    private void shanghaiRow(final String[] row)
    {
        final boolean isBuy = "B".equals(row[3]);
        switch (row[2])
        {
            case "ADD" -> flow.rest(
                Long.parseLong(row[4]), isBuy, Long.parseLong(row[6]) * SCALE, Long.parseLong(row[7]) / 1_000);
            case "DEL" -> flow.cancel(Long.parseLong(row[4]));
            default ->
            {
                if (!"N".equals(row[3]))
                {
                    flow.take(isBuy, Long.parseLong(row[6]) * SCALE, Long.parseLong(row[7]) / 1_000);
                }
            }
        }
    }

    private static Phase shanghaiPhase(final String[] row, final Phase phase)
    {
        final boolean isAuctionTrade = "TRD".equals(row[2]) && "N".equals(row[3]);
        if (Phase.OPENING_AUCTION == phase)
        {
            return isAuctionTrade ? Phase.CONTINUOUS : phase;
        }
        return Integer.parseInt(row[1]) >= 14_570_000 ? Phase.CLOSING_AUCTION : phase;
    }

    private void start(final String symbol, final long tickE5)
    {
        engine.operator().defineInstrument(new InstrumentSpec(INSTRUMENT_ID, symbol, InstrumentKind.FUTURE, symbol,
            "USD", tickE5, tickE5, tickE5, 9_999_999_00000L, 1_800_00000L, 1_000, 1_000, 20991231));
        flow = new RecordedFlow(engine.connect(), INSTRUMENT_ID);
        publisher = new MarketDataPublisher(MarketDataPublisherOptions.builder()
            .engineClient(engine.connect())
            .feeds(List.of(
                (market) ->
                {
                    feed = new PitchFeed(PitchFeedOptions.builder()
                        .feedA(MulticastEndpoint.parse(Multicast.free()))
                        .feedB(null)
                        .recovery(PitchRecoveryOptions.builder().build()).build());
                    return feed;
                },
                (market) ->
                {
                    check = new PitchCheck(market, feed, 0);
                    return check;
                })).build());
    }

    private void phase(final Phase phase)
    {
        flow.listen(0);
        phases.changePhase(PhaseChangeSpec.ofInstrument(INSTRUMENT_ID, phase));
    }

    private void finish(final long minCompared, final long minTrades)
    {
        flow.listen(0);
        final long end = engine.connect().endCursor();
        while (feed.publishedCursor() < end)
        {
            if (0 == publisher.doWork())
            {
                Thread.yield();
            }
        }
        final String facts = "compared=" + check.compared() + " trades=" + check.trades() + ' ' + feed.counters();
        System.out.println("RecordedDayTest " + facts);
        assertTrue(check.compared() > minCompared && check.trades() > minTrades, facts);
        assertEquals(0, check.crossed(), facts);
        assertEquals(0, feed.counters().get(PitchCounter.UNSHOWABLE), facts);
    }
}
