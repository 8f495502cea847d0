// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.fast;

import io.bourse.engine.telemetry.CounterSet;
import io.bourse.marketdata.client.PacketReplay;
import io.bourse.marketdata.client.window.PacketWindow;
import io.bourse.marketdata.fast.FastFormatException;
import io.bourse.marketdata.fast.FastHeader;
import io.bourse.marketdata.fast.FastMessages;
import java.util.List;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Puts the messages of both lines in order, once each. What is missing it asks for by TCP, if it can and it is little;
 * else the books join again by snapshots. A new day is marked by SequenceReset, or by number 1 with a
 * later SendingTime.
 */
final class FastArbiter
{
    private static final int WINDOW = 32 * 1024;
    private static final long MAX_REPLAY = 1000;
    private static final long MUCH_LATER_MS = 1000;

    private final PacketWindow window = new PacketWindow(WINDOW);
    /** Of both lines together, of A, of B: two members that send a line each have cycles of their own. */
    private final SnapshotStates[] states = {new SnapshotStates(), new SnapshotStates(), new SnapshotStates()};
    private final UnsafeBuffer view = new UnsafeBuffer(0, 0);
    private final FastHeader header = new FastHeader();
    private final FastMessage message;
    private final FastBooks books;
    private final FastListener listener;
    private final CounterSet<FastReceiverCounter> counters;
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
    private boolean isGapReported;
    private boolean isReplaying;
    private boolean isReplayTrusted;

    FastArbiter(
        final FastReceiverOptions options,
        final FastBooks books,
        final CounterSet<FastReceiverCounter> counters,
        final PacketReplay replay)
    {
        message = new FastMessage(options.withSymbols());
        listener = options.listener();
        gapTimeoutNs = options.gapTimeoutNs();
        this.books = books;
        this.counters = counters;
        this.replay = replay;
        isReplayTrusted = null != replay;
    }

    /** Whether the books are joined and nothing is known to be missing. */
    boolean isLive()
    {
        return isLive && !isGap;
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
        if (!decode(buffer, offset, length))
        {
            return;
        }
        for (int i = 0; i < states.length; i++)
        {
            if (0 == i || i == line)
            {
                states[i].add(message, buffer, offset, length);
            }
        }
        for (int i = 0; i < states.length && !isLive; i++)
        {
            if (0 == i || i == line)
            {
                join(states[i], nowNs);
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
                if (PacketReplay.State.FAILED == replay.state())
                {
                    isReplayTrusted = false;
                    if (isGap)
                    {
                        rejoin();
                    }
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
            counters.increment(FastReceiverCounter.REPLAYED);
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
            counters.increment(FastReceiverCounter.MALFORMED);
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
            if (number - expected < WINDOW)
            {
                window.hold(number, buffer, offset, length);
            }
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
            counters.increment(FastReceiverCounter.DUPLICATES);
        }
    }

    private void onJoining(
        final long number, final DirectBuffer buffer, final int offset, final int length, final long nowNs)
    {
        if (FastMessages.SEQUENCE_RESET == header.templateId())
        {
            beginDay();
            resetTime = header.sendingTime();
            clearStates();
            listenedFrom = 1;
            return;
        }
        if (1 == number)
        {
            if (header.sendingTime() > lastTime)
            {
                window.clear();
            }
            window.hold(number, buffer, offset, length);
            books.clear();
            goLive(1, nowNs);
            return;
        }
        lastTime = Math.max(lastTime, header.sendingTime());
        known = Math.max(known, number);
        // The oldest one goes when the window is full.
        listenedFrom = 0 == listenedFrom ? number : Math.max(listenedFrom, number - WINDOW + 1);
        window.hold(number, buffer, offset, length);
    }

    private void join(final SnapshotStates from, final long nowNs)
    {
        final List<SnapshotStates.State> complete = from.complete();
        if (complete.isEmpty() || from.oldest() < floor())
        {
            return;
        }
        books.clear();
        for (int i = 0, size = complete.size(); i < size; i++)
        {
            for (final byte[] bytes : complete.get(i).messages())
            {
                view.wrap(bytes);
                decode(view, 0, bytes.length);
                lastTime = Math.max(lastTime, message.sendingTime());
                books.onSnapshot(message);
            }
        }
        counters.increment(FastReceiverCounter.JOINS);
        goLive(from.oldest() + 1, nowNs);
    }

    /**
     * Number of the message after which nothing is missing that TCP cannot bring. Once TCP has failed, only what is
     * held counts.
     */
    private long floor()
    {
        if (isReplayTrusted)
        {
            return 0 == listenedFrom ? known : Math.min(known, listenedFrom - 1);
        }
        long number = known;
        while (window.contains(number))
        {
            number--;
        }
        return number;
    }

    private void goLive(final long first, final long nowNs)
    {
        isLive = true;
        isGap = false;
        isGapReported = false;
        isReplayTrusted = null != replay;
        expected = first;
        clearStates();
        window.dropBelow(first);
        listener.onJoined(first - 1);
        drain(nowNs);
    }

    private void beginDay()
    {
        books.clear();
        window.clear();
        expected = 1;
        known = 0;
        if (isReplaying)
        {
            replay.cancel();
            isReplaying = false;
        }
        onFilled();
    }

    private void drain(final long nowNs)
    {
        while (isLive && window.contains(expected))
        {
            final DirectBuffer held = window.take(expected);
            header.read(held, 0, held.capacity());
            deliver(held, 0, held.capacity());
        }
        if (isLive && isGap && known < expected)
        {
            onFilled();
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
            counters.increment(FastReceiverCounter.RESETS);
            beginDay();
            resetTime = message.sendingTime();
            listener.onMessage(message);
            return;
        }
        expected++;
        gapSinceNs = 0;
        counters.increment(FastReceiverCounter.MESSAGES);
        if (!books.onIncrement(message))
        {
            counters.increment(FastReceiverCounter.FAULTS);
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

    private void onFilled()
    {
        isGap = false;
        if (isGapReported)
        {
            isGapReported = false;
            listener.onJoined(expected - 1);
        }
    }

    private void fillGap()
    {
        counters.increment(FastReceiverCounter.GAPS);
        long last = expected;
        while (last < known && !window.contains(last + 1) && last - expected <= MAX_REPLAY)
        {
            last++;
        }
        if (null == replay || last - expected >= MAX_REPLAY)
        {
            rejoin();
            return;
        }
        tellGap();
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
        tellGap();
        counters.increment(FastReceiverCounter.RECOVERIES);
        isLive = false;
        isGap = false;
        isGapReported = false;
        known = 0;
        listenedFrom = 0;
        window.clear();
        clearStates();
    }

    private void tellGap()
    {
        if (!isGapReported)
        {
            isGapReported = true;
            listener.onGap(expected);
        }
    }

    private void clearStates()
    {
        for (final SnapshotStates each : states)
        {
            each.clear();
        }
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
            counters.increment(FastReceiverCounter.MALFORMED);
            return false;
        }
    }
}
