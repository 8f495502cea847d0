// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import io.bourse.clearing.ingest.IngestContext;
import io.bourse.clearing.ingest.TailerService;
import io.bourse.deploy.cli.support.VenueCommand;
import io.bourse.deploy.node.VenueClearing;
import org.agrona.concurrent.ShutdownSignalBarrier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;

/**
 * Follows the recorded event stream all day, so that a run finds only the tail.
 */
@Command(
    name = "tail",
    description = {
        "Follows the event stream into the tables of the day until it is stopped.",
        "A run does the same for itself when no process tails; with a tailer it has less to do while trading stands " +
            "still."})
public final class ClearingTailCommand extends VenueCommand
{
    @Option(names = "--slice", paramLabel = "DURATION", defaultValue = "PT5S",
        description = "Settlement price slice (ISO-8601, default: ${DEFAULT-VALUE}); the same as that of the runs.")
    private Duration slice;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        VenueClearing.connected(dataDir(), venue ->
        {
            tail(venue, out);
            return null;
        });
    }

    private void tail(final VenueClearing venue, final PrintWriter out)
    {
        try (TailerService tailer = TailerService.launch(IngestContext.builder()
                .directory(VenueClearing.ingestDir(dataDir()))
                .engineClient(venue.client())
                .sliceIntervalNs(slice.toNanos())
                .build());
            ShutdownSignalBarrier barrier = new ShutdownSignalBarrier(tailer::close))
        {
            out.println("tailing    " + VenueClearing.ingestDir(dataDir()));
            tailer.await();
        }
    }
}
