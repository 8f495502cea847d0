// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.ThreadMXBean;
import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.InstrumentDefinedEncoder;
import io.bourse.engine.protocol.OrderAcceptedEncoder;
import io.bourse.engine.protocol.OrderCancelledEncoder;
import io.bourse.engine.protocol.SessionOpenedEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.protocol.TradeEncoder;
import io.bourse.marketdata.Multicast;
import io.bourse.marketdata.market.PublicMarket;
import io.bourse.marketdata.market.PublicTransaction;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.testing.EventScript;
import org.junit.jupiter.api.Test;

import java.lang.management.ManagementFactory;

/**
 * A live feed allocates nothing per transaction once it has seen its peak.
 */
class PitchAllocationTest
{
    private static final int ROUNDS = 4_000;
    private static final long PRICE_E5 = 100_00000L;

    private final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
    private final PitchFeed feed = new PitchFeed(PitchFeedOptions.builder()
        .feedA(MulticastEndpoint.parse(Multicast.free()))
        .feedB(MulticastEndpoint.parse(Multicast.free()))
        .recovery(PitchRecoveryOptions.builder().build())
        // The system's wall clock makes an object for each reading, which only the second compiler removes.
        .clock(System::nanoTime)
        .build());
    private final EventScript events = new EventScript(new PublicMarket(this::onTransaction));
    private long allocated;
    private long elapsedNs;

    @Test
    void shouldNotAllocateOnceItHasSeenItsPeak()
    {
        try (feed)
        {
            events.begin().event(new InstrumentDefinedEncoder(), (e) -> e.instrumentId(7).symbol("ABC")).end();
            events.begin().event(new SessionOpenedEncoder(), (e) -> e.sessionId(1)).end();
            feed.goLive(0);
            run(1, ROUNDS);
            allocated = 0;
            elapsedNs = 0;
            run(100_000, ROUNDS);
            System.out.println("PitchAllocationTest nsPerTransaction=" + elapsedNs / (3L * ROUNDS) +
                " bytes=" + allocated);
            // The virtual machine itself takes a few bytes now and then.
            assertEquals(0, allocated / (3 * ROUNDS));
            assertEquals(0, feed.counters().get(PitchCounter.SEND_FAILURES));
        }
    }

    private void run(final long firstId, final int rounds)
    {
        for (int i = 0; i < rounds; i++)
        {
            final long resting = firstId + 2L * i;
            final long taking = resting + 1;
            events.begin();
            accept(resting, Side.SELL, 10);
            events.end();
            events.begin();
            accept(taking, Side.BUY, 4);
            events.event(new TradeEncoder(), (e) ->
            {
                e.tradeId(taking).instrumentId(7).aggressorSide(Side.BUY).priceE5(PRICE_E5).qtyLots(4);
                EventScript.party(e.buy(), 1, taking, PRICE_E5, 0);
                EventScript.party(e.sell(), 2, resting, PRICE_E5, 6);
            });
            events.end();
            events.begin();
            events.event(new OrderCancelledEncoder(), (e) -> e.orderId(resting).instrumentId(7).side(Side.SELL)
                .qtyLots(6).reason(CancelReason.REQUESTED));
            events.end();
        }
    }

    private void accept(final long orderId, final Side side, final long qtyLots)
    {
        events.event(new OrderAcceptedEncoder(), (e) -> e.orderId(orderId).instrumentId(7).side(side)
            .priceE5(PRICE_E5).qtyLots(qtyLots).timeInForce(TimeInForce.DAY).shown((short)1));
    }

    private void onTransaction(final PublicTransaction transaction)
    {
        final long bytes = threads.getCurrentThreadAllocatedBytes();
        final long startNs = System.nanoTime();
        feed.onTransaction(transaction);
        elapsedNs += System.nanoTime() - startNs;
        allocated += threads.getCurrentThreadAllocatedBytes() - bytes;
    }
}
