// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.suite;

import io.bourse.jmh.loadtest.process.Measurements;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * Measures on demand: each line of the input is a number of milliseconds and answered with a line of figures.
 * {@code jmh/compare} lets two checkouts take turns in this way, a fraction of a second each.
 */
public final class Slices
{
    private Slices()
    {
    }

    /** One measurement. */
    @FunctionalInterface
    public interface Slice
    {
        /**
         * Measures.
         *
         * @param forNs how long, roughly.
         * @return figures.
         */
        Measurements measure(long forNs);
    }

    /**
     * Measures until the input ends.
     *
     * @param slice what a line asks for.
     * @throws IOException when the input cannot be read.
     */
    public static void serve(final Slice slice) throws IOException
    {
        final BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String line = input.readLine(); null != line; line = input.readLine())
        {
            System.out.println(slice.measure(TimeUnit.MILLISECONDS.toNanos(Long.parseLong(line))).line());
        }
    }
}
