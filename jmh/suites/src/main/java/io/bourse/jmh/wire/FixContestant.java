// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.wire;

import io.bourse.jmh.loadtest.process.ServerProcess;

import java.io.IOException;

/**
 * What answers a FIX client.
 */
enum FixContestant
{
    /** Nothing but TCP, with messages of the same size. */
    TCP,
    /** A bare Philadelphia. */
    PHILADELPHIA,
    /** A bare QuickFIX/J acceptor. */
    QUICKFIX,
    /** A venue with a thread for every room. */
    THREADS,
    /** A venue whose market data and gateways share the engine's thread. */
    ONE_THREAD;

    boolean isVenue()
    {
        return THREADS == this || ONE_THREAD == this;
    }

    ServerProcess start(final String dir, final int sessions, final String durability, final String idle)
        throws IOException
    {
        return switch (this)
        {
            case TCP -> ServerProcess.start(FixEchoServer.class, idle);
            case PHILADELPHIA -> ServerProcess.start(PhiladelphiaServer.class, idle);
            case QUICKFIX -> ServerProcess.start(QuickFixServer.class, Integer.toString(sessions));
            case THREADS, ONE_THREAD -> ServerProcess.start(VenueServer.class, dir, VenueServer.FIX,
                Integer.toString(sessions),
                "venue.durability=" + durability,
                "venue.engine.idle=" + idle,
                "venue.layout=" + (ONE_THREAD == this ? "compact" : "dedicated"));
        };
    }
}
