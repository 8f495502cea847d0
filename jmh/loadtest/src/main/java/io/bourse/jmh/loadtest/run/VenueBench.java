// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.run;

import io.bourse.deploy.config.LoopbackFeeds;
import io.bourse.deploy.node.VenueEngine;
import io.bourse.jmh.loadtest.flow.RecordedFlow;
import io.bourse.jmh.loadtest.observe.VenueObserver;
import io.bourse.jmh.loadtest.plan.GeneratorPlan;
import io.bourse.jmh.loadtest.plan.InstrumentPlan;
import io.bourse.jmh.loadtest.plan.StageKind;
import io.bourse.jmh.loadtest.plan.StagePlan;
import io.bourse.jmh.loadtest.profile.Profile;
import io.bourse.jmh.loadtest.profile.ProfileStage;
import io.bourse.jmh.loadtest.profile.SessionMix;
import io.bourse.jmh.loadtest.result.StageResult;
import io.bourse.jmh.loadtest.venue.MeasuredVenue;
import io.bourse.jmh.loadtest.venue.VenuePlan;
import org.agrona.CloseHelper;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A venue with its observer and, when it is under load, its generators: stages are carried out on it one after the
 * other.
 */
final class VenueBench implements AutoCloseable
{
    /** Above it the host has taken the processor from the generator's thread. */
    private static final long FLOOR_LIMIT_NS = TimeUnit.MICROSECONDS.toNanos(20);
    private static final String NETWORK = "239.195.79";
    private static final String IDLE = "venue.engine.idle";
    private static final String GAP_METER = "venue.engine.gap-meter";
    private static final String TIMESTAMPS = "venue.timestamps.enabled";

    private final LoadTestOptions options;
    private final Profile profile;
    private final Map<String, Object> stageOptions;
    private final boolean isAlone;
    private final boolean hasStamps;
    private final boolean hasGapMeter;
    private final MeasuredVenue venue;
    private final VenueObserver observer;
    private Generators generators;
    private SessionMix mix;

    /**
     * Starts a venue.
     *
     * @param options of the test.
     * @param profile of the test.
     * @param first stage that it is for.
     * @param directory for its data.
     * @throws IOException when it does not start.
     */
    VenueBench(final LoadTestOptions options, final Profile profile, final ProfileStage first, final Path directory)
        throws IOException
    {
        this.options = options;
        this.profile = profile;
        stageOptions = first.venueOptions();
        isAlone = first.isAlone();
        final Map<String, Object> venueOptions = venueOptions(options, profile, first);
        hasStamps = !Boolean.FALSE.equals(venueOptions.get(TIMESTAMPS));
        hasGapMeter = Boolean.TRUE.equals(venueOptions.get(GAP_METER));
        venue = MeasuredVenue.start(new VenuePlan(directory.toString(),
            null == options.configFile() ? null : options.configFile().toAbsolutePath().toString(), venueOptions,
            profile.stages().stream().flatMap((stage) -> profile.sessions(stage).stream()).toList(),
            profile.accounts(), transactions(profile),
            null == options.orderFile() ? null : options.orderFile().toAbsolutePath().toString()));
        try
        {
            observer = new VenueObserver(venue, profile.feeds());
        }
        catch (final IOException | RuntimeException ex)
        {
            venue.close();
            throw ex;
        }
    }

    static long transactions(final Profile profile)
    {
        return profile.stages().stream().mapToLong(stage -> stage.plan().count()).max().orElse(0);
    }

    private static Map<String, Object> venueOptions(
        final LoadTestOptions options, final Profile profile, final ProfileStage first) throws IOException
    {
        final Map<String, Object> all = new LinkedHashMap<>(LoopbackFeeds.options(NETWORK));
        all.putAll(profile.venueOptions());
        all.put("venue.durability", options.durability());
        all.putAll(first.venueOptions());
        // The meter knows when the engine's thread did not run only if that never sleeps.
        all.put(GAP_METER, LoadTestOptions.SPIN.equals(all.get(IDLE)));
        return all;
    }

    /** Whether a stage may run on this venue too. One that continues does so on whatever has come before it. */
    boolean serves(final ProfileStage stage)
    {
        return stage.continues() || !isAlone && !stage.isAlone() && stage.venueOptions().equals(stageOptions);
    }

    Path dataDir()
    {
        return venue.dataDir();
    }

    /**
     * Carries out a stage with a load.
     *
     * @param stage of the profile.
     * @param next plans of stages after it that the same generators may carry out.
     * @param progress receives the lines.
     * @return what was found.
     * @throws IOException when a process has ended or does not answer.
     * @throws InterruptedException when it is broken off.
     */
    StageResult run(
        final ProfileStage stage, final StagePlan plan, final List<StagePlan> next, final Progress progress)
        throws IOException, InterruptedException
    {
        if (null == generators || !generators.knows(plan) || !mix.equals(stage.sessions()))
        {
            openGenerators(stage, plan, next, progress);
        }
        observer.prepare();
        observer.begin(generators.begin(plan));
        generators.awaitEnd(plan);
        observer.end();
        return observer.seen(generators.totals(plan));
    }

    private void openGenerators(
        final ProfileStage stage, final StagePlan plan, final List<StagePlan> next, final Progress progress)
        throws IOException, InterruptedException
    {
        closeGenerators();
        final StagePlan warmup = stage.warmup(profile.warmup());
        final List<StagePlan> plans = new ArrayList<>(List.of(warmup, plan));
        plans.addAll(next);
        mix = stage.sessions();
        final int members = mix.count() - mix.clients();
        // One that has a single transaction on its way at a time cannot be shared.
        final int count = StageKind.CLOSED == plan.kind() ? 1 : Math.min(options.generators(), members);
        generators = new Generators(new GeneratorPlan(
            venue.twime().getHostString(),
            venue.twime().getPort(),
            venue.fix().getHostString(),
            venue.fix().getPort(),
            profile.sessions(stage),
            mix.clientPerSecond(),
            profile.flow().withInstruments(instruments())
                .withOrderFile(null == options.orderFile() ? null : options.orderFile().toString()),
            plans,
            LoadTestRun.logs(options).toString(),
            FLOOR_LIMIT_NS,
            hasGapMeter ? venue.dataDir().resolve(VenueEngine.GAP_FILE).toString() : null,
            VenueThreads.isCrowded(stage, Runtime.getRuntime().availableProcessors()), 0, 1), count);
        progress.say((1 == count ? "generator: " : count + " generators: ") + mix.count() +
            " sessions open, warming up for " + warmup.seconds() + " s");
        generators.begin(warmup);
        generators.awaitEnd(warmup);
    }

    /** Those of recorded orders come first; clients trade the others. */
    private List<InstrumentPlan> instruments() throws IOException
    {
        final List<InstrumentPlan> instruments = new ArrayList<>();
        if (null != options.orderFile())
        {
            RecordedFlow.instruments(options.orderFile()).stream().map(InstrumentPlan::of).forEach(instruments::add);
        }
        instruments.addAll(profile.flow().instruments());
        return instruments;
    }

    /** The venue, without connections, to be cleared. */
    MeasuredVenue quiet()
    {
        closeGenerators();
        return venue;
    }

    /** Measures the venue without connections. */
    StageResult idle(final StagePlan plan) throws IOException, InterruptedException
    {
        closeGenerators();
        return observer.idle(
            plan.name(), plan.title(), plan.kind().name(), (long)(plan.seconds() * TimeUnit.SECONDS.toNanos(1)));
    }

    private void closeGenerators()
    {
        CloseHelper.close(generators);
        generators = null;
    }

    /** Stops the venue and reads its time stamps. */
    List<StageResult> stop(final List<StageResult> stages) throws IOException
    {
        close();
        return hasStamps ? observer.withStamps(stages) : stages;
    }

    @Override
    public void close()
    {
        CloseHelper.closeAll(generators, observer, venue);
        generators = null;
    }
}
