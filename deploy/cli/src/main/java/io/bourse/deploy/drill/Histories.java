// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.drill;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compares what a client received with what it must have received by the event stream, and names what is wrong.
 */
final class Histories
{
    /** Findings shown of one client and kind. */
    private static final int MOST_SHOWN = 3;

    private Histories()
    {
    }

    /**
     * Compares one client's history.
     *
     * @param login of the client.
     * @param isNumbered whether its messages are numbered from 1; otherwise they are in the order of the journal.
     * @param expected from the event stream, in order.
     * @param lines of the client's journal.
     * @return findings, each with its name first; empty when all is well.
     */
    static List<String> compare(
        final String login,
        final boolean isNumbered,
        final List<String> expected,
        final List<ClientJournal.Line> lines)
    {
        final List<String> findings = new ArrayList<>();
        final List<String> wrong = lines.stream().filter(line -> ClientJournal.WRONG == line.kind())
            .map(ClientJournal.Line::text).toList();
        add(findings, "CONTRADICTION", login, wrong);
        final List<ClientJournal.Line> received = new ArrayList<>(
            lines.stream().filter(line -> ClientJournal.ANSWER == line.kind()).toList());
        if (isNumbered)
        {
            received.sort(Comparator.comparingLong(line -> Long.parseLong(line.key())));
            add(findings, "NUMBERS_WITH_HOLES", login, holes(received));
        }
        add(findings, "KEY_TWICE", login, twice(received.stream().map(ClientJournal.Line::key).toList()));
        final List<String> actual = received.stream().map(ClientJournal.Line::text).toList();
        if (!expected.equals(actual))
        {
            compareTexts(findings, login, expected, actual);
        }
        return findings;
    }

    private static void compareTexts(
        final List<String> findings, final String login, final List<String> expected, final List<String> actual)
    {
        add(findings, "RECEIVED_TWICE", login, twice(actual));
        final List<String> missing = minus(expected, actual);
        final List<String> unknown = minus(actual, expected);
        add(findings, "ORDER_LOST_TO_ITS_CLIENT", login, only(missing, true));
        add(findings, "NEVER_RECEIVED", login, only(missing, false));
        add(findings, "ACKNOWLEDGED_ORDER_NOT_IN_STREAM", login, only(unknown, true));
        add(findings, "RECEIVED_BUT_NOT_IN_STREAM", login, only(unknown, false));
        if (missing.isEmpty() && unknown.isEmpty() && expected.size() == actual.size())
        {
            int i = 0;
            while (expected.get(i).equals(actual.get(i)))
            {
                i++;
            }
            add(findings, "OTHER_ORDER", login,
                List.of("line " + (i + 1) + " expected=" + expected.get(i) + " actual=" + actual.get(i)));
        }
    }

    private static List<String> holes(final List<ClientJournal.Line> received)
    {
        for (int i = 0; i < received.size(); i++)
        {
            if (i + 1 != Long.parseLong(received.get(i).key()))
            {
                return List.of("number " + (i + 1) + " is " + received.get(i).key());
            }
        }
        return List.of();
    }

    private static List<String> only(final List<String> texts, final boolean isAcceptance)
    {
        return texts.stream().filter(text -> text.startsWith(AnswerLine.ACCEPTED) == isAcceptance).toList();
    }

    private static List<String> twice(final List<String> texts)
    {
        final Set<String> seen = new HashSet<>();
        return texts.stream().filter(text -> !seen.add(text)).toList();
    }

    /** What is in the first list more often than in the second. */
    private static List<String> minus(final List<String> some, final List<String> others)
    {
        final Map<String, Integer> counts = new HashMap<>();
        others.forEach(text -> counts.merge(text, 1, Integer::sum));
        return some.stream().filter(text -> counts.merge(text, -1, Integer::sum) < 0).toList();
    }

    private static void add(
        final List<String> findings, final String name, final String login, final List<String> texts)
    {
        if (!texts.isEmpty())
        {
            findings.add(name + " login=" + login + " count=" + texts.size() + " first=" +
                texts.subList(0, Math.min(MOST_SHOWN, texts.size())));
        }
    }
}
