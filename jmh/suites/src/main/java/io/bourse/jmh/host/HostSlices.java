// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.host;

import io.bourse.engine.host.Durability;
import io.bourse.jmh.loadtest.process.Measurements;
import io.bourse.jmh.suite.Slices;
import org.HdrHistogram.Histogram;
import org.agrona.IoUtil;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** One host in slices: median round trip of an order, and commands a second with a window of 1,024. */
final class HostSlices
{
    private static final int WINDOW = 1_024;

    private HostSlices()
    {
    }

    /** @param args kind of host. */
    public static void main(final String[] args) throws IOException
    {
        final Path dir = Files.createTempDirectory("host");
        try (RunningHost host = RunningHost.Kind.valueOf(args[0])
            .start(dir.resolve("data"), Durability.RAM, Idle.YIELDING))
        {
            OrderPairs.define(host.client(), OrderPairs.FIRST, HostRun.SILENCE_NS);
            final HostRun run = new HostRun(host);
            Slices.serve(forNs ->
            {
                final Histogram histogram = HostRun.newHistogram();
                run.roundTrips(forNs, histogram);
                return new Measurements().put(Measurements.P50, histogram.getValueAtPercentile(50))
                    .put(Measurements.PER_SECOND, run.throughput(forNs, WINDOW));
            });
            run.close();
        }
        finally
        {
            IoUtil.delete(dir.toFile(), true);
        }
    }
}
