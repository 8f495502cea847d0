// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.gateway.sbe.twime.MessageHeaderDecoder;
import io.bourse.gateway.sbe.wire.TwimeFrames;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The last numbered frames of one login, for RetransmitRequest (sheet A.5.7). One byte buffer of equal slots; the
 * number of a frame gives its slot, so there is nothing to search and nothing to clean.
 */
final class RetransmitWindow
{
    private static final int SLOT_LENGTH = BitUtil.align(TwimeFrames.MAX_FRAME_LENGTH, 8);

    private final UnsafeBuffer slots;
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final int mask;
    private long nextSeqNo = 1;

    RetransmitWindow(final int frameCount)
    {
        final int slotCount = BitUtil.findNextPositivePowerOfTwo(frameCount);
        slots = new UnsafeBuffer(new byte[slotCount * SLOT_LENGTH]);
        mask = slotCount - 1;
    }

    void add(final DirectBuffer buffer, final int offset, final int length)
    {
        slots.putBytes(offset(nextSeqNo), buffer, offset, length);
        nextSeqNo++;
    }

    long nextSeqNo()
    {
        return nextSeqNo;
    }

    boolean contains(final long fromSeqNo, final long count)
    {
        final long oldest = Math.max(1, nextSeqNo - mask - 1);
        return fromSeqNo >= oldest && fromSeqNo <= nextSeqNo - count;
    }

    DirectBuffer buffer()
    {
        return slots;
    }

    int offset(final long seqNo)
    {
        return ((int)seqNo & mask) * SLOT_LENGTH;
    }

    int length(final long seqNo)
    {
        return TwimeFrames.HEADER_LENGTH + header.wrap(slots, offset(seqNo)).blockLength();
    }
}
