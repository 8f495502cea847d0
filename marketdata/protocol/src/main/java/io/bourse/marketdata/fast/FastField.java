// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.fast;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * One field of a template.
 */
public final class FastField
{
    private final String name;
    private final int id;
    private final FastType type;
    private final FastOperator operator;
    private final boolean isOptional;
    private final String initialText;
    private final long initialNumber;
    private final byte[] initialBytes;
    private final List<FastField> entryFields;
    private final boolean hasEntryPresenceMap;
    private final int slot;

    FastField(
        final String name,
        final int id,
        final FastType type,
        final FastOperator operator,
        final boolean isOptional,
        final String initialText,
        final List<FastField> entryFields,
        final int slot)
    {
        this.name = name;
        this.id = id;
        this.type = type;
        this.operator = operator;
        this.isOptional = isOptional;
        this.initialText = initialText;
        this.entryFields = entryFields;
        this.slot = slot;
        final boolean isNumber = FastType.INT == type || FastType.UINT == type;
        initialNumber = isNumber && null != initialText ? Long.parseLong(initialText) : 0;
        initialBytes = null == initialText ? new byte[0] : initialText.getBytes(StandardCharsets.UTF_8);
        hasEntryPresenceMap = entryFields.stream().anyMatch(FastField::usesPresenceMap);
    }

    /**
     * Name in the template file.
     *
     * @return name.
     */
    public String name()
    {
        return name;
    }

    /**
     * Tag of the field; of a sequence, that of its length field.
     *
     * @return id in the template file, 0 if it has none.
     */
    public int id()
    {
        return id;
    }

    /**
     * What the field holds.
     *
     * @return type.
     */
    public FastType type()
    {
        return type;
    }

    /**
     * How a missing value is found.
     *
     * @return operator.
     */
    public FastOperator operator()
    {
        return operator;
    }

    /**
     * Whether the value may be missing.
     *
     * @return true if it may.
     */
    public boolean isOptional()
    {
        return isOptional;
    }

    /**
     * Value in the template: of a constant, the value.
     *
     * @return text, or null.
     */
    public String initialText()
    {
        return initialText;
    }

    /**
     * Fields of an entry of a sequence.
     *
     * @return fields in order; empty if this is no sequence.
     */
    public List<FastField> entryFields()
    {
        return entryFields;
    }

    boolean hasEntryPresenceMap()
    {
        return hasEntryPresenceMap;
    }

    boolean usesPresenceMap()
    {
        switch (operator)
        {
            case CONSTANT:
                return isOptional;

            case DEFAULT:
            case COPY:
            case INCREMENT:
                return true;

            default:
                return false;
        }
    }

    /** Number of the dictionary entry of this field's name within its template. */
    int slot()
    {
        return slot;
    }

    boolean hasInitialValue()
    {
        return null != initialText;
    }

    long initialNumber()
    {
        return initialNumber;
    }

    byte[] initialBytes()
    {
        return initialBytes;
    }

    @Override
    public String toString()
    {
        return name;
    }
}
