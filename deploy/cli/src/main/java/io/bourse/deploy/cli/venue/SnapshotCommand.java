// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.venue;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.PositiveConverter;
import io.bourse.deploy.cli.support.RunningVenue;
import io.bourse.deploy.operators.acts.TakeSnapshot;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;

/**
 * Takes a snapshot of a running venue.
 */
@Command(
    name = "snapshot",
    description = {
        "Takes a snapshot of a running venue while trading goes on, and waits until it is on the disk.",
        "The next start loads it and replays only what came after it."},
    footer = {
        "",
        "Exit codes: 0 taken, 3 no venue runs there or the snapshot failed; the venue's log says why."})
public final class SnapshotCommand extends CliCommand
{
    private static final double NS_PER_MS = 1_000_000.0;

    @Option(names = "--timeout", paramLabel = "SECONDS", defaultValue = "120",
        converter = PositiveConverter.OfInt.class,
        description = "How long to wait for it (default: ${DEFAULT-VALUE}).")
    private int timeoutS;

    @Mixin private RunningVenue venue;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        final TakeSnapshot.Taken taken = venue.execute(form(() -> new TakeSnapshot(timeoutS)));
        out.println("snapshot at " + taken.position() + (0 == taken.records() ? "" :
            "  records " + taken.records() + "  bytes " + taken.bytes()) + "  trading stood for " +
            String.format("%.3f ms", taken.pauseNs() / NS_PER_MS));
    }
}
