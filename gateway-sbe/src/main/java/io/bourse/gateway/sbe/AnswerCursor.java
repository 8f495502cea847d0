// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.gateway.sbe.twime.MessageHeaderDecoder;
import io.bourse.gateway.sbe.wire.TwimeFrames;
import org.agrona.DirectBuffer;

/**
 * Walks over the kept frames of one login in the order of their numbers.
 */
final class AnswerCursor
{
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private LoginAnswers answers;
    private DirectBuffer buffer;
    private int chunkIndex;
    private int offset;
    private int length;
    private long seqNo;

    /**
     * Goes to a frame.
     *
     * @param answers of the login.
     * @param fromSeqNo number of a frame that is there.
     */
    void seek(final LoginAnswers answers, final long fromSeqNo)
    {
        this.answers = answers;
        enter(answers.chunkIndexOf(fromSeqNo));
        while (seqNo < fromSeqNo)
        {
            next();
        }
    }

    /** Goes to the next frame, if there is one. */
    void next()
    {
        seqNo++;
        if (seqNo < answers.firstSeqNo(chunkIndex + 1))
        {
            moveTo(offset + length);
        }
        else if (seqNo < answers.nextSeqNo())
        {
            enter(chunkIndex + 1);
        }
    }

    DirectBuffer buffer()
    {
        return buffer;
    }

    int offset()
    {
        return offset;
    }

    int length()
    {
        return length;
    }

    private void enter(final int index)
    {
        chunkIndex = index;
        seqNo = answers.firstSeqNo(index);
        buffer = answers.buffer(index);
        moveTo(answers.offset(index));
    }

    private void moveTo(final int newOffset)
    {
        offset = newOffset;
        length = TwimeFrames.HEADER_LENGTH + header.wrap(buffer, newOffset).blockLength();
    }
}
