// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.risk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

import io.bourse.engine.protocol.LimitKind;

/**
 * What exposures and registers count for the levels above, for margin, range and limits, at the edges.
 */
class ExposureTest
{
    private static final long UNITS_OF_LOT = 10;
    private static final long MAX_UNITS = 1_000;

    private final ExposureTable table = new ExposureTable();
    private final ExposureTable logins = new ExposureTable();
    private final InstrumentExposures instrument = new InstrumentExposures(1);
    private final Register clientRegister = new Register();
    private final Register firmRegister = new Register();
    private final Register otherRegister = new Register();
    private final Register loginRegister = new Register();
    private final Exposure firm = table.add(instrument.firms, instrument, 1, firmRegister, instrument.margin, null);
    private final Exposure other = table.add(instrument.firms, instrument, 2, otherRegister, instrument.margin, null);
    private final Exposure client =
        table.add(instrument.clients, instrument, 1, clientRegister, instrument.margin, firm);
    private final Exposure login = logins.add(instrument.logins, instrument, 1, loginRegister, null, client);
    private final OrderDemand demand = new OrderDemand();

    @Test
    void shouldTakeAnOrderOfAsManyLotsAsCanBeCounted()
    {
        for (final Exposure exposure : new Exposure[]{null, client})
        {
            order(exposure, Exposure.MAX_LOTS);
            assertEquals(true, demand.fits(0));
            order(exposure, -Exposure.MAX_LOTS);
            assertEquals(true, demand.fits(0));
            order(exposure, Exposure.MAX_LOTS + 1);
            assertEquals(false, demand.fits(0));
            order(exposure, -Exposure.MAX_LOTS - 1);
            assertEquals(false, demand.fits(0));
        }
    }

    @Test
    void shouldLookAtTheLegsOfTheOrderOnly()
    {
        order(client, 1);
        demand.exposure(0, demand.addLeg(instrument, Exposure.MAX_LOTS + 1, true), other);
        assertEquals(false, demand.fits(0));
        assertEquals(true, demand.isPositionAbove(0, 5));
        order(client, 1);
        assertEquals(true, demand.fits(0));
        assertEquals(false, demand.isPositionAbove(0, 5));
    }

    @Test
    void shouldCountALowerLevelWhenItFits()
    {
        client.move(3);
        client.order(5, 11);
        other.order(Exposure.MAX_LOTS - 8, Exposure.MAX_LOTS - 8);
        assertEquals(true, other.fits(client));
        other.order(1, 0);
        assertEquals(false, other.fits(client));
        other.order(-1, 1);
        assertEquals(false, other.fits(client));
    }

    @Test
    void shouldLeaveALowerLevelOutWhenTheRestCanBeCounted()
    {
        client.move(-8);
        client.order(5, 2);
        firm.order(Exposure.MAX_LOTS, 0);
        assertEquals(true, firm.fitsWithout(client));
        firm.order(1, 0);
        assertEquals(false, firm.fitsWithout(client));
        firm.order(-Exposure.MAX_LOTS - 1, 0);
        client.move(16);
        client.order(-3, 3);
        firm.order(0, Exposure.MAX_LOTS);
        assertEquals(true, firm.fitsWithout(client));
        firm.order(0, 1);
        assertEquals(false, firm.fitsWithout(client));
    }

    @Test
    void shouldCountOnlyAtTheNewLevelAboveWhenItMoves()
    {
        client.move(3);
        client.order(5, 11);
        assertEquals("3 +5 -11", text(firm));
        client.moveUnder(other);
        assertEquals("0 +0 -0", text(firm));
        assertEquals("3 +5 -11", text(other));
        client.order(1, 1);
        assertEquals("0 +0 -0", text(firm));
        assertEquals("3 +6 -12", text(other));
    }

    @Test
    void shouldCloseAPositionWhenNoMoreIsOrderedThanIsHeld()
    {
        client.move(5);
        client.order(0, 2);
        assertEquals(true, client.isClosedBy(0, 3));
        assertEquals(false, client.isClosedBy(0, 4));
        assertEquals(false, client.isClosedBy(1, 3));
        client.move(-10);
        client.order(1, -2);
        assertEquals(true, client.isClosedBy(4, 0));
        assertEquals(false, client.isClosedBy(5, 0));
        assertEquals(false, client.isClosedBy(4, 1));
    }

    @Test
    void shouldCountUnitsOfWhatIsHeldOrderedAndTraded()
    {
        instrument.unitsOfLot = UNITS_OF_LOT;
        login.move(-7);
        login.order(2, 3);
        assertUnits(70 + 50, 50);
        login.trade(2);
        assertUnits(50 + 30, 20 + 30);
        login.trade(-3);
        assertUnits(80, 20 + 30);
        login.order(4, 1);
        table.countUnits(false);
        assertUnits(80 + 50, 20 + 30 + 50);
        table.countUnits(true);
        assertUnits(80 + 50, 50);
    }

    @Test
    void shouldReserveTheMarginOfAnInstrumentThatIsAddedLater()
    {
        clientRegister.collateral(1_000);
        final InstrumentExposures later = new InstrumentExposures(2);
        final Exposure added = table.add(later.clients, later, 1, clientRegister, later.margin, null);
        added.order(3, 2);
        later.setMargin(100, 40);
        assertEquals(300, clientRegister.required().clamped());
        later.setMargin(10, 40);
        assertEquals(80, clientRegister.required().clamped());
    }

    @Test
    void shouldTakeMarginsFromNothingToTheLargest()
    {
        assertEquals(true, MarginRates.isInRange(0));
        assertEquals(true, MarginRates.isInRange(MarginRates.MAX_KOPECKS));
        assertEquals(false, MarginRates.isInRange(-1));
        assertEquals(false, MarginRates.isInRange(MarginRates.MAX_KOPECKS + 1));
    }

    @Test
    void shouldLimitLiveOrdersWhenTheOrderIsNew()
    {
        clientRegister.limitsOrAdd().set(0, 0, 0, 3, 0);
        clientRegister.moveOrders(4);
        clientRegister.moveOrders(-1);
        assertEquals(3, clientRegister.activeOrders());
        order(client, 1);
        demand.kind(true, false);
        assertEquals(LimitKind.ACTIVE_ORDERS, clientRegister.refusal(demand, 0));
        demand.kind(false, false);
        assertNull(clientRegister.refusal(demand, 0));
        clientRegister.closed();
        demand.kind(true, false);
        assertNull(clientRegister.refusal(demand, 0));
    }

    @Test
    void shouldLimitThePositionOnTheSideOfTheOrder()
    {
        client.move(10);
        assertPosition(false, -1);
        assertPosition(true, 1);
        client.move(-20);
        assertPosition(false, 1);
        assertPosition(true, -1);
        client.move(8);
        client.order(3, 1);
        assertPosition(false, -2);
        assertPosition(true, -3);
        assertPosition(false, 4);
        assertPosition(true, 5);
    }

    @Test
    void shouldGoOnWithTheWindowOfASnapshot()
    {
        final TradingLimits limits = clientRegister.limitsOrAdd();
        limits.set(0, 0, 0, 0, 3);
        limits.restoreWindow(5, 2);
        clientRegister.countForRate(6);
        assertEquals("5 3", window(limits));
        order(client, 1);
        assertEquals(LimitKind.ORDER_RATE, clientRegister.refusal(demand, 0));
        limits.set(0, 0, 0, 0, 5);
        assertEquals("5 3", window(limits));
        limits.set(0, 0, 0, 0, 0);
        assertEquals("0 0", window(limits));
    }

    @Test
    void shouldCountTheOrdersBesideForTheRate()
    {
        final TradingLimits limits = clientRegister.limitsOrAdd();
        limits.set(0, 0, 0, 0, 3);
        limits.restoreWindow(5, 1);
        order(client, 1);
        demand.ordersBeside(1);
        assertNull(clientRegister.refusal(demand, 0));
        demand.ordersBeside(2);
        assertEquals(LimitKind.ORDER_RATE, clientRegister.refusal(demand, 0));
    }

    private static String window(final TradingLimits limits)
    {
        return limits.windowStartNs() + " " + limits.ordersInWindow();
    }

    private void assertPosition(final boolean isAbove, final long signedLots)
    {
        order(client, signedLots);
        assertEquals(isAbove, demand.isPositionAbove(0, 5));
    }

    /** A plain order, its leg on level 0. */
    private void order(final Exposure exposure, final long signedLots)
    {
        demand.begin(6, Math.abs(signedLots), 1, 1);
        demand.exposure(0, demand.addLeg(instrument, signedLots, signedLots > 0), exposure);
    }

    private void assertUnits(final long heldAndOpen, final long tradedAndOpen)
    {
        for (final Register register : new Register[]{clientRegister, firmRegister})
        {
            assertEquals(true, register.hasRange(MAX_UNITS - heldAndOpen, false, MAX_UNITS));
            assertEquals(true, register.hasRange(MAX_UNITS - tradedAndOpen, true, MAX_UNITS));
            assertEquals(false, register.hasRange(MAX_UNITS - tradedAndOpen + 1, true, MAX_UNITS));
            assertEquals(false, register.hasRange(MAX_UNITS - heldAndOpen + 1, false, MAX_UNITS));
        }
        assertEquals(true, loginRegister.hasRange(MAX_UNITS, false, MAX_UNITS));
    }

    private static String text(final Exposure exposure)
    {
        return exposure.netLots() + " +" + exposure.openBuyLots() + " -" + exposure.openSellLots();
    }
}
