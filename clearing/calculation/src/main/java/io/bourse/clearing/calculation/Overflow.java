// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.calculation;

import io.bourse.clearing.CheckFailedException;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.table.IntColumn;
import io.bourse.clearing.table.LongColumn;
import io.bourse.clearing.table.ShortColumn;
import io.bourse.clearing.table.Table;
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
        final Table trades = day.input().trades();
        final ShortColumn instruments = trades.shorts(DayTables.TRADE_INSTRUMENT);
        final IntColumn buyers = trades.ints(DayTables.TRADE_BUYER);
        final IntColumn sellers = trades.ints(DayTables.TRADE_SELLER);
        final Sums sums = new Sums(day.value(instrument), day.input());
        for (int trade = 0; trade < day.input().tradeCount(); trade++)
        {
            if (instruments.get(trade) == instrument)
            {
                if (buyers.get(trade) == account && !sums.add(trade, true) ||
                    sellers.get(trade) == account && !sums.add(trade, false))
                {
                    return trade;
                }
            }
        }
        return -1;
    }

    private static final class Sums
    {
        private final ContractValue value;
        private final int paidTradeCount;
        private final LongColumn prices;
        private final IntColumn quantities;
        private long bought;
        private long sold;
        private long marginDay;
        private long marginPaid;

        Sums(final ContractValue value, final CalculationInput input)
        {
            this.value = value;
            this.paidTradeCount = input.paidTradeCount();
            this.prices = input.trades().longs(DayTables.TRADE_PRICE_E5);
            this.quantities = input.trades().ints(DayTables.TRADE_QTY);
        }

        boolean add(final int trade, final boolean isBuy)
        {
            final long lots = quantities.get(trade);
            final long signedLots = isBuy ? lots : -lots;
            bought += isBuy ? lots : 0;
            sold += isBuy ? 0 : lots;
            try
            {
                marginDay = Math.addExact(
                    marginDay, Math.multiplyExact(signedLots, value.day(prices.get(trade))));
                marginPaid = trade >= paidTradeCount ? marginPaid : Math.addExact(
                    marginPaid, Math.multiplyExact(signedLots, value.paid(prices.get(trade))));
                value.exchangeFee(prices.get(trade));
                value.clearingFee(prices.get(trade));
            }
            catch (final ArithmeticException ex)
            {
                return false;
            }
            return bought <= ClearingRange.MAX_LOTS && sold <= ClearingRange.MAX_LOTS;
        }
    }
}
