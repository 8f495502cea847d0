// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.venue;

import io.bourse.jmh.loadtest.plan.SessionPlan;

import java.util.List;
import java.util.Map;

/**
 * The input of the process of a venue, as a JSON file.
 *
 * @param directory that the venue makes its own in; new or empty.
 * @param configFile of the venue, beneath the options; null for none.
 * @param options full key to value, above the file.
 * @param sessions whose logins there are.
 * @param accounts client registers on top of those of the demo tables.
 * @param transactions of the largest stage that has a number of them.
 * @param orderFile recorded orders whose instrument is traded too; null for none.
 * @param part of a venue of several partitions which one this is; null for a venue of one.
 */
public record VenuePlan(
    String directory,
    String configFile,
    Map<String, Object> options,
    List<SessionPlan> sessions,
    int accounts,
    long transactions,
    String orderFile,
    VenuePart part)
{
    /**
     * The same for one of several partitions.
     *
     * @param ownDirectory that the partition makes its own in.
     * @param ownOptions of the partition.
     * @param which of the venue it is.
     * @return plan of that partition.
     */
    public VenuePlan ofPart(
        final String ownDirectory, final Map<String, Object> ownOptions, final VenuePart which)
    {
        return new VenuePlan(
            ownDirectory, configFile, ownOptions, sessions, accounts, transactions, orderFile, which);
    }
}
