// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.support;

import picocli.CommandLine.Option;

import java.nio.file.Path;

/**
 * The option that names a venue.
 */
public class VenueDirectory
{
    @Option(names = "--data", paramLabel = "DIR", defaultValue = "data",
        description = "Data directory of the venue (default: ${DEFAULT-VALUE}).")
    private Path dataDir;

    /**
     * Data directory of the venue.
     *
     * @return directory.
     */
    public final Path dataDir()
    {
        return dataDir;
    }
}
