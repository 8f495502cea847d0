// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.calculation.LegFees;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.TradeOrigin;
import io.bourse.clearing.table.TableCursor;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What registers pay for negotiated trades, per contract. Such trades are few.
 */
final class NegotiatedFees
{
    private final Map<Long, Long> kopecks = new HashMap<>();

    /**
     * Looks for such trades.
     *
     * @param input what the run was calculated from.
     * @param fees of the legs; only asked for when there is such a trade.
     */
    NegotiatedFees(final CalculationInput input, final Supplier<LegFees> fees)
    {
        if (!input.chargesFees())
        {
            return;
        }
        final TableCursor trades = new TableCursor(input.trades(), 0, input.tradeCount());
        LegFees legs = null;
        for (int trade = 0; trades.next(); trade++)
        {
            if (TradeOrigin.NEGOTIATED.ordinal() == trades.ints(DayTables.TRADE_FLAGS) >> DayTables.ORIGIN_SHIFT)
            {
                legs = null == legs ? fees.get() : legs;
                final int instrument = trades.ints(DayTables.TRADE_INSTRUMENT);
                add(trades.ints(DayTables.TRADE_BUYER), instrument, legs, 2 * trade);
                add(trades.ints(DayTables.TRADE_SELLER), instrument, legs, 2 * trade + 1);
            }
        }
    }

    private void add(final int account, final int instrument, final LegFees fees, final int leg)
    {
        kopecks.merge(key(account, instrument), Math.addExact(fees.exchangeFee(leg), fees.clearingFee(leg)),
            Math::addExact);
    }

    private static long key(final int account, final int instrument)
    {
        return (long)account << Integer.SIZE | instrument;
    }

    long kopecks(final int account, final int instrument)
    {
        return kopecks.isEmpty() ? 0 : kopecks.getOrDefault(key(account, instrument), 0L);
    }
}
