// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest;

import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.engine.files.Umask;
import io.bourse.jmh.loadtest.profile.Profile;
import io.bourse.jmh.loadtest.profile.ProfileReader;
import io.bourse.jmh.loadtest.profile.ProfileStage;
import io.bourse.jmh.loadtest.report.Comparison;
import io.bourse.jmh.loadtest.report.ReportPage;
import io.bourse.jmh.loadtest.report.ResultFile;
import io.bourse.jmh.loadtest.report.SummaryTable;
import io.bourse.jmh.loadtest.result.LoadTestResult;
import io.bourse.jmh.loadtest.result.ProfileInfo;
import io.bourse.jmh.loadtest.result.ReplayResult;
import io.bourse.jmh.loadtest.result.StageResult;
import io.bourse.jmh.loadtest.run.LoadTestOptions;
import io.bourse.jmh.loadtest.run.LoadTestRun;
import io.bourse.jmh.loadtest.run.Progress;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * {@code bourse loadtest}: puts a venue under the load of a published test, and writes the document that exchanges
 * publish about theirs.
 */
@Command(
    name = "bourse loadtest",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
        "Puts a venue under the load of a published test, over real TCP and multicast, and writes a report with their",
        "figures beside ours: OUT/index.html, OUT/report.json, OUT/logs; OUT/index.pdf when a browser can print it."},
    footer = {
        "",
        "Examples:",
        "  bourse loadtest --list",
        "  bourse loadtest --profile ours --out report",
        "  bourse loadtest --profile moex-derivatives-2025 --scale 0.1 --out report --dir /big/disk",
        "  bourse loadtest --compare before/report.json after/report.json",
        "",
        "Exit codes: 0 ok, 2 wrong command line, 4 a stage failed, a replay or a comparison differs, 7 a file"})
public final class LoadTest implements Callable<Integer>
{
    private static final String ALL = "all";
    private static final String COMMAND = "bourse loadtest ";

    @Spec
    private CommandSpec spec;

    @Option(names = "--profile", paramLabel = "NAME", split = ",",
        description = "Published test to repeat, several with commas between them, or all; --list names them.")
    private List<String> profiles = List.of();

    @Option(names = "--list", description = "Names the profiles and their stages.")
    private boolean isList;

    @Option(names = "--scale", paramLabel = "S", defaultValue = "0",
        description = "Share of the published volumes: counts, accounts, lengths of stages; not rates (default: the " +
            "profile's own).")
    private double scale;

    @Option(names = "--out", paramLabel = "DIR", defaultValue = "loadtest-report",
        description = "Where the report goes; with several profiles a directory each in there (default: " +
            "${DEFAULT-VALUE}).")
    private Path out;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "20261122",
        description = "Where everything random follows from (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--stages", paramLabel = "NAME", split = ",", description = "Only these, with commas between them.")
    private List<String> stages = List.of();

    @Option(names = "--sessions", paramLabel = "N", defaultValue = "0",
        description = "Sessions of the generator of each stage, in the stage's own mix (default: the profile's own).")
    private int sessions;

    @Option(names = "--repeat", paramLabel = "N", defaultValue = "1",
        description = "Runs of every stage that measures, each with a venue of its own: the report has their median, " +
            "and the lowest and the highest (default: ${DEFAULT-VALUE}).")
    private int repeat;

    @Option(names = "--generators", paramLabel = "N", defaultValue = "1",
        description = "Processes that share the load of a stage, if it has as many sessions; each spins on a core of " +
            "its own (default: ${DEFAULT-VALUE}).")
    private int generators;

    @Option(names = "--sustained", paramLabel = "RATE",
        description = "Transactions a second that the venue sustains, for stages whose rates hang on that when the " +
            "stage that measures it is not run.")
    private double sustained;

    @Option(names = "--from", paramLabel = "JSON",
        description = "Earlier report of the same profile that has that rate.")
    private Path from;

    @Option(names = "--continue",
        description = "Goes on with the test whose report is in --out, and that was broken off: runs the stages that " +
            "it has not.")
    private boolean isContinued;

    @Option(names = "--layout", paramLabel = "LAYOUT", defaultValue = LoadTestOptions.AUTO,
        description = "Threads of the venue: compact, dedicated, or auto for what suits a stage " +
            "(default: ${DEFAULT-VALUE}).")
    private String layout;

    @Option(names = "--idle", paramLabel = "HOW", defaultValue = LoadTestOptions.AUTO,
        description = "How they wait: spin, yield, park, or auto (default: ${DEFAULT-VALUE}).")
    private String idle;

    @Option(names = "--durability", paramLabel = "MODE", defaultValue = "ram",
        description = "ram or disk (default: ${DEFAULT-VALUE}).")
    private String durability;

    @Option(names = "--orders", paramLabel = "FILE",
        description = "Recorded orders to send instead of made ones, as bourse day --orders takes them.")
    private Path orders;

    @Option(names = "--config", paramLabel = "FILE",
        description = "Configuration of the venue; what the test itself sets is stronger.")
    private Path config;

    @Option(names = "--dir", paramLabel = "DIR",
        description = "For the data of the venues while they run (default: the system's temporary directory).")
    private Path dir = Path.of(System.getProperty("java.io.tmpdir"));

    @Option(names = "--compare", arity = "2", paramLabel = "JSON",
        description = "Compares two reports instead, figure by figure: the earlier one first.")
    private List<Path> compared = List.of();

    @Option(names = "--tolerance", paramLabel = "SHARE",
        description = "How much worse a figure may be in a comparison (default: " + Comparison.DEFAULT_TOLERANCE + ").")
    private double tolerance = Comparison.DEFAULT_TOLERANCE;

    @Option(names = "--keep", description = "Leaves the data of the venues there.")
    private boolean keeps;

    private int exitCode = ExitCode.OK;

    /**
     * Runs the command.
     *
     * @param args of the command line.
     */
    public static void main(final String[] args)
    {
        Umask.ownerOnly();
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine()
    {
        return new CommandLine(new LoadTest()).setExecutionExceptionHandler(ExitCode::explain);
    }

    @Override
    public Integer call() throws IOException, InterruptedException
    {
        if (isList)
        {
            list(spec.commandLine().getOut());
            return ExitCode.OK;
        }
        if (!compared.isEmpty())
        {
            return 0 == Comparison.print(compared.get(0), compared.get(1), tolerance, System.out) ?
                ExitCode.OK : ExitCode.CHECK_FAILED;
        }
        if (profiles.isEmpty())
        {
            throw new CommandLine.ParameterException(
                spec.commandLine(), "--profile, --list or --compare? --list names the profiles");
        }
        check("--layout", layout, List.of(LoadTestOptions.AUTO, LoadTestOptions.COMPACT, LoadTestOptions.DEDICATED));
        check("--idle", idle,
            List.of(LoadTestOptions.AUTO, LoadTestOptions.SPIN, LoadTestOptions.YIELD, LoadTestOptions.PARK));
        check("--durability", durability, List.of("ram", "disk"));
        checkCounts();
        final List<String> names = profiles.contains(ALL) ? ProfileReader.NAMES : profiles;
        final List<Profile> read = new ArrayList<>();
        for (final String name : names)
        {
            read.add(ProfileReader.read(name, scale, seed));
        }
        final List<Prepared> tests = new ArrayList<>();
        for (final Profile profile : read)
        {
            tests.add(prepare(profile, 1 == names.size() ? out : out.resolve(profile.name())));
        }
        for (final Prepared test : tests)
        {
            run(test);
        }
        return exitCode;
    }

    private void check(final String option, final String value, final List<String> known)
    {
        refuse(!known.contains(value), option + " must be one of " + known + ": " + value);
    }

    private void checkCounts()
    {
        refuse(repeat < 1, "--repeat must be at least 1: " + repeat);
        refuse(generators < 1, "--generators must be at least 1: " + generators);
        refuse(generators > 1 && null != orders,
            "--generators with --orders: a recording is one sequence, one generator sends it");
        refuse(repeat > 1 && isContinued, "--continue with --repeat: each round has all its stages");
        refuse(sustained < 0, "--sustained must be positive: " + sustained);
        refuse(sustained > 0 && null != from, "--sustained or --from, not both");
    }

    private void refuse(final boolean isWrong, final String reason)
    {
        if (isWrong)
        {
            throw new CommandLine.ParameterException(spec.commandLine(), reason);
        }
    }

    /** Rates of stages on which others hang, for those that are not run. */
    private Map<String, Double> knownPerSecond(final Profile profile) throws IOException
    {
        final Map<String, Double> known = new HashMap<>();
        if (null != from)
        {
            final LoadTestResult earlier = ResultFile.read(from);
            refuse(!profile.name().equals(earlier.profile().name()), "--from has the report of another profile: " +
                earlier.profile().name() + ", not " + profile.name());
            earlier.stages().stream().filter((stage) -> stage.figures().containsKey(StageResult.ACCEPTED_PER_SECOND))
                .forEach((stage) -> known.put(stage.name(), stage.figures().get(StageResult.ACCEPTED_PER_SECOND)));
        }
        if (sustained > 0)
        {
            profile.stages().stream().filter(ProfileStage::isDependent)
                .forEach((stage) -> known.put(stage.of(), sustained));
        }
        return known;
    }

    /** What is there of the test that continues; null when nothing is, or it begins. */
    private LoadTestResult earlier(final Profile profile, final Path directory) throws IOException
    {
        final Path report = directory.resolve(ResultFile.FILE_NAME);
        if (!isContinued || !Files.exists(report))
        {
            refuse(isContinued && 1 == profiles.size() && !profiles.contains(ALL),
                "--continue: there is no report of a test that was broken off: " + report);
            return null;
        }
        final LoadTestResult earlier = ResultFile.read(report);
        final ProfileInfo before = earlier.profile();
        refuse(!before.name().equals(profile.name()) || before.scale() != profile.scale() || before.seed() != seed ||
            !durability.equals(earlier.environment().durability()),
            "--continue has the report of another test: profile=" + before.name() + " scale=" + plain(before.scale()) +
            " seed=" + before.seed() + " durability=" + earlier.environment().durability());
        return earlier;
    }

    private static void list(final PrintWriter out)
    {
        for (final String name : ProfileReader.NAMES)
        {
            final Profile profile = ProfileReader.read(name, 0, 0);
            out.println(name + ": " + profile.title() + " (scale " + plain(profile.scale()) +
                " by itself)");
            for (final ProfileStage stage : profile.stages())
            {
                out.println(String.format(Locale.ROOT, "    %-18s %s", stage.plan().name(), stage.plan().title()));
            }
        }
        out.flush();
    }

    /** A test whose options are found to be right: the first one does not run when the last one cannot. */
    private record Prepared(Profile profile, Path directory, Progress progress, LoadTestRun test)
    {
    }

    private Prepared prepare(final Profile profile, final Path directory) throws IOException
    {
        final Progress progress = new Progress(System.err);
        final LoadTestOptions options = new LoadTestOptions(
            directory.toAbsolutePath(), dir.toAbsolutePath(), config, layout, idle, durability,
            null == orders ? null : orders.toAbsolutePath(), stages, repeat, generators,
            knownPerSecond(profile), earlier(profile, directory), keeps, commandLine(profile));
        return new Prepared(
            profile, directory, progress, new LoadTestRun(
                options, profile.withSessions(sessions), progress, (soFar) -> ReportPage.draft(soFar, directory)));
    }

    private void run(final Prepared prepared) throws IOException, InterruptedException
    {
        final Profile profile = prepared.profile();
        final Progress progress = prepared.progress();
        progress.say("load test: " + profile.title() + ", scale " + plain(profile.scale()));
        final LoadTestResult result = prepared.test().run();
        final Optional<String> noPdf = ReportPage.write(result, prepared.directory());
        SummaryTable.print(result, System.out);
        noPdf.ifPresent((reason) -> progress.say("no PDF: " + reason));
        progress.say("report: " + prepared.directory().resolve(ReportPage.FILE_NAME).toAbsolutePath());
        if (!result.troubles().isEmpty() || !result.replays().stream().allMatch(ReplayResult::isSame))
        {
            exitCode = ExitCode.CHECK_FAILED;
        }
    }

    /** Without an exponent. */
    private static String plain(final double value)
    {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    /** What was given, with the profile and the scale that it came to. */
    private String commandLine(final Profile profile)
    {
        return COMMAND + "--profile " + profile.name() + " --scale " + plain(profile.scale()) + " --seed " + seed +
            " --layout " + layout + " --idle " + idle + " --durability " + durability +
            (sessions > 0 ? " --sessions " + sessions : "") +
            (stages.isEmpty() ? "" : " --stages " + String.join(",", stages)) +
            (repeat > 1 ? " --repeat " + repeat : "") + (generators > 1 ? " --generators " + generators : "") +
            (isContinued ? " --continue" : "") +
            (sustained > 0 ? " --sustained " + plain(sustained) : "") + (null == from ? "" : " --from " + from) +
            (null == orders ? "" : " --orders " + orders) + (null == config ? "" : " --config " + config);
    }
}
