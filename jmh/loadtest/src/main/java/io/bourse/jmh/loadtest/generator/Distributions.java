// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.generator;

import io.bourse.jmh.loadtest.tally.StageTally;
import org.HdrHistogram.Histogram;

import java.util.concurrent.TimeUnit;

/**
 * The distributions of round trips: by protocol, by kind of transaction, and those of clients apart.
 */
final class Distributions
{
    static final int COUNT = 8;
    /** The first one of clients. */
    static final int CLIENTS = 4;
    /** Longest time that is distinguished from others. */
    static final long MAX_NS = TimeUnit.SECONDS.toNanos(120);
    private static final int FIX = 2;
    private static final int DIGITS = 3;
    private static final int FEW_DIGITS = 2;

    private Distributions()
    {
    }

    /** A histogram of times, nanoseconds. */
    static Histogram newHistogram()
    {
        return new Histogram(MAX_NS, DIGITS);
    }

    /** One of which there may be hundreds. */
    static Histogram newSmallHistogram()
    {
        return new Histogram(MAX_NS, FEW_DIGITS);
    }

    /** That of the orders of a session; its cancels have the next one. */
    static int ofOrders(final boolean isFix, final boolean isClient)
    {
        return (isClient ? CLIENTS : 0) + (isFix ? FIX : 0);
    }

    static boolean isCancel(final int distribution)
    {
        return 0 != (distribution & 1);
    }

    static boolean isClient(final int distribution)
    {
        return distribution >= CLIENTS;
    }

    static String group(final int distribution)
    {
        return isClient(distribution) ? StageTally.CLIENTS : StageTally.ROUND_TRIP;
    }

    static String name(final int distribution)
    {
        return (isClient(distribution) ? "client " : "") + (0 == (distribution & FIX) ? "TWIME" : "FIX") +
            (isCancel(distribution) ? " cancel" : " order");
    }
}
