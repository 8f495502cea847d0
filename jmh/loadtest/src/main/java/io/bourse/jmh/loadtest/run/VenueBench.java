// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.run;

import io.bourse.deploy.config.LoopbackFeeds;
import io.bourse.deploy.node.VenueDescriptor;
import io.bourse.deploy.node.VenueEngine;
import io.bourse.jmh.loadtest.flow.RecordedFlow;
import io.bourse.jmh.loadtest.observe.VenueObserver;
import io.bourse.jmh.loadtest.plan.FlowPlan;
import io.bourse.jmh.loadtest.plan.GeneratorPlan;
import io.bourse.jmh.loadtest.plan.InstrumentPlan;
import io.bourse.jmh.loadtest.plan.SessionPlan;
import io.bourse.jmh.loadtest.plan.StageKind;
import io.bourse.jmh.loadtest.plan.StagePlan;
import io.bourse.jmh.loadtest.profile.Profile;
import io.bourse.jmh.loadtest.profile.ProfileStage;
import io.bourse.jmh.loadtest.profile.SessionMix;
import io.bourse.jmh.loadtest.profile.StagePart;
import io.bourse.jmh.loadtest.result.StageResult;
import io.bourse.jmh.loadtest.venue.MeasuredVenue;
import io.bourse.jmh.loadtest.venue.VenuePart;
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
 * other. One of several partitions has a process for each.
 */
final class VenueBench implements AutoCloseable
{
    /** Above it the host has taken the processor from the generator's thread. */
    private static final long FLOOR_LIMIT_NS = TimeUnit.MICROSECONDS.toNanos(20);
    private static final String NETWORKS = "239.195.";
    private static final int FIRST_NETWORK = 79;
    private static final String IDLE = "venue.engine.idle";
    private static final String GAP_METER = "venue.engine.gap-meter";
    private static final String TIMESTAMPS = "venue.timestamps.enabled";
    private static final String FIRST_PART = "part-";

    private final LoadTestOptions options;
    private final Profile profile;
    private final Map<String, Object> stageOptions;
    private final List<Integer> limits;
    private final boolean isAlone;
    private final boolean hasStamps;
    private final boolean hasGapMeter;
    private final List<MeasuredVenue> venues = new ArrayList<>();
    private final List<List<Integer>> places;
    private final VenueObserver observer;
    private Generators generators;
    private ProfileStage served;

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
        limits = first.limits();
        isAlone = first.isAlone();
        final Map<String, Object> venueOptions = venueOptions(options, profile, first);
        hasStamps = !Boolean.FALSE.equals(venueOptions.get(TIMESTAMPS));
        hasGapMeter = Boolean.TRUE.equals(venueOptions.get(GAP_METER)) && first.parts().size() < 2;
        places = places(first);
        final VenuePlan plan = new VenuePlan(directory.toString(),
            null == options.configFile() ? null : options.configFile().toAbsolutePath().toString(), venueOptions,
            profile.sessions(), profile.accounts(), transactions(profile),
            null == options.orderFile() ? null : options.orderFile().toAbsolutePath().toString(), null);
        try
        {
            for (final VenuePlan part : first.parts().isEmpty() ? List.of(plan) : parts(plan, first))
            {
                venues.add(MeasuredVenue.start(part));
            }
            observer = new VenueObserver(venues, profile.feeds());
        }
        catch (final IOException | RuntimeException ex)
        {
            CloseHelper.closeAll(venues);
            throw ex;
        }
    }

    /**
     * Every partition has a directory for what it starts with, and groups of its own; what it writes lies where that of
     * a venue does.
     */
    private static List<VenuePlan> parts(final VenuePlan whole, final ProfileStage stage) throws IOException
    {
        final Path directory = Path.of(whole.directory());
        final List<String> markets = stage.parts().stream().map(StagePart::market).toList();
        final Map<String, Integer> underlyings = new LinkedHashMap<>();
        for (int i = 1; i < markets.size(); i++)
        {
            for (final String underlying : stage.parts().get(i).underlyings())
            {
                underlyings.put(underlying, i);
            }
        }
        final List<VenuePlan> parts = new ArrayList<>();
        for (int i = 0; i < markets.size(); i++)
        {
            // What is given like this counts more than the rule by which partitions have other groups.
            final Map<String, Object> options = new LinkedHashMap<>(whole.options());
            options.putAll(LoopbackFeeds.options(NETWORKS + (FIRST_NETWORK + i)));
            options.putAll(stage.parts().get(i).sessions().limitOptions());
            parts.add(whole.ofPart(directory.resolve(FIRST_PART + i).toString(), options,
                new VenuePart(directory.resolve(MeasuredVenue.DATA).toString(), i, markets, underlyings)));
        }
        return parts;
    }

    /** Which instruments are in which partition; nothing of a venue of one. */
    private static List<List<Integer>> places(final ProfileStage stage)
    {
        return stage.parts().stream().map((part) ->
            part.flow().instruments().stream().map(InstrumentPlan::instrumentId).toList()).toList();
    }

    static long transactions(final Profile profile)
    {
        return profile.stages().stream().mapToLong(stage -> stage.plan().count()).max().orElse(0);
    }

    private static Map<String, Object> venueOptions(
        final LoadTestOptions options, final Profile profile, final ProfileStage first) throws IOException
    {
        final Map<String, Object> all = new LinkedHashMap<>(LoopbackFeeds.options(NETWORKS + FIRST_NETWORK));
        all.putAll(profile.venueOptions());
        all.put("venue.durability", options.durability());
        all.putAll(first.venueOptions());
        all.putAll(first.sessions().limitOptions());
        // The meter knows when the engine's thread did not run only if that never sleeps.
        all.put(GAP_METER, LoadTestOptions.SPIN.equals(all.get(IDLE)));
        return all;
    }

    /** Whether a stage may run on this venue too. One that continues does so on whatever has come before it. */
    boolean serves(final ProfileStage stage)
    {
        return stage.continues() || !isAlone && !stage.isAlone() && stage.venueOptions().equals(stageOptions) &&
            stage.limits().equals(limits) && places(stage).equals(places);
    }

    /** Of every partition. */
    List<Path> dataDirs()
    {
        return venues.stream().map(MeasuredVenue::dataDir).toList();
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
        if (null == generators || !generators.knows(plan) || !isSameLoad(served, stage))
        {
            openGenerators(stage, plan, next, progress);
        }
        observer.prepare();
        observer.begin(generators.begin(plan));
        generators.awaitEnd(plan);
        observer.end();
        return observer.seen(generators.totals(plan));
    }

    /** Whether the generators of a stage may carry out another one. */
    static boolean isSameLoad(final ProfileStage one, final ProfileStage other)
    {
        return one.sessions().equals(other.sessions()) && one.parts().equals(other.parts());
    }

    private void openGenerators(
        final ProfileStage stage, final StagePlan plan, final List<StagePlan> next, final Progress progress)
        throws IOException, InterruptedException
    {
        closeGenerators();
        final StagePlan warmup = stage.warmup(profile.warmup());
        final List<StagePlan> plans = new ArrayList<>(List.of(warmup, plan));
        plans.addAll(next);
        served = stage;
        final Path logs = LoadTestRun.logs(options);
        final List<GeneratorPlan> generatorPlans = new ArrayList<>();
        for (int i = 0; i < stage.parts().size(); i++)
        {
            final int part = i;
            generatorPlans.add(generatorPlan(venues.get(i), profile.sessions(stage).get(i),
                stage.parts().get(i).sessions(), stage.parts().get(i).flow(),
                plans.stream().map((whole) -> stage.ofPart(whole, part)).toList(),
                logs.resolve(FIRST_PART + i), stage));
        }
        final SessionMix mix = stage.sessions();
        if (stage.parts().isEmpty())
        {
            // One that has a single transaction on its way at a time cannot be shared.
            generatorPlans.addAll(generatorPlan(venues.getFirst(), profile.sessions(stage).getFirst(), mix,
                profile.flow().withInstruments(instruments())
                    .withOrderFile(null == options.orderFile() ? null : options.orderFile().toString()),
                plans, logs, stage).split(StageKind.CLOSED == plan.kind() ? 1 :
                    Math.min(options.generators(), mix.count() - mix.clients())));
        }
        generators = new Generators(plans, generatorPlans, stage.partNames(), logs);
        progress.say((generatorPlans.size() > 1 && stage.parts().isEmpty() ?
            generatorPlans.size() + " generators: " : "generator: ") + mix.count() +
            " sessions open, warming up for " + warmup.seconds() + " s");
        generators.begin(warmup);
        generators.awaitEnd(warmup);
    }

    private GeneratorPlan generatorPlan(
        final MeasuredVenue venue,
        final List<SessionPlan> sessions,
        final SessionMix mix,
        final FlowPlan flow,
        final List<StagePlan> plans,
        final Path logs,
        final ProfileStage stage)
        throws IOException
    {
        final VenueDescriptor descriptor = venue.descriptor();
        return new GeneratorPlan(
            venue.twime().getHostString(),
            venue.twime().getPort(),
            venue.fix().getHostString(),
            venue.fix().getPort(),
            sessions,
            mix.limit(),
            mix.clientPerSecond(),
            mix.clientReadMs(),
            profile.clientFeed().isEmpty() ? null : new GeneratorPlan.Line(
                descriptor.networkInterface(), descriptor.feeds().get(profile.clientFeed())),
            flow,
            plans,
            logs.toString(),
            FLOOR_LIMIT_NS,
            hasGapMeter ? venue.dataDir().resolve(VenueEngine.GAP_FILE).toString() : null,
            VenueThreads.isCrowded(stage, Runtime.getRuntime().availableProcessors()), 0, 1);
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
        return venues.getFirst();
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
        CloseHelper.closeAll(generators, observer);
        CloseHelper.closeAll(venues);
        generators = null;
    }
}
