// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.drill;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;

/**
 * Result of a drill: checks with what was compared, and every finding by name.
 */
public final class DrillReport
{
    private static final int MOST_PRINTED = 20;

    private final List<Check> checks = new ArrayList<>();
    private final Map<String, Integer> deaths = new TreeMap<>();

    /**
     * One thing that was checked.
     *
     * @param detail what was compared.
     * @param findings what is wrong; empty when it holds.
     */
    public record Check(String name, String detail, List<String> findings)
    {
    }

    /** Adds a check. */
    void add(final String name, final String detail, final List<String> findings)
    {
        checks.add(new Check(name, detail, List.copyOf(findings)));
    }

    /** Adds a check that throws when it does not hold. */
    void add(final String name, final Callable<String> attempt)
    {
        try
        {
            add(name, attempt.call(), List.of());
        }
        catch (final Exception ex)
        {
            add(name, "failed", List.of(ex.getClass().getSimpleName() + ": " + ex.getMessage()));
        }
    }

    /** Counts a death. */
    void died(final String name)
    {
        deaths.merge(name, 1, Integer::sum);
    }

    /**
     * Whether everything held.
     *
     * @return true when there is not one finding.
     */
    public boolean isClean()
    {
        return !checks.isEmpty() && checks.stream().allMatch(check -> check.findings().isEmpty());
    }

    /**
     * Prints the table.
     *
     * @param out to print to.
     */
    public void print(final PrintStream out)
    {
        out.println("deaths     " + deaths);
        for (final Check check : checks)
        {
            out.printf("%-7s %-34s %s%n", check.findings().isEmpty() ? "ok" : "FAILED", check.name(), check.detail());
            check.findings().stream().limit(MOST_PRINTED).forEach(finding -> out.println("          " + finding));
        }
        out.println(isClean() ? "CLEAN" : "NOT CLEAN");
        out.flush();
    }
}
