// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.fast;

import io.bourse.marketdata.fast.FastMessages;
import java.util.ArrayList;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Collects one cycle of snapshots from both lines, in whatever order they come. Messages with one number but different
 * SendingTime are of different cycles. When all messages are lost on both lines that have the numbers of those held,
 * the rest of the next cycle looks like the rest of this one: who joins looks whether securities are there once and
 * whole, and what is missing for all that shows when an increment does not fit.
 */
final class SnapshotCycle
{
    private static final int MAX_MESSAGES = 1_000_000;

    private final ArrayList<byte[]> messages = new ArrayList<>();
    private final ArrayList<Long> times = new ArrayList<>();
    private final UnsafeBuffer view = new UnsafeBuffer(0, 0);
    private long startTime;
    private long maxTime;
    private int held;
    private int last;

    void clear()
    {
        messages.clear();
        times.clear();
        startTime = 0;
        maxTime = 0;
        held = 0;
        last = 0;
    }

    /**
     * Takes a message.
     *
     * @return true if the cycle is complete.
     */
    boolean add(final FastHeader header, final DirectBuffer buffer, final int offset, final int length)
    {
        final int number = (int)header.msgSeqNum();
        final long time = header.sendingTime();
        if (number < 1 || number > MAX_MESSAGES || time < startTime)
        {
            return false;
        }
        final boolean isKnown = number <= messages.size() && null != messages.get(number - 1);
        if (isKnown && times.get(number - 1) >= time)
        {
            return false;
        }
        final boolean isEnd = FastMessages.SEQUENCE_RESET == header.templateId();
        if (isKnown || 1 == number && maxTime < time || 0 != last && number > last || isEnd && number < messages.size())
        {
            clear();
        }
        if (1 == number)
        {
            startTime = time;
        }
        maxTime = Math.max(maxTime, time);
        while (messages.size() < number)
        {
            messages.add(null);
            times.add(0L);
        }
        final byte[] copy = new byte[length];
        buffer.getBytes(offset, copy);
        messages.set(number - 1, copy);
        times.set(number - 1, time);
        held++;
        if (isEnd)
        {
            last = number;
        }
        return 0 != last && held == last;
    }

    int count()
    {
        return last;
    }

    long startTime()
    {
        return startTime;
    }

    DirectBuffer message(final int index)
    {
        view.wrap(messages.get(index));
        return view;
    }
}
