// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.snapshot;

/**
 * A snapshot cannot be read; {@link #reason()} says what is wrong with it, the message where. Take the snapshot before
 * it and replay more of the journal.
 */
public final class SnapshotException extends RuntimeException
{
    /** What is wrong with a snapshot. */
    public enum Reason
    {
        /** A record of something else. */
        NOT_A_SNAPSHOT,
        /** Written in a format that this core does not know. */
        UNKNOWN_VERSION,
        /** Taken of another partition. */
        WRONG_PARTITION,
        /** It does not begin with its beginning. */
        MISSING_BEGIN,
        /** One or more records are not there. */
        MISSING_RECORD,
        /** A record came again. */
        REPEATED_RECORD,
        /** A record is shorter than any can be. */
        TRUNCATED_RECORD,
        /** The contents of a record are not those that were written. */
        DAMAGED_RECORD,
        /** Whole records of a kind that this version does not have. */
        UNKNOWN_RECORD,
        /** Whole records that do not fit together. */
        CONTRADICTION,
        /** Not as many of something as the beginning promises. */
        WRONG_COUNT,
        /** What was read has another state hash than what was written. */
        WRONG_STATE_HASH,
        /** The end has not come. */
        MISSING_END,
        /** Something follows the end. */
        RECORD_BEHIND_END,
        /** This snapshot was refused before. */
        REFUSED_BEFORE
    }

    private static final long serialVersionUID = 1L;

    private final Reason reason;

    public SnapshotException(final Reason reason, final String facts)
    {
        this(reason, facts, null);
    }

    public SnapshotException(final Reason reason, final String facts, final Throwable cause)
    {
        super("snapshot refused, use an earlier one: reason=" + reason + " " + facts, cause);
        this.reason = reason;
    }

    /**
     * What is wrong with the snapshot.
     *
     * @return never null.
     */
    public Reason reason()
    {
        return reason;
    }
}
