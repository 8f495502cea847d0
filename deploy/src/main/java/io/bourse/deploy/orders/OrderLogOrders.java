// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.orders;

import io.bourse.engine.client.InstrumentSpec;
import io.bourse.engine.protocol.InstrumentKind;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/**
 * An order log with the columns
 * {@code bizindex,time,kind,side_or_aggressor,order_or_buy_no,sell_no,price_e3,qty_e3}, in which trades stand before
 * the remainder of the order that caused them. Incoming orders are rebuilt: quantity = trades + remainder, limit = the
 * remainder's price, else the worst price traded. What the opening auction left over is entered before continuous
 * trading begins; the auctions themselves are left out.
 */
public final class OrderLogOrders implements OrderSource
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
    private final long newOrderCount;
    private final Deque<OrderAction> ready = new ArrayDeque<>();
    private final Map<Long, OrderAction> opening = new LinkedHashMap<>();
    private final OrderAction incoming = new OrderAction();
    private boolean building;
    private boolean continuous;
    private boolean ended;
    private long rows;
    private long auctionTrades;
    private long closingRows;

    /**
     * Opens a log.
     *
     * @param file CSV with a header line, plain or gzip.
     * @throws IOException when it cannot be read or a row is malformed.
     */
    public OrderLogOrders(final Path file) throws IOException
    {
        this(file, count(file));
    }

    private OrderLogOrders(final Path file, final long newOrderCount) throws IOException
    {
        this.file = file;
        this.newOrderCount = newOrderCount;
        in = open(file);
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

    private static long count(final Path file) throws IOException
    {
        long orders = 0;
        final OrderAction action = new OrderAction();
        try (OrderLogOrders log = new OrderLogOrders(file, 0))
        {
            while (log.next(action))
            {
                orders += OrderAction.Kind.NEW == action.kind ? 1 : 0;
            }
        }
        catch (final UncheckedIOException ex)
        {
            throw ex.getCause();
        }
        return orders;
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
    public long newOrderCount()
    {
        return newOrderCount;
    }

    @Override
    public List<String> omissions()
    {
        return List.of(
            "trades of the opening auction (their orders enter with what was left): " + auctionTrades,
            "rows of the closing auction: " + closingRows);
    }

    @Override
    public boolean next(final OrderAction action)
    {
        while (ready.isEmpty() && !ended)
        {
            readRow();
        }
        final OrderAction head = ready.poll();
        if (null == head)
        {
            return false;
        }
        action.client = 0;
        action.instrumentId = INSTRUMENT_ID;
        action.kind = head.kind;
        action.key = head.key;
        action.buy = head.buy;
        action.priceE5 = head.priceE5;
        action.qtyLots = head.qtyLots;
        action.immediate = false;
        // The log names nobody: buyers and sellers trade for one account each, so that positions arise.
        action.account = head.buy ? 0 : 1;
        return true;
    }

    @Override
    public void close()
    {
        try
        {
            in.close();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    private void readRow()
    {
        final String line;
        try
        {
            line = in.readLine();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
        if (null == line)
        {
            finishIncoming();
            ended = true;
            return;
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
    }

    private UncheckedIOException malformed(final String line, final String reason)
    {
        return new UncheckedIOException(new IOException(
            "malformed order log row: file=" + file + " row=" + rows + " line=" + line + " reason=" + reason));
    }

    private void row(final String[] column)
    {
        final int time = Integer.parseInt(column[1]);
        if (time >= CLOSING_AUCTION_FROM)
        {
            finishIncoming();
            closingRows++;
        }
        else if (time < CONTINUOUS_FROM)
        {
            openingRow(column);
        }
        else
        {
            if (!continuous)
            {
                continuous = true;
                ready.addAll(opening.values());
                opening.clear();
            }
            continuousRow(column);
        }
    }

    private void openingRow(final String[] column)
    {
        switch (column[2])
        {
            case "ADD" ->
            {
                final OrderAction order = new OrderAction();
                order.newOrder(orderNo(column[4]), isBuy(column[3]), priceE5(column[6]), lots(column[7]), false);
                opening.put(order.key, order);
            }
            case "DEL" -> opening.remove(orderNo(column[4]));
            case "TRD" ->
            {
                auctionTrades++;
                takeOff(orderNo(column[4]), lots(column[7]));
                takeOff(orderNo(column[5]), lots(column[7]));
            }
            default -> throw unknownKind(column[2]);
        }
    }

    private void takeOff(final long orderNo, final long lots)
    {
        final OrderAction order = opening.get(orderNo);
        if (null != order)
        {
            order.qtyLots -= lots;
            if (order.qtyLots <= 0)
            {
                opening.remove(orderNo);
            }
        }
    }

    private void continuousRow(final String[] column)
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
        ready.add(request);
    }

    private void finishIncoming()
    {
        if (building)
        {
            building = false;
            final OrderAction order = new OrderAction();
            order.newOrder(incoming.key, incoming.buy, incoming.priceE5, incoming.qtyLots, false);
            ready.add(order);
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
