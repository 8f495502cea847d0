// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.support;

import io.bourse.deploy.config.ConfigurationException;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.deploy.operators.SiteActs;
import picocli.CommandLine.Option;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Who signs when the register of operators of a copy is lost.
 */
public final class FoundersFile
{
    @Option(names = "--founders", paramLabel = "FILE",
        description = "Venue file whose venue.operators.founders sign, of a copy whose register of operators cannot " +
            "be read.")
    private Path file;

    /** Whether founders are to stand in for the register. */
    public boolean isGiven()
    {
        return null != file;
    }

    /**
     * Acts of a copy.
     *
     * @param backupDir directory of the copy.
     * @return acts by its register, or by founders.
     * @throws IllegalStateException when the register cannot be read and no founders are given, or can, and they are.
     */
    public SiteActs actsOf(final Path backupDir)
    {
        if (!isGiven())
        {
            return SiteActs.ofCopy(backupDir, List.of());
        }
        final List<VenueConfig.Founder> founders =
            VenueConfigLoader.loadAll(file, Map.of("venue.data-dir", backupDir.toString())).getFirst().operators()
                .founders();
        if (founders.isEmpty())
        {
            throw new ConfigurationException("venue.operators.founders", "[]", "names no one who could sign");
        }
        return SiteActs.ofCopy(backupDir, founders);
    }
}
