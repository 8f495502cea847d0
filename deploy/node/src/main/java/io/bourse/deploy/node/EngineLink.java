// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.deploy.config.VenueConfig;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.host.cluster.MemberEndpoints;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.security.CredentialStore;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * An engine in other processes of this machine, as seen from a component: one process of the solo host, or the members
 * of a cluster. The media driver of a process that was killed looks alive for seconds; its process id does not.
 */
final class EngineLink
{
    private final VenueConfig config;
    private final List<Path> engineDirs;
    private final VenueDescriptor venue;
    private volatile List<VenueDescriptor> running;

    private EngineLink(
        final VenueConfig config, final List<Path> engineDirs, final List<VenueDescriptor> running)
    {
        this.config = config;
        this.engineDirs = engineDirs;
        this.running = running;
        venue = running.getFirst();
    }

    /**
     * Looks for a running engine.
     *
     * @param config of the component.
     * @param engineDirs data directories of the engine's processes on this machine.
     * @return link, or null when none runs.
     */
    static EngineLink find(final VenueConfig config, final List<Path> engineDirs)
    {
        final List<VenueDescriptor> running = running(engineDirs);
        return running.isEmpty() ? null : new EngineLink(config, engineDirs, running);
    }

    private static List<VenueDescriptor> running(final List<Path> engineDirs)
    {
        final List<VenueDescriptor> running = new ArrayList<>();
        for (final Path dir : engineDirs)
        {
            try
            {
                running.add(VenueDescriptor.read(dir));
            }
            catch (final IOException ignored)
            {
                // It does not run, or is just being started or killed; it is asked again.
                continue;
            }
        }
        return running;
    }

    /**
     * A component of a kind that the engine's own process runs already would take over from it, and the whole venue
     * would stop with the component that was taken over.
     *
     * @param kind of the component that is about to begin.
     * @throws IllegalStateException saying which venue has it.
     */
    void assertSeparate(final ComponentKind kind)
    {
        for (final VenueDescriptor process : running)
        {
            if (process.embeds(kind))
            {
                throw new IllegalStateException("the venue runs this component itself and needs no second one: " +
                    "component=" + kind.id() + " venuePid=" + process.pid() + " venueAddress=" +
                    (ComponentKind.FIX == kind ? process.fix() : ComponentKind.TWIME == kind ? process.twime() :
                    String.join(" ", process.feeds().values())) + "; start it with `bourse engine` to give its " +
                    "components processes of their own");
            }
        }
    }

    /** Connects to the engine; to be closed by the caller. */
    EngineClient connect()
    {
        if (!isCluster())
        {
            return VenueEngine.connect(venue);
        }
        final String ingressEndpoints = 0 == config.host().basePort() ? venue.ingressEndpoints() :
            MemberEndpoints.ingressEndpoints(
                MemberEndpoints.loopback(config.host().members(), config.host().basePort()));
        return VenueEngine.connect(
            config.partition(), engineDirs.stream().map(EngineDirectories::aeronDirectoryName).toList(),
            ingressEndpoints, CredentialStore.at(Path.of(venue.credentialsDir())));
    }

    /** Whether the process of the solo host, or the last member on this machine, has ended. */
    boolean isGone()
    {
        if (isAnyAlive())
        {
            return false;
        }
        if (isCluster())
        {
            running = running(engineDirs);
        }
        return !isAnyAlive();
    }

    private boolean isAnyAlive()
    {
        return running.stream().anyMatch(process -> ProcessHandle.of(process.pid()).isPresent());
    }

    private boolean isCluster()
    {
        return !venue.ingressEndpoints().isEmpty();
    }
}
