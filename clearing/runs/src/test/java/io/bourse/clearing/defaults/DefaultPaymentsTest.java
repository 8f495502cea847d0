// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.defaults;

import io.bourse.clearing.cashmarket.PendingDeliveries;
import io.bourse.clearing.collateral.Asset;
import io.bourse.clearing.collateral.AssetKind;
import io.bourse.clearing.collateral.CollateralRule;
import io.bourse.clearing.funds.FundsAccounts;
import io.bourse.clearing.layout.RegisterOrder;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

/** Money and pledges of clients who go, and of losses that are borne. */
class DefaultPaymentsTest
{
    private static final List<String> CODES = List.of("AA01000", "AA01C01", "BB01C01");
    private static final int OWN = 0;
    private static final int GOING = 1;
    private static final int NEW_HOME = 2;
    /** 80 roubles apiece as cover. */
    private static final Asset SHARE =
        new Asset("SBER", AssetKind.SECURITY, 100_000_000, 200_000, CollateralRule.ONE_E6);
    private static final DefaultPlan PORT = new DefaultPlan(1, 1, PlanKind.PORT, List.of("AA01"),
        new TreeMap<>(Map.of("AA01C01", "BB01C01")), List.of(), List.of(), null, "first", null, 0);

    private FundsAccounts accounts = accounts();
    private final PendingDeliveries pending = new PendingDeliveries(Set.of(GOING));

    private static FundsAccounts accounts()
    {
        return new FundsAccounts(new Order(), List.of(SHARE), null, List.of());
    }

    /** A run with kopecks before it by account. */
    private DefaultOutcome run(
        final List<DefaultPlan> plans, final List<DefaultPlan> done, final DefaultOutcome before, final long... cash)
    {
        return new DefaultPayments(accounts, CODES::indexOf, account -> cash[account], before, pending)
            .add(plans, done);
    }

    @Test
    void shouldFetchBackWhatIsOwedUpToWhatHasGoneAlong()
    {
        final DefaultOutcome gone = run(List.of(PORT), List.of(), DefaultOutcome.NONE, 0, 1_000, 0);
        assertEquals(Map.of(GOING, -1_000L, NEW_HOME, 1_000L), accounts.paid());
        accounts = accounts();
        final DefaultOutcome back = run(List.of(), List.of(PORT), gone, 0, -700, 1_000);
        assertEquals(Map.of(GOING, 700L, NEW_HOME, -700L), accounts.paid());
        accounts = accounts();
        final DefaultOutcome last = run(List.of(), List.of(PORT), back, 0, -400, 300);
        assertEquals(Map.of(GOING, 300L, NEW_HOME, -300L), accounts.paid());
        assertEquals(Map.of("AA01C01", 0L), last.carriedKopecks());
        accounts = accounts();
        run(List.of(), List.of(PORT), last, 0, -100, 0);
        assertEquals(Map.of(), accounts.paid());
    }

    @Test
    void shouldLeavePledgesWhereADebtStays()
    {
        accounts.move(GOING, 0, 10);
        final DefaultOutcome owing = run(List.of(PORT), List.of(), DefaultOutcome.NONE, 0, -500, 0);
        assertEquals(Map.of(), accounts.paid());
        assertEquals(List.of(10L, 0L), List.of(accounts.units(GOING, 0), accounts.units(NEW_HOME, 0)));
        final DefaultOutcome paid = run(List.of(), List.of(PORT), owing, 0, 0, 0);
        assertEquals(List.of(0L, 10L), List.of(accounts.units(GOING, 0), accounts.units(NEW_HOME, 0)));
        assertEquals(Map.of("AA01C01", 80_000L), paid.carriedKopecks());
        // The cover has gone along, so does the loss of the run in which it went.
        run(List.of(), List.of(PORT), paid, 0, -90_000, 0);
        assertEquals(Map.of(GOING, 80_000L, NEW_HOME, -80_000L), accounts.paid());
    }

    @Test
    void shouldLeaveWhatDeliveriesNeedAndFetchItBackFromWhatHasGone()
    {
        accounts.move(GOING, 0, 10);
        pending.add(GOING, 20_261_124, "SBER", "", -4, 900);
        pending.add(GOING, 20_261_125, "SBER", "", 3, -700);
        pending.add(GOING, 20_261_125, "SBER", "", 1, -100);
        pending.add(OWN, 20_261_125, "SBER", "", 1, -100);
        final DefaultOutcome gone = run(List.of(PORT), List.of(), DefaultOutcome.NONE, 0, 1_000, 0);
        assertEquals(Map.of(GOING, -200L, NEW_HOME, 200L), accounts.paid());
        assertEquals(List.of(4L, 6L), List.of(accounts.units(GOING, 0), accounts.units(NEW_HOME, 0)));
        // Margin takes 250 of what was left: as much comes back as is there of what has gone.
        accounts = accounts();
        final DefaultOutcome back = run(List.of(), List.of(PORT), gone, 0, 550, 120);
        assertEquals(Map.of(GOING, 120L, NEW_HOME, -120L), accounts.paid());
        assertEquals(Map.of("AA01C01", 48_080L), back.carriedKopecks());
        // A debt comes back whatever is there, for deliveries nothing more.
        accounts = accounts();
        run(List.of(), List.of(PORT), back, 0, -30, 0);
        assertEquals(Map.of(GOING, 30L, NEW_HOME, -30L), accounts.paid());
    }

    /** What is to be paid in a currency stays where it is paid, and does not hold roubles. */
    @Test
    void shouldLeaveTheCurrencyThatPaymentsNeed()
    {
        final Asset yuan = new Asset("CNY", AssetKind.CURRENCY, 12_000_000, 0, CollateralRule.ONE_E6);
        accounts = new FundsAccounts(new Order(), List.of(yuan), null, List.of());
        accounts.move(GOING, 0, 1_000_00);
        pending.add(GOING, 20_261_125, "USD", "CNY", 100, -700_00);
        pending.add(GOING, 20_261_126, "CNY", "", -20, 240_00);
        run(List.of(PORT), List.of(), DefaultOutcome.NONE, 0, 1_000, 0);
        assertEquals(List.of(720_00L, 280_00L), List.of(accounts.units(GOING, 0), accounts.units(NEW_HOME, 0)));
        assertEquals(Map.of(GOING, -1_000L, NEW_HOME, 1_000L), accounts.paid());
    }

    @Test
    void shouldFetchBackAssetsThatWereSoldAsFarAsTheyAreThere()
    {
        accounts.move(GOING, 0, 10);
        final DefaultOutcome gone = run(List.of(PORT), List.of(), DefaultOutcome.NONE, 0, 0, 0);
        assertEquals(Map.of("AA01C01", 80_000L), gone.carriedKopecks());
        accounts = accounts();
        accounts.move(GOING, 0, 1);
        accounts.move(NEW_HOME, 0, 2);
        pending.add(GOING, 20_261_125, "SBER", "", -4, 900);
        // A debt leaves pledges where they are, what is to be delivered comes back.
        final DefaultOutcome back = run(List.of(), List.of(PORT), gone, 0, -90_000, 0);
        assertEquals(List.of(3L, 0L), List.of(accounts.units(GOING, 0), accounts.units(NEW_HOME, 0)));
        assertEquals(Map.of(GOING, 80_000L, NEW_HOME, -80_000L), accounts.paid());
        assertEquals(Map.of("AA01C01", 0L), back.carriedKopecks());
    }

    private static DefaultPlan sale(final long units, final long priceE5)
    {
        return new DefaultPlan(1, 3, PlanKind.SELL_COLLATERAL, List.of("AA01"), new TreeMap<>(), List.of(), List.of(),
            null, "first", List.of(new CollateralSale("AA01000", "SBER", units, priceE5, "BB01C01"),
                new CollateralSale("AA01C01", "SBER", 1, 100_000, "BB01C01")), 0);
    }

    @Test
    void shouldSellCollateralAgainstMoneyOrNotAtAll()
    {
        accounts.move(OWN, 0, 10);
        accounts.move(GOING, 0, 1);
        final CollateralSale first = new CollateralSale("AA01000", "SBER", 10, 12_345_678, "BB01C01");
        // 10 pieces at 123.45678 are 1 234.57 roubles, one at 1 rouble more.
        assertEquals(Map.of("1-3", "the buyer has less money: " + sale(10, 12_345_678).sales().getLast() +
            " wantedKopecks=123557 cashKopecks=123556"),
            run(List.of(sale(10, 12_345_678)), List.of(), DefaultOutcome.NONE, -500, 0, 123_556).waiting());
        assertEquals(Map.of("1-3", "the seller has less of the asset: " +
            new CollateralSale("AA01000", "SBER", 11, 1, "BB01C01") + " heldUnits=10"),
            run(List.of(sale(11, 1)), List.of(), DefaultOutcome.NONE, -500, 0, 123_557).waiting());
        assertEquals(Map.of(), accounts.paid());
        assertEquals(Map.of(),
            run(List.of(sale(10, 12_345_678)), List.of(), DefaultOutcome.NONE, -500, 0, 123_557).waiting());
        assertEquals(first, sale(10, 12_345_678).sales().getFirst());
        assertEquals(Map.of(OWN, 123_457L, GOING, 100L, NEW_HOME, -123_557L), accounts.paid());
        assertEquals(List.of(0L, 0L, 11L),
            List.of(accounts.units(OWN, 0), accounts.units(GOING, 0), accounts.units(NEW_HOME, 0)));
    }

    @Test
    void shouldLetASaleWaitThatBringsNothingOrMoreThanFits()
    {
        accounts.move(OWN, 0, 10_000);
        final CollateralSale nothing = new CollateralSale("AA01000", "SBER", 499, 1, "BB01C01");
        assertEquals("a sale brings less than half a kopeck: " + nothing, waits(nothing));
        final CollateralSale tooMuch = new CollateralSale("AA01000", "SBER", 10_000, Long.MAX_VALUE, "BB01C01");
        assertEquals("the money of a sale does not fit: " + tooMuch, waits(tooMuch));
        final CollateralSale half = new CollateralSale("AA01000", "SBER", 500, 1, "BB01C01");
        final CollateralSale tooMany = new CollateralSale("AA01000", "SBER", Long.MAX_VALUE, 1, "BB01C01");
        assertEquals("the seller has less of the asset: " + tooMany + " heldUnits=10000", waits(half, tooMany));
        assertEquals(Map.of(), accounts.paid());
        assertNull(waits(half));
        assertEquals(Map.of(OWN, 1L, NEW_HOME, -1L), accounts.paid());
    }

    /** Why a plan with these sales waits; null when it is carried out. */
    private String waits(final CollateralSale... sales)
    {
        final DefaultPlan plan = new DefaultPlan(1, 3, PlanKind.SELL_COLLATERAL, List.of("AA01"), new TreeMap<>(),
            List.of(), List.of(), null, "first", List.of(sales), 0);
        return run(List.of(plan), List.of(), DefaultOutcome.NONE, 0, 0, Long.MAX_VALUE).waiting().get("1-3");
    }

    private static DefaultPlan cover(final CoverLine... lines)
    {
        return new DefaultPlan(1, 2, PlanKind.COVER, List.of("AA01"), new TreeMap<>(), List.of(), List.of(lines),
            null, "first", null, 0);
    }

    @Test
    void shouldNotPayMoreThanIsStillOwed()
    {
        final DefaultPlan plan = cover(
            new CoverLine("AA01000", CoverLayer.OWN_MONEY, 50), new CoverLine("AA01000", CoverLayer.CCP_CAPITAL, 30),
            new CoverLine("AA01000", CoverLayer.SURVIVORS, 20), new CoverLine("AA01C01", CoverLayer.OWN_MONEY, -50));
        // As planned; then with 40 paid in; then with less to give; then with nothing owed.
        assertEquals(Map.of(CoverLayer.OWN_MONEY, 50L, CoverLayer.CCP_CAPITAL, 30L, CoverLayer.SURVIVORS, 20L),
            borne(plan, -100, 50, Map.of(OWN, 100L, GOING, -50L)));
        assertEquals(Map.of(CoverLayer.OWN_MONEY, 50L, CoverLayer.CCP_CAPITAL, 10L),
            borne(plan, -60, 50, Map.of(OWN, 60L, GOING, -50L)));
        assertEquals(Map.of(CoverLayer.OWN_MONEY, 5L, CoverLayer.CCP_CAPITAL, 30L, CoverLayer.SURVIVORS, 20L),
            borne(plan, -100, 5, Map.of(OWN, 55L, GOING, -5L)));
        assertEquals(Map.of(), borne(plan, 10, 50, Map.of()));
    }

    private Map<CoverLayer, Long> borne(
        final DefaultPlan plan, final long own, final long giver, final Map<Integer, Long> payments)
    {
        accounts = accounts();
        final DefaultOutcome outcome = run(List.of(plan), List.of(), DefaultOutcome.NONE, own, giver, 0);
        assertEquals(payments, accounts.paid());
        return outcome.used().get("1-2");
    }

    private static final class Order implements RegisterOrder
    {
        @Override
        public int size()
        {
            return CODES.size();
        }

        @Override
        public long code(final int accountId)
        {
            return accountId;
        }

        @Override
        public int rank(final int accountId)
        {
            return accountId;
        }

        @Override
        public int accountAt(final int rank)
        {
            return rank;
        }
    }
}
