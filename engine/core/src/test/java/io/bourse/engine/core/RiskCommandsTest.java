// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.bourse.engine.core.pretrade.PreTradeRisk;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.LoginRights;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.SetTradingLimitsEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.function.Consumer;

/**
 * Limits by command and event: every level, every kind, what moves them and what they say. Notional of a lot of
 * instrument 1 is its price in roubles.
 */
class RiskCommandsTest
{
    private static final String ACCOUNT = "AA01001";
    private static final long SECOND_NS = 1_000_000_000L;

    private final CoreFixture core = new CoreFixture().withMembers().open();
    private final VenueCommandWriter venue = new VenueCommandWriter(core.commands);
    private final RiskCommandWriter risk = new RiskCommandWriter(core.commands);

    @BeforeEach
    void setUp()
    {
        core.send(risk.settlementAccount("SA-1"));
        core.send(risk.assign("AA01", "SA-1"));
        core.send(risk.assign("AA02", "SA-1"));
        core.send(venue.margin(1, 100, 200));
    }

    @Test
    void shouldAnswerEverySettingWithItsEvent()
    {
        assertEquals(List.of("SettlementAccountDefined code=SA-2"), core.send(risk.settlementAccount("SA-2")));
        assertEquals(List.of("SettlementAccountDefined code=SA-2"), core.send(risk.settlementAccount("SA-2")));
        assertEquals(
            List.of("SettlementAccountAssigned brokerageFirm=BB01 code=SA-2"), core.send(risk.assign("BB01", "SA-2")));
        assertEquals(
            List.of("MarginSet longKopecks=7 shortKopecks=8 instrumentId=2"), core.send(venue.margin(2, 7, 8)));
        assertEquals(
            List.of("CollateralSet collateralKopecks=-5 requiredKopecks=0 level=CLIENT registerCode=AA01001"),
            core.send(venue.collateral(LimitLevel.CLIENT, ACCOUNT, -5)));
        assertEquals(
            List.of("TradingLimitsSet maxPositionLots=1 maxOrderLots=2 maxOrderNotionalKopecks=3 maxActiveOrders=4 " +
                "maxOrdersPerSecond=5 level=LOGIN registerCode=3"),
            core.send(venue.limits(LimitLevel.LOGIN, "3", limits -> limits
                .maxPositionLots(1).maxOrderLots(2).maxOrderNotionalKopecks(3).maxActiveOrders(4)
                .maxOrdersPerSecond(5))));
    }

    @Test
    void shouldRefuseSettingsOfWhatDoesNotExist()
    {
        final long before = core.stateHash();
        assertRefused("UNKNOWN_FIRM", risk.assign("ZZ01", "SA-1"));
        assertRefused("UNKNOWN_SETTLEMENT_ACCOUNT", risk.assign("AA01", "SA-9"));
        assertRefused("ACCOUNT_NOT_PERMITTED", risk.assign("BB01", "SA-1"));
        assertRefused("INVALID_FIELD", risk.settlementAccount(""));
        assertRefused("UNKNOWN_ACCOUNT", venue.collateral(LimitLevel.CLIENT, "AA01009", 1));
        assertRefused("UNKNOWN_ACCOUNT", venue.collateral(LimitLevel.CLIENT, "AA010011", 1));
        assertRefused("UNKNOWN_FIRM", venue.collateral(LimitLevel.BROKERAGE_FIRM, "AA01X", 1));
        assertRefused("UNKNOWN_SETTLEMENT_ACCOUNT", venue.collateral(LimitLevel.SETTLEMENT_ACCOUNT, "SA", 1));
        assertRefused("INVALID_FIELD", venue.collateral(LimitLevel.LOGIN, "1", 1));
        assertRefused("INVALID_FIELD", venue.collateral(LimitLevel.NULL_VAL, ACCOUNT, 1));
        assertRefused("INVALID_FIELD", venue.collateral(LimitLevel.CLIENT, "", 1));
        assertRefused("UNKNOWN_LOGIN", venue.limits(LimitLevel.LOGIN, "9", limits -> limits.maxOrderLots(1)));
        assertRefused("UNKNOWN_LOGIN", venue.limits(LimitLevel.LOGIN, "1x", limits -> limits.maxOrderLots(1)));
        assertRefused(
            "UNKNOWN_LOGIN", venue.limits(LimitLevel.LOGIN, "999999999999", limits -> limits.maxOrderLots(1)));
        // Its first eleven digits are a login's.
        assertRefused(
            "UNKNOWN_LOGIN", venue.limits(LimitLevel.LOGIN, "000000000019", limits -> limits.maxOrderLots(1)));
        for (final Consumer<SetTradingLimitsEncoder> negative : List.<Consumer<SetTradingLimitsEncoder>>of(
            limits -> limits.maxPositionLots(-1),
            limits -> limits.maxOrderLots(-1),
            limits -> limits.maxOrderNotionalKopecks(-1),
            limits -> limits.maxActiveOrders(-1),
            limits -> limits.maxOrdersPerSecond(-1)))
        {
            assertRefused("INVALID_FIELD", venue.limits(LimitLevel.LOGIN, "1", negative));
        }
        assertEquals(
            List.of("rejected cl=- order=- account= instrument=9 UNKNOWN_INSTRUMENT"),
            core.send(venue.margin(9, 1, 1)));
        assertEquals(
            List.of("rejected cl=- order=- account= instrument=1 INVALID_FIELD"), core.send(venue.margin(1, -1, 1)));
        assertEquals(
            List.of("rejected cl=- order=- account= instrument=1 INVALID_FIELD"),
            core.send(venue.margin(1, 1, 100_000_000_000_001L)));
        assertEquals(before, core.stateHash());
    }

    @Test
    void shouldFindLoginsByTheirDigits()
    {
        core.send(core.commands.login(10, LoginProtocol.TWIME, "ten", "AA01"));
        core.send(core.commands.login(Integer.MAX_VALUE, LoginProtocol.TWIME, "last", "AA01"));
        assertRefused("UNKNOWN_LOGIN", ofLogin(":"));
        assertRefused("UNKNOWN_LOGIN", ofLogin("1/"));
        assertRefused("UNKNOWN_LOGIN", ofLogin("4294967297"));
        final int length = ofLogin("000000000010").length;
        // What follows the field does not belong to it.
        core.commands.buffer.putByte(CommandWriter.OFFSET + length, (byte)'1');
        assertEquals(ofLoginSet("000000000010"), core.send(length));
        assertEquals(ofLoginSet("10"), core.send(ofLogin("10")));
        assertEquals(ofLoginSet("2147483647"), core.send(ofLogin("2147483647")));
    }

    @Test
    void shouldUniteFirmsOfOneClearingFirmOnly()
    {
        core.send(risk.settlementAccount("BB"));
        core.send(risk.settlementAccount("AA-BB"));
        assertRefused("ACCOUNT_NOT_PERMITTED", risk.assign("AA01", "BB"));
        core.send(risk.assign("AA01", "AA-BB"));
        assertRefused("ACCOUNT_NOT_PERMITTED", risk.assign("BB01", "AA-BB"));
        assertEquals(
            List.of("SettlementAccountAssigned brokerageFirm=BB01 code=BB"), core.send(risk.assign("BB01", "BB")));
        core.send(risk.assign("AA01", "SA-1"));
        core.send(risk.settlementAccount("ZZ"));
        core.send(risk.assign("BB01", "ZZ"));
        assertRefused("ACCOUNT_NOT_PERMITTED", core.commands.clearingFirm("ZZ"));
        // Nobody is left in it.
        assertEquals(List.of("SettlementAccountAssigned brokerageFirm=BB01 code=AA-BB"),
            core.send(risk.assign("BB01", "AA-BB")));
        core.send(core.commands.clearingFirm("ZZ"));
        assertRefused("ACCOUNT_NOT_PERMITTED", risk.assign("BB01", "ZZ"));
    }

    @Test
    void shouldRefuseByCollateralOfEachLevel()
    {
        assertCollateralRefuses(LimitLevel.CLIENT, ACCOUNT);
        assertCollateralRefuses(LimitLevel.BROKERAGE_FIRM, "AA01");
        assertCollateralRefuses(LimitLevel.SETTLEMENT_ACCOUNT, "SA-1");
    }

    @Test
    void shouldCountOrdersAtTheWorstOfAllOutcomes()
    {
        core.send(venue.collateral(LimitLevel.CLIENT, ACCOUNT, 1_000));
        core.buy(1, 6, 100);
        assertRequired(600);
        core.order(1, 2, Side.SELL, 3, 200);
        assertRequired(600);
        core.order(1, 3, Side.SELL, 2, 200);
        assertRequired(1_000);
        assertEquals(
            List.of("rejected cl=4 order=- account=AA01001 instrument=1 RISK_LIMIT CLIENT COLLATERAL"),
            core.order(1, 4, Side.SELL, 1, 200));
        core.sell(5, 6, 100);
        // Long 6 with 5 to sell: nothing but a buy adds to the requirement now.
        assertRequired(600);
        core.order(1, 6, Side.SELL, 6, 200);
        assertRequired(1_000);
    }

    @Test
    void shouldNetFirmsInTheirSettlementAccount()
    {
        core.order(3, 1, Side.SELL, 5, 100);
        core.order(1, 2, Side.BUY, 5, 100);
        assertEquals(
            List.of("CollateralSet collateralKopecks=500 requiredKopecks=0 level=SETTLEMENT_ACCOUNT registerCode=SA-1"),
            core.send(venue.collateral(LimitLevel.SETTLEMENT_ACCOUNT, "SA-1", 500)));
        assertEquals(
            List.of("CollateralSet collateralKopecks=1 requiredKopecks=500 level=BROKERAGE_FIRM registerCode=AA01"),
            core.send(venue.collateral(LimitLevel.BROKERAGE_FIRM, "AA01", 1)));
    }

    @Test
    void shouldMoveFirmWithAllItHasWhenAssignedElsewhere()
    {
        core.buy(1, 4, 100);
        core.order(3, 2, Side.BUY, 3, 90);
        core.send(risk.settlementAccount("SA-2"));
        core.send(risk.assign("AA01", "SA-2"));
        assertEquals(
            List.of(
                "CollateralSet collateralKopecks=900 requiredKopecks=300 level=SETTLEMENT_ACCOUNT registerCode=SA-1"),
            core.send(venue.collateral(LimitLevel.SETTLEMENT_ACCOUNT, "SA-1", 900)));
        assertEquals(
            List.of(
                "CollateralSet collateralKopecks=400 requiredKopecks=400 level=SETTLEMENT_ACCOUNT registerCode=SA-2"),
            core.send(venue.collateral(LimitLevel.SETTLEMENT_ACCOUNT, "SA-2", 400)));
        assertEquals(
            List.of("rejected cl=3 order=- account=AA01001 instrument=1 RISK_LIMIT SETTLEMENT_ACCOUNT COLLATERAL"),
            core.buy(3, 1, 100));
    }

    @Test
    void shouldCountTheOthersOfAFirmAndItsSettlementAccountWhenTheFirstOrderComes()
    {
        core.send(core.commands.account("AA01002", 3));
        core.send(venue.limits(LimitLevel.BROKERAGE_FIRM, "AA01", limits -> limits.maxPositionLots(8)));
        core.send(venue.limits(LimitLevel.SETTLEMENT_ACCOUNT, "SA-1", limits -> limits.maxPositionLots(10)));
        core.buy(1, 5, 100);
        assertPositionRefused("AA01002", "BROKERAGE_FIRM", ofAnotherAccount(4));
        assertAccepted(ofAnotherAccount(3));
        assertPositionRefused(ACCOUNT, "BROKERAGE_FIRM", core.buy(2, 1, 100));
        assertPositionRefused("AA02001", "SETTLEMENT_ACCOUNT", core.order(3, 2, Side.BUY, 3, 100));
        assertAccepted(core.order(3, 2, Side.BUY, 2, 100));
        assertPositionRefused("AA02001", "SETTLEMENT_ACCOUNT", core.order(3, 2, Side.BUY, 1, 100));
    }

    private List<String> ofAnotherAccount(final long lots)
    {
        return core.order(1, encoder -> encoder.clOrdId(2).accountCode(AccountCode.pack("AA01002")).qtyLots(lots));
    }

    private static void assertPositionRefused(final String account, final String level, final List<String> events)
    {
        assertEquals(
            List.of("rejected cl=2 order=- account=" + account + " instrument=1 RISK_LIMIT " + level + " POSITION"),
            events);
    }

    @Test
    void shouldLetAnOrderAboveItsLimitsBecomeCheaper()
    {
        core.buy(1, 5, 100);
        core.send(venue.limits(LimitLevel.CLIENT, ACCOUNT, limits -> limits.maxOrderLots(3).maxPositionLots(3)));
        core.send(venue.collateral(LimitLevel.CLIENT, ACCOUNT, 1));
        assertEquals(
            List.of("replaced 1->2 cl=1->2 BUY 5@100->5@99 SET_REST"),
            core.replace(1, 2, 1, ReplaceMode.SET_REST, 5, 99));
        assertEquals(
            List.of("rejected cl=3 order=2 account= instrument=0 NO_RIGHT"),
            core.send(core.commands.replaceOrder(1, encoder -> encoder
                .clOrdId(3).orderId(2).mode(ReplaceMode.SET_REST.value()).qtyLots(5).priceE5(98)
                .clientFlags((short)PreTradeRisk.DONT_CHECK_LIMITS))));
    }

    @Test
    void shouldTakeOrdersAndWhatWasTradedAlongWhenAssignedElsewhere()
    {
        final long alwaysThere = stateOf("SA-2");
        assertEquals(alwaysThere, stateOf("SA-1", "SA-2"));
        assertEquals(alwaysThere, stateOf("SA-1", "SA-2", "SA-2"));
        assertEquals(alwaysThere, stateOf("SA-1", "SA-2", "SA-1", "SA-2"));
        assertEquals(alwaysThere, stateOf("", "SA-2"));
    }

    /** Two orders and a trade of AA01, which is in the first account meanwhile and then in each of the others. */
    private static long stateOf(final String... codes)
    {
        final CoreFixture core = new CoreFixture();
        core.raiseTo(FeatureLevels.BOUNDED);
        core.withMembers().open();
        final RiskCommandWriter risk = new RiskCommandWriter(core.commands);
        final VenueCommandWriter venue = new VenueCommandWriter(core.commands);
        for (final String code : List.of("SA-1", "SA-2"))
        {
            core.send(risk.settlementAccount(code));
        }
        core.send(risk.assign("AA02", "SA-1"));
        core.send(risk.assign("AA01", codes[0]));
        core.buy(1, 5, 100);
        core.buy(2, 4, 99);
        core.sell(3, 2, 100);
        for (int i = 1; i < codes.length; i++)
        {
            core.send(risk.assign("AA01", codes[i]));
        }
        core.send(venue.limits(LimitLevel.SETTLEMENT_ACCOUNT, "SA-1", limits -> limits.maxActiveOrders(1)));
        core.send(venue.limits(LimitLevel.SETTLEMENT_ACCOUNT, "SA-2", limits -> limits.maxActiveOrders(2)));
        assertAccepted(core.order(3, 1, Side.BUY, 1, 98));
        assertEquals(
            List.of("rejected cl=2 order=- account=AA02001 instrument=1 RISK_LIMIT SETTLEMENT_ACCOUNT ACTIVE_ORDERS"),
            core.order(3, 2, Side.BUY, 1, 98));
        assertEquals(
            List.of("rejected cl=4 order=- account=AA01001 instrument=1 RISK_LIMIT SETTLEMENT_ACCOUNT ACTIVE_ORDERS"),
            core.buy(4, 1, 98));
        core.cancel(1, 5, 2);
        assertEquals(List.of("accepted 5 cl=6 BUY 1@98 DAY"), core.buy(6, 1, 98));
        return core.stateHash();
    }

    @Test
    void shouldRefuseByEachTradingLimitOfEachLevel()
    {
        assertLimitsRefuse(LimitLevel.LOGIN, "1");
        assertLimitsRefuse(LimitLevel.CLIENT, ACCOUNT);
        assertLimitsRefuse(LimitLevel.BROKERAGE_FIRM, "AA01");
        assertLimitsRefuse(LimitLevel.SETTLEMENT_ACCOUNT, "SA-1");
    }

    @Test
    void shouldNameTheFirstLimitInOrderOfLevelsAndKinds()
    {
        core.send(venue.limits(LimitLevel.SETTLEMENT_ACCOUNT, "SA-1", limits -> limits.maxOrderLots(1)));
        assertEquals(refused("SETTLEMENT_ACCOUNT ORDER_LOTS"), core.buy(1, 9, 100));
        core.send(venue.limits(LimitLevel.BROKERAGE_FIRM, "AA01", limits -> limits.maxPositionLots(1)));
        assertEquals(refused("BROKERAGE_FIRM POSITION"), core.buy(1, 9, 100));
        core.send(venue.limits(LimitLevel.CLIENT, ACCOUNT, limits -> limits.maxPositionLots(1)));
        core.send(venue.collateral(LimitLevel.CLIENT, ACCOUNT, 1));
        assertEquals(refused("CLIENT POSITION"), core.buy(1, 9, 100));
        core.send(venue.limits(LimitLevel.LOGIN, "1", limits -> limits.maxOrderNotionalKopecks(1).maxPositionLots(1)));
        assertEquals(refused("LOGIN ORDER_NOTIONAL"), core.buy(1, 9, 100));
    }

    @Test
    void shouldCountWhatALoginHasTraded()
    {
        core.send(venue.limits(LimitLevel.LOGIN, "1", limits -> limits.maxPositionLots(5)));
        core.buy(1, 5, 100);
        core.sell(2, 5, 100);
        assertAccepted(core.order(1, 3, Side.SELL, 10, 200));
        assertEquals(refused("LOGIN POSITION"), core.order(1, 1, Side.SELL, 1, 200));
    }

    @Test
    void shouldCountReplacedOrdersForTheRate()
    {
        core.send(venue.limits(LimitLevel.LOGIN, "1", limits -> limits.maxOrdersPerSecond(2)));
        core.buy(2, 1, 100);
        core.replace(1, 3, 1, ReplaceMode.SET_REST, 1, 99);
        assertEquals(refused("LOGIN ORDER_RATE"), core.buy(1, 1, 100));
    }

    @Test
    void shouldOpenNextWindowWhenASecondHasPassed()
    {
        core.send(venue.limits(LimitLevel.LOGIN, "1", limits -> limits.maxOrdersPerSecond(2)));
        core.buy(1, 1, 100);
        core.timeNs += SECOND_NS - 1;
        core.buy(2, 1, 100);
        assertEquals(
            List.of("rejected cl=3 order=- account=AA01001 instrument=1 RISK_LIMIT LOGIN ORDER_RATE"),
            core.buy(3, 1, 100));
        core.timeNs += 1;
        assertAccepted(core.buy(4, 1, 100));
        assertAccepted(core.buy(5, 1, 100));
        assertEquals(
            List.of("rejected cl=6 order=- account=AA01001 instrument=1 RISK_LIMIT LOGIN ORDER_RATE"),
            core.buy(6, 1, 100));
    }

    @Test
    void shouldCheckReplaceOnlyWhenLargerOrDearer()
    {
        core.buy(1, 5, 100);
        core.send(venue.limits(LimitLevel.CLIENT, ACCOUNT, limits -> limits
            .maxOrderNotionalKopecks(50_000).maxOrderLots(2)));
        core.send(venue.collateral(LimitLevel.CLIENT, ACCOUNT, 0));
        assertEquals(
            List.of("rejected cl=2 order=1 account= instrument=0 RISK_LIMIT CLIENT ORDER_LOTS"),
            core.replace(1, 2, 1, ReplaceMode.SET_REST, 6, 100));
        assertEquals(
            List.of("rejected cl=2 order=1 account= instrument=0 RISK_LIMIT CLIENT ORDER_LOTS"),
            core.replace(1, 2, 1, ReplaceMode.SET_REST, 5, 101));
        core.send(venue.limits(LimitLevel.CLIENT, ACCOUNT, limits -> limits.maxOrderNotionalKopecks(50_000)));
        assertEquals(
            List.of("rejected cl=2 order=1 account= instrument=0 RISK_LIMIT CLIENT ORDER_NOTIONAL"),
            core.replace(1, 2, 1, ReplaceMode.SET_REST, 5, 101));
        assertEquals(
            List.of("replaced 1->2 cl=1->3 BUY 5@100->5@90 SET_REST"),
            core.replace(1, 3, 1, ReplaceMode.SET_REST, 5, 90));
        assertEquals(
            List.of("replaced 2->2 cl=3->4 BUY 5@90->1@90 SET_REST"),
            core.replace(1, 4, 2, ReplaceMode.SET_REST, 1, 90));
        assertEquals(
            List.of("rejected cl=5 order=2 account= instrument=0 RISK_LIMIT CLIENT COLLATERAL"),
            core.replace(1, 5, 2, ReplaceMode.SET_REST, 2, 90));
        assertEquals(List.of("cancelled 2 cl=4 req=6 BUY 1@90 REQUESTED"), core.cancel(1, 6, 2));
        assertEquals(
            List.of("CollateralSet collateralKopecks=0 requiredKopecks=0 level=CLIENT registerCode=AA01001"),
            core.send(venue.collateral(LimitLevel.CLIENT, ACCOUNT, 0)));
    }

    @Test
    void shouldPassOnlyPositionAndCollateralWhenLoginNeedNotBeChecked()
    {
        core.send(venue.collateral(LimitLevel.CLIENT, ACCOUNT, 0));
        core.send(venue.limits(LimitLevel.CLIENT, ACCOUNT, limits -> limits.maxPositionLots(1).maxOrderLots(5)));
        final String refused = "rejected cl=1 order=- account=AA01001 instrument=1 ";
        assertEquals(List.of(refused + "NO_RIGHT"), unchecked(3));
        core.send(venue.loginRights(1, LoginRights.DONT_CHECK_LIMITS, -1));
        assertAccepted(unchecked(3));
        assertEquals(List.of(refused + "RISK_LIMIT CLIENT ORDER_LOTS"), unchecked(6));
        assertEquals(List.of(refused + "RISK_LIMIT CLIENT POSITION"), core.buy(1, 1, 100));
        assertRequired(300);
        assertEquals(
            List.of("rejected cl=2 order=1 account= instrument=0 RISK_LIMIT CLIENT POSITION"),
            core.replace(1, 2, 1, ReplaceMode.SET_REST, 4, 100));
        core.send(core.commands.replaceOrder(1, encoder -> encoder
            .orderId(1).qtyLots(4).clientFlags((short)PreTradeRisk.DONT_CHECK_LIMITS)));
        assertRequired(400);
    }

    @Test
    void shouldTakeNewLimitsWhileTradingIsSuspended()
    {
        core.buy(1, 5, 100);
        core.send(core.commands.suspend(1, ClearingKind.INTRADAY));
        core.send(venue.margin(1, 300, 300));
        assertRequired(1_500);
        core.send(venue.collateral(LimitLevel.CLIENT, ACCOUNT, 1_700));
        core.send(venue.limits(LimitLevel.BROKERAGE_FIRM, "AA01", limits -> limits.maxOrderLots(10)));
        core.send(core.commands.resume(1));
        assertEquals(
            List.of("rejected cl=2 order=- account=AA01001 instrument=1 RISK_LIMIT CLIENT COLLATERAL"),
            core.buy(2, 1, 100));
        core.send(venue.margin(1, 0, 0));
        assertAccepted(core.buy(3, 1, 100));
        assertRequired(0);
    }

    @Test
    void shouldCancelWhatIsNotCoveredWhenTradingGoesOn()
    {
        core.buy(1, 3, 100);
        core.order(1, 2, Side.SELL, 5, 200);
        core.buy(3, 1, 99);
        core.send(core.commands.suspend(1, ClearingKind.INTRADAY));
        core.send(venue.collateral(LimitLevel.CLIENT, ACCOUNT, 250));
        final List<String> events = core.send(core.commands.resume(1));
        // The newest one costs nothing beside what is sold; without that the oldest does.
        assertEquals(
            List.of("cancelled 2 cl=2 req=- SELL 5@200 RISK", "cancelled 1 cl=1 req=- BUY 3@100 RISK"),
            events.subList(1, events.size()));
        assertRequired(100);
    }

    @Test
    void shouldCancelWhatIsNotCoveredAnyMoreWithoutAnOlderOrderOfTheOtherSide()
    {
        core.order(1, 1, Side.SELL, 5, 200);
        core.buy(2, 3, 100);
        core.send(core.commands.suspend(1, ClearingKind.INTRADAY));
        core.send(venue.collateral(LimitLevel.CLIENT, ACCOUNT, 250));
        final List<String> events = core.send(core.commands.resume(1));
        assertEquals(
            List.of("cancelled 1 cl=1 req=- SELL 5@200 RISK", "cancelled 2 cl=2 req=- BUY 3@100 RISK"),
            events.subList(1, events.size()));
        assertRequired(0);
    }

    @Test
    void shouldCancelWhatIsNotCoveredByTheSettlementAccountAndNeedsToBe()
    {
        core.send(venue.loginRights(1, LoginRights.DONT_CHECK_LIMITS, -1));
        unchecked(3);
        core.buy(2, 3, 100);
        core.send(core.commands.suspend(1, ClearingKind.INTRADAY));
        core.send(venue.collateral(LimitLevel.SETTLEMENT_ACCOUNT, "SA-1", 100));
        final List<String> events = core.send(core.commands.resume(1));
        assertEquals(List.of("cancelled 2 cl=2 req=- BUY 3@100 RISK"), events.subList(1, events.size()));
        assertRequired(300);
    }

    @Test
    void shouldCancelTheNewestOfWhatIsNotCoveredWhenASessionOpens()
    {
        core.order(1, 1, Side.BUY, 1, 110, TimeInForce.GTC);
        core.order(1, 2, Side.BUY, 1, 100, TimeInForce.GTC);
        core.send(core.commands.suspend(1, ClearingKind.EVENING));
        core.send(core.commands.complete(1, ClearingKind.EVENING));
        core.send(venue.collateral(LimitLevel.CLIENT, ACCOUNT, 100));
        final List<String> events = core.send(core.commands.openSession(2, 20261122));
        assertEquals("cancelled 2 cl=2 req=- BUY 1@100 RISK", events.getLast());
        assertEquals(List.of("1@110 x1"), core.depth(0, Side.BUY));
    }

    @Test
    void shouldCountTradesOfAnAggressorAndItsRest()
    {
        core.send(venue.collateral(LimitLevel.CLIENT, "BB01001", Long.MAX_VALUE));
        core.sell(1, 3, 100);
        core.buy(2, 5, 100);
        assertRequired(500);
        assertEquals(
            List.of("CollateralSet collateralKopecks=7 requiredKopecks=600 level=CLIENT registerCode=BB01001"),
            core.send(venue.collateral(LimitLevel.CLIENT, "BB01001", 7)));
        core.order(1, 3, Side.BUY, 4, 99, TimeInForce.IOC);
        assertRequired(500);
        core.cancel(1, 4, 2);
        assertRequired(300);
    }

    @Test
    void shouldCancelParkedOrderWhenItsMarginIsGoneAtItsTrigger()
    {
        core.order(2, 1, Side.SELL, 1, 100);
        core.send(core.commands.newSpecialOrder(1, encoder -> encoder
            .clOrdId(2).accountCode(CoreFixture.ACCOUNTS[1]).orderType(OrderType.STOP_LIMIT.value())
            .stopPriceE5(100).priceE5(120).qtyLots(4)));
        assertRequired(400);
        core.send(venue.collateral(LimitLevel.CLIENT, ACCOUNT, 100));
        final List<String> events = core.order(3, 3, Side.BUY, 1, 100);
        assertEquals("cancelled 2 cl=2 req=- BUY 4@120 RISK", events.get(events.size() - 1));
        assertRequired(0);
    }

    @Test
    void shouldChangeHashWhenAnyLimitChanges()
    {
        final long first = core.stateHash();
        core.send(venue.collateral(LimitLevel.CLIENT, ACCOUNT, 1));
        final long second = core.stateHash();
        assertNotEquals(first, second);
        core.send(venue.limits(LimitLevel.LOGIN, "1", limits -> limits.maxOrdersPerSecond(1)));
        final long third = core.stateHash();
        assertNotEquals(second, third);
        core.send(venue.margin(1, 100, 201));
        final long fourth = core.stateHash();
        assertNotEquals(third, fourth);
        core.send(venue.collateral(LimitLevel.SETTLEMENT_ACCOUNT, "SA-1", 1));
        assertNotEquals(fourth, core.stateHash());
    }

    @Test
    void shouldHashTheCodesOfSettlementAccounts()
    {
        final CoreFixture other = new CoreFixture();
        final CoreFixture another = new CoreFixture();
        other.send(new RiskCommandWriter(other.commands).settlementAccount("SA-2"));
        another.send(new RiskCommandWriter(another.commands).settlementAccount("SA-3"));
        assertNotEquals(other.stateHash(), another.stateHash());
    }

    private List<String> unchecked(final long lots)
    {
        return core.order(1, encoder -> encoder
            .qtyLots(lots).clientFlags((short)PreTradeRisk.DONT_CHECK_LIMITS));
    }

    private CommandWriter ofLogin(final String code)
    {
        return venue.limits(LimitLevel.LOGIN, code, limits -> limits.maxOrderLots(1));
    }

    private static List<String> ofLoginSet(final String code)
    {
        return List.of("TradingLimitsSet maxPositionLots=0 maxOrderLots=1 maxOrderNotionalKopecks=0 " +
            "maxActiveOrders=0 maxOrdersPerSecond=0 level=LOGIN registerCode=" + code);
    }

    private void assertRefused(final String reason, final CommandWriter command)
    {
        assertEquals(List.of("rejected cl=- order=- account= instrument=0 " + reason), core.send(command));
    }

    private static List<String> refused(final String limit)
    {
        return List.of("rejected cl=1 order=- account=AA01001 instrument=1 RISK_LIMIT " + limit);
    }

    private static void assertAccepted(final List<String> events)
    {
        assertEquals("accepted", events.get(0).split(" ")[0], events::toString);
    }

    private void assertRequired(final long kopecks)
    {
        // A login without limits of its own asks, so that nothing is changed: the level of the firm has no collateral.
        assertEquals(
            List.of("CollateralSet collateralKopecks=1000000000 requiredKopecks=" + kopecks +
                " level=BROKERAGE_FIRM registerCode=AA01"),
            core.send(venue.collateral(LimitLevel.BROKERAGE_FIRM, "AA01", 1_000_000_000)));
    }

    private void assertCollateralRefuses(final LimitLevel level, final String code)
    {
        core.send(venue.collateral(level, code, 499));
        assertEquals(refused(level + " COLLATERAL"), core.buy(1, 5, 100));
        assertAccepted(core.order(1, encoder -> encoder.qtyLots(5).instrumentId(2)));
        core.send(venue.collateral(level, code, 500));
        final List<String> events = core.buy(1, 5, 100);
        assertAccepted(events);
        core.cancel(1, 2, Long.parseLong(events.get(0).split(" ")[1]));
        core.send(venue.collateral(level, code, Long.MAX_VALUE));
    }

    private void assertLimitsRefuse(final LimitLevel level, final String code)
    {
        core.send(venue.limits(level, code, limits -> limits.maxOrderLots(4)));
        assertEquals(refused(level + " ORDER_LOTS"), core.buy(1, 5, 100));
        core.send(venue.limits(level, code, limits -> limits.maxOrderNotionalKopecks(49_999)));
        assertEquals(refused(level + " ORDER_NOTIONAL"), core.buy(1, 5, 100));
        core.send(venue.limits(level, code, limits -> limits
            .maxOrderNotionalKopecks(50_000).maxOrderLots(5).maxActiveOrders(1).maxPositionLots(5)));
        final List<String> events = core.buy(1, 5, 100);
        assertAccepted(events);
        assertEquals(refused(level + " ACTIVE_ORDERS"), core.buy(1, 1, 100));
        core.send(venue.limits(level, code, limits -> limits.maxPositionLots(5)));
        assertEquals(refused(level + " POSITION"), core.buy(1, 1, 100));
        core.cancel(1, 2, Long.parseLong(events.get(0).split(" ")[1]));
        core.timeNs += SECOND_NS;
        core.send(venue.limits(level, code, limits -> limits.maxOrdersPerSecond(1)));
        final List<String> counted = core.buy(1, 5, 100);
        assertEquals(refused(level + " ORDER_RATE"), core.buy(1, 1, 100));
        core.cancel(1, 2, Long.parseLong(counted.get(0).split(" ")[1]));
        core.send(venue.limits(level, code, limits ->
        {
        }));
    }
}
