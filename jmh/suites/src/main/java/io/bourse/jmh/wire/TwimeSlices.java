// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.wire;

import io.bourse.jmh.loadtest.process.Measurements;
import io.bourse.jmh.loadtest.process.ServerProcess;
import io.bourse.jmh.loadtest.venue.MeasuredVenue;
import io.bourse.jmh.suite.Slices;
import org.agrona.CloseHelper;
import org.agrona.IoUtil;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * TWIME over TCP through a venue of one thread that parks, in slices: transactions one at a time, at 20,000 a second,
 * and as many as go. With the argument {@code METRICS} the exporter answers a scrape in five seconds of them.
 */
final class TwimeSlices
{
    private static final int SESSIONS = 64;
    private static final int WINDOW = 8;
    private static final int RATE = 20_000;

    private TwimeSlices()
    {
    }

    public static void main(final String[] args) throws IOException
    {
        final Load load = new Load();
        final List<Link> links = new ArrayList<>();
        final Path dir = Files.createTempDirectory("venue");
        try (ServerProcess server = Contestant.ONE_THREAD.start(dir, false, SESSIONS, "ram", "park", Map.of()))
        {
            for (int i = 1; i <= SESSIONS; i++)
            {
                links.add(Contestant.ONE_THREAD.open(server, false, i, load));
            }
            load.links(links);
            try (Scrapes scrapes = 0 == args.length ? null : new Scrapes(dir.resolve(MeasuredVenue.DATA)))
            {
                final LongConsumer before = null == scrapes ? forNs -> { } : scrapes::scrape;
                Slices.serve(forNs ->
                {
                    final Measurements figures = new Measurements();
                    before.accept(forNs);
                    figures.put("closed.p50", load.closedLoop(forNs).getValueAtPercentile(50));
                    before.accept(forNs);
                    figures.put("at" + RATE + ".p50", load.constantRate(forNs, RATE).getValueAtPercentile(50));
                    before.accept(forNs);
                    return figures.put(Measurements.PER_SECOND, load.saturate(forNs, WINDOW));
                });
            }
        }
        finally
        {
            CloseHelper.closeAll(links);
            IoUtil.delete(dir.toFile(), true);
        }
    }
}
