// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.metrics;

import io.bourse.deploy.config.Partitions;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.engine.host.backup.BackupStatus;
import io.bourse.engine.telemetry.CountersFileReader;
import io.bourse.engine.telemetry.KernelClock;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * All that can be seen of a venue from outside, at one moment: it reads counters files and nothing else of the venue's
 * processes. What cannot be read is counted, reported once, and left out.
 */
public final class VenueMetrics implements MultiCollector
{
    private static final Path PROC = Path.of("/proc");
    private static final String CNC_FILE = "cnc.dat";

    /** Reads one thing, which may be damaged. */
    @FunctionalInterface
    private interface Source
    {
        void read() throws IOException, GeneralSecurityException;
    }

    /**
     * One look at the venue.
     *
     * @param samples of all metrics.
     * @param components whose counters files are there.
     * @param drivers media drivers.
     * @param fullDisks a sentence for each data directory with too little space.
     */
    public record Look(
        Samples samples, List<ComponentState> components, List<DriverState> drivers, List<String> fullDisks)
    {
    }

    private final List<DataDirectory> directories;
    private final HostSource host;
    private final CertificateSource certificates;
    private final long minFreeBytes;
    private final Labels backup;
    private final BiConsumer<String, Throwable> unreadableHandler;
    private final Set<String> reported = new HashSet<>();
    private int unreadable;

    /**
     * Metrics of what runs on data directories.
     *
     * @param config of the venue, for limits and certificates.
     * @param dataDirs of its engine, members and components on this machine.
     * @param unreadableHandler hears once of each thing that cannot be read, with the cause.
     */
    public VenueMetrics(
        final VenueConfig config, final List<Path> dataDirs, final BiConsumer<String, Throwable> unreadableHandler)
    {
        directories = DataDirectory.list(dataDirs);
        this.unreadableHandler = unreadableHandler;
        host = new HostSource(PROC);
        certificates = new CertificateSource(config);
        minFreeBytes = config.minFreeBytes();
        backup = config.host().hasBackup() ? Labels.of("cluster", Integer.toString(config.partition())) : null;
    }

    @Override
    public MetricSnapshots collect()
    {
        return look().samples().snapshots();
    }

    /**
     * Looks once.
     *
     * @return what there is now.
     */
    public synchronized Look look()
    {
        final Look look = new Look(new Samples(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        unreadable = 0;
        for (final DataDirectory directory : directories)
        {
            final int driversBefore = look.drivers().size();
            final long writtenBytes = addDriver(directory, look);
            addComponents(
                directory, look, look.drivers().stream().skip(driversBefore).allMatch(DriverState::canCommit));
            guarded("backup in " + directory.path(), () -> addBackup(directory, look.samples()));
            guarded("disk of " + directory.path(), () ->
            {
                look.samples().add("DISK_MIN_FREE", directory.labels(), minFreeBytes);
                final long free = host.addDisk(directory, writtenBytes, System.currentTimeMillis(), look.samples());
                if (free < minFreeBytes)
                {
                    look.fullDisks().add("there is too little free space, free some or the engine stops: node=" +
                        directory.node() + " freeBytes=" + free + " minFreeBytes=" + minFreeBytes);
                }
            });
        }
        for (final DataDirectory venue : venues())
        {
            guarded("clearing of " + venue.path(), () -> ClearingSource.add(venue, look.samples()));
        }
        guarded("network", () -> host.addNetwork(look.samples()));
        guarded("clock", () -> HostSource.addClock(KernelClock.read(), look.samples()));
        addSockets(look);
        guarded("certificates", () -> certificates.add(look.samples()));
        look.samples().add("UNREADABLE", Labels.EMPTY, unreadable);
        return look;
    }

    /** Partitions of a venue are cleared together. */
    private List<DataDirectory> venues()
    {
        return DataDirectory.list(
            directories.stream().map((directory) -> Partitions.venue(directory.path())).distinct().toList());
    }

    private static void addBackup(final DataDirectory directory, final Samples samples)
    {
        if (!BackupStatus.isIn(directory.path()))
        {
            return;
        }
        final BackupStatus status = BackupStatus.read(directory.path());
        addKnown("BACKUP_WHOLE", directory, status.wholeMs(), samples);
        addKnown("BACKUP_FILES", directory, status.filesMs(), samples);
        addKnown("BACKUP_LAG", directory, status.lagNs(), samples);
        if (status.logBehind() >= 0 && status.eventsBehind() >= 0)
        {
            samples.add("BACKUP_BEHIND", directory.labels(), status.logBehind() + status.eventsBehind());
        }
    }

    private static void addKnown(
        final String name, final DataDirectory directory, final long time, final Samples samples)
    {
        if (time >= 0)
        {
            samples.add(name, directory.labels(), time);
        }
    }

    private void addComponents(final DataDirectory directory, final Look look, final boolean canCommit)
    {
        guarded("counters of " + directory.path(), () ->
        {
            for (final Path file : CountersFileReader.list(directory.counters()))
            {
                guarded(file.toString(), () ->
                    look.components().add(
                        ComponentSource.read(
                            directory, file, System.currentTimeMillis(), canCommit, look.samples())));
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
                final DriverState state = source.read(file, System.currentTimeMillis());
                look.drivers().add(state);
                if (null != backup && state.isMember())
                {
                    look.samples().add("BACKUP_EXPECTED", directory.labels().merge(backup), 1);
                }
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
            reported.remove(what);
        }
        catch (final NoSuchFileException ignored)
        {
            // Removed between two looks at it: its component has stopped.
            reported.remove(what);
        }
        catch (final IOException | GeneralSecurityException | RuntimeException | InternalError ex)
        {
            // InternalError: a file became shorter while it was read.
            unreadable++;
            if (reported.add(what))
            {
                unreadableHandler.accept(what, ex);
            }
        }
    }
}
