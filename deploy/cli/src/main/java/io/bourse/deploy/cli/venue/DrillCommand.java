// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.venue;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.deploy.drill.Drill;
import io.bourse.deploy.drill.DrillClients;
import io.bourse.deploy.drill.DrillOptions;
import io.bourse.deploy.drill.DrillReport;
import io.bourse.engine.protocol.LoginProtocol;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Kills a venue's processes under load and checks that nothing was lost and nothing happened twice.
 */
@Command(
    name = "drill",
    description = "Starts a venue of single processes and clients on loopback, kills them at random with kill -9 " +
        "while they trade, then compares what every client received with the event stream, the feeds and clearing.",
    footer = {"", "Exit codes: 0 clean, 4 something was found."})
public final class DrillCommand extends CliCommand
{
    @Option(names = "--kills", paramLabel = "N", defaultValue = "20",
        description = "Number of kills (default: ${DEFAULT-VALUE}).")
    private int kills;

    @Option(names = "--seed", paramLabel = "S", defaultValue = "1",
        description = "Decides victims, moments and orders (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--host", paramLabel = "HOST", defaultValue = "solo",
        description = "solo: one engine; cluster: three members (default: ${DEFAULT-VALUE}).")
    private String host;

    @Option(names = "--together",
        description = "Every kill takes the engine, of a cluster the leader, and both gateways at once.")
    private boolean isTogether;

    @Option(names = "--out", paramLabel = "DIR",
        description = "Where data, journals of the clients and logs go; must not exist or be empty " +
            "(default: drill-<time>).")
    private Path target;

    @Override
    protected int execute(final PrintWriter out) throws IOException
    {
        if (kills < 0 || !host.equals(VenueConfig.Host.SOLO) && !host.equals(VenueConfig.Host.CLUSTER))
        {
            throw usage("--kills must not be negative and --host solo or cluster: kills=" + kills + " host=" + host);
        }
        final Path directory = (null != target ? target : Path.of("drill-" +
            LocalDateTime.now().format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss")))).toAbsolutePath();
        Files.createDirectories(directory);
        try (Stream<Path> files = Files.list(directory))
        {
            rejectIf(files.findAny().isPresent(), "the directory is not empty: out=" + directory);
        }
        System.out.println("drill host=" + host + " kills=" + kills + " seed=" + seed + " out=" + directory);
        final DrillReport report = Drill.run(new DrillOptions(kills, seed, host, isTogether, directory), System.out);
        report.print(System.out);
        return report.isClean() ? ExitCode.OK : ExitCode.CHECK_FAILED;
    }

    @Command(
        name = "clients",
        hidden = true,
        mixinStandardHelpOptions = true,
        description = "The clients of a drill; started by it.")
    void clients(
        @Option(names = "--config", required = true) final Path configFile,
        @Option(names = "--protocol", required = true) final LoginProtocol protocol,
        @Option(names = "--journals", required = true) final Path journals,
        @Option(names = "--seed", required = true) final long clientSeed)
    {
        DrillClients.run(VenueConfigLoader.load(configFile, Map.of()), protocol, journals, clientSeed,
            out());
    }
}
