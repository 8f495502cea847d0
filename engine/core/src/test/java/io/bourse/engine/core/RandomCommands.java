// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.protocol.TradeDecoder;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * A seeded flow of every order command over two instruments, with some that must be refused and now and then a
 * clearing run. It learns order ids from the events, as a client does.
 */
final class RandomCommands
{
    static final int INSTRUMENTS = 2;
    private static final int REMEMBERED = 2_048;
    private static final int TEMPLATE_OFFSET = 2;
    private static final int BLOCK_OFFSET = 8;

    private final SplittableRandom random;
    private final CoreFixture core;
    private final long[] orderIds = new long[REMEMBERED];
    private final int[] logins = new int[REMEMBERED];
    private int remembered;
    private long clOrdId;
    private long runId;
    private int sessionId = 1;
    private long sequence;

    RandomCommands(final long seed, final CoreFixture core)
    {
        random = new SplittableRandom(seed);
        this.core = core;
    }

    void sendNext()
    {
        core.timeNs += random.nextInt(3) - 1;
        core.recorder.clientRefs.clear();
        if (0 == random.nextInt(7))
        {
            core.commands.nextSequence = ++sequence - (0 == random.nextInt(10) ? 1 : 0);
        }
        clOrdId++;
        final int choice = random.nextInt(100);
        if (choice < 55)
        {
            sendNew();
        }
        else if (choice < 75)
        {
            sendCancel();
        }
        else if (choice < 99 || 0 != random.nextInt(40))
        {
            sendReplace();
        }
        else
        {
            sendClearingRun();
        }
        remember();
    }

    boolean hasSameEvents(final RandomCommands other)
    {
        final List<byte[]> mine = core.recorder.events;
        final List<byte[]> theirs = other.core.recorder.events;
        boolean isSame = mine.size() == theirs.size();
        for (int i = 0; isSame && i < mine.size(); i++)
        {
            isSame = Arrays.equals(mine.get(i), theirs.get(i));
        }
        return isSame;
    }

    int tradesOfLast()
    {
        int trades = 0;
        for (final byte[] event : core.recorder.events)
        {
            if (TradeDecoder.TEMPLATE_ID == templateId(event))
            {
                trades++;
            }
        }
        return trades;
    }

    private void sendNew()
    {
        final int login = 1 + random.nextInt(3);
        final int chooseTif = random.nextInt(10);
        final TimeInForce timeInForce = chooseTif < 8 ?
            TimeInForce.DAY : 8 == chooseTif ? TimeInForce.IOC : TimeInForce.FOK;
        final Side side = random.nextBoolean() ? Side.BUY : Side.SELL;
        final int instrumentId = 1 + random.nextInt(INSTRUMENTS);
        final long priceE5 = priceE5(instrumentId, side);
        final long lots = 0 == random.nextInt(200) ? 0 : 1 + random.nextInt(0 == random.nextInt(50) ? 500 : 20);
        core.order(login, encoder -> encoder
            .clOrdId(clOrdId)
            .instrumentId(instrumentId)
            .side(side.value())
            .timeInForce(timeInForce.value())
            .qtyLots(lots)
            .priceE5(priceE5));
    }

    /** Near the middle, bids somewhat lower than asks, so that books are deep and trades frequent. */
    private long priceE5(final int instrumentId, final Side side)
    {
        final int spread = 1 + random.nextInt(20);
        final int distance = random.nextInt(spread) - 3;
        final long ticks = Side.BUY == side ? 50 - distance : 50 + distance;
        final long offTick = 0 == random.nextInt(300) ? 1 : 0;
        return 1 == instrumentId ? ticks : ticks * 10 + offTick;
    }

    private void sendCancel()
    {
        final int index = random.nextInt(Math.max(1, Math.min(remembered, REMEMBERED)));
        core.cancel(loginOf(index), clOrdId, orderIds[index]);
    }

    private void sendReplace()
    {
        final int index = random.nextInt(Math.max(1, Math.min(remembered, REMEMBERED)));
        final ReplaceMode mode = ReplaceMode.get((short)random.nextInt(4));
        final int instrumentId = 1 + random.nextInt(INSTRUMENTS);
        final long priceE5 = priceE5(instrumentId, random.nextBoolean() ? Side.BUY : Side.SELL);
        core.replace(loginOf(index), clOrdId, orderIds[index], mode, random.nextInt(25), priceE5);
    }

    private void sendClearingRun()
    {
        runId++;
        final ClearingKind kind = random.nextBoolean() ? ClearingKind.INTRADAY : ClearingKind.EVENING;
        core.send(core.commands.suspend(runId, kind));
        sendNew();
        core.send(core.commands.settlement(runId, 2, 500, 100_000 + random.nextInt(1_000), 100, 1_000));
        core.send(core.commands.complete(runId, kind));
        if (ClearingKind.EVENING == kind)
        {
            sessionId++;
            core.send(core.commands.openSession(sessionId, dateOf(sessionId)));
        }
        else
        {
            core.send(core.commands.resume(runId));
        }
    }

    long nextRunId()
    {
        return ++runId;
    }

    int nextSessionId()
    {
        return ++sessionId;
    }

    int sessionId()
    {
        return sessionId;
    }

    /** Later ones have later dates. */
    static int dateOf(final int sessionId)
    {
        return Integer.parseInt(
            LocalDate.of(2026, 11, 20).plusDays(sessionId).format(DateTimeFormatter.BASIC_ISO_DATE));
    }

    int loginOf(final int index)
    {
        return 0 == random.nextInt(100) ? 1 + random.nextInt(3) : logins[index];
    }

    void remember()
    {
        for (final byte[] event : core.recorder.events)
        {
            final UnsafeBuffer buffer = new UnsafeBuffer(event);
            final int template = templateId(event);
            if (OrderAcceptedDecoder.TEMPLATE_ID == template)
            {
                remember(buffer.getLong(BLOCK_OFFSET),
                    buffer.getInt(BLOCK_OFFSET + OrderAcceptedDecoder.loginIdEncodingOffset()));
            }
            else if (OrderReplacedDecoder.TEMPLATE_ID == template)
            {
                remember(buffer.getLong(BLOCK_OFFSET),
                    buffer.getInt(BLOCK_OFFSET + OrderReplacedDecoder.loginIdEncodingOffset()));
            }
        }
    }

    private void remember(final long orderId, final int login)
    {
        final int index = remembered++ & (REMEMBERED - 1);
        orderIds[index] = orderId;
        logins[index] = login;
    }

    /** Index of an order that was accepted or replaced lately, live or not. */
    int anyRecent()
    {
        return (remembered - 1 - random.nextInt(Math.max(1, Math.min(remembered, 100)))) & (REMEMBERED - 1);
    }

    long orderIdOf(final int index)
    {
        return orderIds[index];
    }

    private static int templateId(final byte[] event)
    {
        return event[TEMPLATE_OFFSET] & 0xFF;
    }
}
