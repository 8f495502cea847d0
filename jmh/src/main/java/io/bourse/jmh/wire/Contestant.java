// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.wire;

import java.io.IOException;

/**
 * What answers the client.
 */
enum Contestant
{
    /** Nothing but TCP. */
    ECHO,
    /** A venue with a thread for every room. */
    THREADS,
    /** A venue whose market data and TWIME gateway share the engine's thread. */
    ONE_THREAD;

    boolean isVenue()
    {
        return ECHO != this;
    }

    ServerProcess start(final String dir, final int sessions, final String durability, final String idle)
        throws IOException
    {
        if (!isVenue())
        {
            return ServerProcess.start(EchoServer.class, idle);
        }
        return ServerProcess.start(VenueServer.class, dir, VenueServer.TWIME, Integer.toString(sessions),
            "venue.durability=" + durability,
            "venue.engine.idle=" + idle,
            "venue.engine.rooms=" + (ONE_THREAD == this ? "[market-data,twime]" : "[]"));
    }
}
