// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.wire;

import io.bourse.jmh.loadtest.plan.SessionPlan;
import io.bourse.jmh.loadtest.process.ServerProcess;
import io.bourse.jmh.loadtest.profile.SessionMix;
import io.bourse.jmh.loadtest.venue.MeasuredVenue;
import io.bourse.jmh.loadtest.venue.VenuePlan;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What answers the client.
 */
public enum Contestant
{
    /** Nothing but TCP, with requests and answers as long as TWIME's. */
    ECHO,
    /** Nothing but TCP, with messages as long as FIX's. */
    TCP,
    /** A bare Philadelphia. */
    PHILADELPHIA,
    /** A bare QuickFIX/J acceptor. */
    QUICKFIX,
    /** A venue with a thread for every component. */
    THREADS,
    /** A venue whose market data and gateways share the engine's thread. */
    ONE_THREAD;

    /** Account on which the sessions trade. */
    static final String ACCOUNT = "AA01000";

    /**
     * Login of a session.
     *
     * @param session from 1.
     * @return its name.
     */
    public static String login(final int session)
    {
        return "LOAD" + session;
    }

    boolean isVenue()
    {
        return THREADS == this || ONE_THREAD == this;
    }

    /**
     * Starts it in a process of its own.
     *
     * @param dir for the data.
     * @param isFix protocol of a venue's logins.
     * @param sessions logins of a venue.
     * @param durability of a venue.
     * @param idle how it waits: park, yield or spin.
     * @param options more of them for a venue.
     * @return running server.
     * @throws IOException when it does not start.
     * @throws IllegalArgumentException when it does not speak the protocol.
     */
    public ServerProcess start(
        final Path dir,
        final boolean isFix,
        final int sessions,
        final String durability,
        final String idle,
        final Map<String, Object> options)
        throws IOException
    {
        if (!isVenue() && isFix == (ECHO == this))
        {
            throw new IllegalArgumentException("it speaks another protocol: contestant=" + this + " isFix=" + isFix);
        }
        return switch (this)
        {
            case ECHO -> ServerProcess.start(EchoServer.class, idle);
            case TCP -> ServerProcess.start(FixEchoServer.class, idle);
            case PHILADELPHIA -> ServerProcess.start(PhiladelphiaServer.class, idle);
            case QUICKFIX -> ServerProcess.start(QuickFixServer.class, Integer.toString(sessions));
            case THREADS, ONE_THREAD ->
            {
                final Map<String, Object> all = new HashMap<>(Map.of(
                    "venue.durability", durability,
                    "venue.engine.idle", idle,
                    "venue.layout", ONE_THREAD == this ? "compact" : "dedicated"));
                all.putAll(options);
                final List<SessionPlan> logins = IntStream.rangeClosed(1, sessions).mapToObj((session) ->
                    new SessionPlan(isFix ? SessionMix.FIX : SessionMix.TWIME, login(session), ACCOUNT, false))
                    .toList();
                yield MeasuredVenue.start(new VenuePlan(dir.toString(), null, all, logins, 0, 0, null, null)).process();
            }
        };
    }

    /** Opens a session, from 1. */
    Link open(final ServerProcess server, final boolean isFix, final int session, final Load load) throws IOException
    {
        return ECHO == this ? new EchoLink(server.address(), load) :
            new OrderLink(isFix, server.address(isFix && isVenue() ? 1 : 0), login(session), load);
    }
}
