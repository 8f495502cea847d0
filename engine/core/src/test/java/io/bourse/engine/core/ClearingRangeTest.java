// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.core.pretrade.PreTradeRisk;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.ClearingRange;
import io.bourse.engine.protocol.ContractStyle;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.LoginRights;
import io.bourse.engine.protocol.OptionRight;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.SettlementType;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Orders that clearing could not hold are refused, in whatever way they come; those that close a position are not. A
 * lot of instrument 2 is one range unit.
 */
class ClearingRangeTest
{
    private static final int ONE_UNIT = 2;
    private static final long ALL = ClearingRange.REGISTER_UNITS;
    private static final String REFUSED = "POSITION_OUT_OF_RANGE";

    private final CoreFixture core = new CoreFixture().withMembers().open();
    private final VenueCommandWriter venue = new VenueCommandWriter(core.commands);

    private void bound()
    {
        core.send(core.commands.featureLevel(2));
    }

    private String order(final int login, final Side side, final long lots)
    {
        return order(login, side, lots, ONE_UNIT);
    }

    private String order(final int login, final Side side, final long lots, final int instrumentId)
    {
        return outcome(core.order(login, encoder ->
            encoder.side(side.value()).qtyLots(lots).priceE5(500).instrumentId(instrumentId)));
    }

    private static String outcome(final List<String> events)
    {
        final String first = events.getFirst();
        return first.startsWith("rejected") ? first.substring(first.lastIndexOf(' ') + 1) : "taken";
    }

    private void trade(final int buyer, final int seller, final long lots)
    {
        assertEquals("taken", order(buyer, Side.BUY, lots));
        assertEquals("taken", order(seller, Side.SELL, lots));
    }

    private List<Long> held()
    {
        final List<Long> held = new ArrayList<>();
        for (final String line : core.send(core.commands.reportState(1)))
        {
            if (line.startsWith("position"))
            {
                held.add(Long.parseLong(line.substring(line.indexOf("net=") + 4)));
            }
        }
        return held;
    }

    @Test
    void shouldRefuseTheFourOrdersThatMakeADayUnclearable()
    {
        bound();
        final long most = ClearingRange.MAX_LOTS;
        for (int i = 0; i < 2; i++)
        {
            assertEquals(REFUSED, order(1, Side.BUY, most));
            assertEquals(REFUSED, order(1, Side.SELL, most));
        }
        assertEquals(List.of(), held());
    }

    @Test
    void shouldTakeTheFourOrdersBeforeTheLevel()
    {
        final long hash = core.stateHash();
        final long most = ClearingRange.MAX_LOTS;
        for (int i = 0; i < 2; i++)
        {
            assertEquals("taken", order(1, Side.BUY, most));
            assertEquals("taken", order(1, Side.SELL, most));
        }
        assertNotEquals(hash, core.stateHash());
    }

    @Test
    void shouldTakeAllThatFitsAndNotALotMore()
    {
        bound();
        assertEquals(REFUSED, order(1, Side.BUY, ALL + 1));
        assertEquals("taken", order(1, Side.BUY, ALL));
        assertEquals(REFUSED, order(1, Side.BUY, 1));
        assertEquals(REFUSED, order(1, Side.SELL, 1), "it could trade, and what was ordered, too");
        assertEquals("taken", order(2, Side.SELL, ALL));
        assertEquals(List.of(ALL, -ALL), held());
        assertEquals(REFUSED, order(1, Side.SELL, 1), "all of the day is traded");
    }

    @Test
    void shouldBeginTheDayAnewAndLetPositionsBeClosed()
    {
        bound();
        trade(1, 2, ALL);
        evening(2);
        assertEquals(REFUSED, order(1, Side.BUY, 1));
        assertEquals(REFUSED, order(1, Side.SELL, ALL + 1));
        assertEquals(REFUSED, order(2, Side.SELL, 1));
        trade(2, 1, ALL);
        assertEquals(List.of(), held());
        assertEquals(REFUSED, order(1, Side.BUY, 1));
        evening(3);
        trade(1, 2, ALL);
    }

    private void evening(final int nextSessionId)
    {
        final long runId = nextSessionId * 100L;
        core.send(core.commands.suspend(runId, ClearingKind.EVENING));
        core.send(core.commands.complete(runId, ClearingKind.EVENING));
        core.send(core.commands.openSession(nextSessionId, RandomCommands.dateOf(nextSessionId)));
    }

    @Test
    void shouldCountOrdersThatOutliveTheirDay()
    {
        bound();
        core.order(1, encoder -> encoder.qtyLots(ALL - 5).priceE5(500).instrumentId(ONE_UNIT)
            .timeInForce(TimeInForce.GTC.value()));
        evening(2);
        assertEquals(REFUSED, order(1, Side.BUY, 6));
        assertEquals("taken", order(1, Side.BUY, 5));
    }

    @Test
    void shouldCountAllInstrumentsOfARegisterTogether()
    {
        core.send(core.commands.instrument(5, "OTHER", 10, 100, 1_000));
        bound();
        assertEquals("taken", order(1, Side.BUY, ALL / 2));
        assertEquals("taken", order(1, Side.BUY, ALL / 2, 5));
        assertEquals(REFUSED, order(1, Side.SELL, 1, 5));
    }

    @Test
    void shouldCountLotsThatAreWorthMoreAsMore()
    {
        bound();
        // A lot of instrument 1 is worth a million roubles at most, of instrument 3 more than a long holds.
        assertEquals(REFUSED, order(1, Side.BUY, ALL / 51 + 1, 1));
        assertEquals("taken", order(1, Side.BUY, ALL / 51, 1));
        assertEquals(REFUSED, order(2, Side.BUY, 1, 3));
        assertEquals("taken", order(2, Side.BUY, 1, 1));
    }

    @Test
    void shouldCountAnOptionAsTheFutureThatItBecomes()
    {
        final ContractCommandWriter contracts = new ContractCommandWriter(core.commands);
        core.send(core.commands.instrument(7, "CALL", encoder -> encoder.kind(InstrumentKind.OPTION)
            .priceTickE5(10).lowLimitE5(100).highLimitE5(1_000)));
        bound();
        assertEquals("taken", order(2, Side.BUY, ALL, 7));
        core.send(contracts.contract(7, encoder -> encoder.style(ContractStyle.MARGINED_OPTION)
            .right(OptionRight.CALL).settlement(SettlementType.PHYSICAL).strikeE5(100).lotUnits(1)
            .underlyingInstrumentId(1).expiryDate(20_261_217)));
        assertEquals(REFUSED, order(1, Side.BUY, ALL / 51 + 1, 7));
        assertEquals("taken", order(1, Side.BUY, ALL / 51, 7));
    }

    @Test
    void shouldCountTheLotsOfLegs()
    {
        core.send(core.commands.instrument(5, "FAR", 10, 100, 1_000));
        core.send(core.commands.instrument(6, "SPREAD", encoder -> encoder.kind(InstrumentKind.SPREAD)
            .priceTickE5(10).lowLimitE5(-100_000).highLimitE5(100_000)));
        core.send(venue.legs(6, new int[]{ONE_UNIT, 5}, new int[]{-99, 1}));
        bound();
        assertEquals(REFUSED, order(1, Side.BUY, ALL / 100 + 1, 6));
        assertEquals("taken", order(1, Side.BUY, ALL / 100, 6));
        assertEquals("taken", order(2, Side.SELL, ALL / 100, 6));
        assertEquals(REFUSED, order(1, Side.SELL, ALL % 100 + 1));
        assertEquals("taken", order(1, Side.SELL, ALL % 100));
    }

    @Test
    void shouldCountWhatLegsHaveTradedWhenNothingIsHeldAnyMore()
    {
        core.send(core.commands.instrument(5, "FAR", 10, 100, 1_000));
        core.send(core.commands.instrument(6, "SPREAD", encoder -> encoder.kind(InstrumentKind.SPREAD)
            .priceTickE5(10).lowLimitE5(-100_000).highLimitE5(100_000)));
        core.send(venue.legs(6, new int[]{ONE_UNIT, 5}, new int[]{-99, 1}));
        bound();
        for (final Side side : new Side[]{Side.BUY, Side.SELL})
        {
            assertEquals("taken", order(1, side, ALL / 200, 6));
            assertEquals("taken", order(2, Side.BUY == side ? Side.SELL : Side.BUY, ALL / 200, 6));
        }
        assertEquals(List.of(), held());
        assertEquals(REFUSED, order(1, Side.BUY, ALL % 200 + 1));
        assertEquals("taken", order(1, Side.BUY, ALL % 200));
    }

    /** Clearing books the trade and its reversal. */
    @Test
    void shouldCountATradeTwiceWhenItIsBroken()
    {
        core.raiseTo(FeatureLevels.CORRECTABLE);
        trade(1, 2, ALL / 2);
        core.send(core.commands.bustTrade(0, 1, ONE_UNIT, "wrong"));
        assertEquals(List.of(), held());
        assertEquals(REFUSED, order(1, Side.BUY, ALL % 2 + 1));
    }

    @Test
    void shouldRefuseInWhateverWayAnOrderComes()
    {
        bound();
        core.send(venue.loginRights(1, LoginRights.QUOTES | LoginRights.DONT_CHECK_LIMITS, -1));
        assertEquals(REFUSED, outcome(core.order(1, encoder -> encoder.instrumentId(ONE_UNIT).qtyLots(ALL + 1)
            .priceE5(500).clientFlags((short)PreTradeRisk.DONT_CHECK_LIMITS))));
        assertEquals(REFUSED, outcome(core.special(1, encoder -> encoder.instrumentId(ONE_UNIT).qtyLots(ALL + 1)
            .priceE5(500).displayLots(1))));
        assertEquals(REFUSED, outcome(core.special(1, encoder -> encoder.instrumentId(ONE_UNIT).qtyLots(ALL + 1)
            .priceE5(500).stopPriceE5(500).orderType((short)OrderType.STOP_LIMIT.value()))));
        assertEquals(REFUSED, outcome(core.special(1, encoder -> encoder.instrumentId(ONE_UNIT).qtyLots(ALL + 1)
            .priceE5(0).orderType((short)OrderType.MARKET_TO_LIMIT.value()))));
        final StrategyCommandWriter negotiations = new StrategyCommandWriter(core.commands);
        assertEquals(REFUSED, outcome(core.send(negotiations.negotiated(
            1, "BB01", encoder -> encoder.instrumentId(ONE_UNIT).qtyLots(ALL + 1).priceE5(500)))));
        assertEquals("taken", order(1, Side.BUY, 7));
        assertEquals(REFUSED, outcome(core.replace(1, 2, 1, ReplaceMode.SET_REST, ALL + 1, 500)));
        core.replace(1, 2, 1, ReplaceMode.SET_REST, ALL, 500);
        assertEquals(REFUSED, order(1, Side.BUY, 1));
        core.cancel(1, 3, 2);
        assertTrue(core.send(venue.quote(1, ONE_UNIT, ALL / 2, 400, ALL / 2 + 1, 500)).toString().contains(REFUSED));
        assertTrue(core.send(venue.quote(1, ONE_UNIT, ALL / 2, 400, ALL / 2, 500)).toString().contains("accepted"));
    }

    @Test
    void shouldCountBothSidesOfAQuoteTogetherAndOnce()
    {
        bound();
        core.send(venue.loginRights(1, LoginRights.QUOTES, -1));
        final long half = ALL / 2;
        final long rest = ALL - half;
        assertEquals(REFUSED, quote(half, rest + 1));
        assertEquals("taken", quote(half, rest), "nothing of the refused one is left");
        assertEquals("taken", quote(10, 10));
        assertEquals(REFUSED, quote(rest + 1, half), "the bid grows");
        assertEquals(REFUSED, quote(half, rest + 1), "the ask grows");
        assertEquals("taken", quote(rest, half));
        assertEquals("taken", quote(0, half), "the bid is withdrawn");
        assertEquals(REFUSED, quote(rest + 1, half), "the bid begins anew");
        assertEquals("taken", quote(10, 10));
        assertEquals("taken", order(1, Side.BUY, ALL - 20));
        assertEquals(REFUSED, order(1, Side.BUY, 1));
    }

    private String quote(final long bidLots, final long askLots)
    {
        return core.send(venue.quote(1, ONE_UNIT, bidLots, 400, askLots, 500)).toString().contains(REFUSED) ?
            REFUSED : "taken";
    }

    /**
     * A core that is restored counts positions and orders anew: it takes and refuses the same orders only if the other
     * one has never lost count, and decides about the traded units as they were when the snapshot was written.
     */
    @Test
    void shouldNeverLoseCountInAFlowAtTheBounds()
    {
        core.send(core.commands.instrument(5, "FAR", 10, 100, 1_000));
        core.send(core.commands.instrument(6, "SPREAD", encoder -> encoder.kind(InstrumentKind.SPREAD)
            .priceTickE5(10).lowLimitE5(-1_000).highLimitE5(1_000).settlementPriceE5(0)));
        core.send(venue.legs(6, new int[]{ONE_UNIT, 5}, new int[]{-2, 1}));
        bound();
        final long seed = Long.getLong("bourse.seed", System.nanoTime());
        System.out.println("ClearingRangeTest bourse.seed=" + seed);
        final Random random = new Random(seed);
        final Map<String, Integer> outcomes = new TreeMap<>();
        EventRecorder restored = null;
        int sessionId = 1;
        for (int i = 0; i < 5_000; i++)
        {
            if (0 == i % 50)
            {
                restored = restore();
            }
            if (0 == random.nextInt(40))
            {
                sessionId++;
                evening(sessionId);
            }
            else
            {
                outcomes.merge(sendNext(random, i), 1, Integer::sum);
            }
            assertArrayEquals(
                core.recorder.frames.getLast(), restored.frames.getLast(), "seed=" + seed + " command=" + i);
            final String facts = "seed=" + seed + " command=" + i;
            held().forEach(lots -> assertTrue(Math.abs(lots) <= ALL, facts));
        }
        // Some seeds bring the flow to its bounds early and keep it there.
        assertTrue(outcomes.get(REFUSED) > 100 && outcomes.get("taken") > 100, outcomes::toString);
    }

    private EventRecorder restore()
    {
        core.followers.clear();
        final EventRecorder events = core.follow();
        core.stateHash();
        return events;
    }

    private String sendNext(final Random random, final int command)
    {
        final int login = 1 + random.nextInt(3);
        final long lots = Math.max(1, (ALL >> random.nextInt(6)) / (1 + random.nextInt(3)));
        final long orderId = 1 + random.nextInt(1 + command);
        return switch (random.nextInt(6))
        {
            case 0 -> outcome(core.cancel(login, command, orderId));
            case 1 -> outcome(core.replace(login, command, orderId, ReplaceMode.SET_REST, lots, 500));
            default -> outcome(core.order(login, encoder -> encoder
                .instrumentId(List.of(ONE_UNIT, 5, 6).get(random.nextInt(3)))
                .side((random.nextBoolean() ? Side.BUY : Side.SELL).value())
                .timeInForce((random.nextBoolean() ? TimeInForce.GTC : TimeInForce.DAY).value())
                .priceE5(490 + 10 * random.nextInt(3))
                .qtyLots(lots)));
        };
    }

    @Test
    void shouldKeepWhatHasTradedInSnapshots()
    {
        bound();
        trade(1, 2, ALL / 2);
        trade(2, 1, ALL / 2);
        assertEquals(List.of(), held());
        final EventRecorder restored = restore();
        assertEquals(REFUSED, order(1, Side.BUY, 1));
        assertArrayEquals(core.recorder.frames.getLast(), restored.frames.getLast());
    }
}
