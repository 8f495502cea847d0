// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.arrival;

import io.bourse.marketdata.pcap.PcapReader;

import java.util.Arrays;

/**
 * One direction of a captured TCP connection. Bytes that were sent again are passed over; after bytes that the capture
 * lacks, or that make no sense, the flow is broken and takes nothing more until a connection begins anew.
 */
final class TcpFlow
{
    private static final int INITIAL_LENGTH = 4_096;

    private byte[] bytes = new byte[INITIAL_LENGTH];
    private int end;
    private int nextSequence;
    private boolean isStarted;
    private boolean isBroken;

    /** Bytes not dealt with yet, from 0 to {@link #end()}. */
    byte[] bytes()
    {
        return bytes;
    }

    int end()
    {
        return end;
    }

    boolean isBroken()
    {
        return isBroken;
    }

    void breakOff()
    {
        isBroken = true;
        end = 0;
    }

    /** Adds what is new in a segment. */
    void add(final PcapReader segment)
    {
        if (segment.isSyn())
        {
            end = 0;
            isBroken = false;
            isStarted = true;
            nextSequence = segment.sequence() + 1;
            return;
        }
        if (isBroken || 0 == segment.length())
        {
            return;
        }
        if (!isStarted)
        {
            isStarted = true;
            nextSequence = segment.sequence();
        }
        final int known = nextSequence - segment.sequence();
        if (known < 0)
        {
            breakOff();
        }
        else if (known < segment.length())
        {
            append(segment, known);
        }
    }

    private void append(final PcapReader segment, final int from)
    {
        final int length = segment.length() - from;
        if (end + length > bytes.length)
        {
            bytes = Arrays.copyOf(bytes, Math.max(end + length, 2 * bytes.length));
        }
        segment.buffer().getBytes(segment.offset() + from, bytes, end, length);
        end += length;
        nextSequence += length;
    }

    /** Forgets the first bytes. */
    void consume(final int length)
    {
        System.arraycopy(bytes, length, bytes, 0, end - length);
        end -= length;
    }
}
