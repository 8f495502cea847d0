// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import io.bourse.deploy.config.ReferenceData.Elsewhere;
import io.bourse.deploy.config.ReferenceData.Limits;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.client.operator.TradingLimitsSpec;
import org.apache.commons.csv.CSVRecord;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;

import static io.bourse.deploy.config.ReferenceDataReader.rejectIf;

/**
 * The optional table {@code partitions.csv}: which partition has an instrument. A row names its symbol, or an
 * underlying for all its instruments that have no row. Instruments that are not named are in partition 0.
 */
final class PartitionTable
{
    private static final String FILE = "partitions.csv";

    /**
     * A row.
     *
     * @param line in the file.
     */
    private record Place(int partition, long line)
    {
    }

    private static final Place UNNAMED = new Place(0, 0);

    private final Map<Integer, Place> places = new HashMap<>();
    private final ReferenceData data;
    private final int count;

    PartitionTable(final ReferenceDataReader reader, final ReferenceData data, final int count)
    {
        this.data = data;
        this.count = count;
        final Map<Integer, Place> byUnderlying = new HashMap<>();
        final Set<String> names = new HashSet<>();
        reader.rowsIfThere(FILE, row -> names.add(name(row, names, byUnderlying)));
        byUnderlying.forEach(places::putIfAbsent);
        IntStream.range(0, count).filter(partition -> data.instruments().stream()
            .noneMatch(instrument -> partition == place(instrument.instrumentId()).partition())).findFirst()
            .ifPresent(partition ->
            {
                throw new ConfigurationException(PartitionOptions.COUNT, Integer.toString(count),
                    FILE + " gives no instrument to a partition: partition=" + partition);
            });
        requireTogether();
    }

    private String name(final CSVRecord row, final Set<String> names, final Map<Integer, Place> byUnderlying)
    {
        final String name = row.get("symbol");
        rejectIf(names.contains(name), "is named twice: symbol=" + name);
        final int partition = Integer.parseInt(row.get("partition"));
        rejectIf(partition < 0 || partition >= count, "partition must be from 0 to " + (count - 1) + ", see " +
            PartitionOptions.COUNT + ": partition=" + partition);
        final Place place = new Place(partition, row.getRecordNumber() + 1);
        if (!put(places, instrument -> name.equals(instrument.symbol()), place) &&
            !put(byUnderlying, instrument -> name.equals(instrument.underlying()), place))
        {
            throw new IllegalArgumentException(
                "symbol must be a symbol or an underlying of instruments.csv: symbol=" + name);
        }
        return name;
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
            throw new ConfigurationException(FILE + " line " + Math.max(first.line(), second.line()), "", what +
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
            data.tradingDays(),
            data.limits().stream().map(limits -> part(limits, partition)).toList(),
            data.capacity(),
            data.indices().stream()
                .filter(each -> isIn(partition, each.members().getFirst().instrumentId())).toList(),
            data.obligations().stream().filter(each -> isIn(partition, each.instrumentId())).toList(),
            data.instruments().stream().filter(each -> !isIn(partition, each.instrumentId()))
                .map(each -> new Elsewhere(each, place(each.instrumentId()).partition())).toList());
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
                Partitions.partOfLimit(limits.maxActiveOrders(), partition, count),
                (int)Partitions.partOfLimit(limits.maxOrdersPerSecond(), partition, count)));
        }
        catch (final IllegalArgumentException ex)
        {
            throw new ConfigurationException(
                "limits.csv", "level=" + whole.level() + " code=" + whole.code(), ex.getMessage());
        }
    }
}
