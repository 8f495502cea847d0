// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.deploy.node.Venue;
import io.bourse.deploy.operators.DemoOperators;
import io.bourse.deploy.orders.LobsterMessage;
import io.bourse.deploy.orders.LobsterOrders;
import io.bourse.deploy.orders.LobsterReader;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.marketdata.book.BookOrder;
import io.bourse.marketdata.book.MarketBook;
import io.bourse.testing.SharedData;
import org.agrona.collections.Long2LongHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The GOOG day of 2012-06-21 through a TWIME session, and after every message the multicast receiver's top ten levels
 * against the row of the order book file.
 *
 * <p>After every transaction the received book is compared with the engine's own too, order by order, and in time
 * priority.
 *
 * <p>A level that comes into sight from below the tenth has a quantity nobody saw being added; it is not compared in
 * that row. It is then brought to the row's quantity with one synthetic order, so that it is compared from the next row
 * on, like every other level in sight.
 */
@Tag("drill")
class LobsterDayTest
{
    private static final int DEPTH = 10;
    private static final long NONE = Long.MIN_VALUE;

    @TempDir
    private Path dir;

    private final LobsterBook rows = new LobsterBook(DEPTH);
    private final Long2LongHashMap orderIds = new Long2LongHashMap(NONE);
    private LockstepTrader trader;
    private long rowsCompared;
    private long levelsBroughtIn;
    private long exactChanges;
    private long syntheticChanges;
    private long executions;
    private long executionsOfKnownOrders;
    private long passedOver;

    @Test
    @Timeout(value = 6, unit = TimeUnit.MINUTES)
    void shouldEqualTheOrderBookFileAfterEveryMessage() throws IOException
    {
        final Path file = SharedData.require("data/LOBSTER_SampleFile_GOOG_2012-06-21_10.zip");
        try (Venue venue = Venue.start(TestVenue.config(dir.resolve("data")));
            EngineClient engine = venue.engine().connect();
            OperatorClient operator = DemoOperators.client(engine, TimeUnit.SECONDS.toNanos(30));
            LobsterReader reader = new LobsterReader(file))
        {
            operator.defineInstrument(LobsterOrders.instrument());
            trader = new LockstepTrader(venue, "TWAA01", "AA01000", LobsterOrders.instrument().instrumentId());
            try (LockstepTrader open = trader;
                EngineBook own = new EngineBook(engine, LobsterOrders.instrument().instrumentId()))
            {
                trader.afterEachAnswer(book ->
                {
                    own.follow(engine.publishedWatermark().get());
                    own.assertSame(book, "row " + reader.row());
                });
                replay(reader);
                own.assertSame(operator.reportState());
                assertTrue(own.compared() > 147_000, "booksCompared=" + own.compared());
                assertEquals(0, open.bestPricesMismatches());
            }
            print(reader.row());
            assertEquals(147_916, reader.row());
            assertEquals(reader.row(), rowsCompared);
            // What this file gives; fewer would mean that rows or orders were quietly left out.
            assertTrue(rows.levelsCompared() > 2_900_000, "levelsCompared=" + rows.levelsCompared());
            assertTrue(exactChanges > 61_000, "changes of orders by their own id: exactChanges=" + exactChanges);
            assertTrue(executionsOfKnownOrders > 7_000, "executionsOfKnownOrders=" + executionsOfKnownOrders);
            // Orders deleted out of sight stand before these; any more would be queue order lost.
            assertTrue(passedOver <= 5, "passedOver=" + passedOver);
        }
    }

    private void replay(final LobsterReader reader) throws IOException
    {
        reader.next();
        LobsterReader.BookRow before = reader.bookRow();
        bringIn(before);
        rowsCompared++;
        for (LobsterMessage message = reader.next(); null != message; message = reader.next())
        {
            apply(message);
            compare(reader, message, before);
            before = reader.bookRow();
        }
    }

    private void apply(final LobsterMessage message)
    {
        final long known = orderIds.get(message.orderId());
        switch (message.type())
        {
            case LobsterMessage.NEW -> orderIds.put(
                message.orderId(), trader.place(message.buy(), message.priceE5(), message.size(), false));
            case LobsterMessage.PARTIAL_CANCEL, LobsterMessage.DELETE -> takeOff(message, known);
            case LobsterMessage.EXECUTION -> execute(message, known);
            default ->
            {
                // Hidden orders and halts do not change the visible book.
            }
        }
    }

    private void execute(final LobsterMessage message, final long known)
    {
        final long restBefore = rest(known);
        trader.place(!message.buy(), message.priceE5(), message.size(), true);
        executions++;
        if (restBefore > 0)
        {
            executionsOfKnownOrders++;
            passedOver += restBefore - rest(known) == message.size() ? 0 : 1;
        }
    }

    /** From the order that is named; what it has not, from the synthetic order and then the oldest of its price. */
    private void takeOff(final LobsterMessage message, final long known)
    {
        long missing = message.size();
        if (rest(known) >= missing)
        {
            exactChanges++;
        }
        else
        {
            syntheticChanges++;
        }
        missing -= takeOff(known, message.priceE5(), missing);
        missing -= takeOff(synthetic(message.buy(), message.priceE5()), message.priceE5(), missing);
        for (final BookOrder order : level(message.buy(), message.priceE5()))
        {
            missing -= takeOff(order.orderId(), message.priceE5(), missing);
        }
    }

    private long takeOff(final long orderId, final long priceE5, final long lots)
    {
        final long rest = rest(orderId);
        if (0 == rest || 0 == lots)
        {
            return 0;
        }
        trader.takeOff(orderId, priceE5, lots, rest);
        return Math.min(rest, lots);
    }

    private void compare(final LobsterReader reader, final LobsterMessage message, final LobsterReader.BookRow before)
    {
        final LobsterReader.BookRow after = reader.bookRow();
        final boolean isNew = LobsterMessage.NEW == message.type();
        for (final boolean buy : new boolean[]{true, false})
        {
            assertNull(
                rows.compareKnowable(trader.book(), rows.side(before, buy), rows.side(after, buy),
                    message.priceE5(), isNew && buy == message.buy()),
                () -> "row " + reader.row() + " " + message);
        }
        bringIn(after);
        assertTopTen(reader, after);
        rowsCompared++;
    }

    private void bringIn(final LobsterReader.BookRow row)
    {
        final List<List<Long>> prices = new ArrayList<>();
        for (final boolean buy : new boolean[]{true, false})
        {
            final List<Long> differences = null == trader.book() ? all(rows.side(row, buy)) :
                rows.differences(trader.book(), rows.side(row, buy));
            prices.add(differences);
            for (final long price : differences)
            {
                level(buy, price).forEach(order -> takeOff(order.orderId(), price, Long.MAX_VALUE));
            }
        }
        for (final boolean buy : new boolean[]{true, false})
        {
            for (final long price : prices.get(buy ? 0 : 1))
            {
                final long size = rows.side(row, buy).sizeAt(price);
                if (size > 0)
                {
                    orderIds.put(LobsterOrders.syntheticKey(buy, price), trader.place(buy, price, size, false));
                }
                levelsBroughtIn++;
            }
        }
    }

    private static List<Long> all(final LobsterBook.Side side)
    {
        final List<Long> prices = new ArrayList<>();
        for (final long price : side.priceE5())
        {
            prices.add(price);
        }
        return prices;
    }

    private void assertTopTen(final LobsterReader reader, final LobsterReader.BookRow row)
    {
        for (final boolean buy : new boolean[]{true, false})
        {
            final LobsterBook.Side side = rows.side(row, buy);
            final MarketBook book = trader.book();
            for (int i = 0; i < side.priceE5().length; i++)
            {
                final int level = i;
                assertEquals(side.priceE5()[i], book.level(buy, i).priceE5(),
                    () -> "price of row " + reader.row() + " level " + level);
                assertEquals(side.size()[i], book.level(buy, i).qtyLots(),
                    () -> "size of row " + reader.row() + " level " + level);
            }
        }
    }

    private long synthetic(final boolean buy, final long priceE5)
    {
        return orderIds.get(LobsterOrders.syntheticKey(buy, priceE5));
    }

    private long rest(final long orderId)
    {
        final BookOrder order = NONE == orderId || null == trader.book() ? null : trader.book().order(orderId);
        return null == order ? 0 : order.qtyLots();
    }

    private List<BookOrder> level(final boolean buy, final long priceE5)
    {
        final List<BookOrder> orders = new ArrayList<>();
        final MarketBook book = trader.book();
        for (int i = 0; null != book && i < book.levelCount(buy); i++)
        {
            if (book.level(buy, i).priceE5() == priceE5)
            {
                for (BookOrder order = book.level(buy, i).oldest(); null != order; order = order.next())
                {
                    orders.add(order);
                }
            }
        }
        return orders;
    }

    private void print(final long messages)
    {
        System.out.printf("GOOG day: messages=%d rowsCompared=%d knowableLevelsCompared=%d levelsBroughtIn=%d " +
            "exactChanges=%d changesOfOrdersBelowSight=%d executions=%d ofKnownOrders=%d passedOver=%d%n",
            messages, rowsCompared, rows.levelsCompared(), levelsBroughtIn, exactChanges, syntheticChanges, executions,
            executionsOfKnownOrders, passedOver);
    }
}
