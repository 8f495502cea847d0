// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.tally;

import org.HdrHistogram.Histogram;
import org.agrona.CloseHelper;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The logs of several generators that began together, as one: intervals of the same second are added up. All logs are
 * read in step, so that one second of them is in memory, however long the stage was; what stays are three times of it.
 */
final class MergedLogs
{
    private static final Times NOTHING = new Times(0, 0, 0);

    private final Map<Integer, Times> bySecond = new HashMap<>();

    private MergedLogs()
    {
    }

    /**
     * The logs of one distribution.
     *
     * @param files one of each generator that has it.
     * @param merged to be written.
     */
    record Log(List<Path> files, Path merged)
    {
    }

    /**
     * What was timed in a second.
     *
     * @param p50Ns median.
     * @param p99Ns 99 % took no longer.
     * @param maxNs longest.
     */
    record Times(long p50Ns, long p99Ns, long maxNs)
    {
    }

    /**
     * Merges the logs of each distribution.
     *
     * @param logs of the distributions of a stage.
     * @return times of all distributions together, by second.
     * @throws IOException when a file cannot be read or written.
     */
    static MergedLogs merge(final List<Log> logs) throws IOException
    {
        final MergedLogs merged = new MergedLogs();
        final List<MergedLog> open = new ArrayList<>();
        try
        {
            for (final Log log : logs)
            {
                open.add(new MergedLog(log.files(), log.merged()));
            }
            for (int second = next(open); MergedLog.END != second; second = next(open))
            {
                merged.take(open, second);
            }
            for (final MergedLog log : open)
            {
                log.check();
            }
        }
        finally
        {
            CloseHelper.closeAll(open);
        }
        return merged;
    }

    private static int next(final List<MergedLog> logs)
    {
        return logs.stream().mapToInt(MergedLog::second).min().orElse(MergedLog.END);
    }

    private void take(final List<MergedLog> logs, final int second)
    {
        Histogram together = null;
        for (final MergedLog log : logs)
        {
            final Histogram interval = log.take(second);
            if (null == together)
            {
                together = interval;
            }
            else if (null != interval)
            {
                together.add(interval);
            }
        }
        bySecond.put(second, new Times(
            together.getValueAtPercentile(50), together.getValueAtPercentile(99), together.getMaxValue()));
    }

    /** What was timed in a second; zeros when nothing was. */
    Times of(final int second)
    {
        return bySecond.getOrDefault(second, NOTHING);
    }
}
