// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import com.sun.management.ThreadMXBean;
import io.bourse.engine.book.FastOrderBook;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.BookOrderDecoder;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.PositionDecoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A move of as many orders and positions as a whole market may have: a session boundary is minutes long, and no command
 * may take longer than its sender waits for the answer.
 */
@Tag("drill")
class MoveSizeTest
{
    private static final String UNDERLYING = "MOVING";
    private static final int INSTRUMENTS = 20;
    private static final int ACCOUNTS = 5_000;
    private static final int POSITIONS = INSTRUMENTS * ACCOUNTS;
    private static final int ORDERS = 100_000;
    private static final int FIX_LOGIN = 3;
    private static final int TWIME_LOGIN = 1;
    private static final long MOVE = 7;
    /** An operator's command is answered within this time, or its sender gives up. */
    private static final long ANSWER_NS = TimeUnit.SECONDS.toNanos(30);
    /** Records are written, kept, published and read: what all of that takes for each byte of them. */
    private static final int MOST_ALLOCATED_PER_BYTE = 60;
    private static final ThreadMXBean THREADS = (ThreadMXBean)ManagementFactory.getThreadMXBean();

    private final CoreFixture from = core(0);
    private final CoreFixture to = core(1);
    private final VenueCommandWriter fromVenue = new VenueCommandWriter(from.commands);
    private final VenueCommandWriter toVenue = new VenueCommandWriter(to.commands);

    private static CoreFixture core(final int partition)
    {
        final CoreFixture core = new CoreFixture(partition, FastOrderBook::new);
        core.returnsTexts = false;
        core.send(core.commands.clearingFirm("AA"));
        core.send(core.commands.brokerageFirm("AA01"));
        final RiskCommandWriter risk = new RiskCommandWriter(core.commands);
        for (int i = 0; i < ACCOUNTS; i++)
        {
            core.send(risk.accounts(i, account(i)));
        }
        core.send(core.commands.login(TWIME_LOGIN, LoginProtocol.TWIME, "twime", "AA01"));
        core.send(core.commands.login(FIX_LOGIN, LoginProtocol.FIX, "fix", "AA01"));
        core.raiseTo(FeatureLevels.HIGHEST);
        return core;
    }

    private static String account(final int number)
    {
        return "AA01" + String.format(Locale.ROOT, "%3s", Integer.toString(number, Character.MAX_RADIX))
            .replace(' ', '0').toUpperCase(Locale.ROOT);
    }

    private void forget(final CoreFixture core)
    {
        core.recorder.frames.clear();
        core.recorder.clientRefs.clear();
    }

    private void trade()
    {
        for (int i = 0; i < INSTRUMENTS; i++)
        {
            final int id = 1 + i;
            from.send(from.commands.instrument(id, "MOVING-" + id, encoder -> encoder
                .underlying(UNDERLYING).lowLimitE5(1).highLimitE5(100_000)));
        }
        for (int i = INSTRUMENTS; i < INSTRUMENTS + 2; i++)
        {
            final CoreFixture core = INSTRUMENTS == i ? from : to;
            final int id = 1 + i;
            core.send(core.commands.instrument(id, "STAYING-" + id, encoder -> encoder.underlying("STAYING")));
        }
        from.send(from.commands.openSession(1, 20_261_122));
        to.send(to.commands.openSession(1, 20_261_122));
        // Neighbours trade with each other, so that each account has a position in each instrument.
        for (int i = 0; i < POSITIONS; i++)
        {
            order(i, i % ACCOUNTS, i / ACCOUNTS, 0 == i % 2 ? Side.BUY : Side.SELL, 500);
        }
        for (int i = 0; i < ORDERS; i++)
        {
            order(i, i % ACCOUNTS, i / ACCOUNTS, Side.BUY, 400 - i % 100);
        }
        for (final CoreFixture core : List.of(from, to))
        {
            core.send(core.commands.suspend(1, ClearingKind.EVENING));
            core.send(core.commands.complete(1, ClearingKind.EVENING));
        }
        forget(from);
    }

    private void order(final int number, final int account, final int instrument, final Side side, final long priceE5)
    {
        final long code = AccountCode.pack(account(account));
        from.order(0 == number % 2 ? FIX_LOGIN : TWIME_LOGIN, encoder -> encoder.accountCode(code)
            .instrumentId(1 + instrument).clOrdId(number).side(side.value()).qtyLots(1).priceE5(priceE5)
            .timeInForce(TimeInForce.GTC.value()));
    }

    @Test
    void shouldMoveAWholeMarketBetweenTwoSessions()
    {
        trade();
        final long allocated = THREADS.getThreadAllocatedBytes(Thread.currentThread().threadId());
        final long begin = System.nanoTime();
        from.send(fromVenue.moveOut(MOVE, UNDERLYING, 1));
        final long out = answered(from, begin);
        final List<byte[]> records = MovedRecords.of(from.recorder.events);
        final List<Long> unnamed = MovedRecords.unnamed(from.recorder.events);
        assertEquals(ORDERS / 2, unnamed.size());
        final int frames = from.recorder.frames.size();
        forget(from);
        for (final long orderId : unnamed)
        {
            from.send(fromVenue.nameMovedOrder(MOVE, orderId, 0, 1, "client-order-" + orderId));
            records.addAll(MovedRecords.of(from.recorder.events));
        }
        forget(from);
        final long named = System.nanoTime();
        to.send(toVenue.beginMove(MOVE, records.size(), MovedRecords.hash(records), 0));
        for (int i = 0; i < records.size(); i++)
        {
            to.send(toVenue.moveIn(MOVE, i, records.get(i)));
        }
        forget(to);
        final long brought = System.nanoTime();
        to.send(toVenue.endMove(MOVE, records.size(), MovedRecords.hash(records), 0, false));
        final long in = answered(to, brought);
        final long done = System.nanoTime();
        from.send(fromVenue.endMove(MOVE, records.size(), MovedRecords.hash(records), 1, false));
        final long ended = answered(from, done);
        final long bytes = records.stream().mapToLong(record -> record.length).sum();
        final long perByte =
            (THREADS.getThreadAllocatedBytes(Thread.currentThread().threadId()) - allocated) / bytes;
        System.out.println("MoveSizeTest orders=" + ORDERS + " positions=" + POSITIONS + " records=" + records.size() +
            " bytes=" + bytes + " frames=" + frames + " framesIn=" + to.recorder.frames.size() + " outMs=" + ms(out) +
            " namesMs=" + ms(named - begin - out) + " bringMs=" + ms(brought - named) + " inMs=" + ms(in) + " endMs=" +
            ms(ended) + " allocatedPerByte=" + perByte);
        assertTrue(perByte < MOST_ALLOCATED_PER_BYTE, () -> "allocatedPerByte=" + perByte);
        assertEquals(0, state(from, BookOrderDecoder.TEMPLATE_ID) + state(from, PositionDecoder.TEMPLATE_ID));
        assertEquals(ORDERS, state(to, BookOrderDecoder.TEMPLATE_ID));
        assertEquals(POSITIONS, state(to, PositionDecoder.TEMPLATE_ID));
    }

    private static long answered(final CoreFixture core, final long begin)
    {
        final long tookNs = System.nanoTime() - begin;
        assertTrue(tookNs < ANSWER_NS, () -> "tookNs=" + tookNs);
        final byte[] last = core.recorder.events.getLast();
        final String text = EventText.of(new UnsafeBuffer(last), 0);
        assertTrue(text.startsWith("MoveAdvanced"), text);
        return tookNs;
    }

    private static long ms(final long ns)
    {
        return TimeUnit.NANOSECONDS.toMillis(ns);
    }

    /** Events of a kind in the report of the state. */
    private static long state(final CoreFixture core, final int templateId)
    {
        core.send(core.commands.reportState(1));
        final MessageHeaderDecoder header = new MessageHeaderDecoder();
        return core.recorder.events.stream()
            .filter(event -> templateId == header.wrap(new UnsafeBuffer(event), 0).templateId()).count();
    }
}
