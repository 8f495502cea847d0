// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.schema;

import java.util.SortedMap;

/**
 * What a field is on the wire and how its value is to be read.
 *
 * @param name in the schema.
 * @param kind how the value is to be read.
 * @param primitive on the wire.
 * @param count of primitives, 1 unless it is text or bytes.
 * @param isOptional whether there is a null.
 * @param nullValue as {@link Primitive#read} gives it.
 * @param exponent of ten, for decimals.
 * @param names of values, for enumerations, or of bits, for sets.
 */
public record SbeType(
    String name,
    Kind kind,
    Primitive primitive,
    int count,
    boolean isOptional,
    long nullValue,
    int exponent,
    SortedMap<Long, String> names)
{
    /** How a value is to be read. */
    public enum Kind
    {
        /** A number. */
        NUMBER,
        /** A mantissa; the exponent is not on the wire. */
        DECIMAL,
        /** Characters, padded with NULs or spaces. */
        TEXT,
        /** One of named values. */
        ENUMERATION,
        /** Bits with names. */
        SET
    }

    /**
     * Length on the wire.
     *
     * @return bytes.
     */
    public int length()
    {
        return primitive.length() * count;
    }
}
