// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.support;

import picocli.CommandLine.Mixin;

import java.nio.file.Path;

/**
 * A command about one venue.
 */
public abstract class VenueCommand extends CliCommand
{
    @Mixin
    private VenueDirectory venue;

    /**
     * Data directory of the venue.
     *
     * @return directory.
     */
    protected final Path dataDir()
    {
        return venue.dataDir();
    }
}
