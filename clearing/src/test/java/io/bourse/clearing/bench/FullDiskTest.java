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
import java.util.List;

/**
 * A run whose disk has no room left behind each of its steps in turn: it ends with the exit code for it, and goes on
 * when there is room again. The disk is a small one in memory, of a namespace that goes away with its process.
 */
@Timeout(900)
class FullDiskTest
{
    private static final int DISK_MIB = 256;
    private static final int REPORTS_FAILED = ClearingException.EXIT_REPORTS_FAILED;

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
        final Path disk = Files.createDirectories(directory.resolve("disk"));
        final Path saved = directory.resolve("saved");
        final List<String> exits = run(script(new SyntheticStore(disk), source, saved));

        assertEquals(
            List.of("TRIED INTRADAY 0", "END INTRADAY 0", "TRIED EVENING 0", "END EVENING 0"),
            exits.stream().filter(line -> line.startsWith("TRIED ") || line.startsWith("END ")).toList());
        assertEquals(Drill.KINDS.size() * ClearingStep.values().length,
            exits.stream().filter(line -> line.startsWith(DrillProcess.FULL)).count(), exits.toString());
        final List<String> failures = exits.stream()
            .filter(line -> line.startsWith(DrillProcess.FULL) && !line.endsWith(" 0")).toList();
        for (final String line : failures)
        {
            final int exit = Integer.parseInt(line.substring(line.lastIndexOf(' ') + 1));
            assertTrue(ClearingException.EXIT_IO == exit || REPORTS_FAILED == exit ||
                ClearingException.EXIT_ALREADY_DONE == exit, line + " of " + exits);
        }
        assertTrue(failures.size() > ClearingStep.values().length, exits.toString());
        Drill.assertSame(calm, new SyntheticStore(saved), exits.toString());
    }

    /** For every run: a process that has the disk full behind each step in turn, then one that has room to the end. */
    private static String script(final SyntheticStore disk, final SyntheticStore source, final Path saved)
    {
        final StringBuilder script = new StringBuilder("set -e\n")
            .append("mount -t tmpfs -o size=").append(DISK_MIB).append("m none ").append(disk.baseDir()).append('\n')
            .append("cp -a ").append(source.baseDir()).append("/. ").append(disk.baseDir()).append("/\nset +e\n");
        for (final ClearingKind kind : Drill.KINDS)
        {
            script.append(command(disk, kind, DrillProcess.FILL)).append("echo TRIED ").append(kind).append(" $?\n")
                .append(command(disk, kind, DrillProcess.RUN))
                .append("code=$?; if [ $code = 9 ]; then code=0; fi; echo END ").append(kind).append(" $code\n");
        }
        return script.append("mkdir ").append(saved).append(" && cp -a ").append(disk.baseDir()).append("/. ")
            .append(saved).append("/\n").toString();
    }

    private static String command(final SyntheticStore disk, final ClearingKind kind, final String action)
    {
        final StringBuilder line = new StringBuilder();
        Drill.process(disk, kind, action, ClearingStep.PREPARE).command()
            .forEach(word -> line.append('\'').append(word).append("' "));
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
}
