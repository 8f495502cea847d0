// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.wire;

import io.bourse.jmh.loadtest.process.ServerProcess;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What answers the client.
 */
public enum Contestant
{
    /** Nothing but TCP. */
    ECHO,
    /** A venue with a thread for every room. */
    THREADS,
    /** A venue whose market data and gateways share the engine's thread. */
    ONE_THREAD;

    boolean isVenue()
    {
        return ECHO != this;
    }

    /**
     * Starts it in a process of its own.
     *
     * @param dir for the data.
     * @param sessions logins of a venue.
     * @param durability of a venue.
     * @param idle how it waits: park, yield or spin.
     * @param options more of them for a venue, {@code key=value}.
     * @return running server.
     * @throws IOException when it does not start.
     */
    public ServerProcess start(
        final String dir, final int sessions, final String durability, final String idle, final String... options)
        throws IOException
    {
        if (!isVenue())
        {
            return ServerProcess.start(EchoServer.class, idle);
        }
        final List<String> args = new ArrayList<>(List.of(dir, VenueServer.TWIME, Integer.toString(sessions),
            "venue.durability=" + durability,
            "venue.engine.idle=" + idle,
            "venue.layout=" + (ONE_THREAD == this ? "compact" : "dedicated")));
        args.addAll(List.of(options));
        return ServerProcess.start(VenueServer.class, args.toArray(String[]::new));
    }
}
