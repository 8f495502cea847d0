// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import io.bourse.clearing.ClearingException;
import io.bourse.clearing.run.ClearingStep;
import io.bourse.engine.protocol.ClearingKind;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.LockSupport;

/**
 * A process that does one run and, behind a step of it, waits to be killed or uses up the disk.
 */
public final class DrillProcess
{
    /** Goes on to the end. */
    static final String RUN = "run";
    /** Waits behind the step. */
    static final String STOP = "stop";
    /** Fills the disk behind the step. */
    static final String FILL = "fill";
    /** Said behind the step, on a line of its own. */
    static final String THERE = "THERE";
    /** File that fills the disk. */
    static final String BALLAST = "ballast";

    private static final int CHUNK = 64 * 1024;

    private DrillProcess()
    {
    }

    /**
     * Does a run.
     *
     * @param args directory of the day, scale in parts per million, seed, threads, kind, what to do, behind which step.
     */
    public static void main(final String[] args)
    {
        final SyntheticStore store = new SyntheticStore(Path.of(args[0]));
        final SyntheticDay day = new SyntheticDay(
            BenchVolumes.ofPpm(Integer.parseInt(args[1]), Long.parseLong(args[2])), Drill.asset(store));
        final ClearingKind kind = ClearingKind.valueOf(args[4]);
        final String action = args[5];
        final ClearingStep behind = ClearingStep.valueOf(args[6]);
        try
        {
            new BenchRun(store, day, Integer.parseInt(args[3])).runNumber(Drill.number(kind)).run(kind, (step, ns) ->
            {
                if (behind == step && !RUN.equals(action))
                {
                    act(store, action);
                }
            });
        }
        catch (final ClearingException ex)
        {
            System.err.println(ex);
            System.exit(ex.exitCode());
        }
    }

    private static void act(final SyntheticStore store, final String action)
    {
        if (FILL.equals(action))
        {
            fill(store.baseDir().resolve(BALLAST));
            return;
        }
        System.out.println(THERE);
        System.out.flush();
        while (true)
        {
            LockSupport.park();
        }
    }

    /** To the last byte: smaller and smaller pieces until not even the smallest fits. */
    private static void fill(final Path file)
    {
        for (int length = CHUNK; length > 0; length /= 2)
        {
            boolean fits = true;
            while (fits)
            {
                fits = append(file, length);
            }
        }
    }

    private static boolean append(final Path file, final int length)
    {
        try (FileChannel channel = FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND))
        {
            return length == channel.write(ByteBuffer.allocate(length));
        }
        catch (final IOException ex)
        {
            return false;
        }
    }
}
