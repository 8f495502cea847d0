// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.report;

import io.bourse.jmh.loadtest.plan.StageKind;
import io.bourse.jmh.loadtest.result.ClearingTime;
import io.bourse.jmh.loadtest.result.LoadTestResult;
import io.bourse.jmh.loadtest.result.StageResult;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Conditions as numbered notes: each stands once, and what all stages with a load share stands before them. */
final class Notes
{
    /**
     * A condition.
     *
     * @param number of it, from 1.
     * @param names of the stages that have it, or clearing.
     * @param text of it, without what is said for all.
     */
    record Note(int number, String names, String text)
    {
    }

    private static final String SEPARATOR = "; ";
    private static final String CLEARING = "clearing";

    private final Map<String, Set<String>> namesByCondition = new LinkedHashMap<>();
    private final List<String> conditions;
    private final Set<String> shared;

    private Notes(final LoadTestResult result)
    {
        final Set<String> loads = new LinkedHashSet<>();
        for (final StageResult stage : result.stages())
        {
            add(stage.condition(), stage.name());
            if (StageKind.valueOf(stage.kind()).isLoad())
            {
                loads.add(stage.condition());
            }
        }
        for (final ClearingTime time : result.clearing())
        {
            add(time.condition(), CLEARING);
        }
        conditions = List.copyOf(namesByCondition.keySet());
        shared = shared(loads);
    }

    static Notes of(final LoadTestResult result)
    {
        return new Notes(result);
    }

    private void add(final String condition, final String name)
    {
        namesByCondition.computeIfAbsent(condition, (text) -> new LinkedHashSet<>()).add(name);
    }

    private static Set<String> parts(final String condition)
    {
        return new LinkedHashSet<>(List.of(condition.split(SEPARATOR)));
    }

    private static Set<String> shared(final Set<String> loads)
    {
        final Set<String> shared = new LinkedHashSet<>();
        if (1 < loads.size())
        {
            shared.addAll(parts(loads.iterator().next()));
            loads.forEach((load) -> shared.retainAll(parts(load)));
        }
        return shared;
    }

    /** What is so for every stage with a load; empty when there is nothing. */
    String shared()
    {
        return String.join(SEPARATOR, shared);
    }

    /** In the order of the stages. */
    List<Note> all()
    {
        final List<Note> notes = new ArrayList<>();
        for (final String condition : conditions)
        {
            final Set<String> own = parts(condition);
            if (own.containsAll(shared))
            {
                own.removeAll(shared);
            }
            notes.add(new Note(number(condition), String.join(", ", namesByCondition.get(condition)),
                String.join(SEPARATOR, own)));
        }
        return notes;
    }

    /** The number of a condition. */
    int number(final String condition)
    {
        return 1 + conditions.indexOf(condition);
    }
}
