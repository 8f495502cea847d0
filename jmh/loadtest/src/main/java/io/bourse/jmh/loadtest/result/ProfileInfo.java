// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.result;

import java.util.List;

/**
 * What was asked for, and what others have published about the same.
 *
 * @param name of the profile.
 * @param title for readers.
 * @param scale of volumes: 1 is what was published.
 * @param seed of everything random.
 * @param accounts client registers that the venue had.
 * @param tables published figures to stand beside ours.
 * @param peak rows of them with the most in a test and in production; null when that is not published.
 * @param headline {@link PublishedRow#ours} of the rows that stand on the first page of the report.
 */
public record ProfileInfo(
    String name,
    String title,
    double scale,
    long seed,
    long accounts,
    List<PublishedTable> tables,
    PeakInfo peak,
    List<String> headline)
{
    /** Files of a test that knew no first page have none. */
    public ProfileInfo
    {
        headline = null == headline ? List.of() : headline;
    }
}
