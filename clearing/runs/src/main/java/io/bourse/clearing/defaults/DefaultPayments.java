// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.defaults;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.cashmarket.PendingDeliveries;
import io.bourse.clearing.collateral.Asset;
import io.bourse.clearing.funds.FundsAccounts;
import io.bourse.clearing.ledger.HouseAccounts;
import io.bourse.clearing.ledger.Payment;
import io.bourse.clearing.ledger.PostingCode;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;
import java.util.function.ToIntFunction;

/**
 * What plans of defaults do to money and pledges. A client that has gone takes along what it has, in every run: margin
 * and fees of the run in which it goes are known only when that is over. What it then owes is fetched back, up to what
 * has gone along. What deliveries at the old register still need stays there. A loss is paid as it was planned, but no
 * register gets more than it owes. Collateral is sold as a whole or not at all: a plan whose seller has not the assets,
 * or whose buyer has not the money, waits. Money from register to register goes through the settlement account of the
 * house.
 */
public final class DefaultPayments
{
    private static final long PLANS = 1_000;
    private static final long LINES = 1_000_000;

    private final FundsAccounts accounts;
    private final ToIntFunction<String> accountOf;
    private final IntToLongFunction cashBefore;
    private final PendingDeliveries pending;
    private final TreeMap<String, Long> carried;
    private final TreeMap<String, Map<CoverLayer, Long>> used;
    private final TreeMap<String, String> waiting = new TreeMap<>();

    /**
     * Payments of a run.
     *
     * @param accounts of the run, to be added to; with everything else that it pays.
     * @param accountOf account id by code of a register, below 0 when it is not defined.
     * @param cashBefore kopecks of a register after the last completed run.
     * @param before what was done until the end of that run.
     * @param pending what clients who go still have to pay and to deliver where they were.
     */
    public DefaultPayments(
        final FundsAccounts accounts,
        final ToIntFunction<String> accountOf,
        final IntToLongFunction cashBefore,
        final DefaultOutcome before,
        final PendingDeliveries pending)
    {
        this.accounts = accounts;
        this.accountOf = accountOf;
        this.cashBefore = cashBefore;
        this.pending = pending;
        this.carried = new TreeMap<>(before.carriedKopecks());
        this.used = new TreeMap<>(before.used());
    }

    /**
     * Adds what plans pay.
     *
     * @param plans that the run carries out.
     * @param done that earlier runs have carried out.
     * @return what was done until the end of this run, with the plans that could not be carried out.
     * @throws PreconditionException when a plan names a register that is not defined.
     * @throws ArithmeticException when an amount does not fit.
     */
    public DefaultOutcome add(final List<DefaultPlan> plans, final List<DefaultPlan> done)
    {
        done.forEach(this::port);
        for (final DefaultPlan plan : plans)
        {
            port(plan);
            cover(plan);
            sell(plan);
        }
        return new DefaultOutcome(carried, used, waiting);
    }

    /** Delivery against payment: all sales of a plan or none. */
    private void sell(final DefaultPlan plan)
    {
        final String missing = missing(plan);
        if (!missing.isEmpty())
        {
            waiting.put(plan.name(), missing);
            return;
        }
        int line = 0;
        for (final CollateralSale sale : plan.sales())
        {
            final int asset = accounts.asset(sale.asset());
            final int seller = account(sale.seller());
            final int buyer = account(sale.buyer());
            final long kopecks = sale.kopecks(accounts.assets().get(asset));
            final long reference = reference(plan, line++);
            pay(buyer, buyer, HouseAccounts.SETTLEMENT, kopecks, reference);
            pay(seller, HouseAccounts.SETTLEMENT, seller, kopecks, reference);
            accounts.move(seller, asset, -sale.units());
            accounts.move(buyer, asset, sale.units());
        }
    }

    /** Why the sales of a plan cannot be settled; empty when they can. */
    private String missing(final DefaultPlan plan)
    {
        final Map<Integer, Long> paid = accounts.paid();
        final Map<Integer, Long> spent = new TreeMap<>();
        final Map<String, Long> sold = new TreeMap<>();
        for (final CollateralSale sale : plan.sales())
        {
            final int asset = accounts.asset(sale.asset());
            final int seller = accountOf.applyAsInt(sale.seller());
            final int buyer = accountOf.applyAsInt(sale.buyer());
            if (asset < 0 || seller < 0 || buyer < 0)
            {
                return "a sale names a register or an asset that is not known: " + sale;
            }
            final long units =
                sold.merge(sale.seller() + ' ' + sale.asset(), sale.units(), DefaultPayments::sumOrMost);
            if (accounts.units(seller, asset) < units)
            {
                return "the seller has less of the asset: " + sale + " heldUnits=" + accounts.units(seller, asset);
            }
            final String unpayable = sale.unpayable(accounts.assets().get(asset));
            if (!unpayable.isEmpty())
            {
                return unpayable;
            }
            final long kopecks = spent.merge(
                buyer, sale.kopecks(accounts.assets().get(asset)), DefaultPayments::sumOrMost);
            if (kopecks(buyer, paid) < kopecks)
            {
                return "the buyer has less money: " + sale + " wantedKopecks=" + kopecks + " cashKopecks=" +
                    kopecks(buyer, paid);
            }
        }
        return "";
    }

    /** Of amounts above 0; more than any register has when it does not fit. */
    private static long sumOrMost(final long a, final long b)
    {
        return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
    }

    private int account(final String code)
    {
        return DefaultPlan.account(accountOf, code);
    }

    private void port(final DefaultPlan plan)
    {
        if (PlanKind.PORT != plan.kind())
        {
            return;
        }
        final Map<Integer, Long> paid = accounts.paid();
        int line = 0;
        for (final Map.Entry<String, String> port : plan.ports().entrySet())
        {
            final int from = account(port.getKey());
            final int to = account(port.getValue());
            final long kopecks = kopecks(from, paid);
            final long gone = carried.getOrDefault(port.getKey(), 0L);
            final long goes = goes(from, to, kopecks, gone);
            final long reference = reference(plan, line++);
            if (0 != goes)
            {
                final int payer = goes > 0 ? from : to;
                final int payee = goes > 0 ? to : from;
                pay(payer, payer, HouseAccounts.SETTLEMENT, Math.abs(goes), reference);
                pay(payee, HouseAccounts.SETTLEMENT, payee, Math.abs(goes), reference);
            }
            // What is pledged stays where a debt stays; what deliveries need comes back all the same.
            final long pledged = pledgesMoved(from, to, kopecks >= goes);
            final long along = Math.addExact(Math.addExact(gone, goes), pledged);
            carried.put(port.getKey(), Math.max(0, along));
        }
    }

    /**
     * Kopecks that go along, below 0 those that are fetched back: a debt up to what has gone, what deliveries need up
     * to what the new register has of it.
     */
    private long goes(final int from, final int to, final long kopecks, final long gone)
    {
        final long goes = Math.max(kopecks, -gone);
        final long needed = pending.money(from, "");
        if (0 == needed)
        {
            return goes;
        }
        final long there = Math.clamp(kopecks(to, accounts.paid()), 0, gone);
        return Math.min(goes, Math.max(Math.subtractExact(kopecks, needed), -there));
    }

    /** Kopecks that they are worth as cover; below 0 when more comes back than goes along. */
    private long pledgesMoved(final int from, final int to, final boolean areGoing)
    {
        long kopecks = 0;
        for (int asset = 0; asset < accounts.assets().size(); asset++)
        {
            final Asset pledged = accounts.assets().get(asset);
            final long needed = Math.addExact(
                Math.multiplyExact(pending.units(from, pledged.code()), pledged.unitsOfOne()),
                pending.money(from, pledged.code()));
            final long over = Math.subtractExact(accounts.units(from, asset), needed);
            final long units = over < 0 ? Math.max(over, -accounts.units(to, asset)) : areGoing ? over : 0;
            if (0 != units)
            {
                accounts.move(from, asset, -units);
                accounts.move(to, asset, units);
                final long value = pledged.valueKopecks(Math.abs(units));
                kopecks = Math.addExact(kopecks, units > 0 ? value : -value);
            }
        }
        return kopecks;
    }

    private void cover(final DefaultPlan plan)
    {
        if (PlanKind.COVER != plan.kind())
        {
            return;
        }
        final Map<Integer, Long> paid = accounts.paid();
        final Map<Integer, Long> wanted = new LinkedHashMap<>();
        final Map<Integer, Long> givers = new LinkedHashMap<>();
        final TreeMap<CoverLayer, Long> left = new TreeMap<>();
        for (final CoverLine cover : plan.cover())
        {
            final int account = account(cover.register());
            if (cover.kopecks() > 0)
            {
                wanted.merge(account, cover.kopecks(), Math::addExact);
                left.merge(cover.layer(), cover.kopecks(), Math::addExact);
            }
            else
            {
                givers.put(account, Math.clamp(kopecks(account, paid), 0, Math.negateExact(cover.kopecks())));
            }
        }
        long given = 0;
        for (final long kopecks : givers.values())
        {
            given = Math.addExact(given, kopecks);
        }
        final long most = given;
        left.computeIfPresent(CoverLayer.OWN_MONEY, (layer, kopecks) -> Math.min(kopecks, most));
        final TreeMap<CoverLayer, Long> taken = new TreeMap<>();
        wanted.forEach((account, kopecks) ->
            fill(plan, account, Math.clamp(-kopecks(account, paid), 0, kopecks), left, taken));
        give(plan, givers, taken.getOrDefault(CoverLayer.OWN_MONEY, 0L));
        used.put(plan.name(), taken);
    }

    private long kopecks(final int account, final Map<Integer, Long> paid)
    {
        return Math.addExact(cashBefore.applyAsLong(account), paid.getOrDefault(account, 0L));
    }

    private void fill(
        final DefaultPlan plan,
        final int account,
        final long owed,
        final TreeMap<CoverLayer, Long> left,
        final TreeMap<CoverLayer, Long> taken)
    {
        long rest = owed;
        for (final Map.Entry<CoverLayer, Long> layer : left.entrySet())
        {
            final long kopecks = Math.min(rest, layer.getValue());
            if (kopecks > 0)
            {
                pay(account, layer.getKey().houseAccount(), account, kopecks,
                    reference(plan, layer.getKey().ordinal()));
                layer.setValue(layer.getValue() - kopecks);
                taken.merge(layer.getKey(), kopecks, Math::addExact);
                rest -= kopecks;
            }
        }
    }

    private void give(final DefaultPlan plan, final Map<Integer, Long> givers, final long taken)
    {
        long rest = taken;
        for (final Map.Entry<Integer, Long> giver : givers.entrySet())
        {
            final long kopecks = Math.min(rest, giver.getValue());
            if (kopecks > 0)
            {
                pay(giver.getKey(), giver.getKey(), CoverLayer.OWN_MONEY.houseAccount(), kopecks,
                    reference(plan, CoverLayer.OWN_MONEY.ordinal()));
                rest -= kopecks;
            }
        }
    }

    private void pay(
        final int account, final int debit, final int credit, final long kopecks, final long reference)
    {
        accounts.add(new Payment(account, PostingCode.DEFAULT, debit, credit, kopecks, reference));
    }

    /** Default, plan, and line of a port or layer of a loss. */
    private static long reference(final DefaultPlan plan, final int line)
    {
        return Math.addExact(
            Math.multiplyExact(Math.addExact(Math.multiplyExact(plan.defaultId(), PLANS), plan.number()), LINES), line);
    }
}
