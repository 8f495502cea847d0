// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.days;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;

import io.bourse.engine.days.ShanghaiMessage.Fill;
import io.bourse.engine.days.ShanghaiMessage.Pair;
import io.bourse.engine.protocol.Side;

/**
 * Share 600519 in Shanghai on 2023-02-07. The file has trades first, and of an aggressor then only the remainder;
 * incoming orders are rebuilt: quantity = trades + remainder, limit = that of the remainder, else the worst price.
 */
final class ShanghaiDay
{
    /** Prices of the file are x 1000, the tick is 0.01. */
    private static final long PRICE_E3_PER_TICK = 10;
    private static final long QTY_E3_PER_LOT = 1_000;
    private static final int CONTINUOUS_FROM_CS = 9_300_000;
    private static final int CLOSING_FROM_CS = 14_570_000;

    final List<ShanghaiMessage> opening = new ArrayList<>();
    final List<ShanghaiMessage> continuous = new ArrayList<>();
    final List<ShanghaiMessage> closing = new ArrayList<>();
    final List<Pair> openingPairs = new ArrayList<>();
    final List<Pair> closingPairs = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();

    private record Row(
        int number, int timeCs, String kind, String side, long orderNo, long sellNo, long price, long lots)
    {
        boolean isTrade()
        {
            return "TRD".equals(kind);
        }

        Side aggressor()
        {
            return Side.valueOf("B".equals(side) ? "BUY" : "SELL");
        }

        long aggressorNo()
        {
            return "B".equals(side) ? orderNo : sellNo;
        }

        boolean isAggressionOf(final Row first)
        {
            return isTrade() && side.equals(first.side) && aggressorNo() == first.aggressorNo();
        }
    }

    static ShanghaiDay load(final Path file) throws IOException
    {
        final ShanghaiDay day = new ShanghaiDay();
        try (BufferedReader in = new BufferedReader(new InputStreamReader(
            new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.US_ASCII)))
        {
            in.readLine();
            for (String line = in.readLine(); null != line; line = in.readLine())
            {
                day.rows.add(parse(day.rows.size() + 1, line.split(",", -1)));
            }
        }
        day.rebuild();
        return day;
    }

    int rowCount()
    {
        return rows.size();
    }

    private static Row parse(final int number, final String[] column)
    {
        final long price = Long.parseLong(column[6]);
        final long lots = Long.parseLong(column[7]);
        if (0 != price % PRICE_E3_PER_TICK || 0 != lots % QTY_E3_PER_LOT)
        {
            throw new IllegalArgumentException("off the grid of prices or quantities: row=" + number);
        }
        return new Row(
            number, Integer.parseInt(column[1]), column[2], column[3], Long.parseLong(column[4]),
            column[5].isEmpty() ? 0 : Long.parseLong(column[5]), price / PRICE_E3_PER_TICK, lots / QTY_E3_PER_LOT);
    }

    private void rebuild()
    {
        int index = 0;
        while (index < rows.size())
        {
            final Row row = rows.get(index);
            final boolean isClosing = row.timeCs >= CLOSING_FROM_CS;
            if (row.isTrade() && "N".equals(row.side))
            {
                (isClosing ? closingPairs : openingPairs).add(new Pair(row.orderNo, row.sellNo, row.price, row.lots));
                index++;
            }
            else if (row.isTrade())
            {
                index = aggressor(index);
            }
            else
            {
                phase(row.timeCs).add(new ShanghaiMessage(
                    row.number, row.timeCs, "ADD".equals(row.kind), row.orderNo, row.aggressor(), row.price, row.lots,
                    List.of()));
                index++;
            }
        }
    }

    private int aggressor(final int from)
    {
        final Row first = rows.get(from);
        final Side side = first.aggressor();
        final List<Fill> fills = new ArrayList<>();
        long price = first.price;
        long lots = 0;
        int index = from;
        for (; index < rows.size() && rows.get(index).isAggressionOf(first); index++)
        {
            final Row trade = rows.get(index);
            fills.add(new Fill(Side.BUY == side ? trade.sellNo : trade.orderNo, trade.price, trade.lots));
            price = Side.BUY == side ? Math.max(price, trade.price) : Math.min(price, trade.price);
            lots += trade.lots;
        }
        if (index < rows.size())
        {
            final Row remainder = rows.get(index);
            if ("ADD".equals(remainder.kind) && remainder.orderNo == first.aggressorNo())
            {
                price = remainder.price;
                lots += remainder.lots;
                index++;
            }
        }
        phase(first.timeCs).add(new ShanghaiMessage(
            first.number, first.timeCs, true, first.aggressorNo(), side, price, lots, fills));
        return index;
    }

    private List<ShanghaiMessage> phase(final int timeCs)
    {
        if (timeCs >= CLOSING_FROM_CS)
        {
            return closing;
        }
        return timeCs >= CONTINUOUS_FROM_CS ? continuous : opening;
    }
}
