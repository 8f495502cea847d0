// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.venue;

import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.deploy.node.ComponentKind;
import io.bourse.deploy.node.ComponentNode;
import org.agrona.concurrent.ShutdownSignalBarrier;
import picocli.CommandLine.Option;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The options of every command that runs one component in a process of its own, and what these commands do.
 */
final class ComponentOptions
{
    @Option(names = "--config", paramLabel = "FILE",
        description = "Venue file (HOCON), the same for all processes of the venue. Default: built-in values.")
    private Path configFile;

    @Option(names = "--data", paramLabel = "DIR",
        description = "Data directory of the component; overrides venue.data-dir. May be the engine's.")
    private Path dataDir;

    @Option(names = "--partition", paramLabel = "N", description = "This partition of a venue of several.")
    private Integer partition;

    @Option(names = "--engine", paramLabel = "DIR",
        description = "Data directory of the engine, or of each cluster member on this machine, by preference; may " +
            "be repeated. Default: the component's data directory. Not used with venue.cluster.component-host.")
    private List<Path> engineDirs = new ArrayList<>();

    /** Runs a component in the foreground until it is stopped or fails. */
    int run(final ComponentKind kind, final PrintWriter out)
    {
        final Map<String, Object> overrides = new LinkedHashMap<>();
        if (null != dataDir)
        {
            overrides.put("venue.data-dir", dataDir.toString());
        }
        if (null != partition)
        {
            overrides.put("venue.partition", partition);
        }
        final VenueConfig config = VenueConfigLoader.load(configFile, overrides);
        out.println("Bourse " + kind.title() + ", partition " + config.partition());
        return run(kind, config, engineDirs.isEmpty() ? List.of(config.dataDir()) : engineDirs, out);
    }

    /** Runs a component with these engines. */
    static int run(
        final ComponentKind kind, final VenueConfig config, final List<Path> engines, final PrintWriter out)
    {
        out.println("  process             " + ProcessHandle.current().pid());
        try (ShutdownSignalBarrier barrier = new ShutdownSignalBarrier();
            ComponentNode component = ComponentNode.start(
                kind, config, engines,
                text ->
                {
                    out.println(text);
                }))
        {
            component.end().whenComplete((cause, failure) -> barrier.signalAll());
            barrier.await();
            out.println("stopping");
            final Throwable cause = component.end().getNow(null);
            if (cause instanceof RuntimeException failure)
            {
                throw failure;
            }
            return null == cause ? ExitCode.OK : ExitCode.INTERNAL;
        }
    }
}
