// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

/**
 * What the records of a file are.
 */
public enum StampKind
{
    /** Requests and when they were answered: {@link AnswerStamps}. */
    ANSWERS(1, AnswerStamps.LENGTH),
    /** Transactions and when their market data was sent: {@link SendStamps}. */
    SENDS(2, SendStamps.LENGTH);

    private final int code;
    private final int recordLength;

    StampKind(final int code, final int recordLength)
    {
        this.code = code;
        this.recordLength = recordLength;
    }

    int code()
    {
        return code;
    }

    /**
     * Length of a record.
     *
     * @return bytes, a divisor of a page.
     */
    public int recordLength()
    {
        return recordLength;
    }

    /** The kind of a code, or null. */
    static StampKind of(final int code)
    {
        for (final StampKind kind : values())
        {
            if (kind.code == code)
            {
                return kind;
            }
        }
        return null;
    }
}
