// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

import java.nio.file.Path;

/**
 * Where a component writes its time stamps.
 *
 * @param directory of the files; made when it is missing. Several components may share it.
 * @param keepDays files of trading dates this many calendar days before the current one are deleted, 1..36500.
 * @param minFreeBytes free space on the disk below which nothing is recorded, so that the stamps are not what fills it.
 */
public record TimestampOptions(Path directory, int keepDays, long minFreeBytes)
{
    /** Most days of {@link #keepDays}. */
    public static final int KEEP_DAYS_MAX = 36_500;

    /** Checks the ranges. */
    public TimestampOptions
    {
        if (null == directory || keepDays < 1 || keepDays > KEEP_DAYS_MAX || minFreeBytes < 0)
        {
            throw new IllegalArgumentException("these options of the time stamps are out of range: directory=" +
                directory + " keepDays=" + keepDays + " minFreeBytes=" + minFreeBytes);
        }
    }
}
