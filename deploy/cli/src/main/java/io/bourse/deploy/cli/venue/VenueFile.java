// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.venue;

import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.config.VenueConfigLoader;
import picocli.CommandLine.Option;

import java.nio.file.Path;
import java.util.LinkedHashMap;
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

    /**
     * Loads it.
     *
     * @param more that overrides the file, by path.
     * @return configuration.
     */
    VenueConfig load(final Map<String, Object> more)
    {
        final Map<String, Object> overrides = new LinkedHashMap<>(more);
        if (null != host)
        {
            overrides.put("venue.host", host);
        }
        if (null != dataDir)
        {
            overrides.put("venue.data-dir", dataDir.toString());
        }
        return VenueConfigLoader.load(configFile, overrides);
    }
}
