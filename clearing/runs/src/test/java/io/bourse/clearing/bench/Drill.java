// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import io.bourse.clearing.AlreadyDoneException;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.run.context.ClearingProgress;
import io.bourse.clearing.run.context.ClearingStep;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.testing.StartArchive;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Runs over copies of a small synthetic day, each in a process of its own that may be killed.
 */
final class Drill
{
    static final int PPM = 200;
    static final long SEED = 20261123;
    static final String ASSET = "SBER";
    static final List<ClearingKind> KINDS = List.of(ClearingKind.INTRADAY, ClearingKind.EVENING);

    private static final long PATIENCE_S = 300;
    private static final String KEYS = "keys";

    private static List<String> startOptions = List.of("-cp", System.getProperty("java.class.path"));

    private final Path root;
    private final Path pristine;

    Drill(final Path root) throws IOException
    {
        this.root = root;
        this.pristine = root.resolve("pristine");
        new SyntheticStore(pristine).make(BenchVolumes.ofPpm(PPM, SEED), 1);
    }

    /** With the intraday run done, deliveries to settle and a default to carry out in the evening. */
    Drill(final Path root, final DefaultedMember member) throws IOException
    {
        this.root = root;
        this.pristine = root.resolve("pristine");
        final SyntheticStore store = new SyntheticStore(pristine);
        final SyntheticDay day = store.make(SyntheticDay.of(BenchVolumes.ofPpm(PPM, SEED), ASSET), 1);
        new BenchRun(store, day, 1).runNumber(number(ClearingKind.INTRADAY))
            .run(ClearingKind.INTRADAY, ClearingProgress.NONE);
        member.write(store.baseDir(), day);
    }

    /** What is delivered on a day with parameters of funds; empty on one without. */
    static String asset(final SyntheticStore store)
    {
        return Files.exists(store.baseDir().resolve(BenchRun.FUNDS)) ? ASSET : "";
    }

    /** A directory with the day, as nobody has cleared it yet. */
    SyntheticStore copy(final String name) throws IOException
    {
        final Path to = root.resolve(name);
        copy(pristine, to);
        return new SyntheticStore(to);
    }

    static void copy(final Path from, final Path to) throws IOException
    {
        try (Stream<Path> files = Files.walk(from))
        {
            for (final Path file : files.toList())
            {
                Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    /** From now on processes start fast: one of them does a run, and what it loads the others find ready. */
    void train() throws IOException
    {
        startOptions = StartArchive.options("drill", options ->
        {
            startOptions = options;
            try
            {
                finish(copy("training"), ClearingKind.INTRADAY);
            }
            catch (final InterruptedException ex)
            {
                Thread.currentThread().interrupt();
            }
        });
    }

    /** Both runs in this process, undisturbed. */
    SyntheticStore calm(final String name, final int threads) throws IOException
    {
        final SyntheticStore store = copy(name);
        clear(store, threads);
        if (!Files.exists(pristine.resolve(KEYS)))
        {
            // Keys of a venue and its members take longer than a run: the first calm run makes them for all.
            copy(store.baseDir().resolve(KEYS), pristine.resolve(KEYS));
        }
        return store;
    }

    /** Both runs in this process. */
    static void clear(final SyntheticStore store, final int threads)
    {
        for (final ClearingKind kind : KINDS)
        {
            clear(store, kind, threads);
        }
    }

    /** One of them. */
    static void clear(final SyntheticStore store, final ClearingKind kind, final int threads)
    {
        new BenchRun(store, SyntheticDay.of(BenchVolumes.ofPpm(PPM, SEED), asset(store)), threads)
            .runNumber(number(kind)).run(kind, ClearingProgress.NONE);
    }

    static SyntheticDay day()
    {
        return SyntheticDay.of(BenchVolumes.ofPpm(PPM, SEED));
    }

    static Path runDirectory(final SyntheticStore store, final ClearingKind kind)
    {
        return store.baseDir().resolve(Integer.toString(SyntheticDay.DATE))
            .resolve(number(kind) + (ClearingKind.INTRADAY == kind ? "-I" : "-E"));
    }

    static int number(final ClearingKind kind)
    {
        return ClearingKind.INTRADAY == kind ? 1 : 2;
    }

    /** Digests of all files of both runs. */
    static Map<String, String> bytes(final SyntheticStore store) throws IOException
    {
        final Map<String, String> bytes = new TreeMap<>();
        for (final ClearingKind kind : KINDS)
        {
            digests(runDirectory(store, kind)).forEach((name, digest) -> bytes.put(kind + "/" + name, digest));
        }
        return bytes;
    }

    /** Steps that a run of the kind has. */
    static EnumSet<ClearingStep> steps(final ClearingKind kind)
    {
        return ClearingKind.INTRADAY == kind ?
            EnumSet.allOf(ClearingStep.class) : EnumSet.complementOf(EnumSet.of(ClearingStep.RESUME));
    }

    /** Everything the venue was sent, in order. */
    static List<String> sent(final SyntheticStore store) throws IOException
    {
        return Files.readAllLines(store.venue().resolve(VenueJournal.FILE_NAME));
    }

    static void assertSame(final SyntheticStore calm, final SyntheticStore drilled, final String how) throws IOException
    {
        assertEquals("", differences(bytes(calm), bytes(drilled)), how);
        assertEquals(sent(calm), sent(drilled), how);
    }

    private static String differences(final Map<String, String> wanted, final Map<String, String> found)
    {
        final Set<String> names = new TreeSet<>(wanted.keySet());
        names.addAll(found.keySet());
        final StringBuilder text = new StringBuilder();
        for (final String name : names)
        {
            if (!Objects.equals(wanted.get(name), found.get(name)))
            {
                text.append(name).append(" wanted=").append(wanted.get(name)).append(" found=")
                    .append(found.get(name)).append('\n');
            }
        }
        return text.toString();
    }

    static ProcessBuilder process(
        final SyntheticStore store, final ClearingKind kind, final String action, final ClearingStep step)
    {
        return process(store, kind, action, step, step);
    }

    static ProcessBuilder process(
        final SyntheticStore store,
        final ClearingKind kind,
        final String action,
        final ClearingStep first,
        final ClearingStep last)
    {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ClearingBench.opens());
        command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Dlog4j2.level=ERROR"));
        // Libraries that are unpacked there stay when the process is killed: 57 MB each.
        command.add("-Djava.io.tmpdir=" + store.baseDir().getParent());
        command.addAll(startOptions);
        command.add(DrillProcess.class.getName());
        command.addAll(List.of(
            store.baseDir().toString(),
            Integer.toString(PPM),
            Long.toString(SEED),
            "2",
            kind.name(),
            action,
            first.name(),
            last.name()));
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    }

    /** Does a run in this process until it is behind the step, and goes no further; false if it ended without. */
    static boolean stopBehind(final SyntheticStore store, final ClearingKind kind, final ClearingStep step)
    {
        try
        {
            new BenchRun(store, day(), 2).runNumber(number(kind)).run(kind, (at, ns) ->
            {
                if (at == step)
                {
                    throw new StoppedError();
                }
            });
            return false;
        }
        catch (final StoppedError ex)
        {
            return true;
        }
        catch (final AlreadyDoneException ex)
        {
            return false;
        }
    }

    /** No exception, which a run would write down. */
    private static final class StoppedError extends Error
    {
        private static final long serialVersionUID = 1;
    }

    /** Does a run until it says that it is behind the step, and kills it there; false if it ended without. */
    static boolean killBehind(final SyntheticStore store, final ClearingKind kind, final ClearingStep step)
        throws IOException, InterruptedException
    {
        final Process process = process(store, kind, DrillProcess.STOP, step).start();
        boolean isThere = false;
        try (BufferedReader out = process.inputReader())
        {
            for (String line = out.readLine(); null != line && !isThere; line = isThere ? line : out.readLine())
            {
                isThere = DrillProcess.THERE.equals(line);
            }
        }
        finally
        {
            kill(process);
        }
        return isThere;
    }

    /** Does a run and kills it after a time; its exit code if it ended before. */
    static Integer killAfter(final SyntheticStore store, final ClearingKind kind, final long afterMs)
        throws IOException, InterruptedException
    {
        final Process process = process(store, kind, DrillProcess.RUN, ClearingStep.PREPARE)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        if (process.waitFor(afterMs, TimeUnit.MILLISECONDS))
        {
            return process.exitValue();
        }
        kill(process);
        return null;
    }

    /** Does a run to the end. */
    static int finish(final SyntheticStore store, final ClearingKind kind) throws IOException, InterruptedException
    {
        final Integer exit = killAfter(store, kind, TimeUnit.SECONDS.toMillis(PATIENCE_S));
        return null == exit ? -1 : exit;
    }

    /** SIGKILL by its id. */
    private static void kill(final Process process) throws InterruptedException
    {
        process.toHandle().destroyForcibly();
        process.waitFor();
    }

    /** Digest of every file of a run that counts, by its name. */
    static Map<String, String> digests(final Path directory) throws IOException
    {
        final Map<String, String> digests = new TreeMap<>();
        for (final Path file : RunBytes.files(directory))
        {
            digests.put(directory.relativize(file).toString(), Digests.sha256Of(file));
        }
        return digests;
    }
}
