// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import io.bourse.deploy.config.ReferenceData.Elsewhere;
import io.bourse.deploy.config.ReferenceData.Limits;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.client.operator.TradingLimitsSpec;
import org.apache.commons.csv.CSVRecord;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import static io.bourse.deploy.config.ReferenceDataReader.rejectIf;

/**
 * The optional table {@code partitions.csv}: which partition has an instrument. A row names its symbol, or an
 * underlying for all its instruments that have no row. Instruments that are not named are in partition 0. In a venue of
 * several markets {@code markets.csv} instead names the market of every instrument, and one of its partitions if it has
 * several.
 */
final class PartitionTable
{
    private static final String PARTITIONS = "partitions.csv";
    private static final String MARKETS = "markets.csv";

    /**
     * A row.
     *
     * @param line in the file.
     */
    private record Place(int partition, long line)
    {
    }

    private static final Place UNNAMED = new Place(0, 0);

    private final String file;
    private final Markets markets;
    private final List<Integer> together;
    private final Map<Integer, Place> places = new HashMap<>();
    private final ReferenceData data;
    private final int count;

    PartitionTable(final ReferenceDataReader reader, final ReferenceData data, final VenueConfig config)
    {
        this.data = data;
        count = config.partitions();
        markets = config.markets();
        together = config.together();
        file = markets.isEmpty() ? PARTITIONS : MARKETS;
        final Map<Integer, Place> byUnderlying = new HashMap<>();
        final Set<String> names = new HashSet<>();
        reader.rowsIfThere(file, row -> names.add(name(row, names, byUnderlying)));
        byUnderlying.forEach(places::putIfAbsent);
        if (!markets.isEmpty())
        {
            data.instruments().stream().filter(each -> !places.containsKey(each.instrumentId())).findFirst()
                .ifPresent(each ->
                {
                    throw new ConfigurationException(file, "", "gives an instrument to no market: symbol=" +
                        each.symbol());
                });
        }
        IntStream.range(0, count).filter(partition -> data.instruments().stream()
            .noneMatch(instrument -> partition == place(instrument.instrumentId()).partition())).findFirst()
            .ifPresent(partition ->
            {
                throw new ConfigurationException(PartitionOptions.COUNT, Integer.toString(count),
                    file + " gives no instrument to a partition: partition=" + partition);
            });
        requireTogether();
        data.limits().stream().filter(each -> !each.market().isEmpty() &&
            !markets.partitions().containsKey(each.market())).findFirst().ifPresent(each ->
            {
                throw new ConfigurationException("limits.csv", "level=" + each.level() + " code=" + each.code(),
                    "market must be one of " + Markets.SECTION + ": market=" + each.market());
            });
    }

    private String name(final CSVRecord row, final Set<String> names, final Map<Integer, Place> byUnderlying)
    {
        final String name = row.get("symbol");
        rejectIf(names.contains(name), "is named twice: symbol=" + name);
        final Place place =
            new Place(markets.isEmpty() ? partition(row) : ofMarket(row), row.getRecordNumber() + 1);
        if (!put(places, instrument -> name.equals(instrument.symbol()), place) &&
            !put(byUnderlying, instrument -> name.equals(instrument.underlying()), place))
        {
            throw new IllegalArgumentException(
                "symbol must be a symbol or an underlying of instruments.csv: symbol=" + name);
        }
        return name;
    }

    private int partition(final CSVRecord row)
    {
        final int partition = Integer.parseInt(row.get("partition"));
        rejectIf(partition < 0 || partition >= count, "partition must be from 0 to " + (count - 1) + ", see " +
            PartitionOptions.COUNT + ": partition=" + partition);
        return partition;
    }

    private int ofMarket(final CSVRecord row)
    {
        final String market = row.get("market");
        final List<Integer> partitions = markets.partitions().getOrDefault(market, List.of());
        rejectIf(partitions.isEmpty(), "market must be one of " + Markets.SECTION + ": market=" + market);
        final String named = row.isMapped("partition") ? row.get("partition") : "";
        final int partition = named.isEmpty() ? partitions.getFirst() : Integer.parseInt(named);
        rejectIf(!partitions.contains(partition), "partition must be one of the market's: market=" + market +
            " partition=" + partition + " partitions=" + partitions);
        return partition;
    }

    private boolean put(final Map<Integer, Place> to, final Predicate<InstrumentSpec> chosen, final Place place)
    {
        final List<Integer> ids =
            data.instruments().stream().filter(chosen).map(InstrumentSpec::instrumentId).toList();
        ids.forEach(id -> to.put(id, place));
        return !ids.isEmpty();
    }

    private Place place(final int instrumentId)
    {
        return places.getOrDefault(instrumentId, UNNAMED);
    }

    private boolean isIn(final int partition, final int instrumentId)
    {
        return partition == place(instrumentId).partition();
    }

    /** What depends on the book or the price of something else is where that is. */
    private void requireTogether()
    {
        data.strategies().forEach(strategy -> strategy.legs().forEach(leg -> requireTogether(
            "a strategy and its legs", strategy.instrumentId(), leg.instrumentId())));
        data.contracts().stream().filter(contract -> 0 != contract.underlyingInstrumentId())
            .forEach(contract -> requireTogether("a contract and the instrument that it becomes or whose price " +
                "decides it", contract.instrumentId(), contract.underlyingInstrumentId()));
        data.indices().forEach(index -> index.members().forEach(member -> requireTogether(
            "the members of an index (" + index.symbol() + ")", index.members().getFirst().instrumentId(),
            member.instrumentId())));
    }

    private void requireTogether(final String what, final int one, final int other)
    {
        final Place first = place(one);
        final Place second = place(other);
        if (first.partition() != second.partition())
        {
            throw new ConfigurationException(file + " line " + Math.max(first.line(), second.line()), "", what +
                " must be in one partition: instrument=" + one + " partition=" + first.partition() +
                " other=" + other + " otherPartition=" + second.partition());
        }
    }

    /** What one partition is given: its instruments, and everything else of the venue. */
    ReferenceData of(final int partition)
    {
        if (1 == count)
        {
            return data;
        }
        return new ReferenceData(
            data.clearingFirms(),
            data.brokerageFirms(),
            data.accounts(),
            data.logins(),
            data.instruments().stream().filter(each -> isIn(partition, each.instrumentId())).toList(),
            data.strategies().stream().filter(each -> isIn(partition, each.instrumentId())).toList(),
            data.contracts().stream().filter(each -> isIn(partition, each.instrumentId())).toList(),
            Markets.calendars(data.tradingDays(), markets.of(partition)),
            limits(markets.of(partition)).stream().map(limits -> part(limits, partition)).toList(),
            data.capacity(),
            data.indices().stream()
                .filter(each -> isIn(partition, each.members().getFirst().instrumentId())).toList(),
            data.obligations().stream().filter(each -> isIn(partition, each.instrumentId())).toList(),
            data.instruments().stream().filter(each -> !isIn(partition, each.instrumentId()))
                .map(each -> new Elsewhere(each, place(each.instrumentId()).partition())).toList());
    }

    /** A row for the market counts instead of one for all. */
    private Collection<Limits> limits(final String market)
    {
        return data.limits().stream().filter(each -> each.market().isEmpty() || market.equals(each.market()))
            .collect(Collectors.toMap(each -> each.level() + each.code(), Function.identity(),
                (one, other) -> one.market().isEmpty() ? other : one, LinkedHashMap::new)).values();
    }

    /** Limits of an order and of an instrument are the same in each. */
    private Limits part(final Limits whole, final int partition)
    {
        try
        {
            final TradingLimitsSpec limits = whole.limits();
            return new Limits(whole.level(), whole.code(), new TradingLimitsSpec(
                limits.maxPositionLots(),
                limits.maxOrderLots(),
                limits.maxOrderNotionalKopecks(),
                partOfLimit(limits.maxActiveOrders(), partition),
                (int)partOfLimit(limits.maxOrdersPerSecond(), partition)), whole.market());
        }
        catch (final IllegalArgumentException ex)
        {
            throw new ConfigurationException(
                "limits.csv", "level=" + whole.level() + " code=" + whole.code(), ex.getMessage());
        }
    }

    private long partOfLimit(final long limit, final int partition)
    {
        return Partitions.partOfLimit(limit, together.indexOf(partition), together.size());
    }
}
