// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.venue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.bourse.deploy.config.ReferenceDataReader;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.deploy.node.Venue;
import io.bourse.deploy.operators.SoleOperator;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.gateway.fix.session.FixCounter;
import io.bourse.jmh.loadtest.flow.RecordedFlow;
import io.bourse.jmh.loadtest.process.ServerProcess;
import io.bourse.jmh.loadtest.process.ThreadTimes;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;

import static io.bourse.gateway.fix.session.FixCounter.LATE_FOR_MARKET_DATA;
import static io.bourse.gateway.fix.session.FixCounter.REPORTS;
import static io.bourse.gateway.sbe.GatewayCounter.LATE_ANSWERS;
import static io.bourse.gateway.sbe.GatewayCounter.PUBLIC_FIRST_ANSWERS;

/**
 * The whole venue as {@code bourse start} runs it, for a load test. Prints the ports of TWIME and FIX when it is ready;
 * then prints what its input asks for, and stops with its input.
 */
public final class LoadVenue
{
    /** Counter: transactions answered after their market data. */
    public static final String PUBLIC_FIRST = "#public-first";
    /** Counter: transactions answered before, because the wait ran out. */
    public static final String LATE = "#late";
    /** Counter: collections of garbage so far. */
    public static final String GC_COUNT = "#gc-count";
    /** Counter: their nanoseconds, at a resolution of milliseconds. */
    public static final String GC_NS = "#gc-ns";
    /** Counter: messages of which QuickFIX/J's share was timed. */
    public static final String FIX_SAMPLES = "#fix-samples";
    /** Counter: their nanoseconds in QuickFIX/J's session. */
    public static final String FIX_SESSION_NS = "#fix-session-ns";
    /** Counter: their nanoseconds in the FIX gateway's handler. */
    public static final String FIX_HANDLER_NS = "#fix-handler-ns";
    private static final String REFERENCE = "reference";

    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(120);

    private LoadVenue()
    {
    }

    /**
     * Serves until its input ends.
     *
     * @param args file with a {@link VenuePlan}.
     * @throws Exception when the venue cannot be started.
     */
    public static void main(final String[] args) throws Exception
    {
        final VenuePlan plan = new ObjectMapper().readValue(Path.of(args[0]).toFile(), VenuePlan.class);
        final SoleOperator operator = new SoleOperator(MeasuredVenue.operatorKey(Path.of(plan.directory())));
        final VenueConfig config = config(plan, operator);
        try (Venue venue = Venue.start(config))
        {
            venue.failure().thenAccept((failure) ->
            {
                failure.printStackTrace();
                Runtime.getRuntime().halt(1);
            });
            loadAccounts(plan, config, venue, operator);
            System.out.println(ServerProcess.READY + venue.twime().localAddress().getPort() + " " +
                venue.fix().localAddress().getPort());
            serve(venue);
        }
    }

    private static VenueConfig config(final VenuePlan plan, final SoleOperator operator) throws IOException
    {
        final Path directory = Path.of(plan.directory());
        final Path reference = directory.resolve(REFERENCE);
        ReferenceTables.write(reference, plan.sessions(),
            null == plan.orderFile() ? List.of() : RecordedFlow.instruments(Path.of(plan.orderFile())),
            null == plan.part() ? Map.of() : plan.part().underlyings());
        final Map<String, Object> options = new HashMap<>(Map.of(
            "venue.data-dir", directory.resolve(MeasuredVenue.DATA).toString(),
            "venue.reference-data", reference.toString(),
            "venue.twime.port", 0,
            "venue.twime.recovery-port", 0,
            "venue.twime.max-sessions", 1_000,
            "venue.twime.flow.policy", "none",
            "venue.fix.port", 0,
            "venue.marketdata.simba.replay-port", 0,
            "venue.fix.defaults.max-messages-per-second", 0,
            "venue.snapshot.interval", "0 s"));
        // There is one operator, who approves nothing of his own.
        options.put("venue.clearing.approvals", "none");
        options.put("venue.twime.access.outstanding-logins", 0);
        options.put("venue.twime.access.outstanding-logins-per-source", 0);
        options.putAll(operator.options());
        options.putAll(plan.options());
        if (null != plan.part())
        {
            options.putAll(plan.part().options());
        }
        return VenueConfigLoader.load(null == plan.configFile() ? null : Path.of(plan.configFile()), options);
    }

    private static void loadAccounts(
        final VenuePlan plan, final VenueConfig config, final Venue venue, final SoleOperator operator)
    {
        if (plan.accounts() > 0)
        {
            final int first =
                ReferenceDataReader.read(config.referenceData(), config.tradingDate()).accounts().size();
            try (EngineClient client = venue.engine().connect();
                OperatorClient accounts = operator.client(client, TIMEOUT_NS))
            {
                BulkAccounts.load(accounts, first, plan.accounts());
            }
        }
    }

    private static void serve(final Venue venue) throws IOException
    {
        final BufferedReader requests = new BufferedReader(new InputStreamReader(System.in));
        for (String request = requests.readLine(); null != request; request = requests.readLine())
        {
            if (ServerProcess.COLLECT.equals(request))
            {
                System.gc();
                System.out.println(
                    ServerProcess.HEAP + ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
            }
            else
            {
                System.out.println(ThreadTimes.of(counters(venue)).line());
            }
        }
    }

    private static Map<String, Long> counters(final Venue venue)
    {
        final CounterSet<FixCounter> fix = venue.fix().counters();
        return Map.of(
            PUBLIC_FIRST,
            venue.twime().counters().get(PUBLIC_FIRST_ANSWERS) + fix.get(REPORTS) - fix.get(LATE_FOR_MARKET_DATA),
            LATE,
            venue.twime().counters().get(LATE_ANSWERS) + fix.get(LATE_FOR_MARKET_DATA),
            GC_COUNT,
            sum(GarbageCollectorMXBean::getCollectionCount),
            GC_NS,
            TimeUnit.MILLISECONDS.toNanos(sum(GarbageCollectorMXBean::getCollectionTime)),
            FIX_SAMPLES,
            venue.fix().sessionTimes().samples(),
            FIX_SESSION_NS,
            venue.fix().sessionTimes().sessionNs(),
            FIX_HANDLER_NS,
            venue.fix().sessionTimes().handlerNs());
    }

    private static long sum(final ToLongFunction<GarbageCollectorMXBean> value)
    {
        return ManagementFactory.getGarbageCollectorMXBeans().stream().mapToLong(value).sum();
    }
}
