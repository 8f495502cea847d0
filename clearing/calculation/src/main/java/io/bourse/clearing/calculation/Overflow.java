// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.calculation;

import io.bourse.clearing.CheckFailedException;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.table.TableCursor;
import io.bourse.engine.protocol.ClearingRange;

/**
 * Finds the record at which an amount of a register no longer fits. Sorted legs do not know their trades; this looks
 * for the register's first trade that breaks the sum, by going over all of them again.
 */
final class Overflow
{
    private final Day day;

    /**
     * A search.
     *
     * @param day that overflowed.
     */
    Overflow(final Day day)
    {
        this.day = day;
    }

    /**
     * Looks for the record.
     *
     * @param account of the row that overflowed.
     * @param instrument of it.
     * @param reason what the arithmetic said.
     * @return exception that names register, instrument and, if a trade did it, the trade.
     */
    CheckFailedException explain(final int account, final int instrument, final String reason)
    {
        final int trade = firstBreaking(account, instrument);
        final String record = trade < 0 ?
            "record=carried position, movement, fee or sum" :
            day.tradeName(trade) + " priceE5=" + day.input().trades().longs(DayTables.TRADE_PRICE_E5).get(trade);
        return day.overflow(account, instrument, record, reason);
    }

    private int firstBreaking(final int account, final int instrument)
    {
        final TableCursor trades = new TableCursor(day.input().trades(), 0, day.input().tradeCount());
        final Sums sums = new Sums(day.value(instrument), day.input().paidTradeCount());
        while (trades.next())
        {
            if (trades.ints(DayTables.TRADE_INSTRUMENT) == instrument &&
                (trades.ints(DayTables.TRADE_BUYER) == account && !sums.add(trades, true) ||
                trades.ints(DayTables.TRADE_SELLER) == account && !sums.add(trades, false)))
            {
                return (int)trades.row();
            }
        }
        return -1;
    }

    private static final class Sums
    {
        private final ContractValue value;
        private final int paidTradeCount;
        private long bought;
        private long sold;
        private long marginDay;
        private long marginPaid;

        Sums(final ContractValue value, final int paidTradeCount)
        {
            this.value = value;
            this.paidTradeCount = paidTradeCount;
        }

        boolean add(final TableCursor trade, final boolean isBuy)
        {
            final long lots = trade.longs(DayTables.TRADE_QTY);
            final long priceE5 = trade.longs(DayTables.TRADE_PRICE_E5);
            final long signedLots = isBuy ? lots : -lots;
            bought += isBuy ? lots : 0;
            sold += isBuy ? 0 : lots;
            try
            {
                marginDay = Math.addExact(marginDay, Math.multiplyExact(signedLots, value.day(priceE5)));
                marginPaid = trade.row() >= paidTradeCount ? marginPaid :
                    Math.addExact(marginPaid, Math.multiplyExact(signedLots, value.paid(priceE5)));
                value.exchangeFee(priceE5);
                value.clearingFee(priceE5);
            }
            catch (final ArithmeticException ex)
            {
                return false;
            }
            return bought <= ClearingRange.MAX_LOTS && sold <= ClearingRange.MAX_LOTS;
        }
    }
}
