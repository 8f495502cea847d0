// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.wire;

import io.bourse.jmh.loadtest.process.ServerProcess;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * One turn of one TWIME server, or of the echo beside it.
 */
final class WireRun extends ServerRun
{
    private WireRun(final ServerProcess server, final boolean isVenue, final String measureSeconds)
    {
        super(server, isVenue, measureSeconds, 1_000, 20_000);
    }

    /**
     * Measures, and prints one line of figures.
     *
     * @param args contestant, durability, idle of the server, seconds of warm-up, seconds of each measurement, sessions
     *     of the largest one, directory for the data.
     * @throws IOException when a process cannot be started or a session not be made.
     */
    public static void main(final String[] args) throws IOException
    {
        final Contestant contestant = Contestant.valueOf(args[0]);
        final int sessions = Integer.parseInt(args[5]);
        try (ServerProcess server = contestant.start(args[6], sessions, args[1], args[2]))
        {
            new WireRun(server, contestant.isVenue(), args[4]).run(args[3], sessions);
        }
    }

    /** Measures too what the server's threads use while nothing happens, before and after many sessions have come. */
    @Override
    void openAll(final List<Link> links, final int sessions) throws IOException
    {
        figures.put("idle.fewNsPerSecond", nsPerSecond());
        super.openAll(links, sessions);
        figures.put("idle.manyNsPerSecond", nsPerSecond());
    }

    private long nsPerSecond() throws IOException
    {
        final Map<String, Long> before = server.threadTimes();
        final long beginNs = System.nanoTime();
        final long pauseMs = TimeUnit.NANOSECONDS.toMillis(measureNs);
        try
        {
            Thread.sleep(pauseMs);
        }
        catch (final InterruptedException ex)
        {
            throw new IllegalStateException("interrupted while the server was idle", ex);
        }
        final long usedNs = used(before, server.threadTimes()).entrySet().stream()
            .filter((entry) -> !entry.getKey().startsWith("#")).mapToLong(Map.Entry::getValue).sum();
        return (long)(usedNs * 1e9 / (System.nanoTime() - beginNs));
    }

    @Override
    Link open(final int number) throws IOException
    {
        return isVenue ?
            new TwimeLink(server.address(), VenueServer.login(number), VenueServer.ACCOUNT, load) :
            new EchoLink(server.address(), load);
    }
}
