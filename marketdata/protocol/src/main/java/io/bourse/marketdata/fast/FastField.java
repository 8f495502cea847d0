// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.fast;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * One field of a template.
 *
 * @param name in the template file.
 * @param id tag of the field, of a sequence that of its length field; 0 if it has none.
 * @param type what the field holds.
 * @param bits of an integer, 32 or 64; 0 of other types.
 * @param operator how a missing value is found.
 * @param isOptional whether the value may be missing.
 * @param initialText value in the template, of a constant the value; or null.
 * @param initialNumber the same as a number; 0 if it is none.
 * @param initialBytes the same as bytes, not to be changed; empty if there is none.
 * @param entryFields fields of an entry of a sequence, in order; empty if this is no sequence.
 * @param hasEntryPresenceMap whether an entry of a sequence begins with a presence map.
 * @param slot number of the dictionary entry of this field's name within its template.
 */
public record FastField(
    String name,
    int id,
    FastType type,
    int bits,
    FastOperator operator,
    boolean isOptional,
    String initialText,
    long initialNumber,
    byte[] initialBytes,
    List<FastField> entryFields,
    boolean hasEntryPresenceMap,
    int slot)
{
    static FastField of(
        final String name,
        final int id,
        final FastType type,
        final int bits,
        final FastOperator operator,
        final boolean isOptional,
        final String initialText,
        final List<FastField> entryFields,
        final int slot)
    {
        return new FastField(
            name,
            id,
            type,
            bits,
            operator,
            isOptional,
            initialText,
            0 != bits && null != initialText ? Long.parseLong(initialText) : 0,
            null == initialText ? new byte[0] : initialText.getBytes(StandardCharsets.UTF_8),
            entryFields,
            entryFields.stream().anyMatch(FastField::usesPresenceMap),
            slot);
    }

    boolean usesPresenceMap()
    {
        return switch (operator)
        {
            case NONE -> false;
            case CONSTANT -> isOptional;
            case DEFAULT, COPY, INCREMENT -> true;
        };
    }

    /** Whether an integer is as wide as the template says at most. */
    boolean holds(final long value)
    {
        return Integer.SIZE != bits ||
            (FastType.INT == type ? (int)value == value : Integer.toUnsignedLong((int)value) == value);
    }

    boolean hasInitialValue()
    {
        return null != initialText;
    }

    @Override
    public String toString()
    {
        return name;
    }
}
