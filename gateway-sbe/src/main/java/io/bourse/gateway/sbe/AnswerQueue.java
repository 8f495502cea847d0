// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.telemetry.AnswerStamps;
import io.bourse.engine.telemetry.CounterSet;
import org.agrona.ExpandableArrayBuffer;

/**
 * Encoded answers in event order, grouped by transaction, that wait until their market data is public.
 * Answers get their message numbers when they leave, so that a number never gets ahead of its message.
 *
 * <pre>
 *   +----------+----------+---------+----------+----------+-----+   +---------+---------+-------+
 *   | cursor 8 | readNs 8 | bytes 4 | answer 4 | record 4 | 0 4 |   | login 4 | length 4| frame | ...
 *   +----------+----------+---------+----------+----------+-----+   +---------+---------+-------+
 * </pre>
 *
 * The answer is the offset of the frame whose departure ends the record of time stamps, 0 for none.
 */
final class AnswerQueue
{
    private static final int INITIAL_CAPACITY = 1 << 20;
    private static final int READ_NS_OFFSET = 8;
    private static final int LENGTH_OFFSET = 16;
    private static final int ANSWER_OFFSET = 20;
    private static final int RECORD_OFFSET = 24;
    private static final int GROUP_HEADER_LENGTH = 32;
    private static final int FRAME_HEADER_LENGTH = 8;
    /** In place of a length: no frame, but the numbers of all logins begin again. */
    private static final int RESET = -1;
    /** In place of a length, less the number of the session: no frame, but the end of that session of this login. */
    private static final int END_OF_SESSION = -2;

    final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer(INITIAL_CAPACITY);
    private final LoginTable logins;
    private final CounterSet<GatewayCounter> counters;
    /** Stamps of the requests whose answers wait here. */
    final RequestStamps stamps;
    private int head;
    private int tail;
    private int groupOffset;

    AnswerQueue(final LoginTable logins, final CounterSet<GatewayCounter> counters, final RequestStamps stamps)
    {
        this.stamps = stamps;
        this.logins = logins;
        this.counters = counters;
    }

    void beginGroup()
    {
        if (head == tail)
        {
            head = 0;
            tail = 0;
        }
        groupOffset = tail;
        tail += GROUP_HEADER_LENGTH;
    }

    /** Reserves space for one frame and returns its offset. */
    int claim(final int loginId, final int length)
    {
        final int offset = tail;
        tail += FRAME_HEADER_LENGTH + length;
        buffer.checkLimit(tail);
        buffer.putInt(offset, loginId);
        buffer.putInt(offset + 4, length);
        return offset + FRAME_HEADER_LENGTH;
    }

    /** Everything claimed so far belongs to the ending session of this login, what follows to the next one. */
    void endSession(final Login login)
    {
        mark(login.loginId, END_OF_SESSION - login.sessionNumber());
    }

    /** What is claimed from now on is numbered from 1. */
    void resetNumbers()
    {
        mark(0, RESET);
    }

    private void mark(final int loginId, final int kind)
    {
        buffer.putInt(claim(loginId, 0) - 4, kind);
    }

    void endGroup(final long cursor, final long readNs)
    {
        final int length = tail - groupOffset - GROUP_HEADER_LENGTH;
        if (0 == length)
        {
            tail = groupOffset;
            stamps.end();
            return;
        }
        buffer.putLong(groupOffset, cursor);
        buffer.putLong(groupOffset + READ_NS_OFFSET, readNs);
        buffer.putInt(groupOffset + LENGTH_OFFSET, length);
        buffer.putInt(groupOffset + ANSWER_OFFSET, 0);
        if (stamps.isOpen())
        {
            findAnswer();
            stamps.end();
        }
    }

    private void findAnswer()
    {
        int offset = groupOffset + GROUP_HEADER_LENGTH;
        while (offset < tail && stamps.isOpen())
        {
            final int length = buffer.getInt(offset + 4);
            if (length > 0 && stamps.isAnswer(buffer.getInt(offset), buffer, offset + FRAME_HEADER_LENGTH))
            {
                buffer.putInt(groupOffset + ANSWER_OFFSET, offset - groupOffset);
                buffer.putInt(groupOffset + RECORD_OFFSET, stamps.onAnswer(buffer, offset + FRAME_HEADER_LENGTH));
            }
            offset += FRAME_HEADER_LENGTH + Math.max(0, length);
        }
    }

    /** Bytes that wait. */
    int heldLength()
    {
        return tail - head;
    }

    /**
     * Lets go every transaction that is public, and those that have waited long enough.
     *
     * @param publishedNs when the transaction before the cursor was public; 0 when that is not known.
     */
    int release(final long publishedCursor, final long publishedNs, final long nowNs, final long timeoutNs)
    {
        int released = 0;
        while (head < tail)
        {
            final boolean isPublic = buffer.getLong(head) <= publishedCursor;
            if (!isPublic && nowNs - buffer.getLong(head + READ_NS_OFFSET) < timeoutNs)
            {
                break;
            }
            if (FRAME_HEADER_LENGTH == buffer.getInt(head + LENGTH_OFFSET))
            {
                // A mark alone is no answer.
                releaseGroup(nowNs, 0, 0);
                continue;
            }
            int flags = 0;
            if (isPublic)
            {
                flags = AnswerStamps.PUBLIC_FIRST;
                counters.increment(GatewayCounter.PUBLIC_FIRST_ANSWERS);
            }
            else if (timeoutNs > 0)
            {
                flags = AnswerStamps.LATE;
                counters.increment(GatewayCounter.LATE_ANSWERS);
            }
            releaseGroup(nowNs, flags, isPublic ? publishedNs : 0);
            released++;
        }
        compact();
        return released;
    }

    /** Drops everything: used while history is replayed, without connections. */
    void releaseAll(final long nowNs)
    {
        while (head < tail)
        {
            releaseGroup(nowNs, 0, 0);
        }
        compact();
    }

    private void releaseGroup(final long nowNs, final int flags, final long publishedNs)
    {
        final int answerOffset = head + buffer.getInt(head + ANSWER_OFFSET);
        int offset = head + GROUP_HEADER_LENGTH;
        final int end = offset + buffer.getInt(head + LENGTH_OFFSET);
        while (offset < end)
        {
            final int length = buffer.getInt(offset + 4);
            if (length > 0)
            {
                final Login login = logins.get(buffer.getInt(offset));
                login.onAnswer(buffer, offset + FRAME_HEADER_LENGTH, length, nowNs);
                if (offset == answerOffset)
                {
                    stamps.onReleased(buffer.getInt(head + RECORD_OFFSET), login, flags, publishedNs);
                }
                offset += FRAME_HEADER_LENGTH + length;
            }
            else
            {
                onMark(buffer.getInt(offset), length);
                offset += FRAME_HEADER_LENGTH;
            }
        }
        head = end;
    }

    private void onMark(final int loginId, final int kind)
    {
        if (RESET == kind)
        {
            logins.resetNumbers();
        }
        else
        {
            logins.get(loginId).endReached(END_OF_SESSION - kind);
        }
    }

    private void compact()
    {
        if (head == tail)
        {
            head = 0;
            tail = 0;
        }
        else if (head > INITIAL_CAPACITY / 2)
        {
            System.arraycopy(buffer.byteArray(), head, buffer.byteArray(), 0, tail - head);
            tail -= head;
            head = 0;
        }
    }
}
