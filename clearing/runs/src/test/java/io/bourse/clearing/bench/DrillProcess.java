// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import io.bourse.clearing.ClearingException;
import io.bourse.clearing.run.context.ClearingProgress;
import io.bourse.clearing.run.context.ClearingStep;
import io.bourse.engine.protocol.ClearingKind;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumSet;
import java.util.concurrent.locks.LockSupport;

/**
 * A process that does one run and waits to be killed behind a step of it, or tries it again and again and uses up the
 * disk behind each step in turn.
 */
public final class DrillProcess
{
    /** Goes on to the end. */
    static final String RUN = "run";
    /** Waits behind the step. */
    static final String STOP = "stop";
    /** Tries once for every step of a range, with the disk full behind it, and says how each of them ended. */
    static final String FILL = "fill";
    /** The same, and then goes on to the end. */
    static final String FILL_AND_RUN = "fill-and-run";
    /** The same, but the end is the publication: no reports. */
    static final String FILL_AND_PUBLISH = "fill-and-publish";
    /** Said behind the step, on a line of its own. */
    static final String THERE = "THERE";
    /** Begins the lines that say it: kind, step, exit code. */
    static final String FULL = "FULL ";
    /** Begins them when the run did not come past the step, and found no full disk. */
    static final String PASSED_BY = "PASSED BY ";

    /** File that fills the disk. */
    private static final String BALLAST = "ballast";
    private static final int CHUNK = 1024 * 1024;

    private DrillProcess()
    {
    }

    /**
     * Does a run.
     *
     * @param args directory of the day, scale in parts per million, seed, threads, kind, what to do, behind which step,
     *     up to which one.
     */
    public static void main(final String[] args)
    {
        final SyntheticStore store = new SyntheticStore(Path.of(args[0]));
        final SyntheticDay day = SyntheticDay.of(
            BenchVolumes.ofPpm(Integer.parseInt(args[1]), Long.parseLong(args[2])), Drill.asset(store));
        final ClearingKind kind = ClearingKind.valueOf(args[4]);
        final String action = args[5];
        final ClearingStep behind = ClearingStep.valueOf(args[6]);
        final BenchRun run = new BenchRun(
            store, day, Integer.parseInt(args[3]), Drill.number(kind), !FILL_AND_PUBLISH.equals(action));
        final Path ballast = store.baseDir().resolve(BALLAST);
        if (action.startsWith(FILL))
        {
            for (final ClearingStep step : EnumSet.range(behind, ClearingStep.valueOf(args[7])))
            {
                if (Drill.steps(kind).contains(step))
                {
                    System.out.println(whenFull(run, kind, step, ballast));
                }
            }
        }
        delete(ballast);
        if (FILL.equals(action))
        {
            return;
        }
        try
        {
            run.run(kind, STOP.equals(action) ? (step, ns) -> stop(behind == step) : ClearingProgress.NONE);
        }
        catch (final ClearingException ex)
        {
            System.err.println(ex);
            System.exit(ex.exitCode());
        }
    }

    private static void stop(final boolean isBehind)
    {
        if (isBehind)
        {
            System.out.println(THERE);
            System.out.flush();
            while (true)
            {
                LockSupport.park();
            }
        }
    }

    /** How a try ends. There is room again before the next one only: nobody tidies up on a full disk. */
    private static String whenFull(
        final BenchRun run, final ClearingKind kind, final ClearingStep behind, final Path ballast)
    {
        delete(ballast);
        int exitCode = 0;
        try
        {
            run.run(kind, (step, ns) ->
            {
                if (behind == step)
                {
                    fill(ballast);
                }
            });
        }
        catch (final ClearingException ex)
        {
            System.err.println(ex);
            exitCode = ex.exitCode();
        }
        return (Files.exists(ballast) ? FULL : PASSED_BY) + kind + ' ' + behind + ' ' + exitCode;
    }

    private static void delete(final Path ballast)
    {
        try
        {
            Files.deleteIfExists(ballast);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    /** To the last byte: smaller and smaller pieces until not even the smallest fits. */
    private static void fill(final Path file)
    {
        try (FileChannel channel = FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND))
        {
            final ByteBuffer piece = ByteBuffer.allocateDirect(CHUNK);
            for (int length = CHUNK; length > 0; length /= 2)
            {
                boolean fits = true;
                while (fits)
                {
                    fits = append(channel, piece.clear().limit(length));
                }
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    private static boolean append(final FileChannel channel, final ByteBuffer piece)
    {
        try
        {
            return piece.limit() == channel.write(piece);
        }
        catch (final IOException ex)
        {
            return false;
        }
    }
}
