// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.wire;

import io.bourse.jmh.loadtest.process.ServerProcess;

import java.io.IOException;
import java.util.Map;

/**
 * One turn of one FIX server.
 */
final class FixRun extends ServerRun
{
    private FixRun(final ServerProcess server, final boolean isVenue, final String measureSeconds)
    {
        super(server, isVenue, measureSeconds, 1_000, 10_000);
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
        final FixContestant contestant = FixContestant.valueOf(args[0]);
        final int sessions = Math.max(RATE_SESSIONS, Integer.parseInt(args[5]));
        try (ServerProcess server = contestant.start(args[6], sessions, args[1], args[2]))
        {
            new FixRun(server, contestant.isVenue(), args[4]).run(args[3], sessions);
        }
    }

    @Override
    void putCounters(final String mode, final Map<String, Long> used)
    {
        super.putCounters(mode, used);
        if (isVenue)
        {
            final long samples = Math.max(1, used.get(VenueServer.SAMPLES));
            figures
                .put(mode + ".sessionNs", used.get(VenueServer.SESSION_NS) / samples)
                .put(mode + ".handlerNs", used.get(VenueServer.HANDLER_NS) / samples);
        }
    }

    @Override
    Link open(final int number) throws IOException
    {
        return new FixLink(server.address(), VenueServer.login(number), load);
    }
}
