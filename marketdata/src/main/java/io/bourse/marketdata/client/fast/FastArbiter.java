// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.fast;

import io.bourse.marketdata.client.PacketReplay;
import io.bourse.marketdata.fast.FastFormatException;
import io.bourse.marketdata.fast.FastMessages;
import io.bourse.marketdata.fast.FastWriter;

import org.agrona.DirectBuffer;
import org.agrona.collections.LongHashSet;

/**
 * Puts the messages of both lines in order, once each. What is missing it asks for by TCP, if it can and it is little;
 * else the books join again by a snapshot cycle. A day that begins anew is told by SequenceReset, or by number 1 with a
 * later SendingTime.
 */
final class FastArbiter
{
    private static final int WINDOW = 8192;
    private static final long MAX_REPLAY = 1000;
    private static final long MUCH_LATER_MS = 1000;
    private static final long NO_STATE = Long.MAX_VALUE;

    private final MessageWindow window = new MessageWindow(WINDOW);
    /** Of both lines together, of A, of B: two members that send a line each have cycles of their own. */
    private final SnapshotCycle[] cycles = {new SnapshotCycle(), new SnapshotCycle(), new SnapshotCycle()};
    private SnapshotCycle cycle = cycles[0];
    private final LongHashSet seen = new LongHashSet();
    private final FastHeader header = new FastHeader();
    private final FastMessage message;
    private final FastBooks books;
    private final FastListener listener;
    private final FastReceiverCounters counters;
    private final PacketReplay replay;
    private final long gapTimeoutNs;
    private boolean isLive;
    private long expected;
    private long known;
    private long listenedFrom;
    private long lastTime;
    private long resetTime;
    private long gapSinceNs;
    private boolean isGap;
    private boolean isReplaying;

    FastArbiter(
        final FastMessage message,
        final FastBooks books,
        final FastListener listener,
        final FastReceiverCounters counters,
        final PacketReplay replay,
        final long gapTimeoutNs)
    {
        this.message = message;
        this.books = books;
        this.listener = listener;
        this.counters = counters;
        this.replay = replay;
        this.gapTimeoutNs = gapTimeoutNs;
    }

    boolean isLive()
    {
        return isLive;
    }

    /** Number of the last message applied. */
    long lastMsgSeqNum()
    {
        return isLive ? expected - 1 : 0;
    }

    void onIncremental(final DirectBuffer buffer, final int offset, final int length, final long nowNs)
    {
        if (!read(buffer, offset, length) || header.sendingTime() <= resetTime)
        {
            return;
        }
        final long number = header.msgSeqNum();
        if (FastMessages.HEARTBEAT == header.templateId())
        {
            onHeartbeat(number, nowNs);
        }
        else if (isLive)
        {
            onLive(number, buffer, offset, length, nowNs);
        }
        else
        {
            onJoining(number, buffer, offset, length, nowNs);
        }
    }

    void onSnapshot(
        final int line, final DirectBuffer buffer, final int offset, final int length, final long nowNs)
    {
        if (isLive || !read(buffer, offset, length) || header.sendingTime() <= resetTime)
        {
            return;
        }
        for (int i = 0; i < cycles.length && !isLive; i++)
        {
            if ((0 == i || i == line) && cycles[i].add(header, buffer, offset, length))
            {
                cycle = cycles[i];
                join(nowNs);
            }
        }
    }

    int doWork(final long nowNs)
    {
        int workCount = 0;
        if (isReplaying)
        {
            workCount += replay.doWork((buffer, offset, length) -> onReplayed(buffer, offset, length, nowNs));
            if (PacketReplay.State.RUNNING != replay.state())
            {
                isReplaying = false;
                gapSinceNs = nowNs;
                if (PacketReplay.State.FAILED == replay.state() && isGap)
                {
                    rejoin();
                }
            }
        }
        else if (isLive && isGap && nowNs - gapSinceNs > gapTimeoutNs)
        {
            fillGap();
            workCount++;
        }
        return workCount;
    }

    private void onReplayed(final DirectBuffer buffer, final int offset, final int length, final long nowNs)
    {
        if (isLive && read(buffer, offset, length) && header.msgSeqNum() == expected)
        {
            counters.replayed.increment();
            // SendingTime of what no publisher sent is the engine's: it says nothing about the order of lines.
            deliver(buffer, offset, length);
            drain(nowNs);
        }
    }

    private boolean read(final DirectBuffer buffer, final int offset, final int length)
    {
        try
        {
            header.read(buffer, offset, length);
            return true;
        }
        catch (final FastFormatException ignore)
        {
            // Whatever else is sent to this group is not ours.
            counters.malformed.increment();
            return false;
        }
    }

    private void onHeartbeat(final long number, final long nowNs)
    {
        if (!isLive)
        {
            if (0 == number)
            {
                books.clear();
                goLive(1, nowNs);
            }
            else
            {
                known = Math.max(known, number);
                listenedFrom = 0 == listenedFrom ? number + 1 : listenedFrom;
            }
        }
        else if (number >= expected)
        {
            known = Math.max(known, number);
            checkGap(nowNs);
        }
        else if (number < expected - 1 && isMuchLater())
        {
            rejoin();
        }
    }

    /**
     * Lines A and B may be sent by two members with clocks of their own, one a little behind the other: only a smaller
     * number that comes much later means that numbers have begun anew.
     */
    private boolean isMuchLater()
    {
        return header.sendingTime() > lastTime + MUCH_LATER_MS;
    }

    private void onLive(
        final long number, final DirectBuffer buffer, final int offset, final int length, final long nowNs)
    {
        if (number == expected)
        {
            deliver(buffer, offset, length);
            drain(nowNs);
        }
        else if (number > expected)
        {
            known = Math.max(known, number);
            window.put(number, buffer, offset, length);
            checkGap(nowNs);
        }
        else if (isMuchLater())
        {
            // The numbers have begun anew, and we did not hear it.
            if (1 == number)
            {
                beginDay();
                deliver(buffer, offset, length);
                drain(nowNs);
            }
            else
            {
                rejoin();
                onJoining(number, buffer, offset, length, nowNs);
            }
        }
        else
        {
            counters.duplicates.increment();
        }
    }

    private void onJoining(
        final long number, final DirectBuffer buffer, final int offset, final int length, final long nowNs)
    {
        if (FastMessages.SEQUENCE_RESET == header.templateId())
        {
            beginDay();
            resetTime = header.sendingTime();
            clearCycles();
            listenedFrom = 1;
            return;
        }
        if (1 == number)
        {
            if (header.sendingTime() > lastTime)
            {
                window.clear();
            }
            window.put(number, buffer, offset, length);
            books.clear();
            goLive(1, nowNs);
            return;
        }
        lastTime = Math.max(lastTime, header.sendingTime());
        known = Math.max(known, number);
        listenedFrom = 0 == listenedFrom ? number : listenedFrom;
        if (!window.put(number, buffer, offset, length))
        {
            window.clear();
            window.put(number, buffer, offset, length);
            listenedFrom = number;
        }
    }

    private void join(final long nowNs)
    {
        final int count = cycle.count() - 1;
        final long first = oldestState(count);
        if (NO_STATE == first || known > first && (0 == listenedFrom || listenedFrom > first + 1))
        {
            cycle.clear();
            return;
        }
        books.clear();
        for (int i = 0; i < count; i++)
        {
            decode(cycle.message(i));
            if (isState())
            {
                books.onSnapshot(message);
            }
        }
        lastTime = Math.max(lastTime, cycle.startTime());
        counters.joins.increment();
        goLive(first + 1, nowNs);
    }

    /**
     * Looks whether the messages are of one cycle, as far as one can tell: each security is there once and whole.
     *
     * @return number of the message that the oldest state knows; {@link #NO_STATE} when there is none, or when they
     *     are parts of two cycles.
     */
    private long oldestState(final int count)
    {
        long first = NO_STATE;
        long openSecurityId = FastWriter.NULL;
        long openNumber = 0;
        seen.clear();
        for (int i = 0; i < count; i++)
        {
            if (!decode(cycle.message(i)))
            {
                return NO_STATE;
            }
            if (isState())
            {
                final boolean isFirst = FastWriter.NULL == openSecurityId;
                if (isFirst ? !seen.add(message.securityId()) :
                    openSecurityId != message.securityId() || openNumber != message.lastMsgSeqNumProcessed())
                {
                    return NO_STATE;
                }
                if (FastMessages.BOOK == message.templateId() && isFirst != message.isRouteFirst())
                {
                    return NO_STATE;
                }
                openSecurityId = message.isLastFragment() ? FastWriter.NULL : message.securityId();
                openNumber = message.lastMsgSeqNumProcessed();
                first = Math.min(first, message.lastMsgSeqNumProcessed());
            }
        }
        return FastWriter.NULL == openSecurityId ? first : NO_STATE;
    }

    private boolean isState()
    {
        return FastMessages.BOOK == message.templateId() || FastMessages.SNAPSHOT == message.templateId();
    }

    private void goLive(final long first, final long nowNs)
    {
        isLive = true;
        isGap = false;
        expected = first;
        clearCycles();
        window.removeBelow(first);
        listener.onJoined(first - 1);
        drain(nowNs);
    }

    private void beginDay()
    {
        books.clear();
        window.clear();
        expected = 1;
        known = 0;
        isGap = false;
    }

    private void drain(final long nowNs)
    {
        while (isLive && window.has(expected))
        {
            final long number = expected;
            final DirectBuffer held = window.get(number);
            header.read(held, 0, held.capacity());
            deliver(held, 0, held.capacity());
            window.remove(number);
        }
        if (isLive && isGap && known < expected)
        {
            isGap = false;
        }
        if (isLive)
        {
            checkGap(nowNs);
        }
    }

    private void deliver(final DirectBuffer buffer, final int offset, final int length)
    {
        lastTime = Math.max(lastTime, header.sendingTime());
        if (!decode(buffer, offset, length))
        {
            rejoin();
            return;
        }
        if (FastMessages.SEQUENCE_RESET == message.templateId())
        {
            counters.resets.increment();
            beginDay();
            resetTime = message.sendingTime();
            listener.onMessage(message);
            return;
        }
        expected++;
        gapSinceNs = 0;
        counters.messages.increment();
        if (!books.onIncrement(message))
        {
            counters.faults.increment();
            rejoin();
            return;
        }
        listener.onMessage(message);
    }

    private void checkGap(final long nowNs)
    {
        if (known >= expected && (!isGap || 0 == gapSinceNs))
        {
            isGap = true;
            gapSinceNs = nowNs;
        }
    }

    private void fillGap()
    {
        counters.gaps.increment();
        long last = expected;
        while (last < known && !window.has(last + 1) && last - expected <= MAX_REPLAY)
        {
            last++;
        }
        if (null == replay || last - expected >= MAX_REPLAY)
        {
            rejoin();
            return;
        }
        isReplaying = true;
        replay.request(expected, last);
    }

    private void rejoin()
    {
        if (isReplaying)
        {
            replay.cancel();
            isReplaying = false;
        }
        listener.onGap(expected);
        counters.recoveries.increment();
        isLive = false;
        isGap = false;
        known = 0;
        listenedFrom = 0;
        window.clear();
        clearCycles();
    }

    private void clearCycles()
    {
        for (final SnapshotCycle each : cycles)
        {
            each.clear();
        }
    }

    private boolean decode(final DirectBuffer buffer)
    {
        return decode(buffer, 0, buffer.capacity());
    }

    private boolean decode(final DirectBuffer buffer, final int offset, final int length)
    {
        try
        {
            message.decode(buffer, offset, length);
            return true;
        }
        catch (final FastFormatException ignore)
        {
            counters.malformed.increment();
            return false;
        }
    }
}
