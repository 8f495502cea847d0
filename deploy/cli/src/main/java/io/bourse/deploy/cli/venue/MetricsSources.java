// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.venue;

import io.bourse.deploy.config.MaskedConfig;
import io.bourse.deploy.config.PartitionInstruments;
import io.bourse.deploy.config.Partitions;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.config.VenueConfigLoader;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The options that say where the numbers of a venue are.
 */
final class MetricsSources
{
    @Option(names = "--config", paramLabel = "FILE",
        description = "Venue file (HOCON): limits, certificates, TLS. Default: built-in values.")
    private Path configFile;

    @Option(names = "--data", paramLabel = "DIR",
        description = "Data directory of the engine, of a member, or of components on this machine; may be repeated. " +
            "Default: venue.data-dir.")
    private List<Path> dataDirs = new ArrayList<>();

    @Option(names = "--partition", paramLabel = "N",
        description = "This partition of a venue of several. Default: all, where that can be.")
    private Integer partition;

    /** Of a venue of one partition, or of the one that is named. */
    VenueConfig config(final Map<String, Object> options)
    {
        return VenueConfigLoader.load(configFile, overrides(options));
    }

    /** Of all partitions, or of the one that is named. */
    List<VenueConfig> configs(final Map<String, Object> options)
    {
        return VenueConfigLoader.loadAll(configFile, overrides(options));
    }

    /** The same, also where no file but the data directory says how many partitions there are. */
    List<VenueConfig> allConfigs(final Map<String, Object> options) throws IOException
    {
        final List<VenueConfig> configs = configs(options);
        final Path dataDir = configs.getFirst().dataDir();
        final List<Integer> partitions = PartitionInstruments.read(dataDir).partitions();
        if (partitions.size() < 2)
        {
            return configs;
        }
        final Map<String, Object> all = new LinkedHashMap<>(options);
        // Those of a market need not begin with 0.
        all.put("venue.partitions.count", partitions.getLast() + 1);
        return configs(all).stream().filter(config -> partitions.contains(config.partition())).toList();
    }

    /** Those of the venue, of a cluster those of its members. */
    List<Path> venueDirs(final Path ofConfig)
    {
        return dataDirs.isEmpty() ? List.of(ofConfig) : List.copyOf(dataDirs);
    }

    private Map<String, Object> overrides(final Map<String, Object> options)
    {
        final Map<String, Object> overrides = new LinkedHashMap<>(options);
        if (!dataDirs.isEmpty())
        {
            overrides.put("venue.data-dir", dataDirs.getFirst().toString());
        }
        if (null != partition)
        {
            overrides.put("venue.partition", partition);
        }
        return overrides;
    }

    Path configFile()
    {
        return configFile;
    }

    /** Those that the venue file names, also when a start would refuse the rest of it, unless they are given. */
    List<Path> givenOrConfigured()
    {
        return partitions(dataDirs.isEmpty() ? List.of(MaskedConfig.dataDir(configFile)) : dataDirs);
    }

    List<Path> dataDirs(final List<VenueConfig> configs)
    {
        if (!dataDirs.isEmpty())
        {
            return partitions(dataDirs);
        }
        final List<Path> ofConfigs = new ArrayList<>(configs.stream().map(VenueConfig::dataDir).toList());
        if (configs.size() > 1)
        {
            ofConfigs.addAll(lowFrequency(configs.getFirst().dataDir().toAbsolutePath().getParent()));
        }
        return ofConfigs;
    }

    private static List<Path> lowFrequency(final Path venueDir)
    {
        return VenueConfig.LowFrequency.NAMES.stream().map((name) -> Partitions.lowFrequency(venueDir, name))
            .filter(Files::isDirectory).toList();
    }

    private List<Path> partitions(final List<Path> directories)
    {
        final List<Path> found = new ArrayList<>(directories.stream()
            .flatMap((directory) -> Partitions.directories(directory).stream()
                .filter((each) -> null == partition || directory.equals(each) ||
                    each.endsWith(Partitions.directory(Path.of(""), partition)))).toList());
        if (null == partition)
        {
            directories.forEach((directory) -> found.addAll(lowFrequency(directory)));
        }
        return found;
    }
}
