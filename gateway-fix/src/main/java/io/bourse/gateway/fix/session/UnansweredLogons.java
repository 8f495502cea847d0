// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import io.bourse.engine.telemetry.SessionClass;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.telemetry.SecurityEvent;
import io.bourse.engine.telemetry.SecuritySink;
import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports to the operator Logons that are not taken, and whose clients do not learn why: a counter for each reason, and
 * a line of the log, of each reason one in a second at most.
 */
final class UnansweredLogons
{
    /** Why it is not taken. */
    enum Reason
    {
        /** BeginString and CompIDs, with what is added to them, are of no session. */
        UNKNOWN_SESSION(FixCounter.LOGONS_OF_UNKNOWN_SESSIONS,
            "its version and CompIDs belong to no session, define the FIX login or correct the client"),
        /** This gateway is a standby; its clients get a Logout. */
        STANDBY(FixCounter.LOGONS_AT_STANDBY,
            "this gateway is a standby, activate it or have the client log on at the active one"),
        /** Another connection of the session is alive. */
        SESSION_IN_USE(FixCounter.LOGONS_OF_SESSIONS_IN_USE,
            "the session has a connection that is alive, end that one first");

        private final FixCounter counter;
        private final String text;

        Reason(final FixCounter counter, final String text)
        {
            this.counter = counter;
            this.text = text;
        }
    }

    private static final Logger LOGGER = LoggerFactory.getLogger(UnansweredLogons.class);
    private static final long INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int LONGEST_NAME = 32;

    private final long[] loggedNs = new long[Reason.values().length];
    private final long[] notLogged = new long[Reason.values().length];
    private final CounterSet<FixCounter> counters;
    private final NanoClock clock;
    private final SecuritySink log;

    UnansweredLogons(final CounterSet<FixCounter> counters, final NanoClock clock, final SecuritySink log)
    {
        this.log = log;
        this.counters = counters;
        this.clock = clock;
    }

    /** Counts it, and logs it if it is time for another line. */
    void on(
        final Reason reason,
        final FixSession session,
        final InetSocketAddress source,
        final String senderCompId,
        final String targetCompId)
    {
        final SessionClass sessionClass = FixSession.classOf(session);
        counters.increment(FixCounter.REFUSED_LOGONS, sessionClass);
        counters.increment(reason.counter, sessionClass);
        log.write(SecurityEvent.of(SecurityEvent.Type.LOGON_REFUSED, "fix", senderCompId, source.getAddress(),
            reason.name().toLowerCase(Locale.ROOT).replace('_', ' ')));
        final int index = reason.ordinal();
        final long nowNs = clock.nanoTime();
        if (0 != loggedNs[index] && nowNs - loggedNs[index] < INTERVAL_NS)
        {
            notLogged[index]++;
            return;
        }
        LOGGER.warn("A FIX Logon is not taken, {}: reason={} source={} senderCompId={} targetCompId={} notLogged={}",
            reason.text, reason, source, printable(senderCompId), printable(targetCompId), notLogged[index]);
        loggedNs[index] = nowNs;
        notLogged[index] = 0;
    }

    private static String printable(final String name)
    {
        return name.substring(0, Math.min(LONGEST_NAME, name.length())).replaceAll("[^!-~]", "?");
    }
}
