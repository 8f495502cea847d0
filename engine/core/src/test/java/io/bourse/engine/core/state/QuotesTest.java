// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.book.FastOrderBook;
import io.bourse.engine.core.CommandWriter;
import io.bourse.engine.protocol.DefineInstrumentDecoder;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.Side;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/**
 * More market makers, instruments and protections than the tables hold at first.
 */
class QuotesTest
{
    private static final int MAKERS = 70;
    private static final BrokerageFirm FIRM = new BrokerageFirm(1, 0);

    private final Quotes quotes = new Quotes(new EngineTime(), () -> true);
    private final Instrument index = instrument(1, 0, "INDEX");
    private final Instrument other = instrument(2, 1, "OTHER");

    private static Instrument instrument(final int id, final int index, final String underlying)
    {
        final CommandWriter command = new CommandWriter().instrument(id, "ONE" + id, to -> to.underlying(underlying));
        return new Instrument(new DefineInstrumentDecoder()
            .wrapAndApplyHeader(command.buffer, CommandWriter.OFFSET, new MessageHeaderDecoder()), index,
            new FastOrderBook<>());
    }

    private static Login login(final int id)
    {
        return new Login(id, LoginProtocol.TWIME, new byte[20], FIRM);
    }

    /** Trips with the second trade. */
    private MarketMakerProtection protect(final Login login, final Instrument instrument)
    {
        final MarketMakerProtection protection =
            new MarketMakerProtection(login, new UnsafeBuffer(instrument.underlying), 0);
        protection.set(1_000, 0, 0, 2);
        quotes.add(protection);
        return protection;
    }

    private Order side(final Login login, final Instrument instrument, final Side side)
    {
        final Order order = new Order();
        order.login = login;
        order.instrument = instrument;
        order.side = side;
        quotes.findOrAdd(login, instrument).order(side, order);
        return order;
    }

    @Test
    void shouldTripAllProtectionsInTheOrderOfTheirTrades()
    {
        final List<MarketMakerProtection> protections = new ArrayList<>();
        final List<Order> bids = new ArrayList<>();
        for (int i = 0; i < MAKERS; i++)
        {
            final Login login = login(i + 1);
            bids.add(side(login, index, Side.BUY));
            protections.add(protect(login, index));
            assertEquals(i + 1, quotes.protectionCount());
        }
        for (int i = 0; i < MAKERS; i++)
        {
            assertSame(protections.get(i), quotes.protectionAt(i));
            assertSame(protections.get(i), quotes.protection(bids.get(i).login, index.underlying));
        }
        assertNull(quotes.protection(bids.getFirst().login, other.underlying));
        assertNull(quotes.protection(login(1), index.underlying));
        for (int round = 0; round < 2; round++)
        {
            bids.forEach(bid -> quotes.traded(bid, 3));
            assertNull(quotes.pollTripped());
            assertFalse(quotes.isLocked(bids.getFirst().login, index));
            bids.forEach(bid -> quotes.traded(bid, 3));
            bids.forEach(bid -> assertTrue(quotes.isLocked(bid.login, index)));
            for (final MarketMakerProtection protection : protections)
            {
                assertSame(protection, quotes.pollTripped());
                assertEquals(6, protection.deltaLots());
                protection.reset();
            }
            assertNull(quotes.pollTripped());
        }
    }

    @Test
    void shouldLockQuotesThatAreYetToCome()
    {
        final Login login = login(1);
        final MarketMakerProtection protection = protect(login, index);
        final Order ask = side(login, index, Side.SELL);
        quotes.traded(ask, 3);
        quotes.traded(ask, 4);
        assertEquals(-7, protection.deltaLots());
        final Instrument next = instrument(3, 2, "INDEX");
        assertTrue(quotes.isLocked(login, next));
        assertFalse(quotes.isLocked(login(2), next));
        assertFalse(quotes.isLocked(login, other));
        assertNull(quotes.find(login, next));
        assertSame(protection, quotes.findOrAdd(login, next).protection);
        assertNull(quotes.findOrAdd(login, other).protection);
        assertEquals(2, protection.quoteCount());
    }

    @Test
    void shouldFindTheQuotesOfEveryLoginInEveryInstrument()
    {
        final List<Quote> made = new ArrayList<>();
        for (int i = 0; i < MAKERS; i++)
        {
            final Login login = login(i + 1);
            for (final Instrument instrument : List.of(index, other))
            {
                assertNull(quotes.find(login, instrument));
                final Order bid = side(login, instrument, Side.BUY);
                final Quote quote = quotes.find(login, instrument);
                assertSame(quote, quotes.findOrAdd(login, instrument));
                assertSame(bid, quote.order(Side.BUY));
                assertNull(quote.order(Side.SELL));
                made.add(quote);
            }
        }
        assertEquals(made.size(), quotes.size());
        for (int i = 0; i < made.size(); i++)
        {
            assertSame(made.get(i), quotes.quoteAt(i));
            assertSame(made.get(i), quotes.find(made.get(i).login, made.get(i).instrument));
        }
    }

    @Test
    void shouldForgetASideThatIsNotLiveAnyMore()
    {
        final Login login = login(1);
        final Order bid = side(login, index, Side.BUY);
        final Order ask = side(login, index, Side.SELL);
        final Order newBid = side(login, index, Side.BUY);
        assertNotSame(bid, newBid);
        quotes.closed(bid);
        assertSame(newBid, quotes.find(login, index).order(Side.BUY));
        quotes.closed(newBid);
        assertNull(quotes.find(login, index).order(Side.BUY));
        assertSame(ask, quotes.find(login, index).order(Side.SELL));
    }
}
