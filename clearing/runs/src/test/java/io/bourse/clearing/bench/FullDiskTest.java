// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import io.bourse.clearing.ClearingException;
import io.bourse.clearing.run.context.ClearingStep;
import io.bourse.engine.protocol.ClearingKind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * A run whose disk has no room left behind each of its steps in turn: it ends with the exit code for it, and goes on
 * when there is room again. The disks are small ones in memory, of a namespace that goes away with its process.
 */
@Timeout(900)
@Tag("drill")
class FullDiskTest
{
    private static final Predicate<String> OF_REPORTS =
        name -> name.startsWith("reports/") || "reconciliation/rec_packages.csv".equals(name);
    private static final int DISK_MIB = 256;
    private static final String ENDED = "ENDED ";

    @TempDir
    private Path directory;

    @Test
    @Timeout(600)
    void shouldFailCleanlyAndGoOnWhenThereIsRoomAgain() throws Exception
    {
        assumeTrue(canMount(), "no namespace with a disk of its own here");
        final Drill drill = new Drill(directory.resolve("drill"));
        final SyntheticStore calm = drill.calm("calm", 2);
        drill.train();
        final Path source = drill.copy("source").baseDir();
        final Path halted = directory.resolve("halted");
        final Path cleared = directory.resolve("cleared");
        final List<String> lines = run("set -e\n" + halt(source, halted) + day(source, cleared));

        assertEquals(Collections.nCopies(5, ENDED + 0),
            lines.stream().filter(line -> line.startsWith(ENDED)).toList(), lines.toString());
        assertEquals(List.of(), lines.stream().filter(line -> line.startsWith(DrillProcess.PASSED_BY)).toList());
        Drill.KINDS.forEach(kind -> assertFailures(kind, lines));
        assertSameHalt(calm, new SyntheticStore(halted), lines.toString());
        Drill.assertSame(calm, new SyntheticStore(cleared), lines.toString());
    }

    /** Of an evening run everything is published behind PUBLISH, an intraday run has to note that trading goes on. */
    private static void assertFailures(final ClearingKind kind, final List<String> lines)
    {
        final ClearingStep firstOfReports =
            ClearingKind.EVENING == kind ? ClearingStep.PUBLISH : ClearingStep.REPORTS;
        final Map<ClearingStep, Integer> wanted = new EnumMap<>(ClearingStep.class);
        for (final ClearingStep step : Drill.steps(kind))
        {
            wanted.put(step, step.compareTo(firstOfReports) < 0 ?
                ClearingException.EXIT_IO : ClearingException.EXIT_REPORTS_FAILED);
        }
        final Map<ClearingStep, Integer> found = new EnumMap<>(ClearingStep.class);
        for (final String line : lines)
        {
            if (line.startsWith(DrillProcess.FULL + kind + ' '))
            {
                final String[] words = line.split(" ");
                found.put(ClearingStep.valueOf(words[2]), Integer.parseInt(words[3]));
            }
        }
        assertEquals(wanted, found, lines.toString());
    }

    /** The intraday run up to its publication: its files, and all that the venue was sent for it. */
    private static void assertSameHalt(final SyntheticStore calm, final SyntheticStore drilled, final String how)
        throws IOException
    {
        assertEquals(calculated(calm), calculated(drilled), how);
        final List<String> sent = Drill.sent(calm);
        final int resumed = sent.indexOf(VenueJournal.Kind.RESUME + " " + SyntheticDay.DATE + "01");
        assertEquals(sent.subList(0, resumed + 1), Drill.sent(drilled), how);
    }

    /** What the calm run has and this one does not: it wrote reports. */
    private static Map<String, String> calculated(final SyntheticStore store) throws IOException
    {
        final Map<String, String> digests = Drill.digests(Drill.runDirectory(store, ClearingKind.INTRADAY));
        digests.keySet().removeIf(OF_REPORTS.or("state.json"::equals));
        return digests;
    }

    /** An intraday run, its disk full behind each step up to PUBLISH: taken up behind that one, it is past RESUME. */
    private String halt(final Path source, final Path saved)
    {
        final Path disk = directory.resolve("halt-disk");
        return onDisk(disk, source, saved, List.of(
            process(disk, ClearingKind.INTRADAY, DrillProcess.FILL, ClearingStep.PREPARE, ClearingStep.WRITE),
            process(disk, ClearingKind.INTRADAY, DrillProcess.FILL_AND_PUBLISH, ClearingStep.CHECK,
                ClearingStep.PUBLISH)));
    }

    /** Both runs of a day: of the intraday run what {@link #halt} cannot try, of the evening run all. */
    private String day(final Path source, final Path saved)
    {
        final Path disk = directory.resolve("day-disk");
        return onDisk(disk, source, saved, List.of(
            process(disk, ClearingKind.INTRADAY, DrillProcess.FILL_AND_RUN, ClearingStep.RESUME,
                ClearingStep.REGULATOR_REPORTS),
            process(disk, ClearingKind.EVENING, DrillProcess.FILL, ClearingStep.PREPARE,
                ClearingStep.REGULATOR_REPORTS),
            process(disk, ClearingKind.EVENING, DrillProcess.RUN, ClearingStep.PREPARE, ClearingStep.PREPARE)));
    }

    private static ProcessBuilder process(
        final Path disk,
        final ClearingKind kind,
        final String action,
        final ClearingStep first,
        final ClearingStep last)
    {
        return Drill.process(new SyntheticStore(disk), kind, action, first, last);
    }

    /** Processes one after the other, each of which takes up what the one before has left. */
    private static String onDisk(
        final Path disk, final Path source, final Path saved, final List<ProcessBuilder> processes)
    {
        final StringBuilder script = new StringBuilder("mkdir " + disk + ' ' + saved + '\n')
            .append("mount -t tmpfs -o size=").append(DISK_MIB).append("m none ").append(disk).append('\n')
            .append("cp -a ").append(source).append("/. ").append(disk).append("/\n");
        for (final ProcessBuilder process : processes)
        {
            script.append("code=0\n").append(command(process)).append(" || code=$?\necho ").append(ENDED)
                .append("$code\n");
        }
        return script.append("cp -a ").append(disk).append("/. ").append(saved).append("/\numount ").append(disk)
            .append('\n').toString();
    }

    private static String command(final ProcessBuilder process)
    {
        final StringBuilder line = new StringBuilder();
        process.command().forEach(word -> line.append('\'').append(word).append("' "));
        return line.toString();
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
}
