// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.journal;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Trades of a firm, a row for each side that it has.
 */
final class FirmTrades
{
    private static final String TRADE_ID = "tradeId";
    private static final String INSTRUMENT_ID = "instrumentId";

    private FirmTrades()
    {
    }

    /**
     * Adds the trades of a transaction.
     *
     * @param rows to add to.
     * @param transaction of trades, as the journal shows it to a firm.
     * @param symbols by instrument.
     */
    static void add(
        final List<Map<String, Object>> rows,
        final Map<String, Object> transaction,
        final IntFunction<String> symbols)
    {
        for (final Object event : (List<?>)transaction.get("events"))
        {
            final Map<?, ?> fields = (Map<?, ?>)((Map<?, ?>)event).get("fields");
            for (final String side : FirmEvents.SIDES)
            {
                if (fields.get(side) instanceof final Map<?, ?> party)
                {
                    rows.add(row(transaction, (String)((Map<?, ?>)event).get("event"), fields, side, party, symbols));
                }
            }
        }
    }

    private static Map<String, Object> row(
        final Map<String, Object> transaction,
        final String event,
        final Map<?, ?> fields,
        final String side,
        final Map<?, ?> party,
        final IntFunction<String> symbols)
    {
        final Map<String, Object> row = new LinkedHashMap<>();
        row.put("cursor", transaction.get("cursor"));
        row.put("time", transaction.get("engineTime"));
        row.put("timeNs", transaction.get("engineTimeNs"));
        row.put("event", event);
        row.put(TRADE_ID, fields.get(TRADE_ID));
        row.put(INSTRUMENT_ID, fields.get(INSTRUMENT_ID));
        row.put("symbol", symbols.apply(((Number)fields.get(INSTRUMENT_ID)).intValue()));
        row.put("side", side.toUpperCase(Locale.ROOT));
        row.put("isAggressor", side.equalsIgnoreCase((String)fields.get("aggressorSide")));
        row.put("lots", fields.get("qtyLots"));
        row.put("price", fields.get("price"));
        row.put("account", party.get("account"));
        row.put("loginId", party.get("loginId"));
        row.put("orderId", party.get("orderId"));
        row.put("newTradeId", fields.get("newTradeId"));
        row.put("newLots", fields.get("newQtyLots"));
        row.put("newPrice", fields.get("newPrice"));
        return row;
    }
}
