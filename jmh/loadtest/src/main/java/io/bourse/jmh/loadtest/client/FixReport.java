// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.client;

import java.nio.ByteBuffer;

/**
 * What a client of bytes, or an echo, wants to know of a message, found in one pass. Absent numbers are
 * {@link #ABSENT}, absent characters 0.
 */
public final class FixReport
{
    public static final long ABSENT = -1;
    private static final byte SOH = 1;

    /** MsgType(35), its first character. */
    public char type;
    /** ExecType(150). */
    public char execType;
    public char side;
    /** ClOrdID(11), or BusinessRejectRefID(379). */
    public long clOrdId;
    /** OrderID(37). */
    public long orderId;
    /** LastQty(32). */
    public long lastLots;
    /** CxlRejReason(102), OrdRejReason(103) or BusinessRejectReason(380). */
    public long reason;
    /** Where TestReqID(112) begins. */
    public int testBegin;
    public int testEnd;

    /** Nothing yet. */
    public FixReport()
    {
    }

    /**
     * Takes a message.
     *
     * @param in has it.
     * @param begin index of its first byte.
     * @param end index after its last one.
     */
    public void wrap(final ByteBuffer in, final int begin, final int end)
    {
        type = 0;
        execType = 0;
        side = 0;
        clOrdId = ABSENT;
        orderId = ABSENT;
        lastLots = ABSENT;
        reason = ABSENT;
        testEnd = testBegin;
        int at = begin;
        while (at < end)
        {
            int tag = 0;
            byte next = in.get(at++);
            while ('=' != next)
            {
                tag = tag * 10 + next - '0';
                next = in.get(at++);
            }
            int behind = at;
            while (SOH != in.get(behind))
            {
                behind++;
            }
            field(in, tag, at, behind);
            at = behind + 1;
        }
    }

    private void field(final ByteBuffer in, final int tag, final int at, final int behind)
    {
        switch (tag)
        {
            case 35 -> type = (char)in.get(at);
            case 150 -> execType = (char)in.get(at);
            case 54 -> side = (char)in.get(at);
            // A BusinessMessageReject names what it refuses in a field of its own.
            case 11, 379 -> clOrdId = number(in, at, behind);
            case 37 -> orderId = number(in, at, behind);
            case 32 -> lastLots = number(in, at, behind);
            case 102, 103, 380 -> reason = number(in, at, behind);
            case 112 ->
            {
                testBegin = at;
                testEnd = behind;
            }
            default ->
            {
                // Says nothing that the client needs.
            }
        }
    }

    /** Number of digits; {@link #ABSENT} when there is anything else. */
    private static long number(final ByteBuffer in, final int at, final int behind)
    {
        long value = 0;
        for (int i = at; i < behind; i++)
        {
            final int digit = in.get(i) - '0';
            if (digit < 0 || digit > 9)
            {
                return ABSENT;
            }
            value = value * 10 + digit;
        }
        return value;
    }
}
