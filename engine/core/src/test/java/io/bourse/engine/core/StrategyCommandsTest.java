// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.OffBookTradeDecoder;
import io.bourse.engine.protocol.PositionDecoder;
import io.bourse.engine.protocol.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Legs of strategies and what their trades do. Instrument 11 is near, 12 far, both with a settlement price; 20 is the
 * spread between them: far less near.
 */
class StrategyCommandsTest
{
    private static final int NEAR = 11;
    private static final int FAR = 12;
    private static final int SPREAD = 20;
    private static final int OTHER_SPREAD = 21;

    private final CoreFixture core = new CoreFixture().withMembers();
    private final CommandWriter commands = core.commands;
    private final StrategyCommandWriter strategies = new StrategyCommandWriter(commands);

    @BeforeEach
    void defineInstruments()
    {
        future(NEAR, "NEAR", 10, 50_005);
        future(FAR, "FAR", 10, 51_000);
        spread(SPREAD, "SPREAD", 10);
        spread(OTHER_SPREAD, "OTHER", 10);
    }

    @Test
    void shouldAnswerWithTheLegsInOrderAndAgainWhenTheyComeAgain()
    {
        final List<String> first = legs(SPREAD, NEAR, -1, FAR, 1);
        assertEquals(2, first.size());
        assertEquals(first, legs(SPREAD, NEAR, -1, FAR, 1));
        assertEquals(List.of(refused(SPREAD, "ALREADY_DEFINED")), legs(SPREAD, NEAR, 1, FAR, -1));
    }

    @Test
    void shouldRefuseLegsThatCannotBe()
    {
        future(13, "THIRDS", 15, 50_000);
        future(14, "COARSE", 20, 50_000);
        core.send(commands.instrument(15, "EURO", e -> e.priceTickE5(10).currency("EUR")));
        assertEquals(List.of(refused(99, "UNKNOWN_INSTRUMENT")), legs(99, NEAR, -1, FAR, 1));
        assertEquals(List.of(refused(SPREAD, "UNKNOWN_INSTRUMENT")), legs(SPREAD, NEAR, -1, 99, 1));
        assertEquals(List.of(refused(NEAR, "INVALID_FIELD")), legs(NEAR, NEAR, -1, FAR, 1));
        assertEquals(List.of(refused(SPREAD, "INVALID_FIELD")), legs(SPREAD, FAR, 1));
        assertEquals(List.of(refused(SPREAD, "INVALID_FIELD")), legs(SPREAD, 1, 1, 2, 1, 3, 1, NEAR, 1, FAR, 1));
        assertEquals(List.of(refused(SPREAD, "INVALID_FIELD")), legs(SPREAD, NEAR, 0, FAR, 1));
        assertEquals(List.of(refused(SPREAD, "INVALID_FIELD")), legs(SPREAD, NEAR, 101, FAR, 1));
        assertEquals(
            List.of(refused(SPREAD, "INVALID_FIELD")), legs(SPREAD, NEAR, Integer.MIN_VALUE, FAR, 1));
        assertEquals(List.of(refused(SPREAD, "INVALID_FIELD")), legs(SPREAD, NEAR, -1, NEAR, 1));
        assertEquals(List.of(refused(SPREAD, "INVALID_FIELD")), legs(SPREAD, NEAR, -1, OTHER_SPREAD, 1));
        assertEquals(List.of(refused(SPREAD, "INVALID_FIELD")), legs(SPREAD, NEAR, -1, 15, 1));
        // The last leg could not take what is left: its ratio, its tick against the strategy's, against another leg's.
        assertEquals(List.of(refused(SPREAD, "INVALID_COMBINATION")), legs(SPREAD, NEAR, -1, FAR, 2));
        assertEquals(List.of(refused(SPREAD, "INVALID_COMBINATION")), legs(SPREAD, NEAR, -1, 14, 1));
        assertEquals(List.of(refused(SPREAD, "INVALID_COMBINATION")), legs(SPREAD, 13, -1, FAR, 1));
        assertEquals(2, legs(SPREAD, 13, -2, FAR, 1).size());
    }

    @Test
    void shouldTakeFourLegsAndTheLargestRatios()
    {
        future(13, "THIRD", 10, 50_000);
        future(14, "FOURTH", 10, 50_000);
        assertEquals(List.of(refused(SPREAD, "INVALID_FIELD")), legs(SPREAD, NEAR, -101, FAR, 1));
        assertEquals(4, legs(SPREAD, NEAR, -100, 13, 100, 14, -1, FAR, -1).size());
        core.open();
        assertEquals(
            List.of("accepted 1 cl=1 BUY 1@10 DAY"), core.order(1, e -> e.instrumentId(SPREAD).priceE5(10)));
        core.order(2, e -> e.instrumentId(SPREAD).side(Side.SELL.value()).priceE5(10));
        assertEquals(List.of(
            "AA01001 11 -100", "AA01001 12 -1", "AA01001 13 100", "AA01001 14 -1",
            "BB01001 11 100", "BB01001 12 1", "BB01001 13 -100", "BB01001 14 1"), positions());
    }

    @Test
    void shouldTakeNoOrderWhenTheLegsAreNotKnownYet()
    {
        core.open();
        final List<String> refusal = core.order(1, e -> e.instrumentId(SPREAD).priceE5(10));
        assertTrue(refusal.toString().contains("WRONG_STATE"), refusal::toString);
        legs(SPREAD, NEAR, -1, FAR, 1);
        assertEquals(
            List.of("accepted 1 cl=1 BUY 1@10 DAY"), core.order(1, e -> e.instrumentId(SPREAD).priceE5(10)));
    }

    @Test
    void shouldTradeTheLegsSoThatTheirPricesAddUp()
    {
        legs(SPREAD, NEAR, -1, FAR, 1);
        core.open();
        core.order(2, e -> e.instrumentId(SPREAD).side(Side.SELL.value()).priceE5(1_230).qtyLots(7));
        final List<String> events = core.order(1, e -> e.instrumentId(SPREAD).priceE5(1_250).qtyLots(5));
        assertEquals("accepted 2 cl=1 BUY 5@1250 DAY", events.get(0));
        assertEquals("trade 1 5@1230 buy=2/cl1/rest0 sell=1/cl1/rest2 by BUY", events.get(1));
        // Nobody has traded the near leg: its settlement price, down to a tick.
        assertEquals(List.of(
            "leg 2 of 1 instrument=11 5@50000 buy=1 sell=2",
            "leg 3 of 1 instrument=12 5@51230 buy=2 sell=1"), legTrades());
        assertEquals(List.of(
            "AA01001 11 -5", "AA01001 12 5", "BB01001 11 5", "BB01001 12 -5"), positions());
    }

    @Test
    void shouldTakeTheLastPriceOfALegAndNotMakeOne()
    {
        legs(SPREAD, NEAR, -1, FAR, 1);
        core.open();
        core.order(1, e -> e.instrumentId(NEAR).priceE5(49_000));
        core.order(2, e -> e.instrumentId(NEAR).priceE5(49_000).side(Side.SELL.value()));
        for (int i = 0; i < 2; i++)
        {
            core.order(1, e -> e.instrumentId(SPREAD).priceE5(-100));
            core.order(2, e -> e.instrumentId(SPREAD).priceE5(-100).side(Side.SELL.value()));
            assertEquals(2, legTrades().size());
            assertEquals("instrument=11 1@49000", middle(legTrades().get(0)));
            assertEquals("instrument=12 1@48900", middle(legTrades().get(1)));
        }
    }

    @Test
    void shouldAddUpForAnyRatiosAndPrices()
    {
        future(13, "MID", 5, 777);
        spread(22, "BUTTERFLY", 5);
        final long seed = System.nanoTime();
        System.out.println("StrategyCommandsTest seed=" + seed);
        final Random random = new Random(seed);
        // 10 x 3, 5 x 2 and 10: the last leg's tick must divide them all.
        core.send(commands.instrument(16, "FINE", e ->
            e.priceTickE5(5).lowLimitE5(-1_000_000).highLimitE5(1_000_000).settlementPriceE5(3)));
        legs(22, NEAR, 3, 13, -2, FAR, 7, 16, -1);
        core.open();
        for (int i = 0; i < 500; i++)
        {
            final long priceE5 = 5L * (random.nextInt(2_000) - 1_000);
            final long lots = 1 + random.nextInt(100);
            core.order(1, e -> e.instrumentId(22).priceE5(priceE5).qtyLots(lots));
            core.order(2, e -> e.instrumentId(22).priceE5(priceE5).qtyLots(lots).side(Side.SELL.value()));
            final long[] ratios = {3, -2, 7, -1};
            long sumE5 = 0;
            int leg = 0;
            for (final OffBookTradeDecoder trade : decodedLegs())
            {
                sumE5 += ratios[leg] * trade.priceE5();
                assertEquals(Math.abs(ratios[leg]) * lots, trade.qtyLots());
                assertEquals(0, trade.priceE5() % 5);
                leg++;
            }
            assertEquals(4, leg);
            assertEquals(priceE5, sumE5);
        }
    }

    private void future(final int id, final String symbol, final long tickE5, final long settlementE5)
    {
        core.send(commands.instrument(id, symbol, e -> e.priceTickE5(tickE5).settlementPriceE5(settlementE5)));
    }

    private void spread(final int id, final String symbol, final long tickE5)
    {
        core.send(commands.instrument(id, symbol, e -> e.kind(InstrumentKind.SPREAD).priceTickE5(tickE5)
            .lowLimitE5(-1_000_000).highLimitE5(1_000_000).settlementPriceE5(0)));
    }

    private List<String> legs(final int instrumentId, final int... pairs)
    {
        return core.send(strategies.legs(instrumentId, pairs));
    }

    private static String refused(final int instrumentId, final String reason)
    {
        return "rejected cl=- order=- account= instrument=" + instrumentId + " " + reason;
    }

    private List<OffBookTradeDecoder> decodedLegs()
    {
        final List<OffBookTradeDecoder> trades = new ArrayList<>();
        final MessageHeaderDecoder header = new MessageHeaderDecoder();
        for (final byte[] event : core.recorder.events)
        {
            final UnsafeBuffer buffer = new UnsafeBuffer(event);
            if (OffBookTradeDecoder.TEMPLATE_ID == header.wrap(buffer, 0).templateId())
            {
                trades.add(new OffBookTradeDecoder().wrapAndApplyHeader(buffer, 0, header));
            }
        }
        return trades;
    }

    private List<String> legTrades()
    {
        return decodedLegs().stream().map((t) -> "leg " + t.tradeId() + " of " + t.parentTradeId() + " instrument=" +
            t.instrumentId() + " " + t.qtyLots() + "@" + t.priceE5() + " buy=" + t.buy().orderId() + " sell=" +
            t.sell().orderId()).toList();
    }

    private static String middle(final String legTrade)
    {
        return legTrade.substring(legTrade.indexOf("instrument="), legTrade.indexOf(" buy="));
    }

    private List<String> positions()
    {
        core.send(commands.reportState(1));
        final List<String> positions = new ArrayList<>();
        final MessageHeaderDecoder header = new MessageHeaderDecoder();
        for (final byte[] event : core.recorder.events)
        {
            final UnsafeBuffer buffer = new UnsafeBuffer(event);
            if (PositionDecoder.TEMPLATE_ID == header.wrap(buffer, 0).templateId())
            {
                final PositionDecoder position = new PositionDecoder().wrapAndApplyHeader(buffer, 0, header);
                positions.add(AccountCode.unpack(position.accountCode()) + " " +
                    position.instrumentId() + " " + position.netLots());
            }
        }
        return positions;
    }
}
