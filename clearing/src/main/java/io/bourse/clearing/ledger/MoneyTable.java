// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

/**
 * Money of every client register, by account id, in kopecks. The amount at the end is taken from the ledger, the other
 * columns from the positions, so that they can be checked against each other (sheet section 5, I4).
 */
public final class MoneyTable
{
    private final long[] begins;
    private final long[] paidMargins;
    private final long[] margins;
    private final long[] exchangeFees;
    private final long[] clearingFees;
    private final long[] ends;
    private final boolean[] active;

    private MoneyTable(final long[] begins)
    {
        this.begins = begins;
        this.paidMargins = new long[begins.length];
        this.margins = new long[begins.length];
        this.exchangeFees = new long[begins.length];
        this.clearingFees = new long[begins.length];
        this.ends = new long[begins.length];
        this.active = new boolean[begins.length];
    }

    /**
     * Sums the rows of a run up per register.
     *
     * @param begins amounts at the opening of the session by account id.
     * @param table of the run.
     * @param ledger of the run.
     * @return money of the run.
     * @throws ArithmeticException when an amount does not fit.
     */
    public static MoneyTable of(final long[] begins, final PositionTable table, final Ledger ledger)
    {
        final MoneyTable money = new MoneyTable(begins);
        for (int row = 0; row < table.size(); row++)
        {
            final int account = table.account(row);
            money.active[account] = true;
            money.paidMargins[account] = Math.addExact(money.paidMargins[account], table.paidMargin(row));
            money.margins[account] = Math.addExact(money.margins[account], table.margin(row));
            money.exchangeFees[account] = Math.addExact(money.exchangeFees[account], table.exchangeFee(row));
            money.clearingFees[account] = Math.addExact(money.clearingFees[account], table.clearingFee(row));
        }
        for (int account = 0; account < begins.length; account++)
        {
            money.active[account] |= 0 != begins[account];
            money.ends[account] = Math.addExact(
                Math.addExact(begins[account], money.paidMargins[account]), ledger.balance(account));
        }
        return money;
    }

    /**
     * Number of registers.
     *
     * @return from 0.
     */
    public int size()
    {
        return begins.length;
    }

    /**
     * Whether a register has money, a position or a trade.
     *
     * @param account id.
     * @return false for a register nothing can be said about.
     */
    public boolean isActive(final int account)
    {
        return active[account];
    }

    /**
     * Amount at the opening of the session.
     *
     * @param account id.
     * @return kopecks.
     */
    public long begin(final int account)
    {
        return begins[account];
    }

    /**
     * Margin booked by earlier runs of the day.
     *
     * @param account id.
     * @return kopecks.
     */
    public long paidMargin(final int account)
    {
        return paidMargins[account];
    }

    /**
     * Margin booked by this run.
     *
     * @param account id.
     * @return kopecks.
     */
    public long margin(final int account)
    {
        return margins[account];
    }

    /**
     * Exchange fee booked by this run.
     *
     * @param account id.
     * @return kopecks.
     */
    public long exchangeFee(final int account)
    {
        return exchangeFees[account];
    }

    /**
     * Clearing fee booked by this run.
     *
     * @param account id.
     * @return kopecks.
     */
    public long clearingFee(final int account)
    {
        return clearingFees[account];
    }

    /**
     * Amount after this run.
     *
     * @param account id.
     * @return kopecks.
     */
    public long end(final int account)
    {
        return ends[account];
    }
}
