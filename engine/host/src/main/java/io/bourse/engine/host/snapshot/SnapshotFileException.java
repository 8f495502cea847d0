// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.snapshot;

import java.nio.file.Path;

/**
 * A snapshot file is not what was written.
 */
public final class SnapshotFileException extends IllegalStateException
{
    private static final long serialVersionUID = 1L;

    /** What is wrong. */
    public enum Reason
    {
        /** It does not begin as a snapshot file does. */
        NOT_A_SNAPSHOT_FILE,
        /** It is newer than this program. */
        UNKNOWN_FORMAT,
        /** The header does not fit its checksum. */
        DAMAGED_HEADER,
        /** The name has another position than the header. */
        WRONG_NAME,
        /** It ends before its end marker: it was torn off. */
        TORN,
        /** A record does not fit its checksum, or has an impossible length. */
        DAMAGED_RECORD,
        /** The end marker has other counts than there are. */
        WRONG_COUNT,
        /** Something follows the end marker. */
        BYTES_BEHIND_END
    }

    private final Reason reason;

    /**
     * Names what is wrong.
     *
     * @param reason what it is.
     * @param file that is bad.
     * @param facts a phrase with {@code key=value} facts.
     */
    public SnapshotFileException(final Reason reason, final Path file, final String facts)
    {
        super(reason + " file=" + file + " " + facts);
        this.reason = reason;
    }

    /**
     * What is wrong.
     *
     * @return reason.
     */
    public Reason reason()
    {
        return reason;
    }
}
