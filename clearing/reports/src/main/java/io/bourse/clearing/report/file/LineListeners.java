// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report.file;

import java.io.IOException;
import java.util.List;

/**
 * Who is shown the lines of which report. May be asked by several threads at once.
 */
@FunctionalInterface
public interface LineListeners
{
    /** No listener. */
    LineListeners NONE = (member, type) -> null;

    /**
     * Listener of one report.
     *
     * @param member clearing firm that the report is for.
     * @param type of the report.
     * @return null when its lines are not wanted.
     * @throws IOException when the listener writes and cannot.
     */
    LineListener of(String member, ReportType type) throws IOException;

    /**
     * All files of a member are written; no more of its lines will come.
     *
     * @param member clearing firm that the reports are for.
     * @param files ascending by name.
     * @throws IOException when the listener reads or writes and cannot.
     */
    default void end(final String member, final List<ManifestEntry> files) throws IOException
    {
    }
}
