// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.recovery;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.config.Partitions;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.deploy.node.Idling;
import io.bourse.deploy.node.VenueCopy;
import io.bourse.engine.host.backup.BackupSite;
import io.bourse.engine.host.backup.BackupStatus;
import org.agrona.CloseHelper;
import org.agrona.concurrent.ShutdownSignalBarrier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Keeps a copy of a cluster up to date, in the foreground until it is stopped.
 */
@Command(
    name = "backup",
    description = {
        "Keeps a copy of a cluster in a directory of its own, in the foreground; Ctrl-C stops it. The directory of a",
        "venue that the other site has taken over from is set aside first, below its own name.",
        "With --status it only says how far the copy has come, whether it runs or not."},
    footer = {
        "",
        "The copy becomes the venue with `bourse failover`, or `bourse restore`. See docs/backup.md."})
public final class BackupCommand extends CliCommand
{
    private static final int MAX_PORT = 65_534;

    @Option(names = "--config", paramLabel = "FILE",
        description = "Venue file (HOCON), the one of the members; needed to copy.")
    private Path configFile;

    @Option(names = "--data", paramLabel = "DIR", required = true, description = "Directory of the copy.")
    private Path dataDir;

    @Option(names = "--partition", paramLabel = "N",
        description = "Only this partition of a venue of several. The copy of each is in DIR/partition-N.")
    private Integer partition;

    @Option(names = "--port", paramLabel = "PORT", defaultValue = "0",
        description = "First of two UDP ports of venue.cluster.backup-host, for answers and questions of members; " +
            "default: those after the members' own.")
    private int port;

    @Option(names = "--status", description = "Says how far the copy has come.")
    private boolean isStatus;

    @Override
    protected void run(final PrintWriter out)
    {
        if (isStatus)
        {
            printStatus(out);
            return;
        }
        rejectIf(null == configFile, "--config is needed: where are the members?");
        rejectIf(port < 0 || port > MAX_PORT, "--port must be from 0 to " + MAX_PORT + ": " + port);
        final Map<String, Object> options = new HashMap<>(Map.of(
            "venue.host", VenueConfig.Host.CLUSTER, "venue.data-dir", dataDir.toString()));
        if (null != partition)
        {
            options.put("venue.partition", partition);
        }
        final List<VenueConfig> configs = VenueConfigLoader.loadAll(configFile, options);
        rejectIf(0 != port && configs.size() > 1, "--port is of one partition, name it with --partition");
        final List<BackupSite> backups = new ArrayList<>();
        try (ShutdownSignalBarrier barrier = new ShutdownSignalBarrier())
        {
            for (final VenueConfig config : configs)
            {
                backups.add(VenueCopy.launchBackup(config, port, Idling::parking));
                out.println("Bourse backup of " + config.host().members() + " members, partition " +
                    config.partition());
                out.println("  data directory      " + config.dataDir().toAbsolutePath());
                out.println("  durability          " + config.durability());
            }
            out.println("  process             " + ProcessHandle.current().pid());
            out.println("ready");
            barrier.await();
            out.println("stopping");
        }
        finally
        {
            CloseHelper.closeAll(backups);
        }
    }

    /** Of all partitions that were copied, or of the one that is named. */
    private void printStatus(final PrintWriter out)
    {
        final List<Path> all = Partitions.directories(dataDir);
        for (final Path each : null == partition ? all : List.of(all.stream().filter((copy) ->
            copy.getFileName().equals(Partitions.directory(dataDir, partition).getFileName())).findFirst()
            .orElse(Partitions.directory(dataDir, partition))))
        {
            if (null == partition && all.size() > 1)
            {
                out.println(each.getFileName());
            }
            print(BackupStatus.read(each), out);
        }
    }

    private static void print(final BackupStatus status, final PrintWriter out)
    {
        final boolean isRunning = ProcessHandle.of(status.pid()).map(ProcessHandle::isAlive).orElse(false);
        out.println("as of                 " + Instant.ofEpochMilli(status.timeMs()));
        out.println("process               " + status.pid() + (isRunning ? "" : " (has ended)"));
        out.println("state                 " + status.state());
        out.println("log position          " + status.logPosition() + behind(status.logBehind()) +
            from(status.logSource()));
        out.println("snapshot position     " + (status.snapshotPosition() < 0 ? "none" : status.snapshotPosition()));
        out.println("event position        " + status.eventPosition() + behind(status.eventsBehind()) +
            from(status.eventSource()));
        out.println("lag                   " + (status.lagNs() < 0 ? "not known" :
            String.format(Locale.ROOT, "%.1f ms at most in the last second", status.lagNs() / 1_000_000.0)));
        status.files().forEach((origin, ms) -> out.printf("%-21s %s%n", "files of " + origin,
            ms < 0 ? "not copied yet" : "as of " + Instant.ofEpochMilli(ms)));
        if (!status.problem().isEmpty())
        {
            out.println("problem               " + status.problem());
        }
        out.println("would be lost now     " + loss(status, System.currentTimeMillis()));
    }

    /**
     * What the venue had and the copy has not, in words.
     *
     * @param status of the copy.
     * @param nowMs milliseconds since the Unix epoch.
     * @return part of a sentence.
     */
    static String loss(final BackupStatus status, final long nowMs)
    {
        if (status.wholeMs() < 0)
        {
            return "not known: the copy has never had everything that the venue had";
        }
        return "nothing that the venue acknowledged up to " + Instant.ofEpochMilli(status.wholeMs()) +
            "; perhaps what it acknowledged in the " +
            String.format(Locale.ROOT, "%.1f", (nowMs - status.wholeMs()) / 1_000.0) + " s since then" +
            (status.logBehind() < 0 ? "" : ", of which " + status.logBehind() + " bytes of commands are known of");
    }

    private static String behind(final long bytes)
    {
        return bytes < 0 ? ", not known how far behind" : ", " + bytes + " bytes behind";
    }

    private static String from(final int memberId)
    {
        return memberId < 0 ? ", from no member at the moment" : ", from member " + memberId;
    }
}
