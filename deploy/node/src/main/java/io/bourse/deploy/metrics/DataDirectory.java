// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.metrics;

import io.bourse.deploy.node.VenueDescriptor;
import io.bourse.engine.host.storage.EngineDirectories;
import io.prometheus.metrics.model.snapshots.Labels;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A data directory of a venue.
 *
 * @param path of the directory.
 * @param node its name in labels.
 */
record DataDirectory(Path path, String node)
{
    /** The last part of a path names it, unless two have the same. */
    static List<DataDirectory> list(final List<Path> dataDirs)
    {
        final Set<Path> names = new HashSet<>();
        final boolean isUnique = dataDirs.stream().allMatch(
            (path) -> names.add(path.toAbsolutePath().normalize().getFileName()));
        return dataDirs.stream().map((path) -> path.toAbsolutePath().normalize()).map((path) -> new DataDirectory(
            path, isUnique && null != path.getFileName() ? path.getFileName().toString() : path.toString())).toList();
    }

    Labels labels()
    {
        return Labels.of("node", node);
    }

    Path counters()
    {
        return EngineDirectories.countersDir(path);
    }

    /** Where the media driver of the engine is, if there is an engine. */
    Path driver() throws IOException
    {
        return Path.of(isDescribed() ? VenueDescriptor.readLast(path).aeronDirectory() :
            EngineDirectories.aeronDirectoryName(path));
    }

    /** Whether an engine serves, or has died while it served. */
    boolean isDescribed()
    {
        return Files.exists(path.resolve(VenueDescriptor.FILE_NAME));
    }
}
