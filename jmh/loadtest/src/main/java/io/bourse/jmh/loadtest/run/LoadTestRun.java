// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.run;

import io.bourse.jmh.loadtest.observe.Machine;
import io.bourse.jmh.loadtest.plan.StageKind;
import io.bourse.jmh.loadtest.plan.StagePlan;
import io.bourse.jmh.loadtest.profile.Profile;
import io.bourse.jmh.loadtest.profile.ProfileStage;
import io.bourse.jmh.loadtest.result.ClearingTime;
import io.bourse.jmh.loadtest.result.Environment;
import io.bourse.jmh.loadtest.result.LatencyResult;
import io.bourse.jmh.loadtest.result.LoadTestResult;
import io.bourse.jmh.loadtest.result.ProfileInfo;
import io.bourse.jmh.loadtest.result.ReplayResult;
import io.bourse.jmh.loadtest.result.StageResult;
import io.bourse.jmh.loadtest.venue.MeasuredVenue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A load test: the stages of a profile, one after the other, as many rounds as are asked for. Stages share a venue
 * unless one of them wants its own; the report names a stage that fails, and the next one gets a new venue.
 */
public final class LoadTestRun
{
    /** Takes what is known before the test is over: a test of hours that is broken off has not been for nothing. */
    @FunctionalInterface
    public interface Draft
    {
        /**
         * Writes it; called before the first stage and after every other but the last, while nothing is measured.
         *
         * @param soFar says in its troubles which stages have not run.
         * @throws IOException when it cannot be written; the test ends.
         */
        void write(LoadTestResult soFar) throws IOException;
    }

    /** What is done in a directory. */
    @FunctionalInterface
    private interface Work
    {
        void in(Path directory) throws IOException;
    }

    private static final String LOGS = "logs";
    /** Journal and event stream of a transaction, a third of it to spare; time stamps and FIX stores beside them. */
    private static final long BYTES_OF_TRANSACTION = 500;
    private static final String REPLAY_SAME_SHARE = "replaySameShare";
    private static final String BASE_PER_SECOND = "basePerSecond";
    private static final String ACCOUNTS = "accounts";
    private static final String ASKED_PER_SECOND = "askedPerSecond";
    private static final String CLIENT_PER_SECOND = "clientPerSecond";

    private final List<ClearingTime> clearing = new ArrayList<>();
    private final List<ReplayResult> replays = new ArrayList<>();
    private final LoadTestOptions options;
    private final Profile profile;
    private final Progress progress;
    private final Draft draft;
    private final OwnProcesses processes;
    private final Rounds rounds;
    private final EarlierPart earlier;
    private List<ProfileStage> stages;
    private List<StageResult> results;
    private Path directory;
    private VenueBench bench;
    private Path benchDirectory;
    /** A day whose venue is replayed when the last stage on it is over; null for none. */
    private StagePlan traded;
    private int benches;
    private int round = 1;

    /**
     * A test.
     *
     * @param options of the command line.
     * @param profile to run.
     * @param progress receives the lines.
     * @param draft is given what is known after every stage.
     * @throws IllegalArgumentException when a stage is asked for that the profile has not, or one whose rate hangs on
     *     another that is neither run nor known.
     */
    public LoadTestRun(
        final LoadTestOptions options, final Profile profile, final Progress progress, final Draft draft)
    {
        this.options = options;
        this.profile = profile;
        this.progress = progress;
        this.draft = draft;
        processes = new OwnProcesses(options);
        final List<String> names = profile.stages().stream().map((stage) -> stage.plan().name()).toList();
        if (!names.containsAll(options.stages()))
        {
            throw new IllegalArgumentException("the profile has no such stage: profile=" + profile.name() +
                " wanted=" + options.stages() + " stages=" + names);
        }
        final int processors = Runtime.getRuntime().availableProcessors();
        final List<ProfileStage> wanted = VenueThreads.continued(profile.stages().stream()
            .filter((stage) -> options.stages().isEmpty() || options.stages().contains(stage.plan().name()))
            .map((stage) -> VenueThreads.choose(stage, options.layout(), options.idle(), processors)).toList());
        rounds = new Rounds(wanted, options.knownPerSecond());
        earlier = new EarlierPart(options.earlier(), wanted, profile.replays());
        results = new ArrayList<>(earlier.stages());
        clearing.addAll(earlier.clearing());
        replays.addAll(earlier.replays());
    }

    /** Where generators write. */
    static Path logs(final LoadTestOptions options)
    {
        return options.out().resolve(LOGS);
    }

    /**
     * Runs it.
     *
     * @return everything that was found.
     * @throws IOException when a directory cannot be made, or the test is broken off.
     * @throws InterruptedException when it is broken off.
     */
    public LoadTestResult run() throws IOException, InterruptedException
    {
        final Instant startedAt = earlier.startedAt(Instant.now().truncatedTo(ChronoUnit.SECONDS));
        Files.createDirectories(logs(options));
        directory = Files.createTempDirectory(Files.createDirectories(options.dataDir()), "bourse-loadtest");
        try (BreakOff breakOff = new BreakOff(() -> processes.remove(directory)))
        {
            runStages(breakOff, environment(startedAt));
        }
        return result(environment(startedAt), progress.troubles());
    }

    private LoadTestResult result(final Environment environment, final List<String> troubles)
    {
        return new LoadTestResult(LoadTestResult.FORMAT, environment,
            new ProfileInfo(profile.name(), profile.title(), profile.scale(), profile.flow().seed(),
                profile.accounts(), profile.tables(), profile.peak(), profile.headline()),
            rounds.merged(results), clearing, replays, troubles);
    }

    private void runStages(final BreakOff breakOff, final Environment environment)
        throws IOException, InterruptedException
    {
        try
        {
            for (; round <= options.repeat(); round++)
            {
                stages = rounds.stages(round).stream().filter((stage) -> !earlier.hasDone(stage)).toList();
                writeDraft(0, environment);
                for (int i = 0; i < stages.size(); i++)
                {
                    breakOff.check();
                    runOrTell(i);
                    writeDraft(i + 1, environment);
                }
                stopBench();
            }
        }
        finally
        {
            abandonBench();
            processes.remove(directory);
        }
    }

    private void writeDraft(final int next, final Environment environment) throws IOException
    {
        final List<String> toCome = stages.subList(next, stages.size()).stream()
            .map((stage) -> stage.plan().name()).toList();
        if (!toCome.isEmpty() || round < options.repeat())
        {
            final List<String> troubles = new ArrayList<>(progress.troubles());
            troubles.add("the test is not over, or was broken off: stages to come " + toCome + " of run " + round +
                " of " + options.repeat() + "; times by the time stamps of a venue come when it stops");
            draft.write(result(environment, troubles));
        }
    }

    private Environment environment(final Instant startedAt) throws IOException
    {
        return new Environment(startedAt.toString(), Machine.hardware(), Machine.system(), Machine.jvm(),
            String.join(" ", MeasuredVenue.jvmOptions(profile.accounts(), VenueBench.transactions(profile))),
            Machine.version(System.getProperty("bourse.root")), options.durability(),
            VenueThreads.describe(options.layout()), options.idle(), options.commandLine());
    }

    private void runOrTell(final int index) throws InterruptedException
    {
        final ProfileStage stage = stages.get(index);
        progress.say((1 == options.repeat() ? "" : "run " + round + " of " + options.repeat() + ", ") + "stage " +
            (index + 1) + " of " + stages.size() + ": " + stage.plan().name() + ": " + stage.plan().title());
        try
        {
            runStage(index, stage);
        }
        catch (final IOException | RuntimeException ex)
        {
            progress.trouble("stage " + Rounds.name(stage, round) + " failed: " + ex.getMessage());
            abandonBench();
        }
    }

    private void runStage(final int index, final ProfileStage stage) throws IOException, InterruptedException
    {
        if (stage.continues() && null == bench)
        {
            throw new IOException("it goes on with the venue of the stage before it, which is not there; run that " +
                "stage too");
        }
        switch (stage.plan().kind())
        {
            case RING -> alone(stage, (ring) ->
            {
                requireSpace(stage.plan().count(), ring);
                add(stage, processes.ring(
                    ofRound(stage, stage.plan()), hasArchiveThread(stage), VenueThreads.idle(stage), ring));
            });
            case INTRADAY, EVENING -> clear(stage);
            default -> runOnVenue(index, stage);
        }
        final boolean isOver = index + 1 == stages.size() || !stages.get(index + 1).continues();
        if (null != traded && isOver)
        {
            final StagePlan day = traded;
            traded = null;
            final List<Path> dataDirs = bench.dataDirs();
            closeBench();
            replay(day, dataDirs);
        }
    }

    /** What the venue has traded so far; it runs on. */
    private void clear(final ProfileStage stage) throws IOException
    {
        progress.say("clearing the venue, with all reports");
        clearing.addAll(processes.clear(StageKind.INTRADAY == stage.plan().kind(), bench.quiet(), profile.scale()));
    }

    /** Carries out a stage without a venue, in a directory of its own. */
    private void alone(final ProfileStage stage, final Work work) throws IOException
    {
        stopBench();
        final Path own = Files.createDirectories(directory.resolve(stage.plan().name()));
        try
        {
            work.in(own);
        }
        finally
        {
            processes.remove(own);
        }
    }

    /** Of a ring without components: the archive is all that there is beside the engine. */
    private boolean hasArchiveThread(final ProfileStage stage)
    {
        return LoadTestOptions.DEDICATED.equals(VenueThreads.layout(stage)) || "disk".equals(options.durability());
    }

    private void runOnVenue(final int index, final ProfileStage asked) throws IOException, InterruptedException
    {
        final ProfileStage stage = asked.isDependent() ? asked.limited(perSecond(asked)) : asked;
        final StagePlan plan =
            ofRound(stage, stage.isDependent() ? stage.resolved(perSecond(stage)) : stage.plan());
        if (null == bench || !bench.serves(stage))
        {
            stopBench();
            benches++;
            benchDirectory = Files.createDirectories(directory.resolve("venue-" + benches));
            requireSpace(plan.count(), benchDirectory);
            progress.say("venue: starting" + (profile.accounts() > 0 ?
                String.format(Locale.ROOT, " with %,d registers", profile.accounts()) : ""));
            bench = new VenueBench(options, profile, stage, benchDirectory);
        }
        add(stage, plan.kind().isLoad() ? bench.run(stage, plan, following(index), progress) : bench.idle(plan));
        if (profile.accounts() > 0)
        {
            note(plan.name(), ACCOUNTS, profile.accounts());
        }
        if (StageKind.CONSTANT == plan.kind() && stage.sessions().clients() > 0)
        {
            note(plan.name(), ASKED_PER_SECOND, plan.perSecond());
            note(plan.name(), CLIENT_PER_SECOND, stage.sessions().clientPerSecond());
        }
        if (StageKind.BURSTS == plan.kind() && stage.isDependent())
        {
            note(plan.name(), BASE_PER_SECOND, perSecond(stage));
        }
        if (StageKind.DAY == plan.kind() && profile.replays())
        {
            traded = plan;
        }
    }

    private void replay(final StagePlan plan, final List<Path> dataDirs) throws IOException
    {
        progress.say("replaying the day");
        try
        {
            int same = 0;
            for (final Path dataDir : dataDirs)
            {
                final String what =
                    plan.name() + (1 == dataDirs.size() ? "" : ", partition " + dataDirs.indexOf(dataDir));
                replays.add(processes.replay(what, dataDir, progress));
                same += replays.getLast().isSame() ? 1 : 0;
            }
            note(plan.name(), REPLAY_SAME_SHARE, (double)same / dataDirs.size());
        }
        finally
        {
            processes.remove(benchDirectory);
        }
    }

    private void requireSpace(final long transactions, final Path where) throws IOException
    {
        final long needed = transactions * BYTES_OF_TRANSACTION;
        final long free = Files.getFileStore(where).getUsableSpace();
        if (needed > free)
        {
            throw new IOException("the disk has no space for so many transactions; choose a smaller --scale or " +
                "another --dir: transactions=" + transactions + " neededBytes=" + needed + " freeBytes=" + free);
        }
    }

    /** Plans after a stage that its generator can carry out too: same sessions, rates known, the same venue. */
    private List<StagePlan> following(final int index)
    {
        final List<StagePlan> plans = new ArrayList<>();
        for (final ProfileStage stage : stages.subList(index + 1, stages.size()))
        {
            if (stage.isDependent() || !VenueBench.isSameLoad(stage, stages.get(index)) || !bench.serves(stage) ||
                !stage.plan().kind().isLoad())
            {
                break;
            }
            plans.add(ofRound(stage, stage.plan()));
        }
        return plans;
    }

    private StagePlan ofRound(final ProfileStage stage, final StagePlan plan)
    {
        return plan.withName(Rounds.name(stage, round));
    }

    private double perSecond(final ProfileStage stage) throws IOException
    {
        return rounds.perSecond(stage.of(), results);
    }

    private void add(final ProfileStage stage, final StageResult found)
    {
        final StageResult result = found.withCondition(condition(stage, found))
            .withLatencies(found.latencies().stream().map(this::relative).toList());
        results.add(result);
        final Double perSecond = result.figures().get(StageResult.ACCEPTED_PER_SECOND);
        progress.say("stage " + result.name() + " done" + (null == perSecond ? "" :
            String.format(Locale.ROOT, ": %,.0f accepted transactions/s", perSecond)));
    }

    private void note(final String stage, final String figure, final double value)
    {
        results = new ArrayList<>(results.stream().map((result) ->
        {
            if (!result.name().equals(stage))
            {
                return result;
            }
            final Map<String, Double> figures = new LinkedHashMap<>(result.figures());
            figures.put(figure, value);
            return result.withFigures(figures);
        }).toList());
    }

    private String condition(final ProfileStage stage, final StageResult found)
    {
        final StringBuilder text = new StringBuilder();
        if (null != found.condition() && !found.condition().isEmpty())
        {
            text.append(found.condition()).append("; ");
        }
        if (StageKind.RING == stage.plan().kind())
        {
            // It has no layout, and waits in its own way.
            return text.append(options.durability()).append(", ")
                .append(RingRun.waits(hasArchiveThread(stage), VenueThreads.idle(stage))).toString();
        }
        if (stage.plan().kind().isLoad())
        {
            text.append("generator and venue on the same machine; ");
            if (stage.sessions().clients() > 0)
            {
                text.append(String.format(Locale.ROOT, "clients send %,d transactions a second",
                    stage.sessions().clientPerSecond()));
                text.append(0 == stage.sessions().clientReadMs() ? "; " : String.format(Locale.ROOT,
                    ", and each reads its answers once in %,d ms; ", stage.sessions().clientReadMs()));
            }
        }
        text.append(options.durability()).append("; ").append(VenueThreads.layout(stage))
            .append(", idle ").append(VenueThreads.idle(stage));
        if (stage.plan().kind().isLoad() &&
            VenueThreads.isCrowded(stage, Runtime.getRuntime().availableProcessors()))
        {
            text.append(", to which the generator gives way");
        }
        if (profile.accounts() > 0)
        {
            text.append(String.format(Locale.ROOT, "; %,d registers", profile.accounts()));
        }
        return text.append(rounds.known(stage)).toString();
    }

    /** The generator names its logs as they lie beside what it writes, the report lies above. */
    private LatencyResult relative(final LatencyResult latency)
    {
        return null == latency.log() || latency.log().startsWith(LOGS) ? latency :
            latency.withLog(LOGS + "/" + Path.of(latency.log()).getFileName());
    }

    private void stopBench()
    {
        if (null != bench)
        {
            closeBench();
            processes.remove(benchDirectory);
        }
    }

    private void closeBench()
    {
        final VenueBench closing = bench;
        bench = null;
        try
        {
            results = new ArrayList<>(closing.stop(results));
        }
        catch (final IOException | IllegalStateException ex)
        {
            progress.trouble("time stamps of the venue could not be read: " + ex.getMessage());
        }
    }

    private void abandonBench()
    {
        if (null != bench)
        {
            bench.close();
            bench = null;
            traded = null;
            processes.remove(benchDirectory);
        }
    }
}
