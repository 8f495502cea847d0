// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.nio.ByteOrder;
import java.util.List;

import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.DefineAccountEncoder;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.SelfTradeMode;
import io.bourse.engine.protocol.SelfTradeScope;
import io.bourse.engine.protocol.SetSelfTradePreventionEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Self-trade prevention from the command that sets it to the orders that end.
 */
class SelfTradeTest
{
    private static final long SECOND_ACCOUNT = AccountCode.pack("AA01002");
    private static final long SAME_CLIENT = AccountCode.pack("AA01003");

    private OrderScenario scenario;
    private CoreFixture core;

    @BeforeEach
    void setUp()
    {
        scenario = new OrderScenario();
        core = scenario.core;
    }

    @Test
    void shouldAnswerWithTheSettingEveryTime()
    {
        final long before = core.stateHash();
        assertEquals(
            List.of("selfTrade AA01 FIRM CANCEL_BOTH"), set("AA01", SelfTradeScope.FIRM, SelfTradeMode.CANCEL_BOTH));
        final long after = core.stateHash();
        assertNotEquals(before, after);
        assertEquals(
            List.of("selfTrade AA01 FIRM CANCEL_BOTH"), set("AA01", SelfTradeScope.FIRM, SelfTradeMode.CANCEL_BOTH));
        assertEquals(after, core.stateHash());
    }

    @Test
    void shouldRefuseSettingsThatDoNotExist()
    {
        assertEquals(
            List.of("rejected cl=- order=- account= instrument=0 UNKNOWN_FIRM"),
            set("ZZ01", SelfTradeScope.FIRM, SelfTradeMode.CANCEL_BOTH));
        final int[][] settings = {{4, 1}, {255, 1}, {1, 0}, {1, 5}, {1, 255}};
        for (final int[] setting : settings)
        {
            assertEquals(
                List.of("rejected cl=- order=- account= instrument=0 INVALID_FIELD"),
                setRaw(setting[0], setting[1]));
        }
    }

    @Test
    void shouldTradeWithItselfWhenThereIsNoPrevention()
    {
        sellOwn(1, 5);
        assertEquals("trade 1 5@100 buy=2/cl2/rest0 sell=1/cl1/rest0 by BUY", scenario.buy(2, 5, 100).get(1));
    }

    @Test
    void shouldCancelTheIncomingOrder()
    {
        set("AA01", SelfTradeScope.ACCOUNT, SelfTradeMode.CANCEL_INCOMING);
        scenario.sell(1, 2, 100);
        sellOwn(2, 5);
        assertEquals(
            List.of(
                "accepted 3 cl=3 BUY 9@100 DAY",
                "trade 1 2@100 buy=3/cl3/rest7 sell=1/cl1/rest0 by BUY",
                "cancelled 3 cl=3 req=- BUY 7@100 SELF_TRADE"),
            scenario.buy(3, 9, 100));
        assertEquals(List.of("5@100 x1"), core.depth(0, Side.SELL));
    }

    @Test
    void shouldCancelTheRestingOrderAndGoOn()
    {
        set("AA01", SelfTradeScope.ACCOUNT, SelfTradeMode.CANCEL_RESTING);
        sellOwn(1, 5);
        scenario.sell(2, 2, 100);
        assertEquals(
            List.of(
                "accepted 3 cl=3 BUY 9@100 DAY",
                "cancelled 1 cl=1 req=- SELL 5@100 SELF_TRADE",
                "trade 1 2@100 buy=3/cl3/rest7 sell=2/cl2/rest0 by BUY"),
            scenario.buy(3, 9, 100));
        assertEquals(List.of("7@100 x1"), core.depth(0, Side.BUY));
    }

    @Test
    void shouldCancelBoth()
    {
        set("AA01", SelfTradeScope.ACCOUNT, SelfTradeMode.CANCEL_BOTH);
        sellOwn(1, 5);
        sellOwn(2, 5);
        assertEquals(
            List.of(
                "accepted 3 cl=3 BUY 9@100 DAY",
                "cancelled 1 cl=1 req=- SELL 5@100 SELF_TRADE",
                "cancelled 3 cl=3 req=- BUY 9@100 SELF_TRADE"),
            scenario.buy(3, 9, 100));
        assertEquals(List.of("5@100 x1"), core.depth(0, Side.SELL));
    }

    @Test
    void shouldTakeTheSmallerQuantityOffBoth()
    {
        set("AA01", SelfTradeScope.ACCOUNT, SelfTradeMode.DECREMENT);
        sellOwn(1, 5);
        sellOwn(2, 10);
        assertEquals(
            List.of(
                "accepted 3 cl=3 BUY 9@100 DAY",
                "reduced 3 cl=3 BUY -5 rest=4",
                "cancelled 1 cl=1 req=- SELL 5@100 SELF_TRADE",
                "cancelled 3 cl=3 req=- BUY 4@100 SELF_TRADE",
                "reduced 2 cl=2 SELL -4 rest=6"),
            scenario.buy(3, 9, 100));
        assertEquals(List.of("6@100 x1"), core.depth(0, Side.SELL));
        assertEquals(List.of(), core.depth(0, Side.BUY));
    }

    @Test
    void shouldShowTheNextSliceWhenAnOwnIcebergIsReduced()
    {
        set("AA01", SelfTradeScope.ACCOUNT, SelfTradeMode.DECREMENT);
        scenario.iceberg(1, 1, Side.SELL, 10, 4, 100);
        assertEquals(
            List.of(
                "accepted 3 cl=3 BUY 6@100 IOC",
                "reduced 3 cl=3 BUY -4 rest=2",
                "reduced 1 cl=1 SELL -4 rest=6",
                "slice 1 as 4 SELL 4/6@100",
                "cancelled 3 cl=3 req=- BUY 2@100 SELF_TRADE",
                "reduced 1 cl=1 SELL -2 rest=4"),
            immediate(3, 6));
    }

    @Test
    void shouldUseTheOwnersClientOrFirmAsScope()
    {
        core.send(core.commands.account("AA01002", 3));
        account("AA01003", 4, 7);
        account("AA01004", 5, 7);
        set("AA01", SelfTradeScope.ACCOUNT, SelfTradeMode.CANCEL_INCOMING);
        sellFrom(SECOND_ACCOUNT, 1);
        assertEquals("trade 1 1@100 buy=2/cl2/rest0 sell=1/cl1/rest0 by BUY", scenario.buy(2, 1, 100).get(1));
        set("AA01", SelfTradeScope.CLIENT, SelfTradeMode.CANCEL_INCOMING);
        sellFrom(SAME_CLIENT, 3);
        assertEquals("trade 2 1@100 buy=4/cl4/rest0 sell=3/cl3/rest0 by BUY", scenario.buy(4, 1, 100).get(1));
        sellFrom(SAME_CLIENT, 5);
        core.order(1, encoder -> encoder.clOrdId(6).accountCode(AccountCode.pack("AA01004")));
        assertEquals("cancelled 6 cl=6 req=- BUY 1@100 SELF_TRADE", scenario.happened().get(1));
        scenario.buy(7, 1, 100);
        set("AA01", SelfTradeScope.FIRM, SelfTradeMode.CANCEL_INCOMING);
        sellFrom(SECOND_ACCOUNT, 8);
        assertEquals("cancelled 9 cl=9 req=- BUY 1@100 SELF_TRADE", scenario.buy(9, 1, 100).get(1));
    }

    @Test
    void shouldTakeTheModeOfTheOrderBeforeThatOfTheFirm()
    {
        set("AA01", SelfTradeScope.ACCOUNT, SelfTradeMode.CANCEL_INCOMING);
        sellOwn(1, 5);
        assertEquals(
            List.of("accepted 2 cl=2 BUY 5@100 DAY", "cancelled 1 cl=1 req=- SELL 5@100 SELF_TRADE"),
            scenario.order(1, 2, Side.BUY, OrderType.LIMIT, 5, encoder ->
                encoder.selfTradeMode(SelfTradeMode.CANCEL_RESTING.value())));
    }

    @Test
    void shouldTakeTheScopeOfTheAggressorsFirmOnly()
    {
        set("AA01", SelfTradeScope.FIRM, SelfTradeMode.CANCEL_INCOMING);
        core.send(core.commands.login(4, LoginProtocol.FIX, "delta", "AA01"));
        core.order(2, encoder -> encoder.clOrdId(1).side(Side.SELL.value()).qtyLots(1));
        assertEquals("trade 1 1@100 buy=2/cl2/rest0 sell=1/cl1/rest0 by BUY", scenario.buy(2, 1, 100).get(1));
        core.order(4, encoder -> encoder.clOrdId(3).side(Side.SELL.value()).qtyLots(1));
        assertEquals("cancelled 4 cl=4 req=- BUY 1@100 SELF_TRADE", scenario.buy(4, 1, 100).get(1));
    }

    @Test
    void shouldHoldForParkedOrdersToo()
    {
        scenario.sell(1, 1, 100);
        scenario.stop(1, 2, Side.BUY, 5, 100);
        sellOwn(3, 5);
        set("AA01", SelfTradeScope.ACCOUNT, SelfTradeMode.CANCEL_RESTING);
        core.order(3, 4, Side.BUY, 1, 100);
        assertEquals(
            List.of(
                "accepted 4 cl=4 BUY 1@100 DAY",
                "trade 1 1@100 buy=4/cl4/rest0 sell=1/cl1/rest0 by BUY",
                "activated 2 cl=2 BUY 5@1000000 DAY TRIGGERED shown=1",
                "cancelled 3 cl=3 req=- SELL 5@100 SELF_TRADE",
                "cancelled 2 cl=2 req=- BUY 5@1000000 MARKET_REST"),
            scenario.happened());
    }

    @Test
    void shouldCountOnlyWhatCanTradeForFillOrKill()
    {
        set("AA01", SelfTradeScope.ACCOUNT, SelfTradeMode.DECREMENT);
        sellOwn(1, 5);
        scenario.sell(2, 5, 100);
        core.order(1, 3, Side.BUY, 6, 100, TimeInForce.FOK);
        assertEquals(
            List.of("rejected cl=3 order=- account=AA01001 instrument=1 FOK_NOT_FILLABLE"), scenario.happened());
    }

    private List<String> set(final String firm, final SelfTradeScope scope, final SelfTradeMode mode)
    {
        core.send(scenario.venue.selfTrade(firm, scope, mode));
        return scenario.happened();
    }

    private List<String> setRaw(final int scope, final int mode)
    {
        final CommandWriter command = scenario.venue.selfTrade("AA01", SelfTradeScope.FIRM, SelfTradeMode.DECREMENT);
        final int block = CommandWriter.OFFSET + MessageHeaderDecoder.ENCODED_LENGTH;
        command.buffer.putByte(block + SetSelfTradePreventionEncoder.scopeEncodingOffset(), (byte)scope);
        command.buffer.putByte(block + SetSelfTradePreventionEncoder.modeEncodingOffset(), (byte)mode);
        core.send(command);
        return scenario.happened();
    }

    private void account(final String code, final int accountId, final long clientId)
    {
        final CommandWriter command = core.commands.account(code, accountId);
        command.buffer.putLong(
            CommandWriter.OFFSET + MessageHeaderDecoder.ENCODED_LENGTH + DefineAccountEncoder.clientIdEncodingOffset(),
            clientId,
            ByteOrder.LITTLE_ENDIAN);
        core.send(command);
    }

    private void sellOwn(final long clOrdId, final long lots)
    {
        core.order(1, clOrdId, Side.SELL, lots, 100);
    }

    private void sellFrom(final long account, final long clOrdId)
    {
        core.order(1, encoder -> encoder.clOrdId(clOrdId).side(Side.SELL.value()).accountCode(account));
    }

    private List<String> immediate(final long clOrdId, final long lots)
    {
        core.order(1, clOrdId, Side.BUY, lots, 100, TimeInForce.IOC);
        return scenario.happened();
    }
}
