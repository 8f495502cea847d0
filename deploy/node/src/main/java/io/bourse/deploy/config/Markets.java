// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import io.bourse.engine.protocol.TradingDays;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The markets of a venue. Each is some of its partitions, with sessions, collateral, clearing and a directory of its
 * own below that of the venue.
 *
 * @param partitions of each market, ascending, by its code; none when the venue is one market.
 */
public record Markets(Map<String, List<Integer>> partitions)
{
    static final String SECTION = "venue.markets";
    /** A venue that is one market. */
    static final Markets NONE = new Markets(Map.of());
    static final String PARTITIONS = "partitions";
    private static final String PREFIX = "market-";
    /** As long as the code of a calendar; no character of it is special in a path of options. */
    private static final String CODE = "[a-z][a-z0-9-]{0,11}";

    /**
     * Reads the section.
     *
     * @param venue options of the venue, resolved.
     * @return markets in order of their first partitions.
     */
    static Markets of(final Config venue)
    {
        final Map<String, List<Integer>> markets = new LinkedHashMap<>();
        final Set<Integer> all = new HashSet<>();
        codes(venue).stream().sorted().forEach(code ->
        {
            final List<Integer> partitions = read(venue, code);
            partitions.forEach(partition -> rejectIf(!all.add(partition), code, partitions,
                "partition " + partition + " is of another market, too"));
            markets.put(code, partitions);
        });
        IntStream.range(0, all.size()).filter(partition -> !all.contains(partition)).findFirst().ifPresent(partition ->
        {
            throw new ConfigurationException(SECTION, all.toString(), "the partitions of all markets are numbered " +
                "from 0 without a gap: missing=" + partition);
        });
        final Map<String, List<Integer>> sorted = new LinkedHashMap<>();
        markets.entrySet().stream().sorted(Comparator.comparing(market -> market.getValue().getFirst()))
            .forEach(market -> sorted.put(market.getKey(), market.getValue()));
        return new Markets(sorted);
    }

    private static Set<String> codes(final Config venue)
    {
        try
        {
            // What is no section at all is refused with the first option that is missed.
            return venue.hasPath(SECTION) ? venue.getConfig(SECTION).root().keySet() : Set.of();
        }
        catch (final ConfigException ex)
        {
            throw new ConfigurationException(SECTION, venue.getValue(SECTION).render(),
                "must be a section with the codes of markets");
        }
    }

    private static List<Integer> read(final Config venue, final String code)
    {
        rejectIf(!code.matches(CODE), code, List.of(),
            "the code of a market has up to 12 small letters, digits and hyphens, a letter first");
        final String key = SECTION + "." + code + "." + PARTITIONS;
        try
        {
            final List<Integer> partitions = venue.getIntList(key).stream().sorted().toList();
            rejectIf(partitions.isEmpty(), code, partitions, "a market has at least one partition");
            return partitions;
        }
        catch (final ConfigException ex)
        {
            throw new ConfigurationException(key, "", "must be the numbers of its partitions, such as [0]: " +
                ex.getMessage());
        }
    }

    private static void rejectIf(
        final boolean isWrong, final String code, final List<Integer> partitions, final String reason)
    {
        if (isWrong)
        {
            throw new ConfigurationException(
                SECTION + "." + code + "." + PARTITIONS, partitions.toString(), reason);
        }
    }

    /**
     * Whether the venue is one market.
     *
     * @return true without markets.
     */
    public boolean isEmpty()
    {
        return partitions.isEmpty();
    }

    /** How many partitions all have together. */
    int count()
    {
        return partitions.values().stream().mapToInt(List::size).sum();
    }

    /**
     * The market of a partition.
     *
     * @param partition which.
     * @return its code; empty when the venue is one market.
     */
    public String of(final int partition)
    {
        return partitions.entrySet().stream().filter(market -> market.getValue().contains(partition))
            .map(Map.Entry::getKey).findFirst().orElse("");
    }

    /**
     * Where a market is.
     *
     * @param venueDir data directory of the venue.
     * @param code of the market; empty when the venue is one market.
     * @return directory of the market, or that of the venue when it is one market.
     */
    public static Path directory(final Path venueDir, final String code)
    {
        return code.isEmpty() ? venueDir : venueDir.resolve(PREFIX + code);
    }

    /**
     * Directories of the markets of a venue.
     *
     * @param venueDir data directory of the venue.
     * @return by code, in order of the codes; none when the venue is one market.
     */
    public static Map<String, Path> in(final Path venueDir)
    {
        final Map<String, Path> found = new LinkedHashMap<>();
        if (Files.isDirectory(venueDir))
        {
            try (Stream<Path> files = Files.list(venueDir))
            {
                files.filter(file -> file.getFileName().toString().startsWith(PREFIX) && Files.isDirectory(file))
                    .sorted()
                    .forEach(file -> found.put(file.getFileName().toString().substring(PREFIX.length()), file));
            }
            catch (final IOException ex)
            {
                throw new UncheckedIOException("cannot look for markets: dir=" + venueDir, ex);
            }
        }
        return found;
    }

    /**
     * The market that a directory is of.
     *
     * @param directory of a market, or of a venue that is one.
     * @return its code; empty for the venue.
     */
    public static String codeOf(final Path directory)
    {
        final Path name = directory.toAbsolutePath().normalize().getFileName();
        return null != name && name.toString().startsWith(PREFIX) ? name.toString().substring(PREFIX.length()) : "";
    }

    /**
     * Calendars for the engines of a market: they have one session, and the market's own calendar is that of all they
     * know.
     *
     * @param all calendars of the venue.
     * @param code of the market; empty when the venue is one market.
     * @return all of them in a venue that is one market; else that of the market, or of the whole venue when the market
     *     has none.
     */
    public static List<TradingDays> calendars(final List<TradingDays> all, final String code)
    {
        return code.isEmpty() ? all : Stream.of(code, TradingDays.WHOLE_VENUE)
            .flatMap(market -> all.stream().filter(days -> market.equals(days.market()))).limit(1)
            .map(TradingDays::ofWholeVenue).toList();
    }

    /**
     * The calendar that sessions of a market follow.
     *
     * @param all calendars of the venue.
     * @param code of the market; empty when the venue is one market.
     * @return Monday to Friday when neither the market nor the whole venue has one.
     */
    public static TradingDays calendar(final List<TradingDays> all, final String code)
    {
        return calendars(all, code).stream().filter(days -> TradingDays.WHOLE_VENUE.equals(days.market())).findFirst()
            .orElseGet(() -> new TradingDays(TradingDays.WHOLE_VENUE, TradingDays.MONDAY_TO_FRIDAY));
    }
}
