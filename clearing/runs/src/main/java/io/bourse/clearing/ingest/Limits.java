// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.engine.protocol.LimitLevel;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the matcher checks collateral with: margins of one lot, and what registers may use. A register whose collateral
 * was never set is not checked.
 */
public final class Limits
{
    private static final List<LimitLevel> LEVELS =
        List.of(LimitLevel.CLIENT, LimitLevel.BROKERAGE_FIRM, LimitLevel.SETTLEMENT_ACCOUNT);

    private final Map<LimitLevel, SortedMap<String, Long>> collaterals = new EnumMap<>(LimitLevel.class);
    /** By ordinal of the instrument; not there until it was set. */
    private final SortedMap<Integer, Margin> margins = new TreeMap<>();
    /** By level and code, then by partition; empty when there is one partition. */
    private final SortedMap<String, SortedMap<Integer, Long>> parts = new TreeMap<>();

    Limits()
    {
        LEVELS.forEach(level -> collaterals.put(level, new TreeMap<>()));
    }

    void setCollateral(final LimitLevel level, final String code, final long kopecks)
    {
        collaterals.get(level).put(code, kopecks);
    }

    /** Sets the part of a partition; what a register may use is the sum of its parts. */
    long setPart(final LimitLevel level, final String code, final int partition, final long kopecks)
    {
        final SortedMap<Integer, Long> ofRegister =
            parts.computeIfAbsent(RunRecord.key(level, code), key -> new TreeMap<>());
        ofRegister.put(partition, kopecks);
        final long sum = ofRegister.values().stream().reduce(0L, Math::addExact);
        setCollateral(level, code, sum);
        return sum;
    }

    /**
     * What a register may use in each of several partitions.
     *
     * @param level of the register.
     * @param code of the register.
     * @return kopecks by partition, without those that do not check it; unmodifiable.
     */
    public SortedMap<Integer, Long> parts(final LimitLevel level, final String code)
    {
        return Collections.unmodifiableSortedMap(
            parts.getOrDefault(RunRecord.key(level, code), Collections.emptySortedMap()));
    }

    void setMargin(final int instrument, final Margin margin)
    {
        margins.put(instrument, margin);
    }

    /**
     * Registers whose collateral is checked, and what they may use.
     *
     * @param level client, brokerage firm or settlement account.
     * @return kopecks by code of the register, which is the order of registers in all tables; unmodifiable.
     */
    public SortedMap<String, Long> collaterals(final LimitLevel level)
    {
        return Collections.unmodifiableSortedMap(collaterals.get(level));
    }

    /**
     * Margin of one lot.
     *
     * @param instrument ordinal.
     * @return 0 and 0 if it was never set.
     */
    public Margin margin(final int instrument)
    {
        return margins.getOrDefault(instrument, Margin.NONE);
    }

    void write(final DataOutput out) throws IOException
    {
        for (final LimitLevel level : LEVELS)
        {
            final SortedMap<String, Long> registers = collaterals.get(level);
            out.writeInt(registers.size());
            for (final Map.Entry<String, Long> register : registers.entrySet())
            {
                out.writeUTF(register.getKey());
                out.writeLong(register.getValue());
            }
        }
        out.writeInt(margins.size());
        for (final Map.Entry<Integer, Margin> margin : margins.entrySet())
        {
            out.writeInt(margin.getKey());
            out.writeLong(margin.getValue().longKopecks());
            out.writeLong(margin.getValue().shortKopecks());
        }
    }

    void writeParts(final DataOutput out) throws IOException
    {
        out.writeInt(parts.size());
        for (final Map.Entry<String, SortedMap<Integer, Long>> register : parts.entrySet())
        {
            out.writeUTF(register.getKey());
            out.writeInt(register.getValue().size());
            for (final Map.Entry<Integer, Long> part : register.getValue().entrySet())
            {
                out.writeInt(part.getKey());
                out.writeLong(part.getValue());
            }
        }
    }

    void readParts(final DataInput in) throws IOException
    {
        final int registers = in.readInt();
        for (int i = 0; i < registers; i++)
        {
            final SortedMap<Integer, Long> ofRegister = new TreeMap<>();
            parts.put(in.readUTF(), ofRegister);
            final int count = in.readInt();
            for (int j = 0; j < count; j++)
            {
                ofRegister.put(in.readInt(), in.readLong());
            }
        }
    }

    void read(final DataInput in) throws IOException
    {
        for (final LimitLevel level : LEVELS)
        {
            final int registers = in.readInt();
            for (int i = 0; i < registers; i++)
            {
                setCollateral(level, in.readUTF(), in.readLong());
            }
        }
        final int instruments = in.readInt();
        for (int i = 0; i < instruments; i++)
        {
            setMargin(in.readInt(), new Margin(in.readLong(), in.readLong()));
        }
    }

    /**
     * Margin of one lot as the matcher takes it.
     *
     * @param longKopecks of a lot held or bought.
     * @param shortKopecks of a lot owed or sold.
     */
    public record Margin(long longKopecks, long shortKopecks)
    {
        static final Margin NONE = new Margin(0, 0);
    }
}
