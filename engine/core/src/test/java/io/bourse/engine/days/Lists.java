// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.days;

import java.util.List;

/**
 * Compares long lists and says where they part; printing hundreds of entries says nothing.
 */
final class Lists
{
    private Lists()
    {
    }

    static void assertSame(final String what, final List<?> expected, final List<?> actual)
    {
        if (!expected.equals(actual))
        {
            int i = 0;
            while (i < expected.size() && i < actual.size() && expected.get(i).equals(actual.get(i)))
            {
                i++;
            }
            throw new AssertionError(what + " part: index=" + i + " expected=" + at(expected, i) + " (of " +
                expected.size() + ") actual=" + at(actual, i) + " (of " + actual.size() + ")");
        }
    }

    private static Object at(final List<?> list, final int index)
    {
        return index < list.size() ? list.get(index) : "nothing";
    }
}
