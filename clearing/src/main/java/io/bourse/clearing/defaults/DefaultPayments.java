// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.defaults;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.funds.FundsAccounts;
import io.bourse.clearing.funds.Payment;
import io.bourse.clearing.ledger.HouseAccounts;
import io.bourse.clearing.ledger.PostingCode;

import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.function.ToIntFunction;

/**
 * What plans of defaults do to money and pledges. A client that has gone takes along what it has, in every run: margin
 * and fees of the run in which it goes are known only when that is over. A loss is paid as it was planned. Money from
 * register to register goes through the settlement account of the house.
 */
public final class DefaultPayments
{
    private static final long PLANS = 1_000;
    private static final long LINES = 1_000_000;

    private final FundsAccounts accounts;
    private final ToIntFunction<String> accountOf;
    private final IntToLongFunction cashBefore;

    /**
     * Payments of a run.
     *
     * @param accounts of the run, to be added to; with everything else that it pays.
     * @param accountOf account id by code of a register, below 0 when it is not defined.
     * @param cashBefore kopecks of a register after the last completed run.
     */
    public DefaultPayments(
        final FundsAccounts accounts, final ToIntFunction<String> accountOf, final IntToLongFunction cashBefore)
    {
        this.accounts = accounts;
        this.accountOf = accountOf;
        this.cashBefore = cashBefore;
    }

    /**
     * Adds what plans pay.
     *
     * @param plans that the run carries out.
     * @param done that earlier runs have carried out.
     * @throws PreconditionException when a plan names a register that is not defined.
     */
    public void add(final List<DefaultPlan> plans, final List<DefaultPlan> done)
    {
        done.forEach(this::port);
        for (final DefaultPlan plan : plans)
        {
            port(plan);
            cover(plan);
        }
    }

    private int account(final String code)
    {
        final int account = accountOf.applyAsInt(code);
        if (account < 0)
        {
            throw new PreconditionException("a plan of a default names a register that is not defined: register=" +
                code);
        }
        return account;
    }

    /** Debts stay with the defaulter. */
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
            final long kopecks = Math.addExact(cashBefore.applyAsLong(from), paid.getOrDefault(from, 0L));
            final long reference = reference(plan, line++);
            if (kopecks > 0)
            {
                pay(from, from, HouseAccounts.SETTLEMENT, kopecks, reference);
                pay(to, HouseAccounts.SETTLEMENT, to, kopecks, reference);
            }
            for (int asset = 0; asset < accounts.assets().size(); asset++)
            {
                final long units = accounts.units(from, asset);
                if (units > 0)
                {
                    accounts.move(from, asset, -units);
                    accounts.move(to, asset, units);
                }
            }
        }
    }

    private void cover(final DefaultPlan plan)
    {
        int line = 0;
        for (final CoverLine cover : plan.cover())
        {
            final int account = account(cover.register());
            final int house = cover.layer().houseAccount();
            final long reference = reference(plan, line++);
            if (cover.kopecks() > 0)
            {
                pay(account, house, account, cover.kopecks(), reference);
            }
            else
            {
                pay(account, account, house, Math.negateExact(cover.kopecks()), reference);
            }
        }
    }

    private void pay(
        final int account, final int debit, final int credit, final long kopecks, final long reference)
    {
        accounts.add(new Payment(account, PostingCode.DEFAULT, debit, credit, kopecks, reference));
    }

    /** Default, plan, and line within the plan. */
    private static long reference(final DefaultPlan plan, final int line)
    {
        return Math.addExact(
            Math.multiplyExact(Math.addExact(Math.multiplyExact(plan.defaultId(), PLANS), plan.number()), LINES), line);
    }
}
