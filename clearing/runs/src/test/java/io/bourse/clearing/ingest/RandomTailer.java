// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.clearing.ClearingException;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A process that tails a random stream to its end, or until it is killed; its exit code says what stopped it. */
final class RandomTailer
{
    private RandomTailer()
    {
    }

    public static void main(final String[] args) throws Exception
    {
        final RandomStream stream = new RandomStream(Long.parseLong(args[1]), Integer.parseInt(args[2]));
        final Path directory = Path.of(args[0]);
        final IngestContext ctx = IngestContext.builder().engineClient(stream).directory(directory)
            .checkpointIntervalNs(TimeUnit.MILLISECONDS.toNanos(20)).compressorThreads(1).build();
        try (Tailer tailer = new Tailer(ctx))
        {
            System.out.println("tailing");
            tailer.followTo(stream.endCursor());
        }
        catch (final ClearingException ex)
        {
            System.err.println(ex.getMessage());
            System.exit(ex.exitCode());
        }
        System.out.println("HASHES " + IngestFiles.hashes(directory));
    }
}
