// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

/**
 * The RetransmitRequest that a connection is being answered, if any.
 */
final class RetransmitRequestState
{
    private static final long NONE = -1;

    final AnswerCursor cursor = new AnswerCursor();
    private long fromSeqNo = NONE;
    private long requestTimestampNs;
    private long count;
    private long left;
    private long dueNs;
    private boolean isAnnounced;

    /** A request was taken and not everything has been put into the output. */
    boolean isActive()
    {
        return NONE != fromSeqNo;
    }

    void begin(final long fromSeqNo, final long count, final long requestTimestampNs, final long dueNs)
    {
        this.fromSeqNo = fromSeqNo;
        this.count = count;
        this.requestTimestampNs = requestTimestampNs;
        this.dueNs = dueNs;
        left = count;
        isAnnounced = false;
    }

    /** Retransmission has been said, the frames come next. */
    void announced(final LoginAnswers answers)
    {
        isAnnounced = true;
        cursor.seek(answers, fromSeqNo);
    }

    void end()
    {
        fromSeqNo = NONE;
    }

    boolean isAnnounced()
    {
        return isAnnounced;
    }

    /** One frame fewer is to be sent. */
    void frameSent()
    {
        left--;
        if (left > 0)
        {
            cursor.next();
        }
    }

    long fromSeqNo()
    {
        return fromSeqNo;
    }

    long count()
    {
        return count;
    }

    long left()
    {
        return left;
    }

    long requestTimestampNs()
    {
        return requestTimestampNs;
    }

    long dueNs()
    {
        return dueNs;
    }
}
