// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import java.util.List;

/**
 * Compares histories line by line.
 */
final class Lines
{
    private Lines()
    {
    }

    /** Compares two whole histories; says where they part, because thousands of lines say nothing. */
    static void assertSame(final String whose, final List<String> expected, final List<String> actual)
    {
        if (!expected.equals(actual))
        {
            int i = 0;
            while (i < expected.size() && i < actual.size() && expected.get(i).equals(actual.get(i)))
            {
                i++;
            }
            throw new AssertionError("histories part: of=" + whose + " line=" + (i + 1) +
                "\nexpected (" + expected.size() + " lines) " + around(expected, i) +
                "\nactual   (" + actual.size() + " lines) " + around(actual, i));
        }
    }

    private static List<String> around(final List<String> lines, final int i)
    {
        return lines.subList(Math.max(0, Math.min(i - 2, lines.size())), Math.min(i + 4, lines.size()));
    }
}
