// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.venue;

import io.bourse.deploy.cli.support.ActingOperator;
import io.bourse.deploy.cli.support.PositiveConverter;
import io.bourse.deploy.cli.support.VenueCommand;
import io.bourse.deploy.node.VenueDescriptor;
import io.bourse.deploy.node.VenueEngine;
import io.bourse.deploy.operators.acts.Confirming;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.SnapshotStatus;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;

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
public final class SnapshotCommand extends VenueCommand
{
    private static final double NS_PER_MS = 1_000_000.0;

    @Option(names = "--timeout", paramLabel = "SECONDS", defaultValue = "120",
        converter = PositiveConverter.OfInt.class,
        description = "How long to wait for it (default: ${DEFAULT-VALUE}).")
    private int timeoutS;

    @Mixin
    private ActingOperator acting;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        final VenueDescriptor venue = VenueDescriptor.read(dataDir());
        final long timeoutNs = TimeUnit.SECONDS.toNanos(timeoutS);
        try (SnapshotStatus status = SnapshotStatus.connect(venue.aeronDirectory(), venue.partition());
            EngineClient client = VenueEngine.connect(venue))
        {
            final long duePosition = acting.session(dataDir(), "bourse snapshot", Confirming.NOT_ASKED)
                .execute(client, context -> context.operator().takeSnapshot().commandPosition());
            await(status, duePosition, System.nanoTime() + timeoutNs);
            print(status, out);
        }
    }

    private void await(final SnapshotStatus status, final long duePosition, final long deadlineNs)
    {
        final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
        while (status.position() < duePosition)
        {
            if (status.failedPosition() >= duePosition)
            {
                throw new IllegalStateException("the snapshot failed, trading goes on; the venue's log tells why:" +
                    " position=" + status.failedPosition() + " dataDir=" + dataDir());
            }
            if (System.nanoTime() - deadlineNs > 0)
            {
                throw new IllegalStateException("the snapshot is not complete in time, it may still become so:" +
                    " position=" + duePosition + " lastPosition=" + status.position() + " timeoutS=" + timeoutS);
            }
            idle.idle();
        }
    }

    private static void print(final SnapshotStatus status, final PrintWriter out)
    {
        final String size = 0 == status.records() ? "" :
            "  records " + status.records() + "  bytes " + status.bytes();
        out.println("snapshot at " + status.position() + size + "  trading stood for " +
            String.format("%.3f ms", status.pauseNs() / NS_PER_MS));
    }
}
