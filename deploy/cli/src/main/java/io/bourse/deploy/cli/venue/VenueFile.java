// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.venue;

import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.config.VenueConfigLoader;
import picocli.CommandLine.Option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The options of commands that run a matcher: the venue file, and what overrides it.
 */
final class VenueFile
{
    @Option(names = "--config", paramLabel = "FILE", description = "Venue file (HOCON). Default: built-in values.")
    private Path configFile;

    @Option(names = "--data", paramLabel = "DIR", description = "Data directory; overrides venue.data-dir.")
    private Path dataDir;

    @Option(names = "--host", paramLabel = "HOST",
        description = "What runs the matcher: solo or cluster; overrides venue.host.")
    private String host;

    @Option(names = "--partition", paramLabel = "N", description = "This partition of a venue of several.")
    private Integer partition;

    /**
     * Loads it.
     *
     * @param more that overrides the file, by path.
     * @return configuration.
     */
    VenueConfig load(final Map<String, Object> more)
    {
        return VenueConfigLoader.load(configFile, overrides(more));
    }

    /** Loads that of each partition, or of the one that is named. */
    List<VenueConfig> loadAll()
    {
        return VenueConfigLoader.loadAll(configFile, overrides(Map.of()));
    }

    /** Loads that of a gateway that serves all partitions. */
    VenueConfig loadLowFrequency(final String name)
    {
        return VenueConfigLoader.loadLowFrequency(configFile, overrides(Map.of()), name);
    }

    /** The options that name the same file and directory for another process. */
    List<String> arguments()
    {
        final List<String> arguments = new ArrayList<>();
        add("--config", configFile, arguments);
        add("--data", dataDir, arguments);
        add("--host", host, arguments);
        return arguments;
    }

    private static void add(final String option, final Object value, final List<String> arguments)
    {
        if (null != value)
        {
            arguments.addAll(List.of(option, value.toString()));
        }
    }

    private Map<String, Object> overrides(final Map<String, Object> more)
    {
        final Map<String, Object> overrides = new LinkedHashMap<>(more);
        if (null != partition)
        {
            overrides.put("venue.partition", partition);
        }
        if (null != host)
        {
            overrides.put("venue.host", host);
        }
        if (null != dataDir)
        {
            overrides.put("venue.data-dir", dataDir.toString());
        }
        return overrides;
    }
}
