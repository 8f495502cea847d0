// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.client.operator.PhaseChangeSpec;
import io.bourse.engine.client.operator.PhaseOperator;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.testing.RecordedDays;
import io.bourse.engine.testing.TestEngine;
import io.bourse.marketdata.Multicast;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.publisher.MarketDataPublisher;
import io.bourse.marketdata.publisher.MarketDataPublisherOptions;
import io.bourse.testing.SharedData;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

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
        start("600519", 1_000);
        play(RecordedDays.shanghai(SharedData.require(RecordedDays.SHANGHAI)));
        finish(60_000, 10_000);
    }

    @Test
    void shouldKeepTheBooksThroughTheMorningOfTheGoogleDay() throws IOException
    {
        start("GOOG", 10);
        play(RecordedDays.google(SharedData.require(RecordedDays.GOOGLE), MAX_LOBSTER_ROWS));
        finish(50_000, 2_000);
    }

    private void play(final List<RecordedDays.Request> day)
    {
        for (final RecordedDays.Request request : day)
        {
            switch (request.kind())
            {
                case PHASE -> phase(request.phase());
                case REST -> flow.rest(request.key(), request.isBuy(), request.priceE5(), request.lots());
                case TAKE -> flow.take(request.isBuy(), request.priceE5(), request.lots());
                case CANCEL -> flow.cancel(request.key());
                case SET_REST -> flow.setRest(request.key(), request.priceE5(), request.lots());
            }
            publisher.doWork();
        }
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
