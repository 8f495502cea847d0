// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import io.bourse.clearing.ClearingException;
import io.bourse.clearing.json.Json;
import io.bourse.engine.protocol.ClearingKind;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * What a process of the bench does: it makes the day, or does one run over it. Each run has a process of its own, as
 * the services have, so that its memory is its own and nothing is warm that would not be.
 */
public final class BenchProcess
{
    /** First argument: makes the day. Then directory, scale in parts per million, seed, threads. */
    static final String MAKE = "make";
    /**
     * First argument: does a run. Then directory, scale in parts per million, seed, threads, kind; reports are written
     * unless {@link #NO_REPORTS} comes last.
     */
    static final String RUN = "run";
    /** Last argument of a run that ends when it is published. */
    static final String NO_REPORTS = "no-reports";

    private BenchProcess()
    {
    }

    /**
     * Does what its arguments say. Ends the process with the exit code of a run that failed.
     *
     * @param args see the constants.
     * @throws IOException when files cannot be read or written.
     */
    public static void main(final String[] args) throws IOException
    {
        final SyntheticStore store = new SyntheticStore(Path.of(args[1]));
        final BenchVolumes volumes = BenchVolumes.ofPpm(Integer.parseInt(args[2]), Long.parseLong(args[3]));
        final int threads = Integer.parseInt(args[4]);
        try
        {
            if (MAKE.equals(args[0]))
            {
                make(store, volumes, threads);
            }
            else
            {
                final boolean hasReports = !NO_REPORTS.equals(args[args.length - 1]);
                run(new BenchRun(store, SyntheticDay.of(volumes), threads).reports(hasReports),
                    store,
                    ClearingKind.valueOf(args[5]));
            }
        }
        catch (final ClearingException ex)
        {
            System.err.println(ex.getMessage());
            System.exit(ex.exitCode());
        }
    }

    private static void make(final SyntheticStore store, final BenchVolumes volumes, final int threads)
        throws IOException
    {
        if (store.holds(volumes))
        {
            store.reset(SyntheticDay.of(volumes));
        }
        else
        {
            store.make(volumes, threads);
        }
    }

    private static void run(final BenchRun run, final SyntheticStore store, final ClearingKind kind)
        throws IOException
    {
        final BenchFigures figures = run.measure(kind, (step, elapsedNs) ->
            System.out.println(step + " " + TimeUnit.NANOSECONDS.toMillis(elapsedNs)));
        Json.write(figuresFile(store.baseDir(), kind), figures);
    }

    static Path figuresFile(final Path directory, final ClearingKind kind)
    {
        return directory.resolve("figures-" + kind + ".json");
    }
}
