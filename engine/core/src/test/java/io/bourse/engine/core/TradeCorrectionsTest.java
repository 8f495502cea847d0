// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.book.FastOrderBook;
import io.bourse.engine.core.trade.TradeRegister;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.LimitLevel;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.List;

/**
 * Trades that operators break and correct: what is published, what is restored and what stays, and what is refused.
 */
class TradeCorrectionsTest
{
    private static final int OPERATOR = 0;
    private static final String REASON = "price typed wrong";

    private CoreFixture core;

    @BeforeEach
    void setUp()
    {
        core = new CoreFixture();
        core.raiseTo(FeatureLevels.CORRECTABLE);
        core.withMembers().open();
    }

    @Test
    void shouldRestorePositionsAndLeaveOrdersWhenATradeIsBroken()
    {
        core.buy(1, 5, 100);
        core.sell(2, 3, 100);
        assertEquals(List.of("position AA01001 id=0 instrument=1 net=3", "position BB01001 id=1 instrument=1 net=-3"),
            positions());

        assertEquals(
            List.of("broken 1 by 2 instrument=1 3@100->0@100 buy=1/1/AA01001/1 sell=2/2/BB01001/2 SELL NULL_VAL " +
                REASON),
            bust(1, 1));
        assertEquals(List.of(), positions());
        assertEquals(List.of(rejected(1, "UNKNOWN_TRADE")), bust(2, 1));
        assertEquals(List.of(rejected(1, "UNKNOWN_TRADE")), bust(1, 1));
        // What is left of the buy order still stands; what had traded does not come back.
        assertEquals(List.of("2@100 x1"), core.depth(0, io.bourse.engine.protocol.Side.BUY));
    }

    @Test
    void shouldRestoreThePositionOfTheLoginToo()
    {
        core.send(new VenueCommandWriter(core.commands).limits(LimitLevel.LOGIN, "1", limits ->
            limits.maxPositionLots(5)));
        core.buy(1, 5, 100);
        core.sell(2, 5, 100);
        bust(1, 1);
        assertEquals(
            List.of("rejected cl=3 order=- account=AA01001 instrument=1 RISK_LIMIT LOGIN POSITION"),
            core.order(1, 3, io.bourse.engine.protocol.Side.SELL, 6, 200));
        assertEquals(
            List.of("accepted 3 cl=4 SELL 5@200 DAY"),
            core.order(1, 4, io.bourse.engine.protocol.Side.SELL, 5, 200));
    }

    @Test
    void shouldCorrectPriceAndLotsUntilTheTradeIsBroken()
    {
        core.buy(1, 5, 100);
        core.sell(2, 5, 100);
        final String sides = " buy=1/1/AA01001/1 sell=2/2/BB01001/2 SELL NULL_VAL " + REASON;
        assertEquals(List.of("corrected 1 by 2,3 instrument=1 5@100->5@101" + sides), correct(1, 101, 5));
        assertEquals(List.of(rejected(1, "UNKNOWN_TRADE")), correct(1, 102, 5));
        assertEquals(List.of("corrected 3 by 4,5 instrument=1 5@101->2@99" + sides), correct(3, 99, 2));
        assertEquals(List.of("position AA01001 id=0 instrument=1 net=2", "position BB01001 id=1 instrument=1 net=-2"),
            positions());
        assertEquals(List.of("broken 5 by 6 instrument=1 2@99->0@99" + sides), bust(5, 1));
        assertEquals(List.of(), positions());
        assertEquals(List.of(rejected(1, "UNKNOWN_TRADE")), correct(5, 101, 1));
    }

    @Test
    void shouldRefuseWhatDoesNotFitAndChangeNothing()
    {
        core.buy(1, 5, 100);
        core.sell(2, 5, 100);
        final long hash = core.stateHash();
        assertEquals(List.of(rejected(1, "NO_RIGHT")),
            core.send(core.commands.bustTrade(CommandWriter.GATEWAY_ID, 1, 1, REASON)));
        assertEquals(List.of(rejected(1, "NO_RIGHT")),
            core.send(core.commands.correctTrade(CommandWriter.CLEARING_ID, 1, 1, 101, 5, REASON)));
        assertEquals(List.of(rejected(1, "INVALID_FIELD")), core.send(core.commands.bustTrade(OPERATOR, 1, 1, "")));
        assertEquals(List.of(rejected(77, "UNKNOWN_INSTRUMENT")), bust(1, 77));
        assertEquals(List.of(rejected(2, "UNKNOWN_TRADE")), bust(1, 2));
        for (final long tradeId : new long[]{0, 2, -1, Long.MAX_VALUE, Long.MIN_VALUE})
        {
            assertEquals(List.of(rejected(1, "UNKNOWN_TRADE")), bust(tradeId, 1));
        }
        assertEquals(List.of(rejected(1, "INVALID_FIELD")), correct(1, 100, 5));
        assertEquals(List.of(rejected(1, "QTY_OUT_OF_RANGE")), correct(1, 100, 0));
        assertEquals(List.of(rejected(1, "QTY_OUT_OF_RANGE")), correct(1, 100, 6));
        assertEquals(List.of(rejected(1, "QTY_OUT_OF_RANGE")), correct(1, 100, -1));
        assertEquals(List.of(rejected(1, "PRICE_OUT_OF_LIMITS")), correct(1, 1_000_000_000_000L, 5));
        assertEquals(hash, core.stateHash());
    }

    @Test
    void shouldTakePricesFromOneLimitToTheOtherAndCountEachCorrection()
    {
        core.order(1, encoder -> encoder.instrumentId(2).qtyLots(5).priceE5(500));
        core.order(2, encoder -> encoder
            .instrumentId(2).side(io.bourse.engine.protocol.Side.SELL.value()).qtyLots(5).priceE5(500));
        assertEquals(List.of(rejected(2, "PRICE_OFF_TICK")), correctOfTwo(1, 505, 5));
        assertEquals(List.of(rejected(2, "PRICE_OUT_OF_LIMITS")), correctOfTwo(1, 90, 5));
        assertEquals(List.of(rejected(2, "PRICE_OUT_OF_LIMITS")), correctOfTwo(1, 1_010, 5));
        assertTrue(correctOfTwo(1, 100, 5).getFirst().startsWith("corrected 1 by 2,3 instrument=2 5@500->5@100"));
        assertTrue(correctOfTwo(3, 1_000, 2).getFirst().startsWith("corrected 3 by 4,5 instrument=2 5@100->2@1000"));
        assertTrue(core.send(core.commands.suspend(1, ClearingKind.INTRADAY)).contains(
            "InstrumentTotals sessionTrades=5 sessionLots=22 openInterestLots=2 trades=5 instrumentId=2"));
    }

    private List<String> correctOfTwo(final long tradeId, final long priceE5, final long lots)
    {
        return core.send(core.commands.correctTrade(OPERATOR, tradeId, 2, priceE5, lots, REASON));
    }

    @Test
    void shouldBreakAllLegsWithTheTradeOfTheirStrategy()
    {
        final VenueCommandWriter venue = new VenueCommandWriter(core.commands);
        core.send(core.commands.instrument(4, "ONE-TWO", encoder -> encoder
            .kind(InstrumentKind.SPREAD).priceTickE5(10).settlementPriceE5(0).lowLimitE5(-1_000).highLimitE5(1_000)));
        core.send(venue.legs(4, new int[]{2, 1}, new int[]{-1, 1}));
        core.order(1, encoder -> encoder.clOrdId(1).instrumentId(4).qtyLots(2).priceE5(0));
        final List<String> traded = core.order(2, encoder -> encoder
            .clOrdId(2).instrumentId(4).side(io.bourse.engine.protocol.Side.SELL.value()).qtyLots(2).priceE5(0));
        assertTrue(traded.stream().anyMatch(event -> event.startsWith("OffBookTrade")), traded::toString);
        assertEquals(4, positions().size());

        assertEquals(List.of(rejected(2, "INVALID_COMBINATION")), bust(2, 2));
        assertEquals(List.of(rejected(4, "INVALID_COMBINATION")),
            core.send(core.commands.correctTrade(OPERATOR, 1, 4, 10, 2, REASON)));
        final List<String> broken = bust(1, 4);
        assertEquals(3, broken.size(), broken::toString);
        assertTrue(broken.get(0).startsWith("broken 1 by 4 instrument=4 2@0->0@0 "), broken::toString);
        assertTrue(broken.get(1).startsWith("broken 2 of 1 by 5 instrument=2 2@"), broken::toString);
        assertTrue(broken.get(1).contains(" SPREAD_LEG "), broken::toString);
        assertTrue(broken.get(2).startsWith("broken 3 of 1 by 6 instrument=1 2@"), broken::toString);
        assertEquals(List.of(), positions());
    }

    /** A strategy expires with its legs, so that its trades are refused whole. */
    @Test
    void shouldLeaveTradesAloneWhenTheInstrumentOrALegHasExpired()
    {
        final VenueCommandWriter venue = new VenueCommandWriter(core.commands);
        final ContractCommandWriter contracts = new ContractCommandWriter(core.commands);
        core.send(core.commands.instrument(4, "ONE-TWO", encoder -> encoder
            .kind(InstrumentKind.SPREAD).priceTickE5(10).settlementPriceE5(0).lowLimitE5(-1_000).highLimitE5(1_000)));
        core.send(venue.legs(4, new int[]{2, 1}, new int[]{-1, 1}));
        core.order(1, encoder -> encoder.instrumentId(4).priceE5(0));
        core.order(2, encoder -> encoder
            .instrumentId(4).side(io.bourse.engine.protocol.Side.SELL.value()).priceE5(0));
        core.order(1, encoder -> encoder.instrumentId(2).priceE5(500));
        core.order(2, encoder -> encoder
            .instrumentId(2).side(io.bourse.engine.protocol.Side.SELL.value()).priceE5(500));
        core.send(core.commands.suspend(1, ClearingKind.INTRADAY));
        assertEquals(2, core.send(contracts.expire(1, 2)).stream()
            .filter(event -> event.startsWith("InstrumentExpired")).count());
        core.send(core.commands.complete(1, ClearingKind.INTRADAY));
        core.send(core.commands.resume(1));
        final long hash = core.stateHash();
        assertEquals(List.of(rejected(4, "INSTRUMENT_EXPIRED")), bust(1, 4));
        assertEquals(List.of(rejected(2, "INSTRUMENT_EXPIRED")), bust(4, 2));
        assertEquals(List.of(rejected(2, "INSTRUMENT_EXPIRED")), correctOfTwo(4, 510, 1));
        assertEquals(hash, core.stateHash());
    }

    /** Ids of trades have the partition in their highest bits. */
    @Test
    void shouldFindTradesOfAnyPartition()
    {
        core = new CoreFixture(3, FastOrderBook::new);
        core.raiseTo(FeatureLevels.CORRECTABLE);
        core.withMembers().open();
        core.buy(1, 5, 100);
        final long tradeId = Long.parseLong(core.sell(2, 5, 100).getLast().split(" ")[1]);
        assertNotEquals(1, tradeId);
        assertTrue(correct(tradeId, 101, 4).getFirst().startsWith(
            "corrected " + tradeId + " by " + (tradeId + 1) + "," + (tradeId + 2) + " "));
        assertEquals(List.of(rejected(1, "UNKNOWN_TRADE")), bust(tradeId, 1));
        assertEquals(List.of(rejected(1, "UNKNOWN_TRADE")), bust(tradeId + 1, 1));
        assertTrue(bust(tradeId + 2, 1).getFirst().startsWith("broken " + (tradeId + 2) + " by "));
    }

    @Test
    void shouldBreakTradesOfTheOpenSessionOnly()
    {
        core.buy(1, 5, 100);
        core.sell(2, 5, 100);
        core.send(core.commands.suspend(1, ClearingKind.INTRADAY));
        assertEquals(List.of(rejected(1, "WRONG_STATE")), bust(1, 1));
        core.send(core.commands.complete(1, ClearingKind.INTRADAY));
        core.send(core.commands.resume(1));
        assertEquals(1, correct(1, 101, 5).size());
        core.send(core.commands.suspend(2, ClearingKind.EVENING));
        core.send(core.commands.complete(2, ClearingKind.EVENING));
        assertEquals(List.of(rejected(1, "WRONG_STATE")), bust(1, 1));
        core.send(core.commands.openSession(2, 20261124));
        assertEquals(List.of(rejected(1, "UNKNOWN_TRADE")), bust(3, 1), "what stands now for trade 1");
    }

    @Test
    void shouldNotUnderstandTheCommandsBeforeTheirFeatureLevel()
    {
        core = new CoreFixture();
        core.raiseTo(FeatureLevels.GUARDED);
        core.withMembers().open();
        core.buy(1, 5, 100);
        core.sell(2, 5, 100);
        final long hash = core.stateHash();
        bust(1, 1);
        assertTrue(core.recorder.events.isEmpty());
        correct(1, 101, 5);
        assertTrue(core.recorder.events.isEmpty());
        assertEquals(hash, core.stateHash());
        // Trades of before are not remembered.
        core.raiseTo(FeatureLevels.CORRECTABLE);
        assertEquals(List.of(rejected(1, "UNKNOWN_TRADE")), bust(1, 1));
    }

    @Test
    void shouldStandInSnapshots()
    {
        core.buy(1, 5, 100);
        core.sell(2, 5, 100);
        final long before = core.stateHash();
        correct(1, 101, 4);
        assertNotEquals(before, core.stateHash());
        final SnapshotRecords records = SnapshotRecords.of(core.engine);
        final MatchingEngine restored = records.read(new EventRecorder());
        final SnapshotRecords again = SnapshotRecords.of(restored);
        assertEquals(records.records.size(), again.records.size());
        for (int i = 0; i < records.records.size(); i++)
        {
            assertArrayEquals(records.records.get(i), again.records.get(i));
        }
    }

    /** The oldest trades give way; numbers go on over the end of the ring. */
    @Test
    void shouldRememberTheLastTradesOfASession()
    {
        core.returnsTexts = false;
        final int lots = 1_000;
        int clOrdId = 0;
        for (int i = 0; i < TradeRegister.CAPACITY + lots; i += lots)
        {
            for (int j = 0; j < lots; j++)
            {
                core.sell(++clOrdId, 1, 100);
                forget();
            }
            core.buy(++clOrdId, lots, 100);
            forget();
        }
        core.returnsTexts = true;
        final long last = clOrdId / (lots + 1) * (long)lots;
        final long oldest = last - TradeRegister.CAPACITY + 1;
        final long sellClOrdId = (oldest - 1) / lots * (lots + 1) + (oldest - 1) % lots + 1;
        assertEquals(List.of(rejected(1, "UNKNOWN_TRADE")), bust(oldest - 1, 1));
        final String broken = bust(oldest, 1).getFirst();
        assertTrue(broken.contains("/" + sellClOrdId + "/BB01001/"), broken);
        assertEquals(List.of(rejected(1, "UNKNOWN_TRADE")), bust(oldest, 1));
        assertEquals(1, bust(last, 1).size());
        // The reversal takes a place too: the oldest one has given way to it.
        assertEquals(List.of(rejected(1, "UNKNOWN_TRADE")), bust(oldest + 1, 1));
        for (int i = 1; i <= 3; i++)
        {
            assertEquals(List.of(rejected(1, "UNKNOWN_TRADE")), bust(last + i, 1), "two reversals and none");
        }
    }

    private void forget()
    {
        core.recorder.frames.clear();
        core.recorder.clientRefs.clear();
    }

    private List<String> positions()
    {
        return core.send(core.commands.reportState(1)).stream().filter(text -> text.startsWith("position ")).toList();
    }

    private List<String> bust(final long tradeId, final int instrumentId)
    {
        return core.send(core.commands.bustTrade(OPERATOR, tradeId, instrumentId, REASON));
    }

    private List<String> correct(final long tradeId, final long priceE5, final long lots)
    {
        return core.send(core.commands.correctTrade(OPERATOR, tradeId, 1, priceE5, lots, REASON));
    }

    private static String rejected(final int instrumentId, final String reason)
    {
        return "rejected cl=- order=- account= instrument=" + instrumentId + " " + reason;
    }
}
