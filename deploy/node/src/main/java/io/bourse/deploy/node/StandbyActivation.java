// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Has a standby gateway take over: a request is a file in its data directory, which its owner alone can write.
 */
public final class StandbyActivation
{
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(150);
    private static final int INTERVAL_MS = 50;

    private final Path dataDir;
    private final ComponentKind kind;
    private final Path request;

    /**
     * Of one standby.
     *
     * @param dataDir of the standby.
     * @param kind of the gateway.
     */
    public StandbyActivation(final Path dataDir, final ComponentKind kind)
    {
        this.dataDir = dataDir;
        this.kind = kind;
        request = dataDir.resolve("activate-" + kind.id());
    }

    /**
     * Activates the standby and waits until it takes sessions.
     *
     * @return where it is.
     * @throws IOException when it does not run, or the request cannot be written.
     * @throws IllegalStateException when it is no standby, or does not take over in time.
     */
    public ComponentDescriptor activate() throws IOException
    {
        if (!ComponentDescriptor.read(dataDir, kind).standby())
        {
            throw new IllegalStateException("the gateway of this data directory is active, there is nothing to do: " +
                "component=" + kind.id() + " dataDir=" + dataDir);
        }
        Files.writeString(request, "");
        final IdleStrategy idle = new SleepingMillisIdleStrategy(INTERVAL_MS);
        final long deadlineNs = System.nanoTime() + TIMEOUT_NS;
        ComponentDescriptor state = ComponentDescriptor.find(dataDir, kind);
        while (null == state || state.standby() || ComponentDescriptor.STARTING.equals(state.address()))
        {
            if (null != state && ProcessHandle.of(state.pid()).isEmpty() || System.nanoTime() - deadlineNs > 0)
            {
                throw new IllegalStateException("the standby has not taken over, look at its log; a former gateway " +
                    "that stands still keeps the FIX stores until it is ended: component=" + kind.id() +
                    " dataDir=" + dataDir);
            }
            idle.idle();
            state = ComponentDescriptor.find(dataDir, kind);
        }
        return state;
    }

    /** Whether the standby is to take over; asked once for each request. */
    boolean takeRequest() throws IOException
    {
        return Files.deleteIfExists(request);
    }
}
