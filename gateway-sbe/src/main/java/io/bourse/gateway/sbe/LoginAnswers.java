// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import java.util.Arrays;

/**
 * The numbered frames of one login since its numbers began, for RetransmitRequest (TWIME A.5.7): packed one after the
 * other in chunks of the {@link AnswerLog}, with the number of the first frame of each chunk as the only index.
 */
final class LoginAnswers
{
    private static final int INITIAL_CHUNKS = 4;

    private final AnswerLog log;
    private long[] firstSeqNos = new long[INITIAL_CHUNKS];
    private int[] chunks = new int[INITIAL_CHUNKS];
    private int chunkCount;
    private UnsafeBuffer tailBuffer;
    private int tailOffset;
    private int tailEnd;
    private long nextSeqNo = 1;

    LoginAnswers(final AnswerLog log)
    {
        this.log = log;
    }

    /**
     * Gives a frame the next number and keeps it.
     *
     * @throws java.io.UncheckedIOException when the disk is full; the number is not used then.
     */
    void add(final DirectBuffer buffer, final int offset, final int length)
    {
        if (tailOffset + length > tailEnd)
        {
            beginChunk();
        }
        tailBuffer.putBytes(tailOffset, buffer, offset, length);
        tailOffset += length;
        nextSeqNo++;
    }

    /** Number of the next frame. */
    long nextSeqNo()
    {
        return nextSeqNo;
    }

    boolean contains(final long fromSeqNo, final long count)
    {
        return fromSeqNo >= 1 && fromSeqNo <= nextSeqNo - count;
    }

    /** Forgets all frames and begins with number 1 again; the log takes its chunks back itself. */
    void reset()
    {
        chunkCount = 0;
        tailBuffer = null;
        tailOffset = 0;
        tailEnd = 0;
        nextSeqNo = 1;
    }

    /** Index of the chunk that holds a frame. */
    int chunkIndexOf(final long seqNo)
    {
        final int found = Arrays.binarySearch(firstSeqNos, 0, chunkCount, seqNo);
        return found < 0 ? -found - 2 : found;
    }

    /** Number of the first frame of a chunk; that of the next frame to come after the last chunk. */
    long firstSeqNo(final int chunkIndex)
    {
        return chunkIndex < chunkCount ? firstSeqNos[chunkIndex] : nextSeqNo;
    }

    UnsafeBuffer buffer(final int chunkIndex)
    {
        return log.buffer(chunks[chunkIndex]);
    }

    int offset(final int chunkIndex)
    {
        return log.offset(chunks[chunkIndex]);
    }

    private void beginChunk()
    {
        final int chunk = log.takeChunk();
        if (chunkCount == chunks.length)
        {
            firstSeqNos = Arrays.copyOf(firstSeqNos, chunkCount << 1);
            chunks = Arrays.copyOf(chunks, chunkCount << 1);
        }
        firstSeqNos[chunkCount] = nextSeqNo;
        chunks[chunkCount] = chunk;
        chunkCount++;
        tailBuffer = log.buffer(chunk);
        tailOffset = log.offset(chunk);
        tailEnd = tailOffset + AnswerLog.CHUNK_LENGTH;
    }
}
