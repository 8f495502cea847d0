// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.drill;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compares the copies of a watcher with what the client that it watches received.
 */
final class Copies
{
    /** Findings shown of one kind. */
    private static final int MOST_SHOWN = 3;

    private Copies()
    {
    }

    /**
     * Compares reports by ExecID, and refusals by name and text: a refusal may come again. The watcher may know of a
     * refusal by a gateway that died before it answered the client.
     *
     * @param received lines of the client's journal.
     * @param copied lines of the watcher's.
     * @return findings, each with its name first; empty when all is well.
     */
    static List<String> compare(final List<ClientJournal.Line> received, final List<ClientJournal.Line> copied)
    {
        final Map<String, String> expected = reports(received);
        final Map<String, String> actual = reports(copied);
        final List<String> findings = new ArrayList<>();
        add(findings, "NOT_COPIED", expected.entrySet().stream()
            .filter(report -> !actual.containsKey(report.getKey())).map(Map.Entry::toString).toList());
        add(findings, "COPY_OF_NOTHING", actual.entrySet().stream()
            .filter(report -> !expected.containsKey(report.getKey())).map(Map.Entry::toString).toList());
        add(findings, "COPY_DIFFERS", expected.entrySet().stream()
            .filter(report -> !report.getValue().equals(actual.getOrDefault(report.getKey(), report.getValue())))
            .map(Map.Entry::toString).toList());
        final Set<String> refusals = refusals(copied);
        add(findings, "REFUSAL_NOT_COPIED",
            refusals(received).stream().filter(refusal -> !refusals.contains(refusal)).toList());
        add(findings, "CONTRADICTION", copied.stream().filter(line -> ClientJournal.WRONG == line.kind())
            .map(ClientJournal.Line::text).toList());
        return findings;
    }

    /** What was compared. */
    static String counts(final List<ClientJournal.Line> received)
    {
        return reports(received).size() + " reports, " + refusals(received).size() + " refusals";
    }

    private static Map<String, String> reports(final List<ClientJournal.Line> lines)
    {
        final Map<String, String> reports = new LinkedHashMap<>();
        lines.stream().filter(line -> ClientJournal.ANSWER == line.kind())
            .forEach(line -> reports.put(line.key(), line.text()));
        return reports;
    }

    private static Set<String> refusals(final List<ClientJournal.Line> lines)
    {
        final Set<String> refusals = new HashSet<>();
        lines.stream().filter(line -> ClientJournal.REFUSED == line.kind())
            .forEach(line -> refusals.add(line.key() + " " + line.text()));
        return refusals;
    }

    private static void add(final List<String> findings, final String name, final List<String> what)
    {
        if (!what.isEmpty())
        {
            findings.add(name + " count=" + what.size() + " first=" +
                what.subList(0, Math.min(MOST_SHOWN, what.size())));
        }
    }
}
