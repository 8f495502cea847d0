// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.result;

/**
 * Where a number is found in a {@link StageResult}. A figure's path is its name; the paths of published rows are the
 * same after the name of their stage.
 */
public final class FigurePath
{
    private static final String CLEAN = "/clean";

    private FigurePath()
    {
    }

    /**
     * Path of a percentile.
     *
     * @param latency name of the distribution.
     * @param percentile of it, or {@code min}, {@code mean}, {@code max}.
     * @param isClean whether it is of the clean samples.
     * @return path.
     */
    public static String latency(final String latency, final String percentile, final boolean isClean)
    {
        return latency + "/" + percentile + (isClean ? CLEAN : "");
    }

    /**
     * Path of a figure of a feed.
     *
     * @param line of the feed.
     * @param figure name of a component of {@link FeedResult}.
     * @return path.
     */
    public static String feed(final String line, final String figure)
    {
        return "feeds/" + line + "/" + figure;
    }

    /**
     * Path of a thread's processor time.
     *
     * @param thread name of it.
     * @return path.
     */
    public static String thread(final String thread)
    {
        return "threads/" + thread;
    }
}
