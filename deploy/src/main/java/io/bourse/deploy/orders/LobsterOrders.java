// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.orders;

import io.bourse.engine.client.InstrumentSpec;
import io.bourse.engine.protocol.InstrumentKind;
import org.agrona.collections.LongHashSet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * A LOBSTER day as requests: type 1 a new order, 2 a replace down, 3 a cancel, 4 an immediate-or-cancel aggressor.
 * With an order book file the book is first seeded with one synthetic order per level of row 0, and messages that name
 * orders from before the file reduce the synthetic order of their price.
 */
public final class LobsterOrders implements OrderSource
{
    private static final int INSTRUMENT_ID = 2001;
    private static final long TICK_E5 = 10;
    private static final long HIGHEST_PRICE_E5 = 999_999L * 100_000;

    private final LobsterReader reader;
    private final long newOrderCount;
    private final LongHashSet known = new LongHashSet();
    private final Deque<OrderAction> seeds = new ArrayDeque<>();
    private LobsterMessage pending;
    private long hidden;
    private long unknown;

    /**
     * Opens a day.
     *
     * @param file message file or zip.
     * @throws IOException when it cannot be read.
     */
    public LobsterOrders(final Path file) throws IOException
    {
        newOrderCount = count(file);
        reader = new LobsterReader(file);
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
    public long newOrderCount()
    {
        return newOrderCount;
    }

    @Override
    public List<String> omissions()
    {
        return List.of(
            "executions of hidden orders and halts (types 5..7): " + hidden,
            "changes of orders from before the file without a synthetic order: " + unknown);
    }

    @Override
    public boolean next(final OrderAction action)
    {
        action.client = 0;
        action.instrumentId = INSTRUMENT_ID;
        if (!seeds.isEmpty())
        {
            final OrderAction seed = seeds.poll();
            action.newOrder(seed.key, seed.buy, seed.priceE5, seed.qtyLots, false);
            action.account = account(seed.buy);
            return true;
        }
        while (null != pending)
        {
            final LobsterMessage message = pending;
            final long row = reader.row();
            pending = read();
            if (convert(message, row, action))
            {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close()
    {
        try
        {
            reader.close();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    private static long count(final Path file) throws IOException
    {
        long orders = 0;
        try (LobsterReader reader = new LobsterReader(file))
        {
            LobsterMessage message = reader.next();
            if (null != reader.bookRow())
            {
                orders += reader.bookRow().askPriceE5().length + reader.bookRow().bidPriceE5().length;
                message = reader.next();
            }
            while (null != message)
            {
                if (LobsterMessage.NEW == message.type() || LobsterMessage.EXECUTION == message.type())
                {
                    orders++;
                }
                message = reader.next();
            }
        }
        return orders;
    }

    /** Row 0 is the book after the first message, so that message itself is part of the seed. */
    private void seed()
    {
        pending = read();
        final LobsterReader.BookRow row = reader.bookRow();
        if (null != row)
        {
            pending = read();
            seedSide(false, row.askPriceE5(), row.askSize());
            seedSide(true, row.bidPriceE5(), row.bidSize());
        }
    }

    private void seedSide(final boolean buy, final long[] priceE5, final long[] size)
    {
        for (int i = 0; i < priceE5.length; i++)
        {
            final OrderAction seed = new OrderAction();
            seed.newOrder(syntheticKey(buy, priceE5[i]), buy, priceE5[i], size[i], false);
            known.add(seed.key);
            seeds.add(seed);
        }
    }

    private boolean convert(final LobsterMessage message, final long row, final OrderAction action)
    {
        switch (message.type())
        {
            case LobsterMessage.NEW:
                known.add(message.orderId());
                newOrder(action, message.orderId(), message.buy(), message, false);
                return true;

            case LobsterMessage.PARTIAL_CANCEL:
            case LobsterMessage.DELETE:
                return takeOff(message, action);

            case LobsterMessage.EXECUTION:
                newOrder(action, -row, !message.buy(), message, true);
                return true;

            default:
                hidden++;
                return false;
        }
    }

    private static void newOrder(
        final OrderAction action,
        final long key,
        final boolean buy,
        final LobsterMessage message,
        final boolean immediate)
    {
        action.newOrder(key, buy, message.priceE5(), message.size(), immediate);
        action.account = account(buy);
    }

    /** The file names nobody: buyers and sellers trade for one account each, so that positions arise. */
    private static int account(final boolean buy)
    {
        return buy ? 0 : 1;
    }

    private boolean takeOff(final LobsterMessage message, final OrderAction action)
    {
        final boolean own = known.contains(message.orderId());
        if (own && LobsterMessage.DELETE == message.type())
        {
            known.remove(message.orderId());
            action.cancel(message.orderId());
            return true;
        }
        final long key = own ? message.orderId() : syntheticKey(message.buy(), message.priceE5());
        if (!known.contains(key))
        {
            unknown++;
            return false;
        }
        action.reduce(key, message.size());
        return true;
    }

    private LobsterMessage read()
    {
        try
        {
            return reader.next();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }
}
