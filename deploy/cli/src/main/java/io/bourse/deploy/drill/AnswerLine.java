// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.drill;

/**
 * A text of {@link AnswerText}, taken apart again.
 *
 * @param kind first word.
 * @param name ClOrdID of the request; the trade id of an execution.
 * @param priceE5 price x 100 000; 0 when there is none.
 * @param lots of the event.
 * @param restLots left; for an acceptance the whole quantity.
 */
record AnswerLine(String kind, String name, long orderId, long priceE5, long lots, long restLots)
{
    static final String ACCEPTED = "ACCEPTED";
    static final String REPLACED = "REPLACED";
    static final String CANCELLED = "CANCELLED";
    static final String EXECUTED = "EXECUTED";

    static AnswerLine parse(final String text)
    {
        final String[] words = text.split(" ");
        return switch (words[0])
        {
            case ACCEPTED -> new AnswerLine(
                ACCEPTED, words[1], number(words[2]), number(words[3]), number(words[4]), number(words[4]));
            case REPLACED -> new AnswerLine(
                REPLACED, words[1], number(words[2]), number(words[3]), number(words[4]), number(words[4]));
            case CANCELLED -> new AnswerLine(CANCELLED, words[1], number(words[2]), 0, number(words[3]), 0);
            case EXECUTED -> new AnswerLine(
                EXECUTED, words[1].substring(words[1].indexOf('=') + 1), number(words[2]), number(words[3]),
                number(words[4]), number(words[5]));
            default -> new AnswerLine(words[0], words[1], 0, 0, 0, 0);
        };
    }

    private static long number(final String word)
    {
        return Long.parseLong(word.substring(word.indexOf('=') + 1));
    }
}
