// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.orders;

import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.protocol.InstrumentKind;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A LOBSTER day as requests: type 1 a new order, 2 a replace down, 3 a cancel, 4 an immediate-or-cancel aggressor.
 * With an order book file the book is first seeded with one synthetic order per level of row 0, and messages that name
 * orders from before the file reduce a synthetic order of their price. After each message every level in sight is made
 * equal to the file's: what has been cancelled below sight is taken off, what has come there is added.
 */
public final class LobsterOrders extends RecordedOrders
{
    private static final int INSTRUMENT_ID = 2001;
    private static final long TICK_E5 = 10;
    /** Keys of orders that have come below sight, apart from all others. */
    private static final long ADDED_KEYS = Long.MIN_VALUE / 2;
    private static final long HIGHEST_PRICE_E5 = 999_999L * 100_000;

    private final LobsterReader reader;
    private final LobsterBook book = new LobsterBook();
    private LobsterMessage pending;
    private long hidden;
    private long unknown;
    private long takenOff;
    private long added;

    /**
     * Opens a day.
     *
     * @param file message file or zip.
     * @throws IOException when it cannot be read.
     */
    public LobsterOrders(final Path file) throws IOException
    {
        this(count(new LobsterOrders(NOT_COUNTED, new LobsterReader(file))), new LobsterReader(file));
    }

    private LobsterOrders(final Totals totals, final LobsterReader reader) throws IOException
    {
        super(INSTRUMENT_ID, totals, reader);
        this.reader = reader;
        seed();
    }

    /**
     * Key of the synthetic order of a price, apart from all order ids of the file.
     *
     * @param buy side.
     * @param priceE5 of the level.
     * @return negative key.
     */
    public static long syntheticKey(final boolean buy, final long priceE5)
    {
        return Long.MIN_VALUE + priceE5 * 2 + (buy ? 1 : 0);
    }

    /**
     * The instrument of the day: any price on the file's grid is allowed.
     *
     * @return definition.
     */
    public static InstrumentSpec instrument()
    {
        return new InstrumentSpec(
            INSTRUMENT_ID, "LOBSTER", InstrumentKind.FUTURE, "LOBSTER", "USD",
            TICK_E5, TICK_E5, TICK_E5, HIGHEST_PRICE_E5, HIGHEST_PRICE_E5 / 2, 1_000, 1_000, 20991231);
    }

    @Override
    public List<InstrumentSpec> instruments()
    {
        return List.of(instrument());
    }

    @Override
    public List<String> omissions()
    {
        return List.of(
            "executions of hidden orders and halts (types 5..7): " + hidden,
            "changes of orders from before the file without a synthetic order: " + unknown,
            "levels that had changed below sight, by the order book file: taken off " + takenOff + ", added " + added);
    }

    @Override
    boolean read() throws IOException
    {
        if (null == pending)
        {
            return false;
        }
        final LobsterMessage message = pending;
        final long row = reader.row();
        final LobsterReader.BookRow levels = reader.bookRow();
        pending = reader.next();
        final OrderAction converted = convert(message, row);
        if (null != converted)
        {
            due.add(converted);
        }
        if (null != levels)
        {
            compare(levels);
        }
        return true;
    }

    /** Row 0 is the book after the first message, so that message itself is part of the seed. */
    private void seed() throws IOException
    {
        pending = reader.next();
        final LobsterReader.BookRow row = reader.bookRow();
        if (null != row)
        {
            pending = reader.next();
            seedSide(false, row.askPriceE5(), row.askSize());
            seedSide(true, row.bidPriceE5(), row.bidSize());
        }
    }

    private void seedSide(final boolean buy, final long[] priceE5, final long[] size)
    {
        for (int i = 0; i < priceE5.length; i++)
        {
            due.add(newOrder(syntheticKey(buy, priceE5[i]), buy, priceE5[i], size[i], false));
        }
    }

    private OrderAction convert(final LobsterMessage message, final long row)
    {
        switch (message.type())
        {
            case LobsterMessage.NEW:
                return newOrder(message.orderId(), message.buy(), message.priceE5(), message.size(), false);

            case LobsterMessage.PARTIAL_CANCEL:
            case LobsterMessage.DELETE:
                return takeOff(message);

            case LobsterMessage.EXECUTION:
                trades++;
                return newOrder(-row, !message.buy(), message.priceE5(), message.size(), true);

            default:
                hidden++;
                return null;
        }
    }

    private OrderAction newOrder(
        final long key, final boolean buy, final long priceE5, final long lots, final boolean immediate)
    {
        final OrderAction action = new OrderAction();
        action.newOrder(key, buy, priceE5, lots, immediate);
        book.add(key, buy, priceE5, lots, immediate);
        return action;
    }

    private OrderAction takeOff(final LobsterMessage message)
    {
        final boolean own = book.has(message.orderId());
        final long key = own ? message.orderId() : book.synthetic(message.buy(), message.priceE5());
        if (0 == key)
        {
            unknown++;
            return null;
        }
        return own && LobsterMessage.DELETE == message.type() ? cancel(key) : reduce(key, message.size());
    }

    private OrderAction cancel(final long key)
    {
        final OrderAction action = new OrderAction();
        action.cancel(key);
        book.take(key, Long.MAX_VALUE);
        return action;
    }

    private OrderAction reduce(final long key, final long lots)
    {
        final OrderAction action = new OrderAction();
        action.reduce(key, lots);
        book.take(key, lots);
        return action;
    }

    private void compare(final LobsterReader.BookRow levels)
    {
        book.compare(false, levels.askPriceE5(), levels.askSize(), levels.depth() > levels.askPriceE5().length,
            this::correct);
        book.compare(true, levels.bidPriceE5(), levels.bidSize(), levels.depth() > levels.bidPriceE5().length,
            this::correct);
    }

    private void correct(final boolean buy, final long priceE5, final long lots)
    {
        if (0 < lots)
        {
            added++;
            due.add(newOrder(ADDED_KEYS + added, buy, priceE5, lots, false));
            return;
        }
        takenOff++;
        long left = -lots;
        while (0 < left)
        {
            final long key = book.candidate(buy, priceE5, left);
            final long here = book.left(key);
            due.add(here <= left ? cancel(key) : reduce(key, left));
            left -= Math.min(here, left);
        }
    }
}
