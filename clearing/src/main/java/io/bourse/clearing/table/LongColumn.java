// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.table;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Values of a column of longs.
 */
public final class LongColumn
{
    static final ValueLayout.OfLong LAYOUT = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final MemorySegment values;

    LongColumn(final MemorySegment values)
    {
        this.values = values;
    }

    /**
     * A value.
     *
     * @param row from 0.
     * @return value.
     */
    public long get(final long row)
    {
        return values.getAtIndex(LAYOUT, row);
    }
}
