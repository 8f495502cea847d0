// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import java.util.ArrayList;
import java.util.List;

/**
 * A message as a client sees it: its fields in order.
 */
record Fields(List<Field> fields)
{
    /** Tag and value. */
    record Field(int tag, String value)
    {
        @Override
        public String toString()
        {
            return tag + "=" + value;
        }
    }

    static Fields parse(final String text, final char separator)
    {
        final List<Field> fields = new ArrayList<>();
        for (final String piece : text.split(String.valueOf(separator)))
        {
            final int equals = piece.indexOf('=');
            fields.add(new Field(Integer.parseInt(piece.substring(0, equals)), piece.substring(equals + 1)));
        }
        return new Fields(fields);
    }

    String type()
    {
        return get(35);
    }

    /** First value of a tag, or null. */
    String get(final int tag)
    {
        for (final Field field : fields)
        {
            if (field.tag == tag)
            {
                return field.value;
            }
        }
        return null;
    }

    long number(final int tag)
    {
        return Long.parseLong(get(tag));
    }

    /** Prices of the tests have no more than five decimals. */
    long priceE5(final int tag)
    {
        return new java.math.BigDecimal(get(tag)).movePointRight(5).longValueExact();
    }

    boolean has(final int tag)
    {
        return null != get(tag);
    }

    /** Members of a repeating group of which the delimiter begins each. */
    List<Fields> group(final int count, final int delimiter)
    {
        final List<Fields> members = new ArrayList<>();
        boolean isInside = false;
        for (final Field field : fields)
        {
            isInside |= field.tag == count;
            if (isInside && field.tag == delimiter)
            {
                members.add(new Fields(new ArrayList<>()));
            }
            if (!members.isEmpty())
            {
                members.get(members.size() - 1).fields.add(field);
            }
        }
        return members;
    }

    /** Without some tags, as text. */
    String without(final int... tags)
    {
        final StringBuilder text = new StringBuilder();
        for (final Field field : fields)
        {
            boolean isWanted = true;
            for (final int tag : tags)
            {
                isWanted &= tag != field.tag;
            }
            if (isWanted)
            {
                text.append(text.isEmpty() ? "" : "|").append(field);
            }
        }
        return text.toString();
    }

    @Override
    public String toString()
    {
        return without();
    }
}
