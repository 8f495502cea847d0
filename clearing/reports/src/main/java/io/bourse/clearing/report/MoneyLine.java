// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report;

import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.model.Round;
import io.bourse.clearing.report.file.RowWriter;

import java.io.IOException;

/**
 * Figures of a line of moncl or mon: of one register, or of several together.
 */
final class MoneyLine
{
    private static final long HUNDRED_PER_CENT = 10_000;

    private long begin;
    private long margin;
    private long premium;
    private long payments;
    private long futuresFee;
    private long optionsFee;
    private long required;
    private long end;
    private long paid;
    private long paymentsBefore;
    private long vat;
    private long pledged;

    void clear()
    {
        begin = 0;
        margin = 0;
        premium = 0;
        payments = 0;
        futuresFee = 0;
        optionsFee = 0;
        required = 0;
        end = 0;
        paid = 0;
        paymentsBefore = 0;
        vat = 0;
        pledged = 0;
    }

    void add(
        final TableCursor money, final long optionsKopecks, final long requiredKopecks, final long pledgedKopecks)
    {
        begin = Math.addExact(begin, money.longs(RunTables.MONEY_BEGIN));
        margin = Math.addExact(margin, money.longs(RunTables.MONEY_VM));
        premium = Math.addExact(premium, money.longs(RunTables.MONEY_PREMIUM));
        payments = Math.addExact(payments, money.longs(RunTables.MONEY_PAY));
        futuresFee =
            Math.addExact(futuresFee, Math.subtractExact(money.longs(RunTables.MONEY_FEE), optionsKopecks));
        optionsFee = Math.addExact(optionsFee, optionsKopecks);
        required = Math.addExact(required, requiredKopecks);
        end = Math.addExact(end, money.longs(RunTables.MONEY_END));
        paid = Math.addExact(paid, money.longs(RunTables.MONEY_PAID));
        paymentsBefore = Math.addExact(paymentsBefore, money.longs(RunTables.MONEY_PAY_PAID));
        vat = Math.addExact(vat, money.longs(RunTables.MONEY_VAT));
        pledged = Math.addExact(pledged, pledgedKopecks);
    }

    long cash()
    {
        return end;
    }

    /** Funds as they follow from the registers, but for the margin that a settlement account may have of its own. */
    ReportInput.AccountFigures figures(final Long requiredTogether)
    {
        final long needed = null == requiredTogether ? required : requiredTogether;
        final long free = Math.subtractExact(Math.addExact(end, pledged), needed);
        return new ReportInput.AccountFigures(needed, pledged, free, Math.max(0, Math.negateExact(free)));
    }

    /** Columns behind the holder of the money. */
    void write(final RowWriter writer, final ReportInput.AccountFigures account) throws IOException
    {
        final long collateral = account.collateral();
        final long free = account.free();
        writer.money(share(end, collateral))
            .money(begin)
            .summed(margin)
            .money(premium)
            .money(payments)
            .money(futuresFee)
            .money(optionsFee)
            .money(account.required())
            .money(end)
            .money(free)
            .money(Math.max(0, Math.min(end, free)))
            .money(account.call())
            .money(paid)
            .money(paymentsBefore)
            .money(vat)
            .money(collateral)
            .endRow();
    }

    /** Per cent of the cover that is money, x 100. */
    private static long share(final long money, final long collateral)
    {
        if (money <= 0)
        {
            return 0;
        }
        return collateral <= 0 ?
            HUNDRED_PER_CENT : Round.multiplyDivide(money, HUNDRED_PER_CENT, Math.addExact(money, collateral));
    }
}
