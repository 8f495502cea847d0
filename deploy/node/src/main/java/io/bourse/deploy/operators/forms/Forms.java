// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.forms;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Forms of the values that acts are made of, and how values are written for people.
 */
public final class Forms
{
    private static final int E5 = 5;
    private static final int KOPECK_DIGITS = 2;
    private static final long LONGEST_NS = TimeUnit.DAYS.toNanos(1);
    /** So many digits before the point always fit into a long. */
    private static final Pattern PRICE = Pattern.compile("-?\\d{1,13}(\\.\\d{1,5})?");

    private Forms()
    {
    }

    /**
     * Reads a price.
     *
     * @param text up to thirteen digits and five decimals.
     * @return price x 100 000.
     * @throws IllegalArgumentException when it is none.
     */
    public static long priceE5(final String text)
    {
        if (!PRICE.matcher(text).matches())
        {
            throw new IllegalArgumentException(
                "a price has up to thirteen digits and five decimals, such as 92300 or 254.31: price=" + text);
        }
        return new BigDecimal(text).movePointRight(E5).longValueExact();
    }

    /** A price as it is written, without zeros at its end. */
    public static String price(final long priceE5)
    {
        return BigDecimal.valueOf(priceE5, E5).stripTrailingZeros().toPlainString();
    }

    /** Money in roubles as it is written. */
    public static String roubles(final long kopecks)
    {
        return BigDecimal.valueOf(kopecks, KOPECK_DIGITS).toPlainString();
    }

    /** Throws a {@link FormException} about a field unless it is right. */
    public static void require(final boolean isRight, final String field, final String text)
    {
        if (!isRight)
        {
            throw new FormException(field, text);
        }
    }

    /** A field that has to be there; null of an enum is not. */
    public static <T> T given(final String field, final T value)
    {
        require(null != value && !"NULL_VAL".equals(String.valueOf(value)), field, "{" + field + "} is needed");
        return value;
    }

    /** A number from 1. */
    public static <T extends Number> T positive(final String field, final T value)
    {
        given(field, value);
        return positiveOrNone(field, value);
    }

    /** A number from 1, or null. */
    public static <T extends Number> T positiveOrNone(final String field, final T value)
    {
        require(null == value || value.longValue() > 0, field, "a number from 1 is needed: {" + field + "}=" + value);
        return value;
    }

    /** Nanoseconds above 0 and up to a day, or null. */
    public static void duration(final String field, final Long valueNs)
    {
        require(null == valueNs || valueNs > 0 && valueNs <= LONGEST_NS, field,
            "a duration is above 0 and at most a day: {" + field + "}=" + valueNs);
    }

    /** Nanoseconds from 0 to a day, or null. */
    public static void grace(final String field, final Long valueNs)
    {
        require(null == valueNs || valueNs >= 0 && valueNs <= LONGEST_NS, field,
            "a grace is at most a day, and 0 for none: {" + field + "}=" + valueNs);
    }

    /** Whether a text is printable ASCII alone. */
    public static boolean isPrintable(final String line)
    {
        return line.chars().allMatch(character -> character >= ' ' && character <= '~');
    }

    /** Exactly one field of several, by name and value; null and false are not given. */
    public static void one(final Object... namesAndValues)
    {
        final List<String> names = new ArrayList<>();
        final List<String> given = new ArrayList<>();
        for (int i = 0; i < namesAndValues.length; i += 2)
        {
            final String name = (String)namesAndValues[i];
            names.add("{" + name + "}");
            if (null != namesAndValues[i + 1] && !Boolean.FALSE.equals(namesAndValues[i + 1]))
            {
                given.add(name);
            }
        }
        require(1 == given.size(), given.isEmpty() ? (String)namesAndValues[0] : given.getLast(),
            "exactly one of " + String.join(", ", names) + " is needed");
    }

    /** What sets everything at once: something has to be named, or off. */
    public static void somethingOrOff(
        final String noun, final boolean isSomething, final boolean isOff, final boolean isKept)
    {
        require(!isOff || !isKept, "keep", "{off} does not go with {keep}");
        // An omission must not remove everything.
        require(isOff != isSomething, "off", isOff ? "{off} goes with no " + noun :
            "name at least one " + noun + ", or {off} to switch all of them off");
    }
}
