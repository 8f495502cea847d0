// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import static io.bourse.marketdata.client.InstrumentFeed.FUTURES_INCREMENTAL_A;
import static io.bourse.marketdata.client.InstrumentFeed.FUTURES_INCREMENTAL_B;
import static io.bourse.marketdata.client.InstrumentFeed.FUTURES_REPLAY_A;
import static io.bourse.marketdata.client.InstrumentFeed.FUTURES_REPLAY_B;
import static io.bourse.marketdata.client.InstrumentFeed.OPTIONS_INCREMENTAL_A;
import static io.bourse.marketdata.client.InstrumentFeed.OPTIONS_REPLAY_A;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.marketdata.Multicast;
import io.bourse.marketdata.net.FeedEndpoints;
import io.bourse.marketdata.simba.SecurityTradingStatus;
import io.bourse.marketdata.simba.TradSesStatus;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The directory that the receiver of instruments keeps, from packets by hand.
 */
class InstrumentDirectoryTest
{
    private final List<String> lines = new ArrayList<>();
    private InstrumentScript script = new InstrumentScript(8);
    private InstrumentReceiver receiver;

    @BeforeEach
    void start()
    {
        receiver = receiver(false);
    }

    @AfterEach
    void stop()
    {
        receiver.close();
    }

    private InstrumentReceiver receiver(final boolean withOptions)
    {
        final InstrumentReceiverOptionsBuilder options = InstrumentReceiverOptions.builder()
            .futures(FeedEndpoints.of(Multicast.free(), Multicast.free(), Multicast.free(), Multicast.free()));
        if (withOptions)
        {
            options.options(
                FeedEndpoints.of(Multicast.free(), Multicast.free(), Multicast.free(), Multicast.free()));
        }
        return new InstrumentReceiver(options.listener(new InstrumentListener()
        {
            @Override
            public void onInstrument(final MarketInstrument instrument, final boolean isNew)
            {
                lines.add((isNew ? "new " : "changed ") + instrument.securityId() + ' ' + instrument.symbol() + ' ' +
                    instrument.tradingStatus() + ' ' + instrument.highLimitE5());
            }

            @Override
            public void onTradingSession(final TradingSession session)
            {
                lines.add(session.toString());
            }

            @Override
            public void onComplete(final InstrumentDirectory directory)
            {
                lines.add("complete " + directory.all().size());
            }
        }).build());
    }

    private void both(final InstrumentScript packet)
    {
        packet.to(receiver, FUTURES_REPLAY_A, FUTURES_REPLAY_B);
    }

    private void assertLines(final String... expected)
    {
        assertEquals(List.of(expected), lines);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 8, 9})
    void shouldReadDefinitionsOfEveryVersion(final int version)
    {
        script = new InstrumentScript(version);
        both(script.reset(1));
        both(script.definition(2, 1, 7, "Si-12.26"));

        assertLines("new 7 Si-12.26 18 900000", "complete 1");
        final MarketInstrument instrument = receiver.directory().instrument(7);
        assertSame(instrument, receiver.directory().instrument("Si-12.26"));
        assertEquals(
            List.of("ISIN7", "FUT", "FFXCSX", "RUB", 100_000L, 200_000L, 500_000L, 900_000L, 777_000L, 12_345L,
                23_456L, 1000, 77L, MarketInstrument.NONE, MarketInstrument.NONE, false, false),
            List.of(instrument.altId(), instrument.securityType(), instrument.cfiCode(), instrument.currency(),
                instrument.priceTickE5(), instrument.tickValueE5(), instrument.lowLimitE5(),
                instrument.highLimitE5(), instrument.settlementPriceE5(), instrument.marginOnBuyE2(),
                instrument.marginOnSellE2(), instrument.contractMultiplier(), instrument.sessionId(),
                instrument.strikeE5(), instrument.volatilityE5(), instrument.isTrading(), instrument.isHalted()));
        assertEquals(9 == version ? 0 : 20_261_217, instrument.maturityDate());
        assertEquals(
            3 == version ? List.of() : List.of(new MarketLeg("NEAR", 11, -1), new MarketLeg("FAR", 12, 1)),
            instrument.legs());
        assertEquals(3 == version ? "" : "Si", instrument.underlying());
        assertEquals(3 == version ? "" : "Name of Si-12.26", instrument.description());
        assertEquals(0, receiver.counters().get(InstrumentCounter.MALFORMED_PACKETS));
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 9})
    void shouldFollowStatusLimitsAndTheory(final int version)
    {
        script = new InstrumentScript(version);
        both(script.reset(1));
        both(script.definition(2, 1, 7, "Si-12.26"));
        script.status(7, SecurityTradingStatus.ReadyToTrade, 950_000)
            .to(receiver, FUTURES_INCREMENTAL_A, FUTURES_INCREMENTAL_B);
        assertTrue(receiver.directory().instrument(7).isTrading());
        script.status(7, SecurityTradingStatus.InstrumentHalt, 950_000).to(receiver, FUTURES_INCREMENTAL_B);
        assertTrue(receiver.directory().instrument(7).isHalted());
        script.report(7, 123, 456).to(receiver, FUTURES_INCREMENTAL_A);
        script.unknown().to(receiver, FUTURES_INCREMENTAL_A);

        assertLines("new 7 Si-12.26 18 900000", "complete 1", "changed 7 Si-12.26 17 950000",
            "changed 7 Si-12.26 122 950000", "changed 7 Si-12.26 122 950000");
        assertEquals(123, receiver.directory().instrument(7).volatilityE5());
        assertEquals(456, receiver.directory().instrument(7).theoreticalPriceE5());
        assertEquals(0, receiver.counters().get(InstrumentCounter.MALFORMED_PACKETS));
    }

    @Test
    void shouldKeepWhatIsYoungerThanTheCycle()
    {
        both(script.reset(1));
        final UnsafeBuffer replayed = script.definition(2, 1, 7, "Si-12.26").copy();
        // Published in between, and read before the replay's packet.
        script.status(7, SecurityTradingStatus.ReadyToTrade, 950_000).to(receiver, FUTURES_INCREMENTAL_A);
        assertNull(receiver.directory().instrument(7));
        receiver.onPacket(FUTURES_REPLAY_A, replayed, 0, replayed.capacity());
        assertLines("new 7 Si-12.26 17 950000", "complete 1");

        // The rest of that cycle changes nothing, the next cycle does.
        receiver.onPacket(FUTURES_REPLAY_B, replayed, 0, replayed.capacity());
        assertEquals(2, lines.size());
        both(script.reset(2));
        both(script.definition(3, 1, 7, "Si-12.26"));
        assertEquals("changed 7 Si-12.26 18 900000", lines.get(2));
    }

    @Test
    void shouldGoByNumbersWhenTheOtherSideIsSentByAMachineThatIsBehind()
    {
        both(script.reset(1));
        both(script.definition(2, 1, 7, "A"));
        final InstrumentScript other = new InstrumentScript(8);
        script.status(7, SecurityTradingStatus.ReadyToTrade, 950_000).to(receiver, FUTURES_INCREMENTAL_A);
        script.status(7, SecurityTradingStatus.InstrumentHalt, 950_000).to(receiver, FUTURES_INCREMENTAL_A);
        for (int i = 0; i < 20; i++)
        {
            // Its clock is ahead.
            other.reset(1);
        }
        other.status(7, SecurityTradingStatus.ReadyToTrade, 950_000).to(receiver, FUTURES_INCREMENTAL_B);

        assertTrue(receiver.directory().instrument(7).isHalted());
        assertEquals(1, receiver.counters().get(InstrumentCounter.OUTDATED));
    }

    @Test
    void shouldNotBeCompleteBeforeAFullCycle()
    {
        // Joined in the middle of a cycle: nobody knows how old these are.
        both(script.definition(9, 3, 7, "A"));
        both(script.definition(10, 3, 8, "B"));
        both(script.definition(11, 3, 9, "C"));
        assertFalse(receiver.isComplete());
        both(script.reset(12));
        both(script.definition(1, 3, 7, "A"));
        script.definition(2, 3, 8, "B").to(receiver, FUTURES_REPLAY_B);
        // Lost on both.
        script.definition(3, 3, 9, "C");
        both(script.reset(4));
        both(script.definition(1, 3, 7, "A"));
        assertFalse(receiver.isComplete());
        script.definition(2, 3, 8, "B");
        both(script.definition(3, 3, 9, "C"));

        assertTrue(receiver.isComplete());
        assertLines("new 7 A 18 900000", "new 8 B 18 900000", "new 9 C 18 900000", "complete 3");
        assertEquals(2, receiver.counters().get(InstrumentCounter.CYCLES));
    }

    @Test
    void shouldBeginACycleByItsNumbersWhenTheSequenceResetIsLost()
    {
        both(script.reset(1));
        both(script.definition(2, 1, 7, "A"));
        script.status(7, SecurityTradingStatus.ReadyToTrade, 950_000).to(receiver, FUTURES_INCREMENTAL_A);
        both(script.definition(3, 1, 7, "A"));
        script.reset(4);
        both(script.definition(1, 1, 7, "A"));

        assertEquals(2, receiver.counters().get(InstrumentCounter.CYCLES));
        assertEquals("changed 7 A 18 900000", lines.get(lines.size() - 1));
    }

    @Test
    void shouldBeCompleteWhenThereIsNoInstrument()
    {
        both(script.reset(1));
        both(script.session(77, TradSesStatus.Open));
        assertFalse(receiver.isComplete());
        // Of this cycle a packet was lost.
        both(script.reset(3));
        both(script.session(77, TradSesStatus.Open));
        assertFalse(receiver.isComplete());
        both(script.reset(2));
        assertTrue(receiver.isComplete());
        assertEquals("complete 0", lines.get(lines.size() - 1));
    }

    @Test
    void shouldWaitForFuturesAndOptions()
    {
        receiver.close();
        receiver = receiver(true);
        both(script.reset(1));
        both(script.definition(2, 1, 7, "F"));
        assertFalse(receiver.isComplete());
        script.reset(1).to(receiver, OPTIONS_REPLAY_A);
        script.definition(2, 1, 8, "O").to(receiver, OPTIONS_REPLAY_A);
        script.session(77, TradSesStatus.Open).to(receiver, OPTIONS_INCREMENTAL_A);

        assertLines("new 7 F 18 900000", "new 8 O 18 900000", "complete 2",
            "TradingSession[isOptions=true, sessionId=77, status=2, openTimeNs=100, closeTimeNs=200]");
    }

    @Test
    void shouldEndWithTheLastStateWhateverIsLostDoubledOrSwapped()
    {
        final long seed = System.nanoTime();
        System.out.println("InstrumentDirectoryTest seed=" + seed);
        final Random random = new Random(seed);
        final long[] highs = new long[20];
        for (int cycle = 0; cycle < 50; cycle++)
        {
            final List<Object[]> packets = new ArrayList<>();
            if (cycle < 49)
            {
                final int changed = random.nextInt(highs.length);
                highs[changed] = 1_000_000 + cycle;
                packets.add(new Object[]{FUTURES_INCREMENTAL_A,
                    script.status(changed, SecurityTradingStatus.ReadyToTrade, highs[changed]).copy()});
            }
            packets.add(new Object[]{FUTURES_REPLAY_A, script.reset(highs.length + 1).copy()});
            for (int i = 0; i < highs.length; i++)
            {
                packets.add(new Object[]{FUTURES_REPLAY_A, script.definition(i + 1, highs.length, i, "I" + i).copy()});
                if (0 != highs[i])
                {
                    // As the venue would send it: the definition above is that of the morning.
                    packets.add(new Object[]{FUTURES_INCREMENTAL_A,
                        script.status(i, SecurityTradingStatus.ReadyToTrade, highs[i]).copy()});
                }
            }
            disturb(packets, random, 49 == cycle);
        }
        for (int i = 0; i < highs.length; i++)
        {
            assertEquals(0 == highs[i] ? InstrumentScript.HIGH_E5 : highs[i],
                receiver.directory().instrument("I" + i).highLimitE5(), "seed=" + seed + " instrument=" + i);
        }
        assertTrue(receiver.isComplete(), "seed=" + seed);
    }

    private void disturb(final List<Object[]> packets, final Random random, final boolean isFine)
    {
        final List<Object[]> sent = new ArrayList<>();
        for (final Object[] packet : packets)
        {
            for (int copies = isFine ? 1 : random.nextInt(3); copies > 0; copies--)
            {
                sent.add(packet);
            }
        }
        for (int i = 1; !isFine && i < sent.size(); i++)
        {
            if (0 == random.nextInt(4))
            {
                Collections.swap(sent, i, random.nextInt(i));
            }
        }
        for (final Object[] packet : sent)
        {
            final UnsafeBuffer bytes = (UnsafeBuffer)packet[1];
            receiver.onPacket((InstrumentFeed)packet[0], bytes, 0, bytes.capacity());
        }
    }

    @Test
    void shouldNameTheOptionThatIsMissing()
    {
        final IllegalArgumentException none = assertThrows(IllegalArgumentException.class,
            () -> new InstrumentReceiver(InstrumentReceiverOptions.builder().build()));
        assertTrue(none.getMessage().contains("futures=null"), none.getMessage());
        final IllegalArgumentException half = assertThrows(IllegalArgumentException.class,
            () -> new InstrumentReceiver(
                InstrumentReceiverOptions.builder()
                    .options(FeedEndpoints.of(null, null, Multicast.free(), Multicast.free())).build()));
        assertTrue(half.getMessage().contains("belong together"), half.getMessage());
    }
}
