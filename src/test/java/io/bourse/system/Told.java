// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import java.util.List;

import static org.junit.jupiter.api.Assertions.fail;

/**
 * What a client is told, as text: the same for every protocol and for the event stream, so that histories can be
 * compared line by line.
 */
final class Told
{
    private Told()
    {
    }

    static String accepted(final String clOrdId, final long orderId, final long priceE5, final long qtyLots)
    {
        return "ACCEPTED " + clOrdId + " order=" + orderId + " px=" + priceE5 + " qty=" + qtyLots;
    }

    static String replaced(final String clOrdId, final long orderId, final long priceE5, final long restLots)
    {
        return "REPLACED " + clOrdId + " order=" + orderId + " px=" + priceE5 + " rest=" + restLots;
    }

    static String cancelled(final String clOrdId, final long orderId, final long qtyLots)
    {
        return "CANCELLED " + clOrdId + " order=" + orderId + " qty=" + qtyLots;
    }

    static String executed(
        final long tradeId, final long orderId, final long priceE5, final long qtyLots, final long restLots)
    {
        return "EXECUTED trade=" + tradeId + " order=" + orderId + " px=" + priceE5 + " qty=" + qtyLots + " rest=" +
            restLots;
    }

    static String sessionEvent(final String event, final int sessionId)
    {
        return "EVENT " + event + " session=" + sessionId;
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
            fail("histories part: of=" + whose + " line=" + (i + 1) +
                "\nexpected (" + expected.size() + " lines) " + around(expected, i) +
                "\nactual   (" + actual.size() + " lines) " + around(actual, i));
        }
    }

    private static List<String> around(final List<String> lines, final int i)
    {
        return lines.subList(Math.max(0, Math.min(i - 2, lines.size())), Math.min(i + 4, lines.size()));
    }
}
