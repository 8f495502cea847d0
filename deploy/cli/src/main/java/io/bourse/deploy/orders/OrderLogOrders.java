// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.orders;

import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.Phase;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;

/**
 * An order log with the columns
 * {@code bizindex,time,kind,side_or_aggressor,order_or_buy_no,sell_no,price_e3,qty_e3}, in which trades stand before
 * the remainder of the order that caused them. Incoming orders are rebuilt: quantity = trades + remainder, limit = the
 * remainder's price, else the worst price traded.
 * <p>
 * Orders before 09:30 and from 14:57 on are for the opening and the closing auction, as in Shanghai and Shenzhen. The
 * log marks an auction's trades with aggressor N: the first of them ends the auction, as a change of phase; what trades
 * is up to the venue.
 */
public final class OrderLogOrders extends RecordedOrders
{
    private static final int INSTRUMENT_ID = 3001;
    private static final int COLUMNS = 8;
    private static final long TICK_E5 = 1_000;
    private static final long E3_TO_E5 = 100;
    private static final long E3 = 1_000;
    private static final long HIGHEST_PRICE_E5 = 999_999L * 100_000;
    private static final int CONTINUOUS_FROM = 9_300_000;
    private static final int CLOSING_AUCTION_FROM = 14_570_000;

    private final Path file;
    private final BufferedReader in;
    private final OrderAction incoming = new OrderAction();
    private boolean building;
    private Phase phase = Phase.CLOSED;
    private long rows;
    private long rowsAfterClosing;

    /**
     * Opens a log.
     *
     * @param file CSV with a header line, plain or gzip.
     * @throws IOException when it cannot be read or a row is malformed.
     */
    public OrderLogOrders(final Path file) throws IOException
    {
        this(file, count(new OrderLogOrders(file, NOT_COUNTED, open(file))), open(file));
    }

    private OrderLogOrders(final Path file, final Totals totals, final BufferedReader in) throws IOException
    {
        super(INSTRUMENT_ID, totals, in);
        this.file = file;
        this.in = in;
        in.readLine();
    }

    /**
     * Whether a file looks like an order log.
     *
     * @param file CSV, plain or gzip.
     * @return true when it begins with the header line of an order log.
     * @throws IOException when it cannot be read.
     */
    public static boolean hasHeader(final Path file) throws IOException
    {
        try (BufferedReader reader = open(file))
        {
            final String header = reader.readLine();
            return null != header && header.startsWith("bizindex,");
        }
    }

    private static BufferedReader open(final Path file) throws IOException
    {
        final InputStream raw = Files.newInputStream(file);
        return new BufferedReader(new InputStreamReader(
            file.getFileName().toString().endsWith(".gz") ? new GZIPInputStream(raw) : raw, StandardCharsets.US_ASCII));
    }

    @Override
    public List<InstrumentSpec> instruments()
    {
        return List.of(new InstrumentSpec(
            INSTRUMENT_ID, "ORDERLOG", InstrumentKind.FUTURE, "ORDERLOG", "CNY",
            TICK_E5, TICK_E5, TICK_E5, HIGHEST_PRICE_E5, HIGHEST_PRICE_E5 / 2 / TICK_E5 * TICK_E5,
            1_000, 1_000, 20991231));
    }

    @Override
    public List<String> omissions()
    {
        return 0 == rowsAfterClosing ? List.of() : List.of("rows after the closing auction: " + rowsAfterClosing);
    }

    @Override
    boolean read() throws IOException
    {
        final String line = in.readLine();
        if (null == line)
        {
            finishIncoming();
            if (Phase.CLOSING_AUCTION == phase)
            {
                changePhase(Phase.POST_TRADE);
            }
            return false;
        }
        rows++;
        final String[] column = line.split(",", -1);
        if (column.length < COLUMNS)
        {
            throw malformed(line, "needs eight columns");
        }
        try
        {
            row(column);
        }
        catch (final IllegalArgumentException ex)
        {
            throw malformed(line, ex.getMessage());
        }
        return true;
    }

    private IOException malformed(final String line, final String reason)
    {
        return new IOException(
            "malformed order log row: file=" + file + " row=" + rows + " line=" + line + " reason=" + reason);
    }

    private void row(final String[] column)
    {
        final boolean isAuctionTrade = "TRD".equals(column[2]) && "N".equals(column[3]);
        trades += "TRD".equals(column[2]) ? 1 : 0;
        followPhase(Integer.parseInt(column[1]), isAuctionTrade);
        if (isAuctionTrade)
        {
            finishIncoming();
            orderNo(column[4]);
            orderNo(column[5]);
            priceE5(column[6]);
            lots(column[7]);
        }
        else if (Phase.POST_TRADE == phase)
        {
            rowsAfterClosing++;
        }
        else
        {
            orderRow(column);
        }
    }

    private void followPhase(final int time, final boolean isAuctionTrade)
    {
        if (Phase.CLOSED == phase && time < CONTINUOUS_FROM)
        {
            changePhase(Phase.OPENING_AUCTION);
        }
        if (Phase.OPENING_AUCTION == phase && (isAuctionTrade || time >= CONTINUOUS_FROM))
        {
            changePhase(Phase.CONTINUOUS);
        }
        if (Phase.CLOSING_AUCTION != phase && Phase.POST_TRADE != phase && time >= CLOSING_AUCTION_FROM)
        {
            changePhase(Phase.CLOSING_AUCTION);
        }
        if (Phase.CLOSING_AUCTION == phase && isAuctionTrade)
        {
            changePhase(Phase.POST_TRADE);
        }
    }

    private void changePhase(final Phase next)
    {
        finishIncoming();
        final OrderAction change = new OrderAction();
        change.phase(next);
        due.add(change);
        phase = next;
    }

    private void orderRow(final String[] column)
    {
        if ("TRD".equals(column[2]))
        {
            final boolean buy = isBuy(column[3]);
            final long aggressor = orderNo(column[buy ? 4 : 5]);
            if (!building || incoming.key != aggressor)
            {
                finishIncoming();
                building = true;
                incoming.newOrder(aggressor, buy, priceE5(column[6]), 0, false);
            }
            final long priceE5 = priceE5(column[6]);
            incoming.priceE5 = buy ? Math.max(incoming.priceE5, priceE5) : Math.min(incoming.priceE5, priceE5);
            incoming.qtyLots += lots(column[7]);
            return;
        }
        final long orderNo = orderNo(column[4]);
        if ("ADD".equals(column[2]) && building && incoming.key == orderNo)
        {
            incoming.priceE5 = priceE5(column[6]);
            incoming.qtyLots += lots(column[7]);
            finishIncoming();
            return;
        }
        finishIncoming();
        final OrderAction request = new OrderAction();
        if ("ADD".equals(column[2]))
        {
            request.newOrder(orderNo, isBuy(column[3]), priceE5(column[6]), lots(column[7]), false);
        }
        else if ("DEL".equals(column[2]))
        {
            request.cancel(orderNo);
        }
        else
        {
            throw unknownKind(column[2]);
        }
        due.add(request);
    }

    private void finishIncoming()
    {
        if (building)
        {
            building = false;
            final OrderAction order = new OrderAction();
            order.newOrder(incoming.key, incoming.buy, incoming.priceE5, incoming.qtyLots, false);
            due.add(order);
        }
    }

    private static long orderNo(final String text)
    {
        return Long.parseLong(text);
    }

    private static long priceE5(final String text)
    {
        return Long.parseLong(text) * E3_TO_E5;
    }

    private static long lots(final String text)
    {
        final long qtyE3 = Long.parseLong(text);
        if (qtyE3 <= 0 || 0 != qtyE3 % E3)
        {
            throw new IllegalArgumentException("quantity must be a whole number of lots above 0: qty_e3=" + qtyE3);
        }
        return qtyE3 / E3;
    }

    private static boolean isBuy(final String side)
    {
        return switch (side)
        {
            case "B" -> true;
            case "S" -> false;
            default -> throw new IllegalArgumentException("side must be B or S: side=" + side);
        };
    }

    private static IllegalArgumentException unknownKind(final String kind)
    {
        return new IllegalArgumentException("kind must be ADD, DEL or TRD: kind=" + kind);
    }
}
