// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.wire;

import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.deploy.node.Venue;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.gateway.fix.session.FixCounter;
import io.bourse.gateway.sbe.GatewayCounter;
import io.bourse.jmh.loadtest.process.ServerProcess;
import io.bourse.jmh.loadtest.process.ThreadTimes;
import io.bourse.jmh.loadtest.venue.LoadVenue;
import org.agrona.IoUtil;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The whole venue as {@code bourse start} runs it, with as many logins of a protocol as are wanted.
 */
public final class VenueServer
{
    /** Protocol of the logins. */
    public static final String TWIME = "TWIME";
    /** Protocol of the logins. */
    public static final String FIX = "FIX";
    /** Counter: messages of which QuickFIX/J's share was timed. */
    static final String SAMPLES = "#samples";
    /** Counter: their nanoseconds in QuickFIX/J's session. */
    static final String SESSION_NS = "#session-ns";
    /** Counter: their nanoseconds in the gateway's handler. */
    static final String HANDLER_NS = "#handler-ns";
    /** Account on which the logins trade. */
    static final String ACCOUNT = "AA01000";

    private VenueServer()
    {
    }

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

    /**
     * Serves until its input ends.
     *
     * @param args directory for the data, protocol, number of logins, then options of the venue as {@code key=value}.
     * @throws Exception when the venue cannot be started.
     */
    public static void main(final String[] args) throws Exception
    {
        final Path dir = Files.createTempDirectory(Path.of(args[0]), "venue");
        final Map<String, Object> options = new HashMap<>(Map.of(
            "venue.data-dir", dir.resolve("data").toString(),
            "venue.reference-data", referenceData(dir, args[1], Integer.parseInt(args[2])).toString(),
            "venue.twime.port", 0,
            "venue.twime.max-sessions", 1_000,
            "venue.twime.flow.policy", "none",
            "venue.twime.access.outstanding-logins", 0,
            "venue.twime.access.outstanding-logins-per-source", 0,
            "venue.fix.port", 0,
            "venue.fix.defaults.max-messages-per-second", 0,
            "venue.snapshot.interval", "0 s"));
        // Two of them may run at a time.
        options.put("venue.marketdata.simba.replay-port", 0);
        Arrays.stream(args).skip(3).forEach((option) ->
        {
            final int at = option.indexOf('=');
            final String value = option.substring(at + 1);
            options.put(option.substring(0, at), value.startsWith("[") ? list(value) : value);
        });
        final VenueConfig config = VenueConfigLoader.load(null, options);
        try (Venue venue = Venue.start(config))
        {
            final boolean isFix = FIX.equals(args[1]);
            System.out.println(ServerProcess.READY +
                (isFix ? venue.fix().localAddress() : venue.twime().localAddress()).getPort());
            while (System.in.read() >= 0)
            {
                System.out.println(ThreadTimes.line(isFix ? fixCounters(venue) : twimeCounters(venue)));
            }
            System.err.println(isFix ? venue.fix().counters() : venue.twime().counters());
        }
        finally
        {
            IoUtil.delete(dir.toFile(), true);
        }
    }

    private static Map<String, Long> twimeCounters(final Venue venue)
    {
        return Map.of(
            LoadVenue.PUBLIC_FIRST, venue.twime().counters().get(GatewayCounter.PUBLIC_FIRST_ANSWERS),
            LoadVenue.LATE, venue.twime().counters().get(GatewayCounter.LATE_ANSWERS));
    }

    private static Map<String, Long> fixCounters(final Venue venue)
    {
        final CounterSet<FixCounter> counters = venue.fix().counters();
        return Map.of(
            LoadVenue.PUBLIC_FIRST, counters.get(FixCounter.REPORTS) - counters.get(FixCounter.LATE_FOR_MARKET_DATA),
            LoadVenue.LATE, counters.get(FixCounter.LATE_FOR_MARKET_DATA),
            SAMPLES, venue.fix().sessionTimes().samples(),
            SESSION_NS, venue.fix().sessionTimes().sessionNs(),
            HANDLER_NS, venue.fix().sessionTimes().handlerNs());
    }

    private static List<String> list(final String value)
    {
        final String inside = value.substring(1, value.length() - 1);
        return inside.isEmpty() ? List.of() : List.of(inside.split(","));
    }

    /** The demo tables with other logins. */
    private static Path referenceData(final Path dir, final String protocol, final int logins) throws IOException
    {
        final Path reference = Files.createDirectories(dir.resolve("reference"));
        for (final String table : List.of("accounts", "brokerage-firms", "clearing-firms", "instruments"))
        {
            Files.write(reference.resolve(table + ".csv"),
                VenueConfigLoader.class.getResourceAsStream("/reference/" + table + ".csv").readAllBytes());
        }
        final StringBuilder text = new StringBuilder("login_id,protocol,name,brokerage_firm\n");
        IntStream.rangeClosed(1, logins).forEach((session) ->
            text.append(session).append(',').append(protocol).append(',').append(login(session)).append(",AA01\n"));
        Files.writeString(reference.resolve("logins.csv"), text);
        return reference;
    }
}
