// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.bourse.engine.core.CoreFixture;
import io.bourse.engine.core.VenueCommandWriter;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.SetPriceControlsEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.function.Consumer;

/**
 * Setting the controls of prices, and the collar.
 */
class PriceControlsTest
{
    private CoreFixture core;
    private VenueCommandWriter commands;

    @BeforeEach
    void setUp()
    {
        core = new CoreFixture().withMembers().open();
        commands = new VenueCommandWriter(core.commands);
    }

    @Test
    void shouldAnswerWithEveryControlWhenSet()
    {
        final Consumer<SetPriceControlsEncoder> all = encoder -> encoder
            .collarE5(1)
            .protectionE5(2)
            .dynamicRangeE5(3)
            .staticRangeE5(4)
            .volatilityAuctionNs(5)
            .volatilityRandomNs(6)
            .limitWatchNs(7)
            .passiveDelayNs(8)
            .limitWatchPct((short)100)
            .limitShiftPct((short)99)
            .maxLimitShifts((short)255);
        final long before = core.stateHash();
        final List<String> set = List.of(
            "PriceControlsSet collarE5=1 protectionE5=2 dynamicRangeE5=3 staticRangeE5=4 volatilityAuctionNs=5 " +
            "volatilityRandomNs=6 limitWatchNs=7 passiveDelayNs=8 instrumentId=2 limitWatchPct=100 " +
            "limitShiftPct=99 maxLimitShifts=255");
        assertEquals(set, core.send(commands.priceControls(2, all)));
        assertEquals(set, core.send(commands.priceControls(2, all)));
        assertNotEquals(before, core.stateHash());
        assertEquals(
            List.of("PriceControlsSet collarE5=0 protectionE5=0 dynamicRangeE5=0 staticRangeE5=0 " +
                "volatilityAuctionNs=0 volatilityRandomNs=0 limitWatchNs=0 passiveDelayNs=0 instrumentId=1 " +
                "limitWatchPct=0 limitShiftPct=100 maxLimitShifts=0"),
            core.send(commands.priceControls(1, encoder -> encoder.limitShiftPct((short)100))));
    }

    @Test
    void shouldRefuseControlsThatMeanNothing()
    {
        final long before = core.stateHash();
        assertRefused(encoder -> encoder.collarE5(-1));
        assertRefused(encoder -> encoder.protectionE5(-1));
        assertRefused(encoder -> encoder.dynamicRangeE5(-1));
        assertRefused(encoder -> encoder.staticRangeE5(Long.MIN_VALUE));
        assertRefused(encoder -> encoder.volatilityAuctionNs(-1));
        assertRefused(encoder -> encoder.volatilityRandomNs(-1));
        assertRefused(encoder -> encoder.limitWatchNs(-1));
        assertRefused(encoder -> encoder.passiveDelayNs(-1));
        assertRefused(encoder -> encoder.limitWatchPct((short)101));
        assertRefused(encoder -> encoder.limitShiftPct((short)101));
        assertEquals(
            List.of("rejected cl=- order=- account= instrument=9 UNKNOWN_INSTRUMENT"),
            core.send(commands.priceControls(9, encoder -> encoder.collarE5(-1))));
        assertEquals(before, core.stateHash());
    }

    @Test
    void shouldRefuseLimitThroughTheSettlementPriceWhenNothingHasTraded()
    {
        core.send(commands.priceControls(1, encoder -> encoder.collarE5(20)));
        assertEquals(List.of("accepted 1 cl=1 BUY 1@520 DAY"), core.buy(1, 1, 520));
        assertCollar(core.buy(2, 1, 521), 1, 2);
        assertEquals(List.of("accepted 2 cl=3 BUY 1@1 DAY"), core.buy(3, 1, 1));
        core.cancel(1, 4, 1);
        core.cancel(1, 5, 2);
        assertEquals(List.of("accepted 3 cl=6 SELL 1@480 DAY"), core.sell(6, 1, 480));
        assertCollar(core.sell(7, 1, 479), 2, 7);
        assertEquals(List.of("accepted 4 cl=8 SELL 1@1000000 DAY"), core.sell(8, 1, 1_000_000));
    }

    @Test
    void shouldReferToTheLastPriceWhenThereIsOne()
    {
        core.send(commands.priceControls(1, encoder -> encoder.collarE5(20)));
        core.sell(1, 1, 510);
        core.buy(2, 1, 510);
        assertEquals(List.of("accepted 3 cl=3 BUY 1@530 DAY"), core.buy(3, 1, 530));
        assertCollar(core.buy(4, 1, 531), 1, 4);
        assertCollar(core.order(1, 5, Side.BUY, 1, 531, TimeInForce.IOC), 1, 5);
        assertCollar(core.sell(6, 1, 489), 2, 6);
    }

    @Test
    void shouldRefuseReplaceThroughTheCollarAndKeepTheOrder()
    {
        core.send(commands.priceControls(1, encoder -> encoder.collarE5(20)));
        core.buy(1, 5, 500);
        assertEquals(
            List.of("rejected cl=2 order=1 account= instrument=0 PRICE_OUT_OF_COLLAR"),
            core.replace(1, 2, 1, ReplaceMode.KEEP_QTY, 0, 521));
        assertEquals(List.of("5@500 x1"), core.depth(0, Side.BUY));
        assertEquals(1, core.replace(1, 3, 1, ReplaceMode.KEEP_QTY, 0, 520).size());
    }

    @Test
    void shouldMeasureTheWholeRangeOfPricesWithoutOverflow()
    {
        core.send(commands.priceControls(3, encoder -> encoder.collarE5(Long.MAX_VALUE)));
        final long settlementE5 = 500;
        assertEquals(1, core.order(1, encoder -> encoder.instrumentId(3).priceE5(Long.MAX_VALUE)).size());
        assertEquals(
            List.of("accepted 2 cl=1 SELL 1@" + (settlementE5 - Long.MAX_VALUE) + " DAY"),
            core.order(2, encoder -> encoder
                .instrumentId(3).side(Side.SELL.value()).priceE5(settlementE5 - Long.MAX_VALUE)).subList(0, 1));
        core.order(2, encoder -> encoder.instrumentId(3).side(Side.SELL.value()).priceE5(Long.MAX_VALUE));
        assertEquals(
            List.of("rejected cl=1 order=- account=BB01001 instrument=3 PRICE_OUT_OF_COLLAR"),
            core.order(2, encoder -> encoder.instrumentId(3).side(Side.SELL.value()).priceE5(Long.MIN_VALUE)));
    }

    private void assertCollar(final List<String> events, final int login, final long clOrdId)
    {
        final String account = 1 == login ? "AA01001" : "BB01001";
        assertEquals(
            List.of("rejected cl=" + clOrdId + " order=- account=" + account + " instrument=1 PRICE_OUT_OF_COLLAR"),
            events);
    }

    private void assertRefused(final Consumer<SetPriceControlsEncoder> change)
    {
        assertEquals(
            List.of("rejected cl=- order=- account= instrument=1 INVALID_FIELD"),
            core.send(commands.priceControls(1, change)));
    }
}
