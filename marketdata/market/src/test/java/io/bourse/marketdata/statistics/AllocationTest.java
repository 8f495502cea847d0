// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListenerPair;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderAcceptedEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradeEncoder;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * Statistics are on the path of every transaction: once everything has been seen they must not make garbage.
 */
class AllocationTest
{
    private static final int SI = 1001;
    private static final int WARM_UP = 20_000;
    private static final int MEASURED = 20_000;
    /** The measurement itself, and a map that grows late. */
    private static final long TOLERATED_BYTES = 4096;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[512]);
    private final TradeEncoder trade = new TradeEncoder();
    private final TradeDecoder tradeDecoder = new TradeDecoder();
    private final OrderAcceptedEncoder order = new OrderAcceptedEncoder();
    private final OrderAcceptedDecoder orderDecoder = new OrderAcceptedDecoder();
    private final EventGroup group = new ScriptGroup(64, 1_000_000_000L);
    private long published;

    @Test
    void shouldNotAllocatePerTransaction()
    {
        final PriceIndices indices = new PriceIndices(
            List.of(new IndexSpec(9, "X", "RUB", 20261120, 100_00000, 1_000_003, 2, 0,
                List.of(new IndexMember(SI, 1_234_567, 4_800)))),
            (index, timeNs, isClose) -> published++);
        final ObligationCounters counters = new ObligationCounters(List.of(
            new ObligationSpec(ObligationSpec.Kind.LOGIN, "TWAA1", SI, 800, 20, 0, 10)));
        final MarketStatistics statistics = new MarketStatistics(indices);
        final EventListenerPair events = new EventListenerPair(statistics, counters);
        new StatisticsScript(events)
            .login(1, "TWAA1", "AA01")
            .instrument(SI, "SI-12.26", InstrumentKind.FUTURE, 100_000, 100_000, 90_000_00000L, 20261217)
            .session(1, 20261122);

        long sum = 0;
        for (int i = 0; i < WARM_UP; i++)
        {
            sum += transaction(events, statistics, i);
        }
        final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
        final long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < MEASURED; i++)
        {
            sum += transaction(events, statistics, i);
        }
        final long allocated = threads.getCurrentThreadAllocatedBytes() - before;

        assertTrue(allocated <= TOLERATED_BYTES, "allocated=" + allocated);
        assertTrue(published > MEASURED / 2 && 0 != sum, "published=" + published);
        assertEquals(WARM_UP + MEASURED, statistics.statistics(SI).tradeCount());
        assertEquals(WARM_UP + MEASURED, counters.reports().getFirst().trades());
    }

    /** An order of the provider that trades away at once. */
    private long transaction(final EventListenerPair events, final MarketStatistics statistics, final int i)
    {
        final long priceE5 = (90_000 + i % 64) * 100_000L;
        order.wrap(buffer, 0).loginId(1).instrumentId(SI).orderId(i).side(Side.BUY).priceE5(priceE5).qtyLots(20)
            .shown((short)1);
        events.onOrderAccepted(group, orderDecoder.wrap(
            buffer, 0, OrderAcceptedDecoder.BLOCK_LENGTH, OrderAcceptedDecoder.SCHEMA_VERSION));
        trade.wrap(buffer, 0).instrumentId(SI).priceE5(priceE5).qtyLots(20).aggressorSide(Side.SELL);
        trade.buy().orderId(i).restLots(0).loginId(1).accountId(i % 8);
        trade.sell().orderId(-1).restLots(0).loginId(2).accountId(i * 7 % 8);
        events.onTrade(group, tradeDecoder.wrap(
            buffer, 0, TradeDecoder.BLOCK_LENGTH, TradeDecoder.SCHEMA_VERSION));
        events.onGroupEnd(group);
        return statistics.statistics(SI).vwapE5();
    }
}
