// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.fast;

import org.agrona.DirectBuffer;

/**
 * Is shown the fields of a message in order. Constants are not shown: they are in the template. All arguments are valid
 * during the call only.
 */
public interface FastFieldHandler
{
    /** A message begins. */
    default void onMessageBegin(final FastTemplate template)
    {
    }

    /**
     * An integer.
     *
     * @param field of the template.
     * @param value 64 bits, without sign if the type is {@link FastType#UINT}.
     */
    default void onInteger(final FastField field, final long value)
    {
    }

    /**
     * A decimal.
     *
     * @param field of the template.
     * @param mantissa of the value.
     * @param exponent of ten.
     */
    default void onDecimal(final FastField field, final long mantissa, final int exponent)
    {
    }

    /**
     * A string or byte vector.
     *
     * @param field of the template.
     * @param buffer with the characters, stop bit removed.
     * @param offset of the first.
     * @param length in bytes.
     */
    default void onString(final FastField field, final DirectBuffer buffer, final int offset, final int length)
    {
    }

    /**
     * An optional field, or sequence, that is not there.
     *
     * @param field of the template.
     */
    default void onNull(final FastField field)
    {
    }

    /**
     * A sequence begins.
     *
     * @param sequence of the template.
     * @param count of entries.
     */
    default void onSequenceBegin(final FastField sequence, final int count)
    {
    }

    /**
     * An entry begins.
     *
     * @param index of the entry, from 0.
     */
    default void onEntryBegin(final FastField sequence, final int index)
    {
    }

    /** An entry ends. */
    default void onEntryEnd(final FastField sequence)
    {
    }

    /**
     * A sequence ends.
     *
     * @param sequence of the template.
     */
    default void onSequenceEnd(final FastField sequence)
    {
    }

    /** A message ends. */
    default void onMessageEnd(final FastTemplate template)
    {
    }
}
