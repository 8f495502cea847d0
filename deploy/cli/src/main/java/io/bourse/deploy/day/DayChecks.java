// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.day;

import java.util.ArrayList;
import java.util.List;

/**
 * Collects the checks of a day; a failed one does not hide the others.
 */
final class DayChecks
{
    private final List<DaySummary.Check> checks = new ArrayList<>();

    void add(final String name, final boolean ok, final String detail)
    {
        checks.add(new DaySummary.Check(name, ok, detail));
    }

    void equal(final String name, final long expected, final long actual)
    {
        add(name, expected == actual, expected == actual ? Long.toString(actual) :
            "expected=" + expected + " actual=" + actual);
    }

    boolean allOk()
    {
        return checks.stream().allMatch(DaySummary.Check::ok);
    }

    List<DaySummary.Check> list()
    {
        return List.copyOf(checks);
    }
}
