// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.machine.HostNames;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.host.cluster.MemberEndpoints;
import io.bourse.engine.host.recording.HistoryClient;
import io.bourse.engine.host.storage.DataDirectoryLock;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.security.CredentialStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * An engine in other processes, as seen from a component: one process of the solo host, or the members of a cluster, on
 * this machine or on others. The media driver of a process that was killed looks alive for seconds; its process id does
 * not. Members on other machines are never gone for good: the client looks for the next one.
 */
final class EngineLink
{
    private static final Logger LOGGER = LoggerFactory.getLogger(EngineLink.class);
    /** Silence after which the media driver takes a connection with another machine for gone. */
    private static final long SILENCE_NS = TimeUnit.SECONDS.toNanos(2);

    private final VenueConfig config;
    private final List<Path> engineDirs;
    /** Whether the directories are those of partitions, each with an engine of its own. */
    private final boolean isOfPartitions;
    private final VenueDescriptor venue;
    private volatile List<VenueDescriptor> running;
    private String driverDirectory;

    private EngineLink(
        final VenueConfig config,
        final List<Path> engineDirs,
        final List<VenueDescriptor> running,
        final boolean isOfPartitions)
    {
        this.isOfPartitions = isOfPartitions;
        this.config = config;
        this.engineDirs = engineDirs;
        this.running = running;
        venue = running.isEmpty() ? null : running.getFirst();
    }

    /**
     * Looks for a running engine.
     *
     * @param config of the component.
     * @param engineDirs data directories of the engine's processes on this machine.
     * @return link, or null when none runs.
     * @throws io.bourse.deploy.config.ConfigurationException when a name of another machine is wrong.
     */
    static EngineLink find(final VenueConfig config, final List<Path> engineDirs)
    {
        if (config.host().isWithoutMember())
        {
            HostNames.requireComponent(config.host());
            return new EngineLink(config, engineDirs, List.of(), false);
        }
        final List<VenueDescriptor> running = running(engineDirs);
        return running.isEmpty() ? null : new EngineLink(config, engineDirs, running, false);
    }

    /**
     * Looks for the engines of all partitions.
     *
     * @param config of the component.
     * @param dataDirs of the partitions.
     * @return link, or null when one of them does not run.
     */
    static EngineLink findAll(final VenueConfig config, final List<Path> dataDirs)
    {
        final List<VenueDescriptor> running = running(dataDirs);
        return running.size() < dataDirs.size() ? null : new EngineLink(config, dataDirs, running, true);
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

    /**
     * Connects to the engine.
     *
     * @param kind of the component.
     * @param parts with which the connection is closed.
     * @return new client.
     */
    EngineClient connect(final ComponentKind kind, final NodeParts parts)
    {
        if (null == venue)
        {
            driverDirectory = null == driverDirectory ? launchDriver(kind, parts) : driverDirectory;
            return parts.opened(VenueEngine.connect(config, driverDirectory));
        }
        if (!isCluster())
        {
            return parts.opened(VenueEngine.connect(venue, engineDirs.getFirst()));
        }
        final String ingressEndpoints = 0 == config.host().basePort() ? venue.ingressEndpoints() :
            MemberEndpoints.ingressEndpoints(config.host().endpoints());
        return parts.opened(new HistoryClient(VenueEngine.connect(
            config.partition(), engineDirs.stream().map(EngineDirectories::aeronDirectoryName).toList(),
            ingressEndpoints, venue.memberHost(), CredentialStore.at(Path.of(venue.credentialsDir()))),
            engineDirs));
    }

    /** Of this process alone: there is no member here whose driver could be used. */
    private String launchDriver(final ComponentKind kind, final NodeParts parts)
    {
        final Path dir = config.dataDir().resolve("driver-" + kind.id());
        parts.opened(DataDirectoryLock.acquireAny(dir));
        return parts.opened(MediaDriver.launch(new MediaDriver.Context()
            .aeronDirectoryName(EngineDirectories.aeronDirectoryName(dir))
            .threadingMode(ThreadingMode.SHARED)
            .sharedIdleStrategy(Idling.of(config).get())
            .imageLivenessTimeoutNs(SILENCE_NS)
            .publicationConnectionTimeoutNs(SILENCE_NS)
            .dirDeleteOnStart(true)
            .dirDeleteOnShutdown(true)
            .warnIfDirectoryExists(false)
            .errorHandler((ex) -> LOGGER.info("network of the component: {}", ex.toString()))))
            .aeronDirectoryName();
    }

    /** Whether the process of the solo host, or the last member or partition on this machine, has ended. */
    boolean isGone()
    {
        if (null == venue || isAnyAlive())
        {
            return false;
        }
        if (isCluster() || isOfPartitions)
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
