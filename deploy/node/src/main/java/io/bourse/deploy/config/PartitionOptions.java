// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigValue;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the options of one of several partitions are, of those of the venue: a data directory of its own, ports and
 * multicast groups by rule, and what {@code venue.partitions.N} says instead.
 */
final class PartitionOptions
{
    static final String COUNT = "venue.partitions.count";
    static final String PARTITION = "venue.partition";
    static final String DATA_DIR = "venue.data-dir";
    /** Groups, and so the third number of their addresses, have space for as many. */
    static final int MOST = 10;
    private static final String SECTION = "venue.partitions.";
    private static final Pattern OWN =
        Pattern.compile("venue\\.(partitions\\.[0-9]{1,2}|markets\\.[a-z][a-z0-9-]*)\\.(.+)");
    private static final Pattern GROUP = Pattern.compile("([0-9]+\\.[0-9]+\\.)([0-9]+)(\\.[0-9]+:)([0-9]+)");
    private static final int PORT_STEP = 100;
    private static final int GROUP_STEP = 10;
    private static final int HIGHEST_PORT = 65_535;
    private static final int HIGHEST_BYTE = 255;
    /** Who a member is, and who signs reports, is the same in all partitions. */
    private static final List<String> SHARED =
        List.of(AccessFile.KEY, "venue.fix.passwords.file", "venue.clearing.keys-dir");
    private static final String FIX_STORES = "venue.fix.stores";
    private static final String LOW_FREQUENCY_STORES = "venue.low-frequency.fix.stores";
    /** HOST:PORT, or a list of them. */
    private static final Set<String> ADDRESSES = Set.of("venue.site.peer", "venue.site.gateway", "venue.site.gateways");
    /** No two partitions write there. */
    private static final List<String> DIRECTORIES =
        List.of(FIX_STORES, "venue.history.directory", "venue.marketdata.record.directory");
    /** Those that make it one venue. */
    private static final Set<String> OF_VENUE = Set.of(DATA_DIR, PARTITION, "venue.reference-data");

    private PartitionOptions()
    {
    }

    /** The option of the venue that an option of one partition or market stands for; null for all other keys. */
    static String ofVenue(final String key)
    {
        final Matcher own = OWN.matcher(key);
        final String option = own.matches() ? "venue." + own.group(2) : null;
        return null == option || OF_VENUE.contains(option) || option.startsWith(SECTION) ? null : option;
    }

    /**
     * Options of one partition.
     *
     * @param venue options of the venue, resolved.
     * @param beneath the same without the command line, not resolved.
     * @param partition which.
     * @return those of the partition before those of its market, stronger than {@code beneath} and weaker than the
     *     command line.
     */
    static Config of(final Config venue, final Config beneath, final int partition)
    {
        final Markets markets = Markets.of(venue);
        final Config ofMarket = markets.isEmpty() ? ConfigFactory.empty() :
            own(venue, Markets.SECTION + "." + markets.of(partition)).withoutPath("venue." + Markets.PARTITIONS);
        return own(venue, SECTION + partition).withFallback(ofMarket).withFallback(ConfigFactory.parseMap(
            byRule(venue, beneath, partition), "rule for partition " + partition));
    }

    private static Config own(final Config venue, final String section)
    {
        return venue.hasPath(section) ? venue.getConfig(section).atPath("venue") : ConfigFactory.empty();
    }

    /** Where a partition is. */
    static Config place(final Config venue, final int partition)
    {
        final Path dir = Markets.directory(Path.of(venue.getString(DATA_DIR)), Markets.of(venue).of(partition));
        return ConfigFactory.parseMap(Map.of(
            DATA_DIR, Partitions.directory(dir, partition).toString(),
            PARTITION, partition,
            COUNT, venue.getInt(COUNT)), "partition " + partition);
    }

    /** Where a low-frequency gateway is; it has no time stamps, which are of a partition. */
    static Config lowFrequency(final Config venue, final String name)
    {
        return ConfigFactory.parseMap(Map.of(
            DATA_DIR, Partitions.lowFrequency(Path.of(venue.getString(DATA_DIR)), name).toString(),
            PARTITION, 0,
            FIX_STORES, lowFrequencyStores(venue),
            "venue.standby.enabled", false,
            "venue.timestamps.enabled", false), "low-frequency gateway");
    }

    /** Beside those of the partitions, or where the venue says. */
    private static String lowFrequencyStores(final Config venue)
    {
        final String name = VenueConfig.LowFrequency.FIX_NAME;
        final String stores = venue.getString(FIX_STORES);
        final String own = venue.getString(LOW_FREQUENCY_STORES);
        final String dataDir = venue.getString(DATA_DIR);
        return !own.equals(stores) ? own : ((dataDir + "/fix").equals(stores) ?
            Partitions.lowFrequency(Path.of(dataDir), name).resolve("fix") : Path.of(stores).resolve(name)).toString();
    }

    private static Map<String, Object> byRule(final Config venue, final Config beneath, final int partition)
    {
        final Map<String, Object> options = new HashMap<>();
        for (final Map.Entry<String, ConfigValue> entry : venue.entrySet())
        {
            final String key = entry.getKey();
            final String value = String.valueOf(entry.getValue().unwrapped());
            if (key.endsWith("port") && !key.startsWith(SECTION) && !key.startsWith(Markets.SECTION))
            {
                options.put(key, port(key, value, partition));
            }
            else if (ADDRESSES.contains(key))
            {
                options.put(key, entry.getValue().unwrapped() instanceof final List<?> all ?
                    all.stream().map(each -> address(key, String.valueOf(each), partition)).toList() :
                    address(key, value, partition));
            }
            else if (key.startsWith(MarketDataLoader.ROOT) && GROUP.matcher(value).matches())
            {
                options.put(key, group(key, value, partition));
            }
        }
        SHARED.forEach(key -> options.put(key, venue.getString(key)));
        options.put(LOW_FREQUENCY_STORES, lowFrequencyStores(venue));
        final Config placed = place(venue, partition).withFallback(beneath).resolve();
        for (final String key : DIRECTORIES)
        {
            final String directory = venue.getString(key);
            if (!"none".equals(directory) && directory.equals(placed.getString(key)))
            {
                options.put(key, Partitions.directory(Path.of(directory), partition).toString());
            }
        }
        return options;
    }

    /** A port 0 takes a free one in every partition; what is no port is refused where it is read. */
    private static Object port(final String key, final String value, final int partition)
    {
        if (!value.matches("[1-9][0-9]{0,4}"))
        {
            return value;
        }
        final int port = Integer.parseInt(value) + PORT_STEP * partition;
        requireSpace(key, value, partition, port, HIGHEST_PORT);
        return port;
    }

    private static String address(final String key, final String value, final int partition)
    {
        final int port = value.lastIndexOf(':') + 1;
        return value.substring(0, port) + port(key, value.substring(port), partition);
    }

    private static String group(final String key, final String value, final int partition)
    {
        final Matcher parts = GROUP.matcher(value);
        parts.matches();
        final int third = Integer.parseInt(parts.group(2)) + GROUP_STEP * partition;
        requireSpace(key, value, partition, third, HIGHEST_BYTE);
        return parts.group(1) + third + parts.group(3) + port(key, parts.group(4), partition);
    }

    private static void requireSpace(
        final String key, final String value, final int partition, final int derived, final int highest)
    {
        if (derived > highest)
        {
            throw new ConfigurationException(key, value, "that of partition " + partition + " would be " + derived +
                ", beyond " + highest + "; give it in " + SECTION + partition);
        }
    }
}
