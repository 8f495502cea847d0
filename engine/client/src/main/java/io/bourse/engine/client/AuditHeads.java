// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import java.util.List;

/**
 * What the history of an engine has of clearing's audit trail.
 *
 * @param knownSince event stream position in bytes from which on the history knows the command that records heads;
 *     {@link #NEVER} when it does not, or when neither the stream that is left nor a snapshot has it.
 * @param heads in the order in which they were recorded; with ever more lines.
 */
public record AuditHeads(long knownSince, List<Head> heads)
{
    /** After every position. */
    public static final long NEVER = Long.MAX_VALUE;

    /**
     * One head.
     *
     * @param runId of the run that was signed.
     * @param tradingDate YYYYMMDD of the run.
     * @param lines number of the line.
     * @param sha256 of the line, hexadecimal.
     * @param cursor event stream position after it, in bytes; where the stream begins when its event was purged.
     */
    public record Head(long runId, int tradingDate, long lines, String sha256, long cursor)
    {
    }
}
