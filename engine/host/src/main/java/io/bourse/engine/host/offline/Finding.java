// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.offline;

import java.nio.file.Path;

/**
 * One thing that is wrong.
 *
 * @param kind what it is.
 * @param where recording or consumer, for people.
 * @param position where it begins in the recording, in bytes; -1 when that says nothing.
 * @param file where to look, or null.
 * @param facts a phrase with {@code key=value} facts.
 */
public record Finding(FindingKind kind, String where, long position, Path file, String facts)
{
    /** No position. */
    public static final long NOWHERE = -1;

    @Override
    public String toString()
    {
        return kind + " in the " + where + (NOWHERE == position ? "" : " at position=" + position) +
            (null == file ? "" : " file=" + file) + ": " + facts;
    }
}
