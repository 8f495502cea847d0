// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.metrics;

import io.bourse.deploy.config.VenueConfig;
import io.bourse.engine.telemetry.CountersFileReader;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import org.agrona.concurrent.EpochClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * All that can be seen of a venue from outside, at one moment: it reads counters files and nothing else of the venue's
 * processes. What cannot be read is counted, logged once, and left out.
 */
final class VenueMetrics implements MultiCollector
{
    private static final Logger LOGGER = LoggerFactory.getLogger(VenueMetrics.class);
    private static final String CNC_FILE = "cnc.dat";

    /** Reads one thing, which may be damaged. */
    @FunctionalInterface
    private interface Source
    {
        void read() throws IOException, GeneralSecurityException;
    }

    /** One look at the venue. */
    record Look(Samples samples, List<ComponentState> components, List<DriverState> drivers, List<String> fullDisks)
    {
    }

    private final List<DataDirectory> directories;
    private final EpochClock clock;
    private final HostSource host;
    private final CertificateSource certificates;
    private final long minFreeBytes;
    private final Set<String> logged = new HashSet<>();
    private int unreadable;

    VenueMetrics(
        final List<DataDirectory> directories, final VenueConfig config, final EpochClock clock, final Path proc)
    {
        this.directories = directories;
        this.clock = clock;
        host = new HostSource(proc);
        certificates = new CertificateSource(config);
        minFreeBytes = config.minFreeBytes();
    }

    @Override
    public MetricSnapshots collect()
    {
        return look().samples().snapshots();
    }

    synchronized Look look()
    {
        final Look look = new Look(new Samples(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        unreadable = 0;
        for (final DataDirectory directory : directories)
        {
            addComponents(directory, look);
            guarded("clearing of " + directory.path(), () -> ClearingSource.add(directory, look.samples()));
            final long writtenBytes = addDriver(directory, look);
            guarded("disk of " + directory.path(), () ->
            {
                final long free = host.addDisk(directory, writtenBytes, clock.time(), look.samples());
                if (free < minFreeBytes)
                {
                    look.fullDisks().add("there is too little free space, free some or the engine stops: node=" +
                        directory.node() + " freeBytes=" + free + " minFreeBytes=" + minFreeBytes);
                }
            });
        }
        guarded("network", () -> host.addNetwork(look.samples()));
        addSockets(look);
        guarded("certificates", () -> certificates.add(look.samples()));
        look.samples().add("UNREADABLE", Labels.EMPTY, unreadable);
        return look;
    }

    private void addComponents(final DataDirectory directory, final Look look)
    {
        guarded("counters of " + directory.path(), () ->
        {
            for (final Path file : CountersFileReader.list(directory.counters()))
            {
                guarded(file.toString(), () ->
                    look.components().add(ComponentSource.read(directory, file, clock.time(), look.samples())));
            }
        });
    }

    /** Returns what the archive has written. */
    private long addDriver(final DataDirectory directory, final Look look)
    {
        final DriverSource source = new DriverSource(directory, look.samples());
        final int driversBefore = look.drivers().size();
        guarded("media driver of " + directory.path(), () ->
        {
            final Path file = directory.driver().resolve(CNC_FILE);
            if (Files.exists(file))
            {
                look.drivers().add(source.read(file, clock.time()));
            }
        });
        if (directory.isDescribed() && driversBefore == look.drivers().size())
        {
            look.drivers().add(DriverSource.absent(directory, look.samples()));
        }
        return source.writtenBytes();
    }

    /** Those of one process are shown once, under the first of its components. */
    private void addSockets(final Look look)
    {
        final Set<Long> processes = new HashSet<>();
        for (final ComponentState component : look.components())
        {
            if (!component.isStale() && processes.add(component.pid()))
            {
                guarded("sockets of process " + component.pid(), () -> host.addSockets(component, look.samples()));
            }
        }
    }

    private void guarded(final String what, final Source source)
    {
        try
        {
            source.read();
            logged.remove(what);
        }
        catch (final NoSuchFileException ignored)
        {
            // Removed between two looks at it: its component has stopped.
            logged.remove(what);
        }
        catch (final IOException | GeneralSecurityException | RuntimeException | InternalError ex)
        {
            // InternalError: a file became shorter while it was read.
            unreadable++;
            if (logged.add(what))
            {
                LOGGER.warn("something of the venue cannot be read and is left out: what={}", what, ex);
            }
        }
    }
}
