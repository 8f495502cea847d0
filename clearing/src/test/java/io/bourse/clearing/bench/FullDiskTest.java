// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.bourse.clearing.ClearingException;
import io.bourse.clearing.run.ClearingStep;
import io.bourse.engine.protocol.ClearingKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A run whose disk has no room left behind each of its steps in turn: it ends with the exit code for it, and goes on
 * when there is room again. The disk is a small one in memory, of a namespace that goes away with its process.
 */
@Timeout(900)
class FullDiskTest
{
    private static final int DISK_MIB = 256;
    /**
     * Each is of one process: the next one takes up what it has left. None is tried behind RESUME: a run taken
     * up after the try behind PUBLISH has gone on to its end there, and left nothing to try behind the reports.
     */
    private static final List<Range> RANGES = List.of(
        new Range(ClearingStep.PREPARE, ClearingStep.WRITE),
        new Range(ClearingStep.CHECK, ClearingStep.PUBLISH),
        new Range(ClearingStep.REPORTS, ClearingStep.REGULATOR_REPORTS));

    @TempDir
    private Path directory;

    @Test
    @Timeout(600)
    void shouldFailCleanlyAndGoOnWhenThereIsRoomAgain() throws Exception
    {
        assumeTrue(canMount(), "no namespace with a disk of its own here");
        final Drill drill = new Drill(directory.resolve("drill"));
        // Without keys: they are made on the small disk, too.
        final SyntheticStore source = drill.copy("source");
        final SyntheticStore calm = drill.calm("calm", 2);
        drill.train();
        final Path disk = Files.createDirectories(directory.resolve("disk"));
        final Path saved = directory.resolve("saved");
        final List<String> exits = run(script(new SyntheticStore(disk), source, saved));

        final List<String> ends = new ArrayList<>();
        for (final ClearingKind kind : Drill.KINDS)
        {
            ends.addAll(Collections.nCopies(RANGES.size(), "TRIED " + kind + " 0"));
            ends.add("END " + kind + " 0");
        }
        assertEquals(ends,
            exits.stream().filter(line -> line.startsWith("TRIED ") || line.startsWith("END ")).toList());
        for (final ClearingKind kind : Drill.KINDS)
        {
            assertFailures(kind, exits);
        }
        Drill.assertSame(calm, new SyntheticStore(saved), exits.toString());
    }

    /** Nothing is published by a run that fails before; one that fails behind says that reports are missing. */
    private static void assertFailures(final ClearingKind kind, final List<String> exits)
    {
        final Map<ClearingStep, Integer> exitBehind = new EnumMap<>(ClearingStep.class);
        for (final String line : exits)
        {
            final String[] words = line.split(" ");
            if (line.startsWith(DrillProcess.FULL + kind + ' '))
            {
                exitBehind.put(ClearingStep.valueOf(words[2]), Integer.parseInt(words[3]));
            }
        }
        assertEquals(EnumSet.complementOf(EnumSet.of(ClearingStep.RESUME)), exitBehind.keySet(), exits.toString());
        assertTrue(Set.of(0, ClearingException.EXIT_IO, ClearingException.EXIT_REPORTS_FAILED,
            ClearingException.EXIT_ALREADY_DONE).containsAll(exitBehind.values()), exits.toString());
        final Set<ClearingStep> before = EnumSet.range(ClearingStep.PREPARE, ClearingStep.RECONCILE);
        assertTrue(before.stream().anyMatch(step -> ClearingException.EXIT_IO == exitBehind.get(step)),
            exits.toString());
        final Set<ClearingStep> reports = EnumSet.range(ClearingStep.REPORTS, ClearingStep.REGULATOR_REPORTS);
        assertTrue(reports.stream().anyMatch(step -> ClearingException.EXIT_REPORTS_FAILED == exitBehind.get(step)),
            exits.toString());
    }

    /** For every run: processes that have the disk full behind each step in turn, then one that has room to the end. */
    private static String script(final SyntheticStore disk, final SyntheticStore source, final Path saved)
    {
        final StringBuilder script = new StringBuilder("set -e\n")
            .append("mount -t tmpfs -o size=").append(DISK_MIB).append("m none ").append(disk.baseDir()).append('\n')
            .append("cp -a ").append(source.baseDir()).append("/. ").append(disk.baseDir()).append("/\nset +e\n");
        for (final ClearingKind kind : Drill.KINDS)
        {
            for (final Range range : RANGES)
            {
                script.append(command(Drill.process(disk, kind, DrillProcess.FILL, range.first(), range.last())))
                    .append("echo TRIED ").append(kind).append(" $?\n");
            }
            script.append(command(Drill.process(disk, kind, DrillProcess.RUN, ClearingStep.PREPARE)))
                .append("code=$?; if [ $code = 9 ]; then code=0; fi; echo END ").append(kind).append(" $code\n");
        }
        return script.append("mkdir ").append(saved).append(" && cp -a ").append(disk.baseDir()).append("/. ")
            .append(saved).append("/\n").toString();
    }

    private static String command(final ProcessBuilder process)
    {
        final StringBuilder line = new StringBuilder();
        process.command().forEach(word -> line.append('\'').append(word).append("' "));
        return line.append('\n').toString();
    }

    private List<String> run(final String script) throws IOException, InterruptedException
    {
        // A file, because a command line may not be as long as this.
        final Path file = Files.writeString(directory.resolve("full-disk.sh"), script);
        final Process process = namespace(file.toString()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        final List<String> lines = new ArrayList<>();
        process.inputReader().lines().forEach(lines::add);
        assertEquals(0, process.waitFor(), lines.toString());
        return lines;
    }

    private static ProcessBuilder namespace(final String... shell)
    {
        final List<String> command = new ArrayList<>(List.of("unshare", "--mount", "--user", "--map-root-user", "sh"));
        command.addAll(List.of(shell));
        return new ProcessBuilder(command);
    }

    private static boolean canMount() throws InterruptedException
    {
        try
        {
            return 0 == namespace("-c", "mount -t tmpfs none /mnt").redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor();
        }
        catch (final IOException ex)
        {
            return false;
        }
    }

    private record Range(ClearingStep first, ClearingStep last)
    {
    }
}
